"""The door for a terminal.

::

    threetables deal GAME [--rules PRESET] [--set NAME=CHOICE]... [--seats N] [--seed N]
    threetables play GAME [the same]
    threetables replay FILE|- [--json]
    threetables legal FILE|- [--json]
    threetables laws GAME [--json]

The exit status is 0; where the input is bad it is 2, with one sentence on the error stream.

Shape of the JSON. Cards and suits are written in the letters of the record, seats as ``A1``, sides as ``A`` and ``B``,
and a pair of numbers for the two sides as ``{"A": 1, "B": 0}``.

``replay``: ``game``, ``rules``, ``set`` (the house rules that differ from those rules), ``seats`` (a number),
``dealer``, ``suits`` (``french`` or ``latin``), ``trump`` (a suit or null), ``tricks``, ``trick`` (the plays of the
trick that is not complete yet), ``turn`` (a seat or null), ``count`` (card points of both sides so far; at Omi tricks)
and ``result``. Each of ``tricks`` has ``number``, ``plays`` (each with ``seat`` and ``card``), ``winner`` and
``points``. ``result`` is null before the end of the deal; after it, it has ``count``, ``game_points``, ``laws`` (ids of
the laws of scoring that decided), ``bonus_pending``, ``next_dealer`` and ``void``.

``legal``: ``turn`` (a seat or null), ``legal`` and ``talk`` (actions as lines of a record), and ``refused``: for every
other card in a hand ``seat``, ``card``, ``law``, ``why``, ``text`` and ``proof`` (cards).

``laws``: ``game`` and ``laws``, each with ``id``, ``text``, ``evidence``, ``clauses``, ``house_rule`` (or null),
``source`` (or null) and ``enforced``.
"""

import argparse
import json
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NoReturn

from .actions import Action, Play
from .cards import Card
from .deal import legal, objection, opened, play, replay, talk
from .events import Result
from .games import GAMES, LAWS, rules
from .laws import Law, Objection
from .letters import named, oddity
from .notation import (
    LIMIT,
    NotationError,
    Record,
    SuitSystem,
    action_text,
    card_text,
    house_rules_changed,
    read,
    suit_text,
    suits_of,
    write,
)
from .rules import BadRules, Book, Rules
from .seats import Seat, in_turn, seat_name
from .shuffle import SEEDS, Chance, dealt
from .table import Start, Table, dealt_out
from .view.words import Words

_TALK_ONCE_IN: Final = 8
"""In a random deal, one choice in this many is a sign or a word, where there is one to make."""

_DIGITS: Final = len(str(SEEDS - 1))

type Json = str | int | bool | Sequence[Json] | Mapping[str, Json] | None


class BadInput(ValueError):
    """What was asked cannot be done; the text is one sentence for the one who asked."""


# --- deal and play ----------------------------------------------------------------------------------------------------


def dealt_text(start: Start) -> str:
    """A record of the deal before anyone acts: each hand as it is dealt, a `/` between the packets.

    Where the pack is cut first, the hands are not settled yet, so it is the pack that is written.
    """
    record = Record(start, (), suits_of(start.rules))
    whole = write(record)
    if start.rules.cut != "off":
        return whole
    tags, _, _ = whole.partition("\n\n")
    return "\n".join((tags, "", *_hand_lines(start, record.suits), ""))


def _hand_lines(start: Start, suits: SuitSystem) -> Iterator[str]:
    hands, exposed, stock = dealt_out(start)
    for seat, parts in enumerate(hands):
        yield f"hand {seat_name(seat)} {' / '.join(_cards(packet, suits) for packet in parts)}"
    if exposed is not None:
        yield f"turn-up {card_text(exposed, suits)}"
    if stock:
        yield f"stock {_cards(stock, suits)}"


def random_deal(start: Start, chance: Chance) -> Record:
    """A whole deal in which every choice is left to chance, with a sign or a word now and then."""
    table = opened(start)
    actions: list[Action] = []
    while table.result is None:
        said = talk(table) if chance.below(_TALK_ONCE_IN) == 0 else ()
        action = chance.one_of(said or legal(table))
        actions.append(action)
        table = play(table, action)
    return Record(start, tuple(actions), suits_of(start.rules))


def _deal(asked: argparse.Namespace) -> str:
    return dealt_text(dealt(_rules(asked), _seed(asked)))


