"""Tricks: who takes one, and what may be played to one. Shared by the three games."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .cards import Card, Suit, suit_of
from .seats import Seat


class Trick(NamedTuple):
    """A trick that has been taken: who led, the cards in playing order, and who took it."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat

    def seat_of(self, index: int, seats: int) -> Seat:
        """The seat that played the card at `index`."""
        return (self.leader + index) % seats


def winning(cards: Sequence[Card], trump: Suit | None, strength: Mapping[Card, int]) -> int:
    """The index of the card that takes the trick: the highest trump, else the highest card of the suit led."""
    best = 0
    for index in range(1, len(cards)):
        rival, champion = cards[index], cards[best]
        if rival[1] == champion[1]:
            if strength[rival] > strength[champion]:
                best = index
        elif rival[1] == trump:
            best = index
    return best


def of_suit(cards: Sequence[Card], suit: Suit | None) -> tuple[Card, ...]:
    """The cards of that suit, in the order given."""
    return tuple(card for card in cards if suit_of(card) == suit)
