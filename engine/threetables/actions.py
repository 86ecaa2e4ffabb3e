"""What a player can do, in the imperative. Every action names the seat that does it."""

from dataclasses import dataclass
from typing import Literal

from .cards import Card, Suit
from .seats import Seat

Sign = Literal[
    # Skambil's seven: what each gesture says about the hand of the one who makes it.
    "trey", "ace", "deuce", "king", "queen", "jack", "outside-trey",
    # Signs of Briscola, offered as a borrowed house rule in Skambil and Schembil.
    "load", "no-trumps", "three", "knight",
]  # fmt: skip
Question = Literal["any-trump", "how-many", "ace-or-three", "can-take"]
Command = Literal["take", "leave", "load", "trump", "play"]


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut the pack: lift `at` cards off the top; 0 declines an offered cut."""

    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class NameTrump:
    """Name the trump suit (Omi)."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class ThrowIn:
    """Ask for a new deal because the first four cards are weak (Omi, a house rule)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce that one's side will take all eight tricks (Omi, a house rule)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """Change the lowest trump for the turn-up (Skambil, a house rule)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MakeSign:
    """Make a sign to one's partners."""

    seat: Seat
    sign: Sign


@dataclass(frozen=True, slots=True)
class Ask:
    """A captain asks a partner something (Schembil). `suit` only with ``ace-or-three``."""

    seat: Seat
    to: Seat
    question: Question
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """A captain tells a partner what to do (Schembil). `card` only with ``play``."""

    seat: Seat
    to: Seat
    command: Command
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A partner answers the captain (Schembil): ``yes``, ``no``, a number, or a suit in the engine's letter."""

    seat: Seat
    answer: str


Action = Play | Cut | NameTrump | ThrowIn | Announce | Swap | MakeSign | Ask | Order | Answer
Talk = MakeSign | Ask | Order | Answer
