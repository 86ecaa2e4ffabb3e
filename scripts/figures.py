"""Figures that pages show, each worked out by the engine: sizes, thresholds, and the sums of worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Final

from threetables.cards import SUITS, Card, Suit, rank_of
from threetables.deal import legal, opened, play
from threetables.events import Result
from threetables.games import GAMES, rules
from threetables.match import TOKENS, Match, tokens_paid
from threetables.notation import NotationError, card_text, read_card, suit_text, suits_of
from threetables.rules import BadRules, Rules
from threetables.seats import Seat, seat_name, seat_named
from threetables.shuffle import dealt
from threetables.table import Start, Table, laid_out
from threetables.tricks import winning

FIGURES: Final[Mapping[str, str]] = {
    "pack": "cards in the pack",
    "hand": "the most cards that a player holds at once",
    "tricks": "tricks in a deal",
    "total": "points in the whole pack",
    "half": "half of them",
    "win1": "the fewest points that win one game point, or the deal",
    "win2": "the fewest points that win two game points",
    "target": "what wins the match",
    "tokens": "tokens of each colour",
}
"""Every figure that a page may ask for, with what it means."""


class Wrong(Exception):
    """Something on a page that is not so, as one sentence; whoever knows the file and the line adds them.

    `below` counts the lines from where the reader of the page is to where the mistake is.
    """

    def __init__(self, sentence: str, below: int = 0) -> None:
        super().__init__(sentence)
        self.below = below


def unknown(what: str, name: str, known: Sequence[str]) -> Wrong:
    """The sentence for a name that means nothing, with the nearest one that means something."""
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
    return Wrong(f"no {what} is called {name!r}; {hint}")


# --- rules and figures ------------------------------------------------------------------------------


def is_number(text: str) -> bool:
    """Whether this is a whole number in plain digits; Python reads other scripts' digits too."""
    return text.isascii() and text.isdecimal()


def rules_of(game: str, preset: str | None = None, seats: str | None = None) -> Rules:
    """The rules with those names, as a page writes them. Raises `Wrong` with the nearest name."""
    if game not in GAMES:
        raise unknown("game", game, tuple(GAMES))
    presets = tuple(known.name for known in GAMES[game].presets)
    if preset is not None and preset not in presets:
        raise unknown(f"set of rules of {game}", preset, presets)
    if seats is not None and not is_number(seats):
        raise Wrong(f"{seats!r} is no number of seats")
    try:
        return rules(game, preset, seats=None if seats is None else int(seats))
    except BadRules as error:
        raise Wrong(str(error)) from error


def figure(words: str) -> str:
    """The figure called ``GAME.PRESET.NAME`` or ``GAME.PRESET-SEATS.NAME``."""
    parts = words.split(".")
    if len(parts) != 3:
        raise Wrong(f"a figure is called GAME.PRESET.NAME or GAME.PRESET-SEATS.NAME, not {words!r}")
    game, which, name = parts
    preset, dash, seats = which.rpartition("-")
    some_rules = rules_of(game, preset, seats) if dash and is_number(seats) else rules_of(game, which)
    if name not in FIGURES:
        raise unknown("figure", name, tuple(FIGURES))
    found = _figures(some_rules).get(name)
    if found is None:
        raise Wrong(f"{game} has no {name}: {FIGURES[name]}")
    return str(found)


