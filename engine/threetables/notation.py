"""Deals as text: the notation of records, read and written.

A record has tags, then the cards, then what was done, one trick a line::

    [Game "omi"]
    [Rules "as-written"]
    [Dealer "B2"]

    pack AS KS QS JS TH 9H 8H 7H ...
    A1: trump S
    1. A1 AS B1 7S A2 8S B2 9S

The cards are the whole `pack` (next card first), or each `hand` as dealt, or a position in the middle of a deal (the
hands, the `stock`, what each side has `won`, and who is to `lead`). What happens by rule (dealing, draws, looks at
hands, taken tricks, the count) is not written: the engine knows it. `read` accepts what people type; `write` has one
form.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from string import ascii_lowercase, ascii_uppercase
from typing import Final, Literal, cast, get_args

from .actions import Action, Announce, Answer, Ask, Cut, MakeSign, NameTrump, Order, Play, Sign, Swap, ThrowIn
from .cards import LATIN, LATIN_COURTS, RANKS, Card, Suit
from .deal import misfits, objection, opened, play
from .games import GAMES, LAWS, rules
from .letters import SYMBOLS, oddity
from .rules import BadRules, Rules
from .seats import Seat, seat_name, seat_named
from .table import Position, Start, Table, dealt_out

LIMIT: Final = 64 * 1024
"""A record of this many bytes or more is not read; a whole deal takes about one thousand."""
ACTIONS: Final = 400
"""A record has at most this many actions; a whole deal with much talk in it has about one hundred."""

SuitSystem = Literal["french", "latin"]

_FROM_LATIN: Final = {letter: str(suit) for suit, letter in LATIN.items()}
_FROM_LATIN_COURT: Final = {letter: str(rank) for rank, letter in LATIN_COURTS.items()}
_TAGS: Final = ("Game", "Rules", "Set", "Seats", "Suits", "Courts", "Dealer", "Rais", "Score", "Bonus", "Title")
_CARD_LINES: Final = ("pack", "hand", "stock", "turn-up", "trump", "won", "lead")
_WORDS: Final = re.compile(r"[0-9]{1,2}\.+(?=[^\s.])|\S+")
"""Words of a line; the number of a trick is a word even without a space after it."""
_VERBS: Final = ("to", "trump", "cut", "no", "throw", "announce", "swap", "sign", "answer")
_QUESTIONS: Final = ("any-trump", "how-many", "ace-or-three", "can-take")
_TO_SMALL: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_TO_CAPITAL: Final = str.maketrans(ascii_lowercase, ascii_uppercase)
_COMMANDS: Final = ("take", "leave", "load", "trump", "play")


class NotationError(ValueError):
    """A record that cannot be read: where, what was found there, what was expected.

    `line` and `column` count from 1.
    """

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        self.line, self.column, self.found, self.expected = line, column, _short(found), expected
        super().__init__(f"line {line}, column {column}: found {self.found}, expected {expected}")


def _short(text: str) -> str:
    if not text:
        return "nothing"
    shown = "".join(letter if letter.isprintable() else "�" for letter in text[:40])
    return f'"{shown}{"…" if len(text) > 40 else ""}"{oddity(text)}'


@dataclass(frozen=True)
class Record:
    """A deal as far as it was recorded: how it started, what was done, the suits it is written with, its title."""

    start: Start | Position
    actions: tuple[Action, ...] = ()
    suits: SuitSystem = "french"
    title: str = ""

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.start.rules


@dataclass(frozen=True)
class _Word:
    """A word of a line and where it stands."""

    text: str
    line: int
    column: int

    @property
    def lower(self) -> str:
        """In small letters, if they are plain ones: the small form of a Kelvin sign would be a k."""
        return self.text.translate(_TO_SMALL)

    @property
    def upper(self) -> str:
        """In capitals, if its letters are plain ones: the capital of a long s would be an S."""
        return self.text.translate(_TO_CAPITAL)

    def wrong(self, expected: str) -> NotationError:
        return NotationError(self.line, self.column, self.text, expected)


@dataclass
class _Lines:
    """The record taken apart, before any of it is understood."""

    tags: dict[str, _Word] = field(default_factory=dict)
    cards: list[tuple[_Word, list[_Word]]] = field(default_factory=list)
    acts: list[list[_Word]] = field(default_factory=list)
    first: _Word | None = None
    last_line: int = 0

    @property
    def end(self) -> _Word:
        """What stands where the cards end: there one looks for what is missing."""
        return self.acts[0][0] if self.acts else _Word("", self.last_line + 1, 1)


def suit_text(suit: Suit, suits: SuitSystem) -> str:
    """The letter of a suit in a record with those suits."""
    return LATIN[suit] if suits == "latin" else str(suit)


def card_text(card: Card, suits: SuitSystem) -> str:
    """A card in the canonical form of a record with those suits, such as ``TS`` or ``RB``."""
    if suits == "french":
        return str(card)
    rank, suit = card
    return {str(r): letter for r, letter in LATIN_COURTS.items()}.get(rank, rank) + LATIN[Suit(suit)]


def suits_of(some_rules: Rules) -> SuitSystem:
    """Latin suits for a pack with knights, French suits for the others."""
    return "latin" if any(card[0] == "N" for card in some_rules.pack) else "french"


# --- reading ----------------------------------------------------------------------------------------------------------


def read(text: str) -> Record:
    """The record of that text. Raises `NotationError` at the first thing that cannot be read or is against a law."""
    if len(text.encode("utf-8", "surrogatepass")) >= LIMIT:
        raise NotationError(1, 1, text, f"a record of less than {LIMIT // 1024} KB")
    lines = _take_apart(text)
    some_rules, suits = _rules(lines)
    start = _start(lines, some_rules, suits)
    title = lines.tags["Title"].text if "Title" in lines.tags else ""
    return Record(start, tuple(_actions(lines, opened(start), suits)), suits, title)


def _take_apart(text: str) -> _Lines:
    lines = _Lines()
    # What editors add that nobody typed: a byte-order mark, and the mark that makes a suit symbol a picture.
    plain = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").replace("\ufe0f", "")
    for number, raw in enumerate(plain.split("\n"), start=1):
        line = raw.split(";", 1)[0].rstrip() if not raw.lstrip().startswith("[") else raw.rstrip()
        if not line.strip():
            continue
        lines.last_line = number
        if lines.first is None:
            lines.first = _Word(line.strip(), number, len(line) - len(line.lstrip()) + 1)
        if line.lstrip().startswith("["):
            _take_tag(lines, line, number)
            continue
        words = [_Word(match.group(), number, match.start() + 1) for match in _WORDS.finditer(line)]
        first = words[0].lower.rstrip(":")
        if first in _CARD_LINES:
            if lines.acts:
                raise words[0].wrong("the cards before the first action")
            lines.cards.append((words[0], words[1:]))
        # Cards have two letters, and AD is much like lead.
        elif len(first) > 2 and (near := get_close_matches(first, _CARD_LINES, 1)):
            raise words[0].wrong(f"a line that begins with {near[0]}")
        else:
            lines.acts.append(words)
    return lines


def _take_tag(lines: _Lines, line: str, number: int) -> None:
    column = len(line) - len(line.lstrip()) + 1
    match = re.fullmatch(r'\s*\[(\w+)\s+"([^"]*)"\]\s*(;.*)?', line)
    if match is None:
        raise NotationError(number, column, line.strip(), 'a tag such as [Game "omi"]')
    name = next((tag for tag in _TAGS if tag.lower() == match.group(1).lower()), None)
    if name is None:
        near = get_close_matches(match.group(1).capitalize(), _TAGS, 1) or list(_TAGS)
        raise NotationError(number, column + 1, match.group(1), f"one of the tags: {', '.join(near)}")
    if name in lines.tags:
        raise NotationError(number, column + 1, name, "each tag once")
    if lines.cards or lines.acts:
        raise NotationError(number, column, line.strip(), "the tags before the cards")
    lines.tags[name] = _Word(match.group(2), number, match.start(2) + 1)


def _rules(lines: _Lines) -> tuple[Rules, SuitSystem]:
    tags = lines.tags
    if "Game" not in tags:
        first = lines.first or _Word("", 1, 1)
        raise first.wrong(f'a tag [Game "…"] with one of: {", ".join(GAMES)}')
    choices: dict[str, str] = {}
    if "Set" in tags:
        for pair in tags["Set"].text.split():
            name, equals, value = replace(tags["Set"], text=pair).lower.partition("=")
            if not equals or name in choices:
                raise tags["Set"].wrong("house rules once each, such as cut=always")
            choices[name] = value.translate(_TO_CAPITAL) if name == "courts" else value
    if "Courts" in tags and "courts" in choices:
        raise tags["Courts"].wrong("the court cards once, in a Courts tag or in the Set tag")
    seats = _number(tags["Seats"], 4, 6) if "Seats" in tags else None
    game = tags["Game"].lower
    preset = tags["Rules"].lower if "Rules" in tags else None
    # Each tag is tried with those before it, so that an error points at the one that does not fit.
    some_rules = _tried(tags["Game"], game, None, None, None)
    if "Rules" in tags:
        some_rules = _tried(tags["Rules"], game, preset, None, None)
    if "Seats" in tags:
        some_rules = _tried(tags["Seats"], game, preset, None, seats)
    if "Set" in tags:
        some_rules = _tried(tags["Set"], game, preset, choices, seats)
    if "Courts" in tags:
        some_rules = _tried(tags["Courts"], game, preset, choices | {"courts": tags["Courts"].upper}, seats)
    suits = suits_of(some_rules)
    given = tags["Suits"].lower if "Suits" in tags else suits
    if given not in ("french", "latin"):
        raise tags["Suits"].wrong("french or latin")
    if given == "french" and suits == "latin":
        raise tags["Suits"].wrong(_BOTH_READINGS)
    if given == "latin" and suits == "french":
        raise tags["Suits"].wrong("french suits for this game and these court cards")
    return some_rules, suits


def _tried(word: _Word, game: str, preset: str | None, choices: Mapping[str, str] | None, seats: int | None) -> Rules:
    try:
        return rules(game, preset, choices, seats)
    except BadRules as error:
        raise word.wrong(f"rules that can be played: {error}") from error


_BOTH_READINGS: Final = (
    'the order of the court cards beside French suits: [Courts "KJQ"] (jack 3, queen 2) or '
    '[Courts "KQJ"] (queen 3, jack 2)'
)


def _number(word: _Word, low: int, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", word.text) or not low <= int(word.text) <= high:
        raise word.wrong(f"a number from {low} to {high}")
    return int(word.text)


def _seat(word: _Word, seats: int) -> Seat:
    try:
        return seat_named(word.text.rstrip(":"), seats)
    except ValueError as error:
        names = " ".join(seat_name(seat) for seat in range(seats))
        raise word.wrong(f"a seat: {names}") from error


def _signless(word: _Word, suits: SuitSystem) -> str:
    """The word in capitals, with letters for French suit signs. Among Latin suits there are no such signs."""
    text = word.upper
    for symbol, letter in SYMBOLS.items():
        if symbol in text and suits == "latin":
            raise word.wrong("a Latin suit by its letter, D C S B, and not a French suit sign")
        text = text.replace(symbol, letter)
    return text


def _suit(word: _Word, suits: SuitSystem) -> Suit:
    letter = _signless(word, suits)
    if suits == "latin":
        letter = _FROM_LATIN.get(letter, "?")
    if letter not in tuple("SHDC"):
        raise word.wrong("a suit: D C S B" if suits == "latin" else "a suit: S H D C")
    return Suit(letter)


def _card(word: _Word, some_rules: Rules, suits: SuitSystem) -> Card:
    text = _signless(word, suits).replace("10", "T")
    if suits == "latin":
        if len(text) == 2 and text[0] in "QJK" and text[1] in _FROM_LATIN:
            raise word.wrong(f"a court card R, N or F of a pack with Latin suits, or {_BOTH_READINGS}")
        text = _FROM_LATIN_COURT.get(text[:1], "?" if text[:1] in "KNJQ" else text[:1]) + _FROM_LATIN.get(text[1:], "?")
    if len(text) != 2 or text[0] not in RANKS or text[1] not in "SHDC":
        french = "AS or 10H" if Card("TH") in some_rules.pack else "AS or KH"
        raise word.wrong(f"a card such as {'AD or RB' if suits == 'latin' else french}")
    if text not in some_rules.strength or Card(text) not in some_rules.pack:
        raise word.wrong(f"a card of the pack of {len(some_rules.pack)} that {some_rules.preset} uses")
    return Card(text)


def _start(lines: _Lines, some_rules: Rules, suits: SuitSystem) -> Start | Position:
    tags = lines.tags
    seats = some_rules.seats
    dealer = _seat(tags["Dealer"], seats) if "Dealer" in tags else seats - 1
    scores = _scores(tags["Score"]) if "Score" in tags else (0, 0)
    if "Bonus" in tags and some_rules.game != "omi":
        raise tags["Bonus"].wrong("no bonus in this game")
    pending = _number(tags["Bonus"], 0, 9) if "Bonus" in tags else 0
    rais: tuple[Seat, ...] = (0, 1) if some_rules.captains else ()
    if "Rais" in tags:
        if not some_rules.captains:
            raise tags["Rais"].wrong("no captains in this game")
        names = tags["Rais"].text.split()
        if len(names) != 2:
            raise tags["Rais"].wrong("two seats, one of each side, such as A1 B1")
        rais = tuple(sorted((_seat(replace(tags["Rais"], text=name), seats) for name in names), key=lambda s: s % 2))
        if [some_rules.sides[seat] for seat in rais] != [0, 1]:
            raise tags["Rais"].wrong("two seats, one of each side, such as A1 B1")
    named: dict[str, list[tuple[_Word, list[_Word]]]] = {}
    for keyword, rest in lines.cards:
        named.setdefault(keyword.lower.rstrip(":"), []).append((keyword, rest))
    cards = _Named(named, lines, some_rules, suits)
    if "pack" in named:
        if others := [word for name, found in named.items() if name != "pack" for word, _ in found]:
            raise others[0].wrong("either the whole pack or the hands, not both")
        pack = _once((word for _, rest in named["pack"] for word in rest), some_rules, suits)
        return _fit(Start(some_rules, pack, dealer, scores, pending, rais), cards)
    if "hand" not in named:
        raise lines.end.wrong("the cards: a pack line, or a hand line for each seat")
    return _from_hands(cards, dealer, scores, pending, rais)


def _once(words: Iterable[_Word], some_rules: Rules, suits: SuitSystem) -> tuple[Card, ...]:
    """The cards of those words, each of which may stand there once."""
    found: dict[Card, _Word] = {}
    for word in words:
        card = _card(word, some_rules, suits)
        if card in found:
            first = found[card]
            raise word.wrong(f"another card, since this one stands in line {first.line}, column {first.column} already")
        found[card] = word
    return tuple(found)


def _scores(word: _Word) -> tuple[int, int]:
    match = re.fullmatch(r"\s*([0-9]{1,3})\s+([0-9]{1,3})\s*", word.text)
    if match is None:
        raise word.wrong("the scores of sides A and B, such as 3 5")
    return (int(match.group(1)), int(match.group(2)))


@dataclass(frozen=True)
class _Named:
    """The card lines by keyword."""

    lines: Mapping[str, list[tuple[_Word, list[_Word]]]]
    record: _Lines
    rules: Rules
    suits: SuitSystem

    def cards(self, name: str) -> tuple[Card, ...]:
        found = self.lines.get(name, [])
        return tuple(_card(word, self.rules, self.suits) for _, rest in found for word in rest)

    def at(self, part: str) -> _Word:
        """Where a tag or a line stands, such as ``Score``, ``hand A1`` or ``lead``; if nowhere, where the cards end."""
        if part in self.record.tags:
            return self.record.tags[part]
        name, _, seat = part.partition(" ")
        for keyword, rest in self.lines.get(name, []):
            if name in ("turn-up", "trump", "lead"):
                return rest[0]
            if (not seat or rest[0].upper.rstrip(":") == seat) and not (name == "won" and rest[-1].lower == "rest"):
                return keyword
        return self.record.end

    def by_seat(self) -> list[tuple[Card, ...]]:
        hands: list[tuple[Card, ...]] = [()] * self.rules.seats
        packets = () if "lead" in self.lines else self.rules.packets
        divided: set[Seat] = set()
        for keyword, rest in self.lines["hand"]:
            if not rest:
                raise keyword.wrong("a seat and its cards after it")
            seat = _seat(rest[0], self.rules.seats)
            for word in rest[1:]:
                if word.text != "/":
                    hands[seat] += (_card(word, self.rules, self.suits),)
                elif len(packets) < 2:
                    raise word.wrong("no stroke: it stands only in a hand as dealt, where hands come in two packets")
                elif len(hands[seat]) != packets[0] or seat in divided:
                    raise word.wrong(f"one stroke at most, after the first {packets[0]} cards of the hand")
                else:
                    divided.add(seat)
        return hands

    def placed(self) -> Iterator[_Word]:
        """The words of all cards in hands, stock and piles; the turn-up may stand in a hand as well."""
        for name in ("hand", "stock", "won"):
            for _, rest in self.lines.get(name, []):
                cards = rest if name == "stock" else rest[1:]
                yield from (word for word in cards if word.lower not in ("/", "rest"))

    def one_word(self, name: str) -> _Word | None:
        found = self.lines.get(name)
        if not found:
            return None
        keyword, rest = found[0]
        if len(found) > 1 or len(rest) != 1:
            raise keyword.wrong(f"one {name} line with one word after it")
        return rest[0]


def _fit[T: Start | Position](start: T, named: _Named) -> T:
    for part, reason in misfits(start, lambda card: card_text(card, named.suits)):
        raise named.at(part).wrong(f"a deal that fits these rules, but {reason}")
    return start


def _from_hands(
    named: _Named, dealer: Seat, scores: tuple[int, int], pending: int, rais: tuple[Seat, ...]
) -> Start | Position:
    some_rules = named.rules
    hands = named.by_seat()
    _once(named.placed(), some_rules, named.suits)
    turned = named.one_word("turn-up")
    turn_up = None if turned is None else _card(turned, some_rules, named.suits)
    lead = named.one_word("lead")
    if lead is None:
        if some_rules.cut != "off":
            raise named.at("hand").wrong("the pack in a record where the pack is cut")
        if extra := [word for name in ("won", "trump") for word, _ in named.lines.get(name, [])]:
            raise extra[0].wrong("a lead line too, for a position in the middle of a deal")
        pack = _undealt(named, dealer, hands, turn_up, named.cards("stock"))
        return _fit(Start(some_rules, pack, dealer, scores, pending, rais), named)
    suit = named.one_word("trump")
    stock = named.cards("stock")
    won = _won(named, {c for hand in hands for c in hand} | set(stock) | ({turn_up} if turn_up else set()))
    return _fit(
        Position(
            some_rules, dealer, tuple(hands), stock, turn_up,
            None if suit is None else _suit(suit, named.suits), won, _seat(lead, some_rules.seats),
            _stretch(some_rules, bool(stock or turn_up)), scores, pending, rais,
        ),
        named,
    )  # fmt: skip


def _stretch(some_rules: Rules, undealt: bool) -> int:
    """The place in the script of a position: the first stretch of play while cards are undealt, else the last."""
    plays = [place for place, step in enumerate(some_rules.script) if step in ("play", "draw-play")]
    return plays[0] if undealt else plays[-1]


def _won(named: _Named, elsewhere: set[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    piles: list[tuple[Card, ...] | None] = [(), ()]
    for keyword, words in named.lines.get("won", []):
        if not words or words[0].upper not in ("A", "B"):
            raise keyword.wrong("won A or won B, and the cards or the word rest")
        side = "AB".index(words[0].upper)
        if (pile := piles[side]) is None:
            raise keyword.wrong(f"no more for {words[0].upper}, whose rest was said before")
        if len(words) == 2 and words[1].lower == "rest":
            piles[side] = None
        else:
            piles[side] = pile + tuple(_card(word, named.rules, named.suits) for word in words[1:])
    if piles[0] is None and piles[1] is None:
        raise named.lines["won"][0][0].wrong("the rest for one side only")
    named_cards = elsewhere | {card for pile in piles if pile for card in pile}
    rest = tuple(card for card in named.rules.pack if card not in named_cards)
    return (rest if piles[0] is None else piles[0], rest if piles[1] is None else piles[1])


def _undealt(
    named: _Named, dealer: Seat, hands: list[tuple[Card, ...]], turn_up: Card | None, stock: tuple[Card, ...]
) -> tuple[Card, ...]:
    """The pack that deals these hands: deal places instead of cards, and see where each place goes."""
    some_rules = named.rules
    places = tuple(Card(f"{place:02}") for place in range(len(some_rules.pack)))
    packed, exposed, undealt = dealt_out(Start(some_rules, places, dealer))
    dealt = [[place for packet in packets for place in packet] for packets in packed]
    by_place: dict[Card, Card] = {}
    for seat, hand in enumerate(hands):
        if len(hand) != len(dealt[seat]):
            name = seat_name(seat)
            number = f"{len(dealt[seat])} cards for {name}, as they are dealt, but it has {len(hand)}"
            raise named.at(f"hand {name}").wrong(number)
        by_place.update(zip(dealt[seat], hand, strict=True))
    if exposed is not None and exposed not in by_place:
        if turn_up is None:
            raise named.at("turn-up").wrong("a turn-up line")
        by_place[exposed] = turn_up
    elif turn_up is not None and (exposed is None or by_place[exposed] != turn_up):
        raise named.at("turn-up").wrong("a turn-up that is the last card dealt to the dealer, or none")
    if len(stock) != len(undealt):
        raise named.at("stock").wrong(f"a stock of {len(undealt)} cards, but it has {len(stock)}")
    by_place.update(zip(undealt, stock, strict=True))
    return tuple(by_place[place] for place in places)


def _actions(lines: _Lines, table: Table, suits: SuitSystem) -> Iterator[Action]:
    done = 0
    for words in lines.acts:
        for where, action in _line(words, table, suits):
            if table.result is not None:
                raise where.wrong("nothing more, because the deal is over")
            if done == ACTIONS:
                raise where.wrong(f"at most {ACTIONS} actions in one deal")
            if (against := objection(table, action)) is not None:
                raise where.wrong(f"what the law {against.law} allows: {LAWS[against.law].text}")
            yield action
            table, done = play(table, action), done + 1


def _line(words: list[_Word], table: Table, suits: SuitSystem) -> Iterator[tuple[_Word, Action]]:
    first = words[0]
    if match := re.fullmatch(r"([0-9]{1,2})(\.|\.\.\.)", first.text):
        if int(match.group(1)) != len(table.taken) + 1:
            raise first.wrong(f"trick {len(table.taken) + 1}")
        yield from _plays(words[1:], table, suits)
        return
    if len(words) > 1 and not first.text.endswith(":") and words[1].lower not in _VERBS:
        yield from _plays(words, table, suits)
        return
    line = replace(first, text=" ".join(word.text for word in words))
    yield line, _act(words, table, suits)


def _plays(words: list[_Word], table: Table, suits: SuitSystem) -> Iterator[tuple[_Word, Action]]:
    """Cards of one trick, each with its seat before it or not. Does not ask whether they are legal."""
    seats = table.rules.seats
    turn = table.turn if table.turn is not None else table.leader
    room = seats - len(table.trick)
    named: Seat | None = None
    for word in words:
        if re.fullmatch(r"[ABab][0-9]:?", word.text):
            named = _seat(word, seats)
            continue
        if room == 0:
            raise word.wrong(f"the end of the line after the {seats} cards of the trick")
        seat = turn if named is None else named
        yield word, Play(seat, _card(word, table.rules, suits))
        turn, named, room = (seat + 1) % seats, None, room - 1
    if named is not None:
        raise words[-1].wrong("a card after the seat")


def _act(words: list[_Word], table: Table, suits: SuitSystem) -> Action:
    """One line of anything but cards: ``SEAT: what`` or ``SEAT to SEAT: what``."""
    seats = table.rules.seats
    seat = _seat(words[0], seats)
    if len(words) > 2 and words[1].lower == "to":
        return _speech(seat, _seat(words[2], seats), words[2:], table, suits)
    if len(words) < 2:
        raise words[0].wrong("what the seat does, after a colon")
    verb, rest = words[1], words[2:]
    text = " ".join(word.lower for word in words[1:])
    simple: dict[str, Action] = {
        "no cut": Cut(seat, 0),
        "throw in": ThrowIn(seat),
        "announce": Announce(seat),
        "swap": Swap(seat),
    }
    if text in simple:
        return simple[text]
    if len(rest) == 1:
        match verb.lower:
            case "trump":
                return NameTrump(seat, _suit(rest[0], suits))
            case "cut":
                return Cut(seat, _number(rest[0], 1, len(table.rules.pack)))
            case "sign":
                return MakeSign(seat, _sign(rest[0]))
            case "answer":
                return Answer(seat, _answer(rest[0], suits))
    raise verb.wrong("trump SUIT, cut NUMBER, no cut, throw in, announce, swap, sign SIGN or answer WORD")


def _sign(word: _Word) -> Sign:
    if word.lower not in get_args(Sign):
        raise word.wrong(f"a sign: {', '.join(get_args(Sign))}")
    return cast(Sign, word.lower)


def _answer(word: _Word, suits: SuitSystem) -> str:
    if word.lower in ("yes", "no", "0", "1", "2", "3"):
        return word.lower
    try:
        return _suit(word, suits)
    except NotationError as error:
        raise word.wrong(f"yes, no, a number from 0 to 3, or {error.expected}") from error


def _speech(seat: Seat, to: Seat, words: list[_Word], table: Table, suits: SuitSystem) -> Action:
    text = [word.lower for word in words[1:]]
    match text:
        case ["ask", "ace-or-three", _]:
            return Ask(seat, to, "ace-or-three", _suit(words[3], suits))
        case ["ask", ("any-trump" | "how-many" | "can-take") as question]:
            return Ask(seat, to, question)
        case ["order", "play", _]:
            return Order(seat, to, "play", _card(words[3], table.rules, suits))
        case ["order", ("take" | "leave" | "load" | "trump") as command]:
            return Order(seat, to, command)
        case _:
            where = words[min(2, len(words) - 1)]
            raise where.wrong(
                f"ask {' | '.join(_QUESTIONS)} (with a suit after ace-or-three), "
                f"or order {' | '.join(_COMMANDS)} (with a card after play)"
            )


# --- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The canonical text of a record. `read` gives the same record back."""
    start, some_rules, suits = record.start, record.start.rules, record.suits
    lines = list(_tags(record))
    lines.append("")
    if isinstance(start, Start):
        for place in range(0, len(start.pack), 13):
            lines.append("pack " + _cards(start.pack[place : place + 13], suits))
    else:
        lines += _position(start, suits)
    table = opened(start)
    trick: list[str] = []
    for action in record.actions:
        if isinstance(action, Play):
            if not trick:
                trick = [f"{len(table.taken) + 1}{'...' if table.trick else '.'}"]
            trick += [seat_name(action.seat), card_text(action.card, suits)]
            if len(table.trick) == some_rules.seats - 1:
                lines.append(" ".join(trick))
                trick = []
        else:
            if trick:
                lines.append(" ".join(trick))
                trick = []
            lines.append(action_text(action, suits))
        table = play(table, action)
    if trick:
        lines.append(" ".join(trick))
    return "\n".join(lines) + "\n"


