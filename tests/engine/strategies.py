"""What Hypothesis may choose: rules, shuffled packs, dealers, captains, and whole lines of play."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from hypothesis.vendor.pretty import RepresentationPrinter

from threetables.actions import (
    Action,
    Announce,
    Answer,
    Ask,
    Cut,
    MakeSign,
    NameTrump,
    Order,
    Play,
    Swap,
    Talk,
    ThrowIn,
)  # fmt: skip
from threetables.cards import SUITS, Card
from threetables.deal import happenings, legal, opening, talk
from threetables.events import Event
from threetables.games import GAMES
from threetables.games.schembil import COMMANDS, QUESTIONS
from threetables.games.schembil import SIGNS as SCHEMBIL_SIGNS
from threetables.games.skambil import ITALIAN_SIGNS, SIGNS
from threetables.notation import Record, suits_of, write
from threetables.rules import BadRules, Book, Preset, Rules
from threetables.seats import Seat
from threetables.table import Position, Start, Table, laid_out


@dataclass(frozen=True)
class Line:
    """A deal as it went: the start, the actions, every event, and the table before the first and after each.

    `acted` says for each table how many actions had been taken.
    """

    start: Start
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    tables: tuple[Table, ...]
    acted: tuple[int, ...]

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        printer.text(write(self.record))

    @property
    def record(self) -> Record:
        """The deal as a record."""
        return Record(self.start, self.actions, suits_of(self.rules))

    @property
    def end(self) -> Table:
        """The table after the last event."""
        return self.tables[-1]

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.start.rules


def presets_and_seats() -> Iterator[tuple[Book, Preset, int]]:
    """Every preset of every game with every number of seats it is for: nine in all."""
    for book in GAMES.values():
        for preset in book.presets:
            for seats in preset.seats:
                yield book, preset, seats


def rules_or_none(book: Book, preset: str, choices: Mapping[str, str], seats: int) -> Rules | None:
    """The rules, or None where this combination cannot be played."""
    try:
        return book.rules(preset, choices, seats)
    except BadRules:
        return None


def examples(share: float) -> settings:
    """That share of the examples that the profile in use would try: whole deals take long."""
    return settings(max_examples=max(5, round(share * settings().max_examples)))


@st.composite
def some_rules(draw: st.DrawFn, game: str | None = None) -> Rules:
    """A preset with any house rules changed that can be played together."""
    book, preset, seats = draw(
        st.sampled_from([all_ for all_ in presets_and_seats() if game is None or all_[0].name == game])
    )
    changed: dict[str, str] = {}
    for rule in draw(st.lists(st.sampled_from(book.house_rules), unique_by=lambda rule: rule.name, max_size=6)):
        value = draw(st.sampled_from([choice.name for choice in rule.choices]))
        if rules_or_none(book, preset.name, changed | {rule.name: value}, seats) is not None:
            changed[rule.name] = value
    return book.rules(preset.name, changed, seats)


def dice(seed: int) -> random.Random:
    """Chance that can be had again."""
    return random.Random(seed)  # noqa: S311  nothing here is a secret


def shuffled(rules: Rules, seed: int) -> tuple[Card, ...]:
    """The pack shuffled by that seed."""
    pack = list(rules.pack)
    dice(seed).shuffle(pack)
    return tuple(pack)


@st.composite
def starts(draw: st.DrawFn, rules: SearchStrategy[Rules] | None = None) -> Start:
    """A shuffled pack, any dealer, any captains, any bonus that can wait."""
    some = draw(rules if rules is not None else some_rules())
    seed = draw(st.integers(0, 2**32))
    dealer = draw(st.integers(0, some.seats - 1))
    rais: tuple[Seat, ...] = ()
    if some.captains:
        rais = (draw(st.sampled_from((0, 2, 4))), draw(st.sampled_from((1, 3, 5))))
    most = {"one": 1, "add": 2, "cancel": 1}.get(some.choices.get("second-tie", ""), 0)
    pending = draw(st.integers(0, most))
    return Start(some, shuffled(some, seed), dealer, (0, 0), pending, rais)


def played_out(start: Start, seed: int, chatter: float = 0.0) -> Line:
    """A random legal line to the end, with talk now and then."""
    chance = dice(seed)
    tables = [laid_out(start)]
    events: list[Event] = []
    actions: list[Action] = []
    acted = [0]

    def note(happened: Iterable[tuple[Event, Table]]) -> None:
        for event, table in happened:
            events.append(event)
            tables.append(table)
            acted.append(len(actions))

    note(opening(start))
    while tables[-1].result is None:
        words: tuple[Talk, ...] = talk(tables[-1]) if chance.random() < chatter else ()
        actions.append(chance.choice(words or legal(tables[-1])))
        note(happenings(tables[-1], actions[-1]))
    return Line(start, tuple(actions), tuple(events), tuple(tables), tuple(acted))


@st.composite
def lines(draw: st.DrawFn, start: SearchStrategy[Start] | None = None, chatter: float = 0.3) -> Line:
    """A whole random deal with talk in it."""
    a_start = draw(start if start is not None else starts())
    return played_out(a_start, draw(st.integers(0, 2**32)), chatter)


@st.composite
def moments(draw: st.DrawFn, line: SearchStrategy[Line] | None = None) -> tuple[Line, int]:
    """A whole random deal, and the number of one of its tables."""
    a_line = draw(line if line is not None else lines())
    return a_line, draw(st.integers(0, len(a_line.tables) - 1))


def between_tricks(table: Table) -> bool:
    """Whether a position could be written down now."""
    return table.stretch in ("play", "draw-play") and not table.trick and not table.to_draw and table.result is None


def position_of(table: Table) -> Position:
    """The table as a position to start from."""
    return Position(
        table.rules, table.dealer, table.hands, table.stock, table.turn_up, table.trump, table.won, table.leader,
        table.step, (0, 0), table.pending, table.rais,
    )  # fmt: skip


def moves(table: Table) -> Iterator[Action]:
    """Everything anyone could try that moves the deal on."""
    rules = table.rules
    for seat in range(rules.seats):
        yield from (Play(seat, card) for card in rules.pack)
        yield from (NameTrump(seat, suit) for suit in SUITS)
        yield from (Cut(seat, at) for at in range(len(rules.pack) + 1))
        yield from (ThrowIn(seat), Announce(seat), Swap(seat))


def words(table: Table) -> Iterator[Talk]:
    """Everything anyone could try to say or sign."""
    rules = table.rules
    for seat in range(rules.seats):
        yield from (MakeSign(seat, sign) for sign in {*SIGNS, *ITALIAN_SIGNS, *SCHEMBIL_SIGNS})
        yield from (Answer(seat, answer) for answer in ("yes", "no", "0", "1", "2", "3", *SUITS))
        for to in range(rules.seats):
            for suit in (None, *SUITS):
                yield from (Ask(seat, to, question, suit) for question in QUESTIONS)
            for command in COMMANDS:
                yield Order(seat, to, command)
                yield Order(seat, to, command, rules.pack[0])
