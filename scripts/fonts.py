"""Fit the fonts to the pages: the weights that the site uses, and of the scripts of single words only their letters.

A Sinhala word would otherwise cost its reader the whole script: 86 KB for four letters. FontTools does the work; the
licences (OFL 1.1) go with the files.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

Weights = tuple[float, float]
"""The lightest and the boldest of a font, as its style sheet promises them; one number twice for a single weight."""


def letters_of(paths: Iterable[Path]) -> frozenset[int]:
    """The code points beyond ASCII that stand in those text files."""
    return frozenset(ord(letter) for path in paths for letter in path.read_text(encoding="utf-8") if ord(letter) > 127)


def fitted(source: Path, letters: frozenset[int] | None, weights: Weights) -> bytes:
    """The font as WOFF2 in those weights, with only those letters of it (None: all); empty if it has none."""
    font = TTFont(source)
    there = frozenset(font.getBestCmap())
    wanted = there if letters is None else there & letters
    if not wanted:
        return b""
    [weight] = [axis for axis in font["fvar"].axes if axis.axisTag == "wght"]
    low, high = max(weights[0], weight.minValue), min(weights[1], weight.maxValue)
    font = instancer.instantiateVariableFont(font, {"wght": (low, high)})
    # The subsetter cannot read the tables that the instancer leaves half packed; saved and read again, it can.
    between = io.BytesIO()
    font.flavor = None
    font.save(between)
    font = TTFont(io.BytesIO(between.getvalue()))
    subsetter = subset.Subsetter(subset.Options())
    subsetter.populate(unicodes=wanted | there & frozenset(range(0x20, 0x7F)))
    subsetter.subset(font)
    font.flavor = "woff2"
    result = io.BytesIO()
    font.save(result)
    return result.getvalue()


def fitted_once(source: Path, letters: frozenset[int] | None, weights: Weights, kept: Path) -> bytes:
    """`fitted`, remembered in a folder by what it is made from."""
    made_from = hashlib.sha256(source.read_bytes())
    made_from.update(repr((weights, None if letters is None else sorted(letters))).encode())
    made_from.update(Path(__file__).read_bytes())
    path = kept / f"{source.stem}-{made_from.hexdigest()[:16]}.woff2"
    if not path.is_file():
        kept.mkdir(parents=True, exist_ok=True)
        path.write_bytes(fitted(source, letters, weights))
    return path.read_bytes()