def _cards(cards: tuple[Card, ...], suits: SuitSystem) -> str:
    return " ".join(card_text(card, suits) for card in cards)


def _tags(record: Record) -> Iterator[str]:
    start, some_rules = record.start, record.start.rules
    yield f'[Game "{some_rules.game}"]'
    yield f'[Rules "{some_rules.preset}"]'
    if changed := house_rules_changed(some_rules):
        yield f'[Set "{" ".join(f"{name}={value}" for name, value in changed.items())}"]'
    yield f'[Seats "{some_rules.seats}"]'
    yield f'[Suits "{record.suits}"]'
    yield f'[Dealer "{seat_name(start.dealer)}"]'
    if start.rais:
        yield f'[Rais "{" ".join(seat_name(seat) for seat in start.rais)}"]'
    if any(start.scores):
        yield f'[Score "{start.scores[0]} {start.scores[1]}"]'
    if start.pending:
        yield f'[Bonus "{start.pending}"]'
    if record.title:
        yield f'[Title "{record.title}"]'


def house_rules_changed(some_rules: Rules) -> dict[str, str]:
    """The house rules that differ from those of the preset, in the order of the game's list."""
    plain = some_rules.book.rules(some_rules.preset, seats=some_rules.seats).choices
    return {name: value for name, value in some_rules.choices.items() if plain[name] != value}


