"""What one viewpoint may see of the table, built field by field from what is allowed.

The view and the players get a `Sight` and nothing else, so what is not named here cannot leak.
"""

from dataclasses import dataclass

from .cards import Card, Suit
from .events import Event, Result, seen_by
from .rules import Rules
from .seats import Seat
from .table import Table
from .tricks import Trick


@dataclass(frozen=True, slots=True)
class Sight:
    """The table as seen from `viewpoint`; None is the open table, with every hand face up.

    `hands` has for each seat its cards, None for a card face down. `stock` counts the face-down cards still to come.
    `heard` holds the talk of the current trick that this viewpoint noticed. `known` are cards in other hands that this
    viewpoint has been shown (they stand in `hands` too). `count` is what each side has taken so far (card points, and
    tricks): tricks are turned up as they are played, so everybody may count.
    """

    viewpoint: Seat | None
    rules: Rules
    dealer: Seat
    declarer: Seat | None
    rais: tuple[Seat, ...]
    stretch: str
    turn: Seat | None
    hands: tuple[tuple[Card | None, ...], ...]
    stock: int
    turn_up: Card | None
    trump: Suit | None
    leader: Seat
    trick: tuple[Card, ...]
    taken: tuple[Trick, ...]
    tricks_won: tuple[int, int]
    points_won: tuple[int, int]
    heard: tuple[Event, ...]
    announced: Seat | None
    pending: int
    known: frozenset[Card]
    result: Result | None


def look(table: Table, viewpoint: Seat | None) -> Sight:
    """The sight of that viewpoint."""
    rules = table.rules
    known: frozenset[Card] = frozenset() if viewpoint is None else table.seen[viewpoint]
    blind = table.waiting
    heard: list[Event] = []
    for number, utterance in table.heard:
        noticed = seen_by(utterance, viewpoint)
        if number == len(table.taken) and noticed is not None:
            heard.append(noticed)
    return Sight(
        viewpoint=viewpoint,
        rules=rules,
        dealer=table.dealer,
        declarer=table.declarer if rules.trump == "named" else None,
        rais=table.rais,
        stretch=table.stretch,
        turn=table.turn,
        hands=tuple(
            hand if viewpoint is None or (seat == viewpoint and seat != blind) else _face_down(hand, known)
            for seat, hand in enumerate(table.hands)
        ),
        stock=len(table.stock),
        turn_up=table.turn_up,
        trump=table.trump,
        leader=table.leader,
        trick=table.trick,
        taken=table.taken,
        tricks_won=table.tricks_won,
        points_won=table.points_won,
        heard=tuple(heard),
        announced=table.announced,
        pending=table.pending,
        known=known,
        result=table.result,
    )


def _face_down(hand: tuple[Card, ...], known: frozenset[Card]) -> tuple[Card | None, ...]:
    """Known cards first, then the backs: the place of a back in a hand says nothing about the card."""
    shown: tuple[Card | None, ...] = tuple(card for card in hand if card in known)
    return shown + (None,) * (len(hand) - len(shown))
