"""A game together with its chosen house rules, worked out into the figures that the table needs.

`Rules` holds no rule of its own: it is what a game's module makes of a preset, the house rules chosen, and (in tests)
the laws switched off. The shared functions of `table`, `tricks` and `deal` read only these fields.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Protocol

from .cards import Card, Rank
from .letters import named
from .seats import Direction, Seat, Side

if TYPE_CHECKING:
    from .actions import Action, Talk
    from .events import Event, Result
    from .laws import Evidence, Law, Objection
    from .table import Table

Step = Literal["cut", "deal", "turn-up", "name", "look", "show", "draw-play", "play", "count"]
"""A stretch of a deal. ``draw-play`` is play with a draw after each trick, and ends when the stock is gone; ``play``
ends when the hands are empty; ``show`` is a look of all partners at each other's hands."""


NEVER: Final = 10**6
"""A target that no match reaches: what is left when the law of the target is switched off."""


class BadRules(ValueError):
    """A preset, house rule or choice that does not exist, or a combination that cannot be played."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way of playing a house rule; `source` says where it is found, `label` how it is known there."""

    name: str
    text: str
    label: Literal["stated", "attested", "borrowed", "our choice"]
    source: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """Something that players settle before the first deal. The first choice of the list is the default of the game."""

    name: str
    question: str
    choices: tuple[Choice, ...]

    def choice(self, name: str) -> Choice:
        """The choice of that name; raises `BadRules` naming the choices there are."""
        for a_choice in self.choices:
            if a_choice.name == name:
                return a_choice
        names = ", ".join(a_choice.name for a_choice in self.choices)
        raise BadRules(f"{self.name} cannot be {named(name)}; choose one of: {names}")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules: the choices that differ from the defaults, and for how many seats it is.

    `attested` are the laws (by slug) that the set's own source tells, where the set is put together from two sources.
    """

    name: str
    title: str
    text: str
    evidence: "Evidence"
    seats: tuple[int, ...]
    choices: Mapping[str, str] = field(default_factory=dict)
    attested: tuple[str, ...] = ()


class Book(Protocol):
    """What one game adds to the shared rules: its laws, its own objections, its talk and its count."""

    name: str
    title: str
    laws: "tuple[Law, ...]"
    presets: tuple[Preset, ...]
    house_rules: tuple[HouseRule, ...]

    def rules(
        self,
        preset: str | None = None,
        choices: Mapping[str, str] | None = None,
        seats: int | None = None,
        without: frozenset[str] = frozenset(),
    ) -> "Rules":
        """The rules of that preset with those house rules; `without` switches laws off (for tests)."""

    def objection(self, table: "Table", action: "Action") -> "Objection | None":
        """The objection of this game's own laws to an action that is not a play of a card."""

    def options(self, table: "Table") -> "tuple[Action, ...]":
        """Actions of this game beside playing a card that may be worth trying now; `objection` decides."""

    def talk(self, table: "Table") -> "tuple[Talk, ...]":
        """Every sign or word that might be given now; `objection` decides."""

    def interruption(self, table: "Table") -> "Event | None":
        """An event that this game's rules force at a trick boundary, such as a deal thrown in."""

    def count(self, table: "Table") -> "Result":
        """The count of a finished deal."""


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a deal. Two are the same if they come from the same game, preset, seats, choices and laws.

    `order` lists the ranks from high to low, `values` the card points of each rank, `sides` the side of each seat;
    `packets` the cards that each deal gives to a seat; `script` the stretches of a deal in order.
    """

    book: Book
    preset: str
    seats: int
    choices: Mapping[str, str]
    without: frozenset[str]
    direction: Direction
    sides: tuple[Side, ...]
    pack: tuple[Card, ...]
    order: tuple[Rank, ...]
    values: Mapping[Rank, int]
    script: tuple[Step, ...]
    packets: tuple[int, ...]
    singly: bool
    first_dealt: int
    first_lead: int
    follow: Literal["always", "never", "after-stock"]
    must_trump: bool
    trump: Literal["turn-up", "named", "cut-card", "none"]
    trumps_win: bool
    winner_leads: bool
    cut: Literal["off", "offered", "always"]
    winner_draws_first: bool
    turn_up_last: bool
    target: int
    captains: bool = False

    def __post_init__(self) -> None:
        strength = {rank: len(self.order) - place for place, rank in enumerate(self.order)}
        object.__setattr__(self, "strength", {c: strength[Rank(c[0])] for c in self.pack})
        object.__setattr__(self, "points", {c: self.values.get(Rank(c[0]), 0) for c in self.pack})

    strength: Mapping[Card, int] = field(init=False)
    points: Mapping[Card, int] = field(init=False)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.book.name

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two rules the same."""
        return (self.game, self.preset, self.seats, tuple(sorted(self.choices.items())), self.without)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def holds(self, slug: str) -> bool:
        """Whether that law of this game is in force."""
        return f"{self.game}.{slug}" not in self.without

    def cutter(self, dealer: Seat) -> Seat:
        """Who cuts: the seat before the dealer."""
        return (dealer - 1) % self.seats

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats of that side, in turn."""
        turns = ((seat + step) % self.seats for step in range(1, self.seats))
        return tuple(other for other in turns if self.sides[other] == self.sides[seat])


def settle(preset: Preset, house_rules: tuple[HouseRule, ...], choices: Mapping[str, str] | None) -> dict[str, str]:
    """The choice for every house rule: the defaults, changed by the preset, changed by `choices`.

    Raises `BadRules` for an unknown house rule or choice.
    """
    settled = {rule.name: rule.choices[0].name for rule in house_rules}
    by_name = {rule.name: rule for rule in house_rules}
    for name, value in (*preset.choices.items(), *(choices or {}).items()):
        if name not in by_name:
            raise BadRules(f"no house rule {named(name)}; there are: {', '.join(by_name)}")
        settled[name] = by_name[name].choice(value).name
    return settled


def preset_named(presets: tuple[Preset, ...], name: str | None) -> Preset:
    """The preset of that name (the first one for None). Raises `BadRules` naming the presets there are."""
    if name is None:
        return presets[0]
    for preset in presets:
        if preset.name == name:
            return preset
    raise BadRules(f"no rules {named(name)}; there are: {', '.join(preset.name for preset in presets)}")


def seats_for(preset: Preset, seats: int | None) -> int:
    """The number of seats, checked against the preset."""
    if seats is None:
        return preset.seats[0]
    if seats not in preset.seats:
        allowed = " or ".join(str(number) for number in preset.seats)
        raise BadRules(f"{preset.name} is played by {allowed}, not by {seats}")
    return seats