@cache
def _figures(some_rules: Rules) -> Mapping[str, int]:
    """All figures that this game has."""
    most, tricks = tricks_and_hand(some_rules)
    found = {"pack": len(some_rules.pack), "hand": most, "tricks": tricks, "target": some_rules.target}
    if some_rules.game == "omi":
        found["tokens"] = TOKENS
    if total := sum(some_rules.points.values()):
        found |= {"total": total, "half": total // 2}
        for name, game_points in (("win1", 1), ("win2", 2)):
            if (fewest := _fewest(some_rules, total, game_points)) is not None:
                found[name] = fewest
    return found


@cache
def tricks_and_hand(some_rules: Rules) -> tuple[int, int]:
    """The most cards in one hand at any choice of a whole deal, and the number of its tricks."""
    table = opened(dealt(some_rules, seed=1))
    most = 0
    while table.result is None:
        most = max(most, *map(len, table.hands))
        table = play(table, legal(table)[0])
    return most, len(table.taken)


def _fewest(some_rules: Rules, total: int, game_points: int) -> int | None:
    """The fewest points above half for which the engine's count gives that many game points to one side alone."""
    piles: dict[int, tuple[Card, ...]] = {0: ()}
    for card in some_rules.pack:
        worth = some_rules.points[card]
        piles = {points + worth: (*pile, card) for points, pile in piles.items()} | piles
    for points in range(total // 2 + 1, total + 1):
        if points in piles and counted(some_rules, piles[points]).game_points == (game_points, 0):
            return points
    return None


def counted(some_rules: Rules, pile: Sequence[Card], dealer: Seat = 0, pending: int = 0) -> Result:
    """How the engine counts a deal in which side A has won these cards and side B all others."""
    rest = tuple(card for card in some_rules.pack if card not in pile)
    table: Table = laid_out(Start(some_rules, some_rules.pack, dealer, pending=pending))
    return some_rules.book.count(table._replace(won=(tuple(pile), rest)))


# --- worked examples --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counted:
    """A worked example of a count: what side A won, rank by rank, and what the engine makes of it."""

    rules: Rules
    pile: tuple[Card, ...]
    result: Result

    @property
    def by_rank(self) -> tuple[tuple[str, int, int], ...]:
        """Each rank that counts, how many of it are there, and their points together."""
        found = []
        for rank in self.rules.order:
            cards = [card for card in self.pile if rank_of(card) == rank]
            if cards and self.rules.values.get(rank):
                found.append((str(rank), len(cards), sum(self.rules.points[card] for card in cards)))
        return tuple(found)


def read_count(some_rules: Rules, cards: str, points: str, game_points: str) -> Counted:
    """The worked example of these cards, found to be worth what the page says. Raises `Wrong`."""
    pile = _cards(cards, some_rules)
    result = counted(some_rules, pile)
    for what, said, found in (("points", points, result.count), ("scores", game_points, result.game_points)):
        if _pair(said) != found:
            raise Wrong(f"{what}: the page says {said}, the engine counts {found[0]} {found[1]}")
    return Counted(some_rules, pile, result)


@dataclass(frozen=True)
class Won:
    """A worked example of a trick: its cards as they were played, which of them takes it, and which would else."""

    rules: Rules
    trump: Suit
    cards: tuple[Card, ...]
    best: Card
    second: Card


def read_trick(some_rules: Rules, said: Mapping[str, str]) -> Won:
    """The worked example of ``trump``, ``cards``, what ``takes`` the trick, and what would ``without`` it."""
    suits = suits_of(some_rules)
    cards = _cards(said["cards"], some_rules)
    trump = next((suit for suit in SUITS if suit_text(suit, suits) == said["trump"]), None)
    if trump is None:
        raise Wrong(f"no suit is written {said['trump']!r}")
    if len(cards) != some_rules.seats:
        raise Wrong(f"a trick has {some_rules.seats} cards, not {len(cards)}")
    best = cards[winning(cards, trump, some_rules.strength)]
    rest = tuple(card for card in cards if card != best)
    second = rest[winning(rest, trump, some_rules.strength)]
    for what, found in (("takes", best), ("without", second)):
        if _cards(said[what], some_rules) != (found,):
            raise Wrong(f"{what}: the page says {said[what]}, the engine {card_text(found, suits)}")
    return Won(some_rules, trump, cards, best, second)


def _cards(words: str, some_rules: Rules) -> tuple[Card, ...]:
    """Different cards, as records write them."""
    try:
        cards = tuple(read_card(word, some_rules, suits_of(some_rules)) for word in words.split())
    except NotationError as error:
        raise Wrong(f"found {error.found}, expected {error.expected}") from error
    if twice := sorted({card for card in cards if cards.count(card) > 1}):
        raise Wrong(f"{card_text(twice[0], suits_of(some_rules))} is there twice")
    return cards


@dataclass(frozen=True)
class Played:
    """One deal of a worked match: who dealt, the tricks of both sides, what it scored, and where the match stands."""

    dealer: Seat
    tricks: tuple[int, int]
    result: Result
    after: Match
    paid: tuple[int, int]


def read_match(some_rules: Rules, lines: Sequence[str]) -> tuple[Played, ...]:
    """The deals of a worked match, a line each: ``DEALER: TRICKS TRICKS = SCORE SCORE``. Raises `Wrong`."""
    if some_rules.values:
        raise Wrong(f"a worked match is counted in tricks, and {some_rules.game} counts points")
    deals: list[Played] = []
    for line in lines:
        dealer, tricks, score = _match_line(line)
        try:
            seat = seat_named(dealer, some_rules.seats)
        except ValueError as error:
            raise Wrong(str(error)) from error
        before = deals[-1].after if deals else Match(some_rules, seat)
        if before.dealer != seat:
            raise Wrong(f"the page says {dealer} deals, and it is {seat_name(before.dealer)}'s turn to deal")
        if sum(tricks) * some_rules.seats != len(some_rules.pack):
            raise Wrong(f"there are {len(some_rules.pack) // some_rules.seats} tricks, not {sum(tricks)}")
        result = counted(some_rules, some_rules.pack[: tricks[0] * some_rules.seats], seat, before.pending)
        after = before.after(result)
        if after.scores != score:
            a, b = after.scores
            raise Wrong(f"the page says the score is {score[0]} {score[1]}, the engine makes it {a} {b}")
        deals.append(Played(seat, tricks, result, after, tokens_paid(some_rules, after.scores)))
    return tuple(deals)


def _match_line(line: str) -> tuple[str, tuple[int, int], tuple[int, int]]:
    dealer, colon, rest = line.partition(":")
    tricks, equals, score = rest.partition("=")
    if not colon or not equals:
        raise Wrong(f"a deal is written as DEALER: TRICKS TRICKS = SCORE SCORE, not {line!r}")
    return dealer.strip(), _pair(tricks), _pair(score)


def _pair(text: str) -> tuple[int, int]:
    numbers = text.split()
    if len(numbers) != 2 or not all(map(is_number, numbers)):
        raise Wrong(f"{text.strip()!r} is not a number for each side, such as 141 99")
    return int(numbers[0]), int(numbers[1])