def _position(start: Position, suits: SuitSystem) -> Iterator[str]:
    for seat, hand in enumerate(start.hands):
        yield f"hand {seat_name(seat)} {_cards(hand, suits)}".rstrip()
    if start.stock:
        yield f"stock {_cards(start.stock, suits)}"
    if start.turn_up is not None:
        yield f"turn-up {card_text(start.turn_up, suits)}"
    if start.trump is not None:
        yield f"trump {suit_text(start.trump, suits)}"
    for side, pile in zip("AB", start.won, strict=True):
        if pile:
            yield f"won {side} {_cards(pile, suits)}"
    yield f"lead {seat_name(start.leader)}"


def action_text(action: Action, suits: SuitSystem) -> str:
    """One action as a line of its own; a played card as ``SEAT CARD``."""
    seat = seat_name(action.seat)
    match action:
        case Play(_, card):
            return f"{seat} {card_text(card, suits)}"
        case Cut(_, at):
            return f"{seat}: cut {at}" if at else f"{seat}: no cut"
        case NameTrump(_, suit):
            return f"{seat}: trump {suit_text(suit, suits)}"
        case ThrowIn():
            return f"{seat}: throw in"
        case Announce():
            return f"{seat}: announce"
        case Swap():
            return f"{seat}: swap"
        case MakeSign(_, sign):
            return f"{seat}: sign {sign}"
        case Answer(_, answer):
            return f"{seat}: answer {suit_text(Suit(answer), suits) if answer in ('S', 'H', 'D', 'C') else answer}"
        case Ask(_, to, question, suit):
            return f"{seat} to {seat_name(to)}: ask {question}" + (f" {suit_text(suit, suits)}" if suit else "")
        case Order(_, to, command, card):
            return f"{seat} to {seat_name(to)}: order {command}" + (f" {card_text(card, suits)}" if card else "")


def read_card(text: str, some_rules: Rules, suits: SuitSystem) -> Card:
    """The card of that word, in any form that records allow. Raises `NotationError`."""
    return _card(_Word(text[:40], 1, 1), some_rules, suits)


def read_action(text: str, table: Table, suits: SuitSystem) -> Action:
    """One action from the form of `action_text`. Raises `NotationError`; does not ask whether it is legal."""
    words = [_Word(match.group(), 1, match.start() + 1) for match in re.finditer(r"\S+", text[:200])]
    if len(words) == 2 and not words[0].text.endswith(":"):
        return Play(_seat(words[0], table.rules.seats), _card(words[1], table.rules, suits))
    if len(words) < 2:
        raise NotationError(1, 1, text, "an action such as A1 AS or A1: trump S")
    return _act(words, table, suits)
