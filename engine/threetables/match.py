"""A match: deals in a row up to a target, with what is carried from one to the next."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from .cards import Card
from .events import Result
from .rules import Rules
from .seats import Seat, Side
from .table import Start

TOKENS: Final = 10
"""Tokens of each colour at Omi: the ten red and the ten black cards from 6 to 2."""


@dataclass(frozen=True)
class Match:
    """The score of a match between deals.

    `scores` are the game points of the two sides, `dealer` deals next, `pending` is Omi's waiting bonus, `rais` are the
    captains of Schembil, `deals` counts the deals played, void ones too.
    """

    rules: Rules
    dealer: Seat = 0
    scores: tuple[int, int] = (0, 0)
    pending: int = 0
    rais: tuple[Seat, ...] = ()
    deals: int = 0

    @property
    def winner(self) -> Side | None:
        """The side that has won the match, or None while it goes on.

        A side wins when it has reached the target and is ahead: where a split deal brings both there level, another
        deal is played (our choice; law ``both-reach``).
        """
        a, b = self.scores
        if max(a, b) < self.rules.target:
            return None
        if a == b:
            return None if self.rules.holds("both-reach") else 0
        return int(b > a)

    def faults(self) -> Iterator[tuple[str, str]]:
        """What no match comes to: each time the tag of a record that would say it, and one plain reason."""
        (a, b), choices = self.scores, self.rules.choices
        if min(a, b) < 0:
            yield "Score", "a score cannot be below 0"
        if self.winner is not None:
            yield "Score", f"the match was over at {a} to {b}"
        split = self.rules.game != "omi" and choices.get("sixty-sixty", "shared") == "shared"
        if min(a, b) >= self.rules.target and not split:
            yield "Score", f"the match was over before {a} to {b}, since only one side scores in a deal"
        if self.pending and self.rules.game != "omi":
            yield "Bonus", "there is no bonus in this game"
        elif self.pending < 0:
            yield "Bonus", "a bonus cannot be below 0"
        elif self.pending > {"no-carry": 0, "one": 1, "cancel": 1}.get(choices.get("second-tie", ""), self.pending):
            yield "Bonus", f"with second-tie={choices['second-tie']} no bonus of {self.pending} can wait"

    def start(self, pack: tuple[Card, ...]) -> Start:
        """The start of the next deal with that shuffled pack."""
        return Start(self.rules, pack, self.dealer, self.scores, self.pending, self.rais)

    def after(self, result: Result) -> "Match":
        """The match after a deal with that result. Raises `ValueError` if the match was over."""
        if self.winner is not None:
            raise ValueError("the match is over")
        a, b = result.game_points
        return replace(
            self,
            dealer=result.next_dealer,
            scores=(self.scores[0] + a, self.scores[1] + b),
            pending=result.pending,
            deals=self.deals + 1,
        )


def tokens_paid(rules: Rules, scores: tuple[int, int]) -> tuple[int, int]:
    """How many tokens each side has been paid: at Omi one a point, as far as the other side's ten last.

    Law ``omi.tokens-pay``; what happens when a score passes the tokens is ``omi.overshoot``.
    """
    if rules.game != "omi" or not rules.holds("tokens") or not rules.holds("tokens-pay"):
        return (0, 0)
    if not rules.holds("overshoot"):
        return scores
    return (min(scores[0], TOKENS), min(scores[1], TOKENS))
