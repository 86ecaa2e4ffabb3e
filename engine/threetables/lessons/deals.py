"""Example deals: a record with notes, written as TOML, checked claim by claim when it is read.

The schema::

    title = "The declarer names trumps"
    summary = "What this deal shows, in a sentence or two."
    record = '''
    [Game "omi"]
    ...
    '''

    [[note]]
    at = "A1 AS"                      # the step: see `find_step`
    text = "{A1} leads {AS} and {winner 1} takes the trick."
    claims = ["takes 1 A1"]           # at least one: see `claims`
    laws = ["omi.first-lead"]         # laws that the note explains, if any

In `text` every seat, card, suit, number and winner is a placeholder that the engine fills (see `placeholder`), and a
card or seat may only be named if the step itself, the trick on the table or one of the note's claims is about it. So no
note can say something of the cards that nobody checked.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Final, Literal

from ..cards import SUITS
from ..events import (
    Answered,
    Asked,
    Counted,
    Dealt,
    Drew,
    Event,
    HandsShown,
    Ordered,
    PackCut,
    Played,
    SignMade,
    ThrownIn,
    TrickTaken,
    TrumpNamed,
    TurnedUp,
)  # fmt: skip
from ..games import LAWS
from ..notation import LIMIT, NotationError, Record, action_text, card_text, read, suit_text
from ..seats import seat_name
from .at_work import AtWork, at_work
from .claims import Scene, WrongClaim, check, number, side, taken_so_far, trick_points
from .moments import Moment, moments

RefKind = Literal["seat", "card", "suit", "number", "side"]


@dataclass(frozen=True)
class Ref:
    """A placeholder filled by the engine: a seat (by number), a card, a suit, a number, or a side (0 or 1)."""

    kind: RefKind
    value: int | str


Part = str | Ref


@dataclass(frozen=True)
class Note:
    """What is said at one step: plain words and filled placeholders, the claims checked, the laws explained."""

    step: int
    parts: tuple[Part, ...]
    claims: tuple[str, ...]
    laws: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExampleDeal:
    """A deal to watch: every claim of every note has been found true by the engine."""

    id: str
    title: str
    summary: str
    record: Record
    line: tuple[Moment, ...]
    notes: tuple[Note, ...]

    @cached_property
    def laws(self) -> tuple[AtWork, ...]:
        """The laws at work at each step."""
        return at_work(self.record.start, self.record.actions, self.line)

    def notes_at(self, step: int) -> tuple[Note, ...]:
        """The notes that stand at that step, in the order of the file."""
        return tuple(note for note in self.notes if note.step == step)


class DealError(ValueError):
    """A file of an example deal that cannot be used; `line` counts from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line, self.sentence = line, sentence


_KEYS: Final = ("title", "summary", "record", "note")
_NOTE_KEYS: Final = ("at", "text", "claims", "laws")


