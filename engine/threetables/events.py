"""What has happened, in the past tense. A deal is its list of events; the table is what they fold to.

An event that shows cards to some seats only is cut down for the others by `seen_by`: the cards they may not see become
``None``. Everything outside the engine that names an event to a viewpoint goes through it.
"""

from dataclasses import dataclass, replace

from .actions import Command, Question, Sign
from .cards import Card, Suit
from .seats import Seat


@dataclass(frozen=True, slots=True)
class PackCut:
    """The pack was cut: `at` cards lifted off the top and put under the rest (0: the cut was declined).

    `shown` is the card at the foot of the lifted packet where the cut decides the trump suit.
    """

    seat: Seat
    at: int
    shown: Card | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A packet went to each seat, in dealing order."""

    packets: tuple[tuple[Seat, tuple[Card | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A card was exposed; its suit is trump."""

    card: Card


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The declarer named the trump suit."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class HandsShown:
    """Hands were looked at by rule: each pair is (who looked, whose hand)."""

    looks: tuple[tuple[Seat, Seat], ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """The trick was complete and its winner took it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew a card from the stock, or the turn-up itself."""

    seat: Seat
    card: Card | None
    turn_up: bool = False


@dataclass(frozen=True, slots=True)
class Swapped:
    """A seat put its lowest trump in the place of the turn-up and took the turn-up."""

    seat: Seat
    gave: Card
    took: Card


@dataclass(frozen=True, slots=True)
class Announced:
    """A seat announced that its side will take every trick."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SignMade:
    """A seat made a sign. Only its own side noticed (`audience`)."""

    seat: Seat
    sign: Sign | None
    audience: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A captain asked a partner something; all heard it."""

    seat: Seat
    to: Seat
    question: Question
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Ordered:
    """A captain told a partner what to do; all heard it."""

    seat: Seat
    to: Seat
    command: Command
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A partner answered the captain; all heard it."""

    seat: Seat
    answer: str


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """The deal was given up before play; the same dealer deals again."""

    law: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended.

    `count` is what each side took, in card points or tricks; `game_points` what each side scores for the match;
    `laws` the scoring laws that decided it; `pending` the bonus that waits for the next deal (Omi); `next_dealer` who
    deals then; `void` whether the deal counts for nothing and is dealt again.
    """

    count: tuple[int, int]
    game_points: tuple[int, int]
    laws: tuple[str, ...]
    next_dealer: Seat
    pending: int = 0
    void: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """The deal was over and was counted."""

    result: Result


Event = (
    PackCut | Dealt | TurnedUp | TrumpNamed | HandsShown | Played | TrickTaken | Drew | Swapped | Announced
    | SignMade | Asked | Ordered | Answered | ThrownIn | Counted
)  # fmt: skip


def seen_by(event: Event, viewer: Seat | None, waiting: Seat | None = None) -> Event | None:
    """The event as `viewer` saw it: hidden cards are None, and an event not noticed at all is None.

    `viewer` None sees everything. `waiting` is a seat that may not look even at its own packet yet (Omi's
    ``partner-waits``).
    """
    if viewer is None:
        return event
    match event:
        case Dealt(packets):
            return Dealt(
                tuple(
                    (seat, cards if seat == viewer and seat != waiting else (None,) * len(cards))
                    for seat, cards in packets
                )
            )
        case Drew(seat, _, turn_up) if seat != viewer and not turn_up:
            return replace(event, card=None)
        case SignMade(_, _, audience) if viewer not in audience:
            return None
        case _:
            return event
