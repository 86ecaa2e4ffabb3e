"""What a note may claim about a deal, and how the engine checks it.

The list is closed. Each claim is one line of words, checked against the deal at the step where its note stands:

====================================== =================================================================================
``takes N SEAT``                       trick N is taken by SEAT
``legal SEAT CARD``                    SEAT may play CARD now
``refused-by LAW SEAT CARD [PROOF…]``  SEAT may not play CARD now, by that law, proved by exactly those cards
``worth CARD N``                       CARD counts N card points
``worth trick-K N``                    the cards of trick K count N card points
``worth SIDE N``                       SIDE has taken N so far (card points; tricks at Omi)
``score SIDE G of N``                  at the end SIDE scores G game points for N (card points; tricks at Omi)
``seen-by SEAT CARD``                  SEAT has been shown CARD, which is in another hand now
``must-be-held-by SEAT CARD VIEWER``   from what VIEWER has seen, only SEAT can hold CARD
``costs SEAT CARD N``                  had SEAT, whose turn it is, played CARD instead of the recorded card, and the
                                       rest of the trick gone as recorded, its side would be N worse off in this trick
====================================== =================================================================================
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..actions import Play
from ..cards import Card
from ..deal import objection, play
from ..games import LAWS
from ..laws import IllegalAction
from ..notation import Record, SuitSystem, card_text, read_card
from ..seats import Seat, Side, seat_name, seat_named
from ..table import Table
from ..tricks import Trick
from .inference import must_hold
from .moments import Moment


class WrongClaim(ValueError):
    """A claim that is false, or that cannot be read."""


@dataclass(frozen=True)
class Scene:
    """A deal and the step of it at which a claim is made."""

    record: Record
    line: Sequence[Moment]
    step: int

    @property
    def table(self) -> Table:
        """The table at the step."""
        return self.line[self.step].table

    @property
    def end(self) -> Table:
        """The table after the last recorded action."""
        return self.line[-1].table

    @property
    def suits(self) -> SuitSystem:
        """The suits of the record."""
        return self.record.suits

    def card(self, word: str) -> Card:
        """The card of that word, which must be in the pack."""
        try:
            return read_card(word, self.record.rules, self.suits)
        except ValueError as error:
            raise WrongClaim(str(error)) from error

    def seat(self, word: str) -> Seat:
        """The seat of that name."""
        try:
            return seat_named(word, self.record.rules.seats)
        except ValueError as error:
            raise WrongClaim(str(error)) from error


def number(word: str) -> int:
    """A whole number in digits."""
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise WrongClaim(f"{word!r} is not a number")
    return int(word)


def side(word: str) -> Side:
    """Side A or B."""
    if word not in ("A", "B"):
        raise WrongClaim(f"{word!r} is not a side: A or B")
    return "AB".index(word)


def check(claim: str, scene: Scene) -> None:
    """Pass if the claim is true at that scene; raise `WrongClaim` with one sentence if not."""
    kind, *words = claim.split() or [""]
    if kind not in CLAIMS:
        raise WrongClaim(f"no claim is called {kind!r}; there are: {', '.join(CLAIMS)}")
    form, checker = CLAIMS[kind]
    least = len(form.split())
    if len(words) < least or (len(words) > least and not form.endswith("…")):
        raise WrongClaim(f"{kind} needs the form: {kind} {form}")
    checker(scene, words)


def trick_points(scene: Scene, trick: int) -> int:
    """The card points of the cards of that trick, counted from 1."""
    points = scene.record.rules.points
    return sum(points[card] for card in _trick(scene, trick).cards)


def taken_so_far(table: Table) -> tuple[int, int]:
    """What each side has taken: card points, or tricks in a game without card points."""
    return table.points_won if table.rules.values else table.tricks_won


def _trick(scene: Scene, trick: int) -> Trick:
    if not 1 <= trick <= len(scene.end.taken):
        raise WrongClaim(f"there is no trick {trick} in this deal")
    return scene.end.taken[trick - 1]


def _expect(true: bool, sentence: str) -> None:
    if not true:
        raise WrongClaim(sentence)


def _takes(scene: Scene, words: list[str]) -> None:
    trick, seat = number(words[0]), scene.seat(words[1])
    winner = _trick(scene, trick).winner
    _expect(winner == seat, f"trick {trick} is taken by {seat_name(winner)}, not by {seat_name(seat)}")


def _legal(scene: Scene, words: list[str]) -> None:
    seat, card = scene.seat(words[0]), scene.card(words[1])
    against = objection(scene.table, Play(seat, card))
    _expect(against is None, f"{words[0]} may not play {words[1]} here: {against.law if against else ''}")


def _refused_by(scene: Scene, words: list[str]) -> None:
    law, seat, card, proof = words[0], scene.seat(words[1]), scene.card(words[2]), words[3:]
    _expect(law in LAWS, f"no law is called {law!r}")
    against = objection(scene.table, Play(seat, card))
    if against is None:
        raise WrongClaim(f"{words[1]} may play {words[2]} here")
    _expect(against.law == law, f"{words[2]} is refused by {against.law}, not by {law}")
    cards = sorted(card_text(c, scene.suits) for c in against.cards)
    _expect(cards == sorted(proof), f"the proof is {' '.join(cards) or 'no card'}, not {' '.join(proof) or 'no card'}")


def _worth(scene: Scene, words: list[str]) -> None:
    what, claimed = words[0], number(words[1])
    if what in ("A", "B"):
        worth = taken_so_far(scene.table)[side(what)]
    elif what.startswith("trick-"):
        worth = trick_points(scene, number(what.removeprefix("trick-")))
    else:
        worth = scene.record.rules.points[scene.card(what)]
    _expect(worth == claimed, f"{what} is worth {worth}, not {claimed}")


def _score(scene: Scene, words: list[str]) -> None:
    a_side, points, of, count = side(words[0]), number(words[1]), words[2], number(words[3])
    _expect(of == "of", "score needs the form: score SIDE G of N")
    result = scene.end.result
    if result is None:
        raise WrongClaim("the record does not go to the end of the deal, so there is no score")
    real = (result.game_points[a_side], result.count[a_side])
    _expect(real == (points, count), f"side {words[0]} scores {real[0]} of {real[1]}, not {points} of {count}")


def _seen_by(scene: Scene, words: list[str]) -> None:
    seat, card = scene.seat(words[0]), scene.card(words[1])
    table = scene.table
    elsewhere = any(card in hand for owner, hand in enumerate(table.hands) if owner != seat)
    _expect(card in table.seen[seat] and elsewhere, f"{words[0]} has not been shown {words[1]} in another hand")


def _must_be_held_by(scene: Scene, words: list[str]) -> None:
    holder, card, viewer = scene.seat(words[0]), scene.card(words[1]), scene.seat(words[2])
    real = must_hold(scene.line, scene.step, viewer, card)
    known = "nobody in particular" if real is None else seat_name(real)
    _expect(real == holder, f"for all {words[2]} knows, {words[1]} must be held by {known}, not by {words[0]}")


def _costs(scene: Scene, words: list[str]) -> None:
    seat, card, claimed = scene.seat(words[0]), scene.card(words[1]), number(words[2])
    table = scene.table
    _expect(table.turn == seat, f"it is not the turn of {words[0]} here")
    acted = scene.line[scene.step].acted
    if acted >= len(scene.record.actions):
        raise WrongClaim("nothing is played after this step")
    real, instead = _trick_gain(scene, acted, seat, None), _trick_gain(scene, acted, seat, card)
    _expect(real - instead == claimed, f"playing {words[1]} costs {real - instead}, not {claimed}")


def _trick_gain(scene: Scene, acted: int, seat: Seat, instead: Card | None) -> int:
    """What the seat's side gains in this trick, from the step on, with the card recorded or with another instead."""
    table = scene.table
    a_side = table.rules.sides[seat]
    for action in scene.record.actions[acted:]:
        if not isinstance(action, Play):
            continue
        taken = len(table.taken)
        chosen = Play(seat, instead) if instead is not None and action.seat == seat else action
        try:
            after = play(table, chosen)
        except IllegalAction as error:
            raise WrongClaim(f"the trick cannot go on as recorded: {error}") from error
        if len(after.taken) > taken:
            mine = taken_so_far(after)[a_side] - taken_so_far(table)[a_side]
            theirs = taken_so_far(after)[1 - a_side] - taken_so_far(table)[1 - a_side]
            return mine - theirs
        table = after
    raise WrongClaim("the trick is not finished in the record")


CLAIMS: Final[Mapping[str, tuple[str, Callable[[Scene, list[str]], None]]]] = {
    "takes": ("N SEAT", _takes),
    "legal": ("SEAT CARD", _legal),
    "refused-by": ("LAW SEAT CARD…", _refused_by),
    "worth": ("WHAT N", _worth),
    "score": ("SIDE G of N", _score),
    "seen-by": ("SEAT CARD", _seen_by),
    "must-be-held-by": ("SEAT CARD VIEWER", _must_be_held_by),
    "costs": ("SEAT CARD N", _costs),
}
"""The words that follow each kind of claim (with … more may follow), and what checks them."""
