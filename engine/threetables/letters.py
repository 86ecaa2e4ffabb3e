"""Letters that only look like those of a record: nobody can see what is wrong with them, so they are named."""

import unicodedata
from typing import Final

SYMBOLS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}
"""The French suit signs, and the letters they stand for."""


def oddity(text: str) -> str:
    """The word ``with`` and the name of the first character that no record needs; nothing if there is none."""
    odd = next((c for c in text if not (" " <= c <= "~" or c in SYMBOLS or c in "\t\r\n")), "")
    if not odd:
        return ""
    name = unicodedata.name(odd, "")
    return f" with {name} (U+{ord(odd):04X})" if name else f" with the character U+{ord(odd):04X}"


def named(text: str) -> str:
    """What somebody wrote, in quotes and cut short, with the name of its first odd letter."""
    return f"{text[:40]!r}{oddity(text)}"
