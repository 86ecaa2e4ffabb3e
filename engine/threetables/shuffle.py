"""Chance from a number: the same seed gives the same shuffle at every door, on every machine, in every Python.

The engine has no randomness of its own, and `random.shuffle` may change from one Python to the next. So this is the
whole of it, written out: the stream of numbers is SplitMix64 (Steele, Lea and Flood, 2014), and a shuffle takes the
place of each card from the last to the first by one draw (Fisher and Yates). A number below a limit is a remainder;
draws beyond the greatest multiple of the limit are thrown away, so no card is favoured.
"""

from collections.abc import Sequence
from typing import Final

from .cards import Card
from .rules import Rules
from .table import Start

SEEDS: Final = 10**9
"""Seeds run from 0 up to this, so that one can be read out or typed: nine digits at most."""

_WORD: Final = 2**64


class Chance:
    """A stream of choices that follows from a seed alone."""

    def __init__(self, seed: int) -> None:
        self._state = seed % _WORD

    def number(self) -> int:
        """The next number, from 0 up to 2**64."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % _WORD
        mixed = self._state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % _WORD
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 up to `limit`, each as likely as any other."""
        fair = _WORD - _WORD % limit
        number = self.number()
        while number >= fair:
            number = self.number()
        return number % limit

    def one_of[T](self, things: Sequence[T]) -> T:
        """One of them."""
        return things[self.below(len(things))]

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in a new order."""
        mixed = list(cards)
        for last in range(len(mixed) - 1, 0, -1):
            place = self.below(last + 1)
            mixed[last], mixed[place] = mixed[place], mixed[last]
        return tuple(mixed)


def shuffled(pack: Sequence[Card], seed: int) -> tuple[Card, ...]:
    """The pack as that seed shuffles it."""
    return Chance(seed).shuffled(pack)


def dealt(rules: Rules, seed: int) -> Start:
    """The first deal under those rules with the pack as that seed shuffles it.

    The last seat deals, so A1 begins; the captains are A1 and B1, as in a record that names none.
    """
    rais = (0, 1) if rules.captains else ()
    return Start(rules, shuffled(rules.pack, seed), rules.seats - 1, rais=rais)