def read_deal(deal_id: str, text: str) -> ExampleDeal:
    """The example deal of that TOML text. Raises `DealError` at the first thing that is wrong."""
    if len(text.encode()) >= 4 * LIMIT:
        raise DealError(1, f"an example deal has less than {4 * LIMIT // 1024} KB")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise DealError(int(found.group(1)) if found else 1, f"this is not TOML: {error}") from error
    source = _Source(text)
    for key in data:
        if key not in _KEYS:
            raise DealError(source.line_of(key), _unknown("key", key, _KEYS))
    for key in ("title", "summary", "record"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise DealError(1, f"an example deal needs a {key}, in quotes")
    try:
        record = read(data["record"])
    except NotationError as error:
        raise DealError(source.record_line() + error.line - 1, f"in the record, {_inside(error)}") from error
    line = moments(record.start, record.actions)
    notes = data.get("note", [])
    if not isinstance(notes, list) or not all(isinstance(note, dict) for note in notes):
        raise DealError(source.line_of("note"), "notes are written as [[note]]")
    read_notes = tuple(_note(note, source, place, record, line) for place, note in enumerate(notes))
    return ExampleDeal(deal_id, data["title"].strip(), data["summary"].strip(), record, line, read_notes)


def _inside(error: NotationError) -> str:
    return f"column {error.column}: found {error.found}, expected {error.expected}"


def _unknown(what: str, name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"no {what} is called {name!r}" + (
        f"; did you mean {near[0]!r}?" if near else f"; there are: {', '.join(known)}"
    )


class _Source:
    """Finds the line of a file at which something stands, because the TOML reader does not tell."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.note_lines = [n for n, line in enumerate(self.lines, start=1) if re.match(r"\s*\[\[\s*note\s*\]\]", line)]

    def line_of(self, wanted: str, start: int = 1, end: int | None = None) -> int:
        for n, line in enumerate(self.lines[start - 1 : end], start=start):
            if wanted in line:
                return n
        return start

    def record_line(self) -> int:
        line = self.line_of("record")
        rest = self.lines[line - 1].split("=", 1)[-1].strip()
        return line + 1 if rest in ('"""', "'''") else line

    def in_note(self, place: int, wanted: str) -> int:
        start = self.note_lines[place] if place < len(self.note_lines) else 1
        end = self.note_lines[place + 1] - 1 if place + 1 < len(self.note_lines) else None
        return self.line_of(wanted, start, end)


def _note(data: Mapping[str, object], source: _Source, place: int, record: Record, line: tuple[Moment, ...]) -> Note:
    def wrong(wanted: str, sentence: str) -> DealError:
        return DealError(source.in_note(place, wanted), sentence)

    for key in data:
        if key not in _NOTE_KEYS:
            raise wrong(key, _unknown("key of a note", key, _NOTE_KEYS))
    at, text = data.get("at"), data.get("text")
    claims, laws = data.get("claims", []), data.get("laws", [])
    if not isinstance(at, str) or not isinstance(text, str):
        raise wrong("[[note]]", "a note needs at and text, both in quotes")
    for name, value in (("claims", claims), ("laws", laws)):
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise wrong(name, f"{name} is a list of texts in quotes")
    assert isinstance(claims, list)
    assert isinstance(laws, list)
    if not claims:
        raise wrong("[[note]]", "a note needs at least one claim that the engine can check")
    step = find_step(at, record, line)
    if step is None:
        raise wrong("at", f"nothing in this deal happens at {at!r}; {_AT_HELP}")
    scene = Scene(record, line, step)
    for claim in claims:
        try:
            check(claim, scene)
        except WrongClaim as error:
            raise wrong(claim, f"the claim {claim!r} is wrong: {error}") from error
    for law in laws:
        if law not in LAWS:
            raise wrong(law, _unknown("law", law, tuple(LAWS)))
    try:
        parts = _fill(text, scene, _grounds(scene, claims))
    except WrongClaim as error:
        raise wrong("text", str(error)) from error
    return Note(step, parts, tuple(claims), tuple(laws))


# --- the step of a note -----------------------------------------------------------------------------------------------

_AT_HELP: Final = (
    "a note stands at: start, cut, deal, deal 2, turn-up, look 1, trump, SEAT CARD, taken N, draw N, a line of talk as "
    "the record has it, thrown-in, count"
)


def find_step(at: str, record: Record, line: Sequence[Moment]) -> int | None:
    """The step that `at` names, or None.

    ``start``, ``cut``, ``deal`` or ``deal 2``, ``turn-up``, ``look 1`` (the looks are counted through the deal),
    ``trump``, ``A1 AS`` (that card is played), ``taken 3`` (trick 3 is taken), ``draw 3`` (the draws after it), a line
    of talk as the record has it, ``thrown-in``, ``count``. After talk said twice, the first time is meant.
    """
    if at == "start":
        return 0
    tricks = deals = looks = 0
    for moment in line[1:]:
        event = moment.events[-1]
        names: list[str] = []
        match event:
            case Dealt():
                deals += 1
                names = [f"deal {deals}"] + (["deal"] if deals == 1 else [])
            case HandsShown():
                looks += 1
                names = [f"look {looks}"]
            case TrickTaken():
                tricks += 1
                names = [f"taken {tricks}"]
            case Drew():
                names = [f"draw {tricks}"]
            case Played(seat, card):
                names = [f"{seat_name(seat)} {card_text(card, record.suits)}"]
            case PackCut():
                names = ["cut"]
            case TurnedUp():
                names = ["turn-up"]
            case TrumpNamed():
                names = ["trump"]
            case ThrownIn():
                names = ["thrown-in"]
            case Counted():
                names = ["count"]
            case _:
                names = [action_text(record.actions[moment.acted - 1], record.suits)]
        if at in names:
            return moment.step
    return None


# --- placeholders -----------------------------------------------------------------------------------------------------

_RANK_OF: Final = r"\b(?:ace|king|queen|jack|knight|trey|deuce|two|three|four|five|six|seven|eight|nine|ten)s? of "
_HALF_A_CARD: Final = re.compile(_RANK_OF + "$", re.I)
_HAND_TYPED: Final = (
    (re.compile(r"\b[AB][1-3]\b"), "a seat"),
    (re.compile(r"\b(?:[AKQJNTRF2-9]|10)[SHDCB]\b"), "a card"),
    (re.compile(r"\d+"), "a number"),
    (re.compile(r"[♠♥♦♣♤♡♢♧]"), "a suit sign"),
    (re.compile(r"\bside [AB]\b", re.I), "a side"),
    (
        re.compile(_RANK_OF + r"(?:spades|hearts|diamonds|clubs|swords|cups|coins|batons|trumps?)\b", re.I),
        "a card",
    ),
    (re.compile(r"\b(?:spades?|hearts?|diamonds?|clubs?|swords?|cups?|coins?|batons?)\b", re.I), "a suit"),
    (
        re.compile(
            r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|"
            r"seventy|eighty|ninety|hundred|twice|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b",
            re.I,
        ),
        "a number",
    ),
)
_ORDINALS_ALLOWED: Final = re.compile(r"\bfirst\b|\bsecond look\b|\bsecond deal\b", re.I)


def _grounds(scene: Scene, claims: Sequence[str]) -> set[str]:
    """The words for cards and seats that the step, the trick on the table or a claim of the note is about."""
    table = scene.table
    said = {word for claim in claims for word in claim.split()}
    for place, card in enumerate(table.trick):
        said |= {card_text(card, scene.suits), seat_name((table.leader + place) % table.rules.seats)}
    for event in scene.line[scene.step].events:
        said |= _words_of(event, scene)
    return said


def _words_of(event: Event, scene: Scene) -> set[str]:
    match event:
        case Played() | SignMade() | Asked() | Ordered() | Answered() | PackCut() | TrumpNamed():
            action = scene.record.actions[scene.line[scene.step].acted - 1]
            return set(action_text(action, scene.suits).replace(":", "").split())
        case TrickTaken(seat):
            trick = scene.table.taken[-1]
            return {seat_name(seat), *(card_text(card, scene.suits) for card in trick.cards)}
        case Drew(seat, card):
            return {seat_name(seat)} | ({card_text(card, scene.suits)} if card else set())
        case TurnedUp(card):
            return {card_text(card, scene.suits)}
        case HandsShown(looks):
            return {seat_name(seat) for pair in looks for seat in pair}
        case _:
            return set()


def _fill(text: str, scene: Scene, grounds: set[str]) -> tuple[Part, ...]:
    parts: list[Part] = []
    pieces = re.split(r"\{([^{}]*)\}", " ".join(text.split()))
    for place, piece in enumerate(pieces):
        if place % 2:
            ref = placeholder(piece.strip(), scene, grounds)
            if ref.kind == "suit" and (half := _HALF_A_CARD.search(pieces[place - 1])) is not None:
                raise WrongClaim(f"half a card is typed by hand in the note, {half.group()!r}; write a placeholder")
            parts.append(ref)
        elif piece:
            _lint(piece)
            parts.append(piece)
    return tuple(parts)


def _lint(words: str) -> None:
    checked = _ORDINALS_ALLOWED.sub("", words)
    for pattern, what in _HAND_TYPED:
        if (found := pattern.search(checked)) is not None:
            raise WrongClaim(f"{what} is typed by hand in the note, {found.group()!r}; write a placeholder")
    if "{" in words or "}" in words:
        raise WrongClaim("a placeholder is not closed")


_PLACEHOLDERS: Final = (
    "{A1}, {AS}, {side A}, {suit S}, {trump}, {dealer}, {declarer}, {rais A}, {leader}, {turn}, {winner N}, {worth N}, "
    "{worth CARD}, {taken A}, {score A}, {count A}, {held SEAT SUIT}, {stock}, {hand SEAT}, {trick}, {tricks}, "
    "{seats}, {half}, {target}"
)


def placeholder(words: str, scene: Scene, grounds: set[str]) -> Ref:
    """What a placeholder stands for at that scene. Raises `WrongClaim` where it stands for nothing.

    ``{A1}`` and ``{AS}`` name a seat or a card that the step, the trick or a claim is about. The others are looked up:
    ``{trump}``, ``{dealer}``, ``{declarer}``, ``{rais A}``, ``{leader}``, ``{turn}``, ``{winner 3}`` (of trick 3),
    ``{worth 3}`` (card points of trick 3), ``{worth AS}`` (of a card), ``{taken A}`` (so far), ``{score A}`` and
    ``{count A}`` (at the end), ``{held A1 S}`` (cards of a suit in a hand), ``{stock}``, ``{hand A1}`` (cards left in
    a hand), ``{trick}`` (its number), ``{tricks}`` (of the deal), ``{seats}``, ``{half}`` (of all card points),
    ``{target}``.
    """
    table, rules = scene.table, scene.record.rules
    name, *rest = words.split() or [""]
    try:
        match name, rest:
            case "side", [which]:
                return Ref("side", side(which))
            case "suit", [letter]:
                return Ref("suit", _suit(letter, scene))
            case "trump", []:
                if table.trump is None:
                    raise WrongClaim("there is no trump suit at this step")
                return Ref("suit", table.trump)
            case "dealer", []:
                return Ref("seat", table.dealer)
            case "declarer", []:
                return Ref("seat", table.declarer)
            case "rais", [which] if table.rais:
                return Ref("seat", table.rais[side(which)])
            case "leader", []:
                return Ref("seat", table.leader)
            case "turn", [] if table.turn is not None:
                return Ref("seat", table.turn)
            case "winner", [trick] if 1 <= number(trick) <= len(scene.end.taken):
                return Ref("seat", scene.end.taken[number(trick) - 1].winner)
            case "worth", [what]:
                if re.fullmatch("[0-9]+", what):
                    return Ref("number", trick_points(scene, number(what)))
                return Ref("number", rules.points[scene.card(what)])
            case "taken", [which]:
                return Ref("number", taken_so_far(table)[side(which)])
            case "score", [which] if scene.end.result:
                return Ref("number", scene.end.result.game_points[side(which)])
            case "count", [which] if scene.end.result:
                return Ref("number", scene.end.result.count[side(which)])
            case "held", [seat, letter]:
                suit = _suit(letter, scene)
                return Ref("number", sum(card[1] == suit for card in table.hands[scene.seat(seat)]))
            case "hand", [seat]:
                return Ref("number", len(table.hands[scene.seat(seat)]))
            case "stock", []:
                return Ref("number", len(table.stock) + (table.turn_up is not None))
            case "trick", []:
                return Ref("number", len(table.taken) + 1)
            case "tricks", []:
                return Ref("number", len(scene.end.taken))
            case "seats", []:
                return Ref("number", rules.seats)
            case "half", [] if rules.values:
                return Ref("number", sum(rules.points.values()) // 2)
            case "target", []:
                return Ref("number", rules.target)
            case word, [] if re.fullmatch(r"(?:10|\w)\w", word):
                return _named(word, scene, grounds)
    except WrongClaim as error:
        raise WrongClaim(f"{{{words}}}: {error}") from error
    raise WrongClaim(f"{{{words}}} stands for nothing here; there are: {_PLACEHOLDERS}")


def _suit(letter: str, scene: Scene) -> str:
    for suit in SUITS:
        if letter == suit_text(suit, scene.suits):
            return suit
    raise WrongClaim(f"{letter!r} is not a suit of this record")


def _named(word: str, scene: Scene, grounds: set[str]) -> Ref:
    is_seat = re.fullmatch(r"[AB]\d", word) is not None
    found = Ref("seat", scene.seat(word)) if is_seat else Ref("card", scene.card(word))
    if word not in grounds:
        raise WrongClaim("neither this step, nor its trick, nor a claim of the note is about it")
    return found
