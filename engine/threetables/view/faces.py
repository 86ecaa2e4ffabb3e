"""How a card is drawn.

A card is a few letters of markup: the index as text, then the sign of the suit in an ``<i>``. The stylesheet draws the
frame, replaces the sign by its own drawing, and adds pips or court art where a card is large enough to carry them. The
accessible name is an argument, because names belong to the catalogue of words. A card that lies face down is an empty
element: it holds nothing that could tell one card from another.
"""

from collections.abc import Mapping
from typing import Final, Literal
from xml.etree.ElementTree import Element

from ..cards import LATIN, LATIN_COURTS, Card, Rank, Suit, rank_of, suit_of
from .markup import Value, classes, el

Suits = Literal["french", "latin"]
Tag = Literal["span", "button"]

_AS_TEXT: Final = "\ufe0e"
"""Asks for the plain sign where a device would put a colour picture."""

SIGNS: Final[Mapping[Suits, Mapping[Suit, str]]] = {
    "french": {
        Suit("S"): "♠" + _AS_TEXT,
        Suit("H"): "♥" + _AS_TEXT,
        Suit("D"): "♦" + _AS_TEXT,
        Suit("C"): "♣" + _AS_TEXT,
    },
    "latin": LATIN,
}
"""The sign of each suit as plain text; Latin suits have no characters of their own, so their letter stands in."""


def index(card: Card, suits: Suits) -> str:
    """What is printed in the corner of the card."""
    rank = rank_of(card)
    if rank == "T":
        return "10"
    return LATIN_COURTS.get(rank, rank) if suits == "latin" else rank


def suit_sign(suit: Suit, suits: Suits) -> Element:
    """The sign of a suit in running text. It is decoration: the name of the suit stands beside it in words."""
    return el("i", {"class": "tt-sign", "data-suit": suit, "aria-hidden": "true"}, SIGNS[suits][suit])


def face(card: Card, suits: Suits) -> tuple[str, Element]:
    """The inside of a card that lies face up: its index and its sign."""
    return index(card, suits), el("i", None, SIGNS[suits][suit_of(card)])


def back() -> Element:
    """A card that lies face down."""
    return el("i", {"class": "tt-b"})


def card_element(
    card: Card | None,
    name: str,
    suits: Suits,
    *,
    tag: Tag = "span",
    extra: str | None = None,
    data: Mapping[str, Value] | None = None,
) -> Element:
    """One card with its accessible name, as a picture or as a button that plays it. None is a card face down."""
    if card is None:
        return back()
    named: dict[str, Value] = {"class": classes("tt-c", extra), "data-card": card, **(data or {}), "aria-label": name}
    if tag == "button":
        # The style sheet writes the index on it: a control must not show other words than those it is called by.
        return el("button", {"type": "button", **named, "data-index": index(card, suits)}, el("i"))
    return el(tag, {"role": "img", **named}, *face(card, suits))


COURTS: Final[frozenset[Rank]] = frozenset(Rank(letter) for letter in "KQJN")
"""The ranks with a figure on them."""