def _play(asked: argparse.Namespace) -> str:
    seed = _seed(asked)
    # The choices come from a stream of their own, so that `deal` and `play` shuffle alike.
    return write(random_deal(dealt(_rules(asked), seed), Chance(seed + SEEDS)))


def _rules(asked: argparse.Namespace) -> Rules:
    book = _book(asked)
    preset = None if asked.rules is None else _known("preset", asked.rules, [each.name for each in book.presets])
    by_name = {rule.name: [choice.name for choice in rule.choices] for rule in book.house_rules}
    choices: dict[str, str] = {}
    for pair in asked.set:
        name, equals, choice = pair.partition("=")
        if not equals:
            raise BadInput(f"--set takes NAME=CHOICE, and {named(pair)} is not that.")
        _known("house rule", name, by_name)
        if name in choices:
            raise BadInput(f"--set {name} is given twice.")
        choices[name] = _known(f"choice for {name}", choice, by_name[name])
    tables = " or ".join(map(str, sorted({seats for each in book.presets for seats in each.seats})))
    seats = None if asked.seats is None else _whole("--seats", asked.seats, tables)
    try:
        return rules(book.name, preset, choices, seats)
    except BadRules as error:
        raise BadInput(f"Those rules cannot be played: {error}.") from error


def _book(asked: argparse.Namespace) -> Book:
    return GAMES[_known("game", asked.game, GAMES)]


def _known(what: str, name: str, names: Iterable[str]) -> str:
    """The name, if there is such a thing; else a sentence with those most like it, or with all of them."""
    there_are = list(names)
    if name in there_are:
        return name
    near = get_close_matches(name.lower(), there_are, 3)
    if near:
        raise BadInput(f"There is no {what} {named(name)}; did you mean {' or '.join(near)}?")
    raise BadInput(f"There is no {what} {named(name)}; there are: {', '.join(there_are)}.")


def _seed(asked: argparse.Namespace) -> int:
    if asked.seed is None:
        return secrets.randbelow(SEEDS)
    return _whole("--seed", asked.seed, f"a whole number from 0 to {SEEDS - 1}")


