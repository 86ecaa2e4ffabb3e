"""The three games: each module holds its laws, house rules and count, and nothing else."""

from collections.abc import Mapping
from typing import Final

from ..laws import Law
from ..letters import named
from ..rules import BadRules, Book, Rules
from .omi import BOOK as OMI
from .schembil import BOOK as SCHEMBIL
from .skambil import BOOK as SKAMBIL

GAMES: Final[Mapping[str, Book]] = {book.name: book for book in (SKAMBIL, OMI, SCHEMBIL)}
LAWS: Final[Mapping[str, Law]] = {law.id: law for book in GAMES.values() for law in book.laws}


def game(name: str) -> Book:
    """The game of that name. Raises `BadRules` naming the games there are."""
    if name not in GAMES:
        raise BadRules(f"no game {named(name)}; there are: {', '.join(GAMES)}")
    return GAMES[name]


def rules(
    name: str,
    preset: str | None = None,
    choices: Mapping[str, str] | None = None,
    seats: int | None = None,
    without: frozenset[str] = frozenset(),
) -> Rules:
    """The rules of a game with a preset and house rules. Raises `BadRules`."""
    return game(name).rules(preset, choices, seats, without)
