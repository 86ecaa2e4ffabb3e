"""Cards, suits and ranks.

A card is a two-letter text, rank then suit: ``"3S"``, ``"TH"``, ``"ND"``. Texts are cheap to compare, to hash and to
read in a failing test. Ranks are ``A K Q J N T 9 8 7 6 5 4 3 2`` (``N`` is the knight of a Latin-suited pack).

Four suits serve both families of packs. Inside the engine they are ``S H D C``; a record or a page that uses Latin
suits calls the same four swords, cups, coins and clubs (see `LATIN`). Which name is shown is decided where text is read
or written, never here.
"""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", str)
Suit = NewType("Suit", str)
Rank = NewType("Rank", str)

SUITS: Final[tuple[Suit, ...]] = (Suit("S"), Suit("H"), Suit("D"), Suit("C"))
RANKS: Final[tuple[Rank, ...]] = tuple(Rank(letter) for letter in "AKQJNT98765432")

LATIN: Final[dict[Suit, str]] = {Suit("S"): "S", Suit("H"): "C", Suit("D"): "D", Suit("C"): "B"}
"""The letter of each suit in a record with Latin suits: spade (swords), coppe, denari, bastoni."""

LATIN_COURTS: Final[dict[Rank, str]] = {Rank("K"): "R", Rank("N"): "N", Rank("J"): "F"}
"""The letter of each court card in a record with Latin suits: re, knight, foot."""


def card(rank: str, suit: str) -> Card:
    """The card of that rank and suit, both in the engine's letters."""
    return Card(rank + suit)


def rank_of(a_card: Card) -> Rank:
    """The rank of a card."""
    return Rank(a_card[0])


def suit_of(a_card: Card) -> Suit:
    """The suit of a card."""
    return Suit(a_card[1])


def pack_of(ranks: Iterable[str], suits: Iterable[str] = SUITS) -> tuple[Card, ...]:
    """Every card of those ranks in those suits, suit by suit, in the order of the ranks given."""
    ranks = tuple(ranks)
    return tuple(card(rank, suit) for suit in suits for rank in ranks)


BRIDGE_PACK: Final[tuple[Card, ...]] = pack_of("AKQJT98765432")
"""The ordinary pack of 52."""