def _whole(option: str, text: str, takes: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise BadInput(f"{option} takes {takes}, and {named(text)} is not that.")
    return int(text)


# --- replay and legal -------------------------------------------------------------------------------------------------


def replay_data(record: Record) -> Mapping[str, Json]:
    """What `replay` has to tell, in the shape given at the head of this file."""
    table = replay(record.start, record.actions)
    return {
        "game": table.rules.game,
        "rules": table.rules.preset,
        "set": house_rules_changed(table.rules),
        "seats": table.rules.seats,
        "dealer": seat_name(table.dealer),
        "suits": record.suits,
        "trump": table.trump and suit_text(table.trump, record.suits),
        "tricks": [
            {
                "number": number,
                "plays": _plays(trick.leader, trick.cards, record),
                "winner": seat_name(trick.winner),
                "points": sum(table.rules.points[card] for card in trick.cards),
            }
            for number, trick in enumerate(table.taken, start=1)
        ],
        "trick": _plays(table.leader, table.trick, record),
        "turn": _turn(table),
        "count": _sides(_count(table)),
        "result": None if table.result is None else _result(table.result),
    }


def _plays(leader: Seat, cards: Sequence[Card], record: Record) -> Json:
    seats = in_turn(leader, record.rules.seats)
    return [
        {"seat": seat_name(seat), "card": card_text(card, record.suits)}
        for seat, card in zip(seats, cards, strict=False)
    ]


def _turn(table: Table) -> str | None:
    return None if table.turn is None else seat_name(table.turn)


def _count(table: Table) -> tuple[int, int]:
    return table.points_won if table.rules.values else table.tricks_won


def _sides(pair: tuple[int, int]) -> Mapping[str, Json]:
    return {"A": pair[0], "B": pair[1]}


def _result(result: Result) -> Mapping[str, Json]:
    return {
        "count": _sides(result.count),
        "game_points": _sides(result.game_points),
        "laws": list(result.laws),
        "bonus_pending": result.pending,
        "next_dealer": seat_name(result.next_dealer),
        "void": result.void,
    }


def replay_text(record: Record) -> str:
    """What `replay` has to tell, in lines to read."""
    table = replay(record.start, record.actions)
    counted = bool(table.rules.values)
    lines = [*_head_lines(table, record)]
    for number, trick in enumerate(table.taken, start=1):
        points = sum(table.rules.points[card] for card in trick.cards)
        worth = f", {points} points" if counted else ""
        plays = _played(trick.leader, trick.cards, record)
        lines.append(f"{number:2}. {plays}: {seat_name(trick.winner)} takes it{worth}")
    if table.trick:
        lines.append(f"{len(table.taken) + 1:2}. {_played(table.leader, table.trick, record)}")
    if table.result is None:
        a, b = _count(table)
        lines.append(f"so far: {'card points' if counted else 'tricks'} A {a}, B {b}; {_turn(table)} is to act")
    else:
        lines += _result_lines(table.result, counted)
    return "\n".join((*lines, ""))


def _head_lines(table: Table, record: Record) -> Iterator[str]:
    some_rules = table.rules
    changed = " ".join(f"{name}={choice}" for name, choice in house_rules_changed(some_rules).items())
    preset = f"{some_rules.preset} with {changed}" if changed else some_rules.preset
    yield f"{some_rules.book.title}, {preset}, {some_rules.seats} seats; {seat_name(table.dealer)} deals"
    if table.trump is not None:
        yield f"{Words(some_rules, record.suits).suit(table.trump)} are trumps"


def _played(leader: Seat, cards: Sequence[Card], record: Record) -> str:
    seats = in_turn(leader, record.rules.seats)
    return " ".join(
        f"{seat_name(seat)} {card_text(card, record.suits)}" for seat, card in zip(seats, cards, strict=False)
    )


def _result_lines(result: Result, counted: bool) -> Iterator[str]:
    yield f"{'card points' if counted else 'tricks'}: A {result.count[0]}, B {result.count[1]}"
    yield f"game points: A {result.game_points[0]}, B {result.game_points[1]} ({', '.join(result.laws)})"
    if result.void:
        yield "the deal is void"
    yield f"bonus pending: {result.pending}"
    yield f"next dealer: {seat_name(result.next_dealer)}"


def refusals(table: Table) -> Iterator[tuple[Seat, Card, Objection]]:
    """Every card in a hand that its holder may not play now, and what stands against it."""
    for seat, hand in enumerate(table.hands):
        for card in hand:
            if (against := objection(table, Play(seat, card))) is not None:
                yield seat, card, against


def legal_data(record: Record) -> Mapping[str, Json]:
    """What `legal` has to tell, in the shape given at the head of this file."""
    table = replay(record.start, record.actions)
    return {
        "turn": _turn(table),
        "legal": [action_text(action, record.suits) for action in legal(table)],
        "talk": [action_text(action, record.suits) for action in talk(table)],
        "refused": [
            {
                "seat": seat_name(seat),
                "card": card_text(card, record.suits),
                "law": against.law,
                "why": against.why,
                "text": _reason(table, record, Play(seat, card), against),
                "proof": [card_text(proof, record.suits) for proof in against.cards],
            }
            for seat, card, against in refusals(table)
        ],
    }


def _reason(table: Table, record: Record, action: Play, against: Objection) -> str:
    return Words(table.rules, record.suits).refused(against, action, table.turn) or LAWS[against.law].text


def legal_text(record: Record) -> str:
    """What `legal` has to tell, in lines to read."""
    table = replay(record.start, record.actions)
    lines = ["the deal is over" if table.result else f"{_turn(table)} is to act"]
    for title, actions in (("legal", legal(table)), ("talk", talk(table))):
        lines += [f"{title}: {action_text(action, record.suits)}" for action in actions]
    for seat, card, against in refusals(table):
        proof = f" [{_cards(against.cards, record.suits)}]" if against.cards else ""
        reason = _reason(table, record, Play(seat, card), against)
        lines.append(f"refused: {seat_name(seat)} {card_text(card, record.suits)}: {reason} ({against.law}){proof}")
    return "\n".join((*lines, ""))


def _cards(cards: Sequence[Card], suits: SuitSystem) -> str:
    return " ".join(card_text(card, suits) for card in cards)


def _replay(asked: argparse.Namespace) -> str:
    record = _record(asked.file)
    return _json(replay_data(record)) if asked.json else replay_text(record)


def _legal(asked: argparse.Namespace) -> str:
    record = _record(asked.file)
    return _json(legal_data(record)) if asked.json else legal_text(record)


def _json(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _record(file: str) -> Record:
    if not file:
        raise BadInput("FILE is empty; name a record, or - for the standard input.")
    name = "the standard input" if file == "-" else file
    try:
        raw = _stdin() if file == "-" else _contents(Path(file))
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {(error.strerror or 'it failed').lower()}.") from error
    if len(raw) >= LIMIT:
        raise BadInput(f"{name} is too long: a record has less than {LIMIT // 1024} KB.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # Not `raw`: the mark at its beginning is not counted.
        before, byte = error.object[: error.start].decode(), error.object[error.start]
        raise BadInput(f"{name} is not text in UTF-8: {_place_after(before)} has the byte {byte:#04x}.") from error
    before, zero, _ = text.partition("\0")
    if zero:
        raise BadInput(f"{name} is not text: {_place_after(before)} has a zero byte.")
    try:
        return read(text)
    except NotationError as error:
        raise BadInput(f"{name}, {error}.") from error


def _place_after(text: str) -> str:
    """The line and the column after that text, whichever way its lines end."""
    *above, last = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return f"line {len(above) + 1}, column {len(last) + 1}"


def _contents(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(LIMIT)


def _stdin() -> bytes:
    # Python has none where the terminal closed it.
    return b"" if sys.stdin is None else sys.stdin.buffer.read(LIMIT)


# --- laws -------------------------------------------------------------------------------------------------------------


def laws_data(book: Book) -> Mapping[str, Json]:
    """What `laws` has to tell, in the shape given at the head of this file."""
    return {
        "game": book.name,
        "laws": [
            {
                "id": law.id,
                "text": law.text,
                "evidence": law.evidence,
                "clauses": list(law.clauses),
                "house_rule": law.house_rule,
                "source": law.source or None,
                "enforced": law.enforced,
            }
            for law in book.laws
        ],
    }


def law_text(law: Law) -> str:
    """One law as a short paragraph."""
    facts: list[str] = [law.evidence]
    if law.clauses:
        facts.append(" ".join(law.clauses))
    if law.source:
        facts.append(f"source: {law.source}")
    if law.house_rule:
        facts.append(f"house rule: {law.house_rule}")
    if not law.enforced:
        facts.append("a custom, not enforced")
    return f"{law.id}\n  {law.text}\n  ({'; '.join(facts)})\n"


def _laws(asked: argparse.Namespace) -> str:
    book = _book(asked)
    return _json(laws_data(book)) if asked.json else "\n".join(map(law_text, book.laws))


# --- the command ------------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence, like all others here."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(
            f"{message[:1].upper()}{message[1:].rstrip('.')}{oddity(message)}; {self.prog} --help tells more."
        )


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="threetables", description="Deals of Skambil, Omi and Schembil.", allow_abbrev=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, does: Callable[[argparse.Namespace], str], text: str) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        added.set_defaults(does=does)
        return added

    for name, does, text in (
        ("deal", _deal, "Shuffle and deal: a record with the hands."),
        ("play", _play, "Play a whole deal at random: a record."),
    ):
        dealing = command(name, does, text)
        dealing.add_argument("game", metavar="GAME", help=", ".join(GAMES))
        dealing.add_argument("--rules", metavar="PRESET", help="the named set of rules")
        dealing.add_argument("--set", metavar="NAME=CHOICE", action="append", default=[], help="a house rule")
        dealing.add_argument("--seats", metavar="N", help="how many play, where the rules leave a choice")
        dealing.add_argument("--seed", metavar="N", help="the number of the shuffle (left out: any)")
    for name, does, text in (
        ("replay", _replay, "Who took each trick, and how the deal was counted."),
        ("legal", _legal, "What may be done now, and what stands against every other card."),
    ):
        reading = command(name, does, text)
        reading.add_argument("file", metavar="FILE", help="a record, or - for the standard input")
        reading.add_argument("--json", action="store_true", help="answer in JSON")
    telling = command("laws", _laws, "The laws of a game.")
    telling.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    telling.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer one command; the exit status."""
    try:
        asked = _parser().parse_args(arguments)
        _say(asked.does(asked))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 2
    return 0


def _say(text: str) -> None:
    if sys.stdout is None:
        raise BadInput(_UNREAD)
    try:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.flush()
    except OSError as error:
        # Python flushes the stream once more at exit, and would complain again.
        sys.stdout = None
        raise BadInput(_UNREAD) from error


_UNREAD: Final = "The answer could not be written: whatever was to read it is gone."
