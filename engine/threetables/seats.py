"""Seats, sides, and where they are at the table.

Seats are numbered in playing order: the seat after 0 in turn is 1, whichever way round the game goes. So "the player to
the dealer's left" of a clockwise game and "to the dealer's right" of an anticlockwise one are the same seat, dealer +
1, and a rule stated as left or right turns over with the direction by itself. Only `place` knows left from right.
"""

from typing import Final, Literal

Seat = int
Side = int
Direction = Literal["clockwise", "anticlockwise"]
Place = Literal["near", "left", "near-left", "far-left", "across", "far-right", "near-right", "right"]

A: Final[Side] = 0
B: Final[Side] = 1

_CLOCKWISE: Final[dict[int, tuple[Place, ...]]] = {
    4: ("near", "left", "across", "right"),
    6: ("near", "near-left", "far-left", "across", "far-right", "near-right"),
}


def seat_name(seat: Seat) -> str:
    """``A1 B1 A2 B2 (A3 B3)`` in playing order."""
    return f"{'AB'[seat % 2]}{seat // 2 + 1}"


def seat_named(name: str, seats: int) -> Seat:
    """The seat with that name, either case. Raises `ValueError` where no such seat is at the table."""
    for seat in range(seats):
        if seat_name(seat) == name.upper():
            return seat
    raise ValueError(f"no seat {name!r} at a table of {seats}")


def after(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """The seat that many turns later."""
    return (seat + steps) % seats


def in_turn(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in playing order from `first`."""
    return tuple((first + step) % seats for step in range(seats))


def place(seat: Seat, viewer: Seat, seats: int, direction: Direction) -> Place:
    """Where `seat` is, seen by someone sitting at `viewer`."""
    steps = (seat - viewer) % seats
    if direction == "anticlockwise":
        steps = -steps % seats
    return _CLOCKWISE[seats][steps]
