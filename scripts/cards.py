#!/usr/bin/env python3
"""Make the drawings on the cards: the signs of the suits, the patterns of pips, and the figures of the court cards.

Usage: python3 scripts/cards.py [FOLDER]

Writes docs/assets/css/pips.css. With FOLDER, an unpacked copy of the npm package @heruka_urgyen/react-playing-cards
0.5.0 (its art is Adrian Kennard's, CC0), it also writes the twelve figures in docs/assets/cards. Both are committed, so
a build of the site does not need this script; run it after changing a drawing.
"""

import re
import sys
from pathlib import Path
from typing import Final

ASSETS: Final = Path(__file__).resolve().parent.parent / "docs" / "assets"
PACKAGE: Final = "@heruka_urgyen/react-playing-cards 0.5.0"

# French signs: Adrian Kennard's outlines (CC0), in a box of 1000 about the origin.
FRENCH: Final = {
    "S": "M0-500C100-250 355-100 355 185A150 150 0 0 1 55 185A10 10 0 0 0 35 185C35 385 85 400 130 500H-130C-85 400-35 "
    "385-35 185A10 10 0 0 0-55 185A150 150 0 0 1-355 185C-355-100-100-250 0-500Z",
    "H": "M0-300C0-400 100-500 200-500C300-500 400-400 400-250C400 0 0 400 0 500C0 400-400 0-400-250C-400-400-300-500"
    "-200-500C-100-500 0-400 0-300Z",
    "D": "M-400 0C-350 0 0-450 0-500C0-450 350 0 400 0C350 0 0 450 0 500C0 450-350 0-400 0Z",
    "C": "M30 150C35 385 85 400 130 500H-130C-85 400-35 385-30 150A10 10 0 0 0-50 150A210 210 0 1 1-124-51A10 10 0 0 0"
    "-110-65A230 230 0 1 1 110-65A10 10 0 0 0 124-51A210 210 0 1 1 50 150A10 10 0 0 0 30 150Z",
}

# Latin signs: our own, in a box of 24. Sword and club differ by outline: one straight and thin, one leaning and thick.
LATIN: Final = {
    "S": '<path d="M12 0l2.5 3.6v10.6h5.2v3H14.6v3.1a2 2 0 1 1-5.2 0v-3.1H4.3v-3h5.2V3.6z"/>',
    "H": '<path d="M3 1.5h18c.4 6.6-2.4 10.4-7 11.7v4.6l4.6 2v2.7H5.4v-2.7l4.6-2v-4.6C5.4 11.9 2.6 8.1 3 1.5z"/>',
    "D": '<path fill-rule="evenodd" d="M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22zM12 3.6a8.4 8.4 0 1 1 0 16.8a8.4 8.4 0 1'
    ' 1 0-16.8zM12 5l1.7 4.1L18 7.8l-1.9 3.9L20 14l-4.3.7.1 4.4L12 16.6 8.2 19.1l.1-4.4L4 14l3.9-2.3L6 7.8l4.3 1.3z"/>',
    "C": '<path transform="rotate(40 12 12)" d="M10.2 24.5 9.4 17 7 15.5l1.6-2.2L7.4 9 5.6 7l1.2-2.2C7 .8 9-1 12-1s5.2'
    ' 2 5.2 5.6l1.6 2.6-2 1.4-.8 4.2 1.6 1.8-2.2 2-.6 7.9z"/>',
}

# The figures are printed in the inks of our pages.
COLOURS: Final = {"red": "#b01e24", "#44F": "#2f4687", "#FC4": "#e0b24a", "black": "#221d16"}

# Where the pips of a card lie, across and down, in hundredths; those below the middle stand on their heads.
PIPS: Final = {
    "2": ((50, 0), (50, 100)),
    "3": ((50, 0), (50, 50), (50, 100)),
    "4": ((0, 0), (100, 0), (0, 100), (100, 100)),
    "5": ((0, 0), (100, 0), (50, 50), (0, 100), (100, 100)),
    "6": ((0, 0), (100, 0), (0, 50), (100, 50), (0, 100), (100, 100)),
    "7": ((0, 0), (100, 0), (50, 25), (0, 50), (100, 50), (0, 100), (100, 100)),
    "8": ((0, 0), (100, 0), (50, 25), (0, 50), (100, 50), (50, 75), (0, 100), (100, 100)),
    "9": ((0, 0), (100, 0), (0, 33), (100, 33), (50, 50), (0, 67), (100, 67), (0, 100), (100, 100)),
    "T": ((0, 0), (100, 0), (50, 17), (0, 33), (100, 33), (0, 67), (100, 67), (50, 83), (0, 100), (100, 100)),
}


def picture(view_box: str, inside: str) -> str:
    """An SVG picture as a CSS url."""
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{view_box}'>{inside}</svg>".replace('"', "'")
    return f'url("data:image/svg+xml,{svg.replace("#", "%23").replace("<", "%3C").replace(">", "%3E")}")'


def stylesheet() -> str:
    """The signs as custom properties, and one rule for each number of pips."""
    lines = [
        "/* Made by scripts/cards.py; do not edit. French outlines: Adrian Kennard, CC0 1.0. Latin outlines: ours. */"
    ]
    lines.append(":root {")
    for suit, path in FRENCH.items():
        lines.append(f"  --french-{suit}: {picture('-500 -500 1000 1000', f'<path d="{path}"/>')};")
        turned = picture("-500 -500 1000 1000", f'<path transform="rotate(180)" d="{path}"/>')
        lines.append(f"  --french-{suit}-turned: {turned};")
    for suit, path in LATIN.items():
        lines.append(f"  --latin-{suit}: {picture('0 0 24 24', path)};")
    lines.append("}")
    for suit in FRENCH:
        at = f'[data-card$="{suit}"], .tt-sign[data-suit="{suit}"]'
        lines.append(f":is({at}) {{ --sign: var(--french-{suit}); --turned: var(--french-{suit}-turned); }}")
        lines.append(f".tt-latin :is({at}) {{ --sign: var(--latin-{suit}); --turned: var(--latin-{suit}); }}")
    for rank, places in PIPS.items():
        images = ",".join("var(--sign)" if down <= 50 else "var(--turned)" for _, down in places)
        positions = ",".join(f"{across}% {down}%" for across, down in places)
        lines.append(f'[data-card^="{rank}"] {{ --pips: {images}; --pips-at: {positions}; }}')
    return "\n".join(lines) + "\n"


def _rounded(number: re.Match[str]) -> str:
    """A number of a drawing that is 1300 wide and shown 100 wide at most: large ones need no decimals."""
    value = float(number[0])
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}".removesuffix(".0")


def figure(source: str) -> str:
    """The figure of a court card alone: without frame, index and the signs beside the figure."""
    face = re.search(r'face="(..)"', source)
    assert face is not None, "not a card of the package"
    rank, suit = face[1][0], face[1][1]
    symbols = re.findall(rf'<symbol id="{suit}{rank}\d".*?</symbol>', source, re.S)
    own = re.search(rf'<symbol id="S{suit}{rank}".*?</symbol>', source, re.S)
    uses = re.findall(rf'<use [^>]*xlink:href="#{suit}{rank}\d"[^>]*>', source)
    inside = own[0] if own is not None and f'"#S{suit}{rank}"' in "".join(symbols) else ""
    inside += "".join(symbols) + "".join(use.rstrip("/>") + "/>" for use in uses)
    inside = re.sub(r"\d+\.\d+", _rounded, inside)
    for theirs, ours in COLOURS.items():
        inside = inside.replace(f'"{theirs}"', f'"{ours}"')
    inside = re.sub(r"></(path|use|rect)>", "/>", inside.replace("xlink:href", "href"))
    inside = re.sub(r"\s+", " ", re.sub(r">\s+<", "><", inside))
    inside = re.sub(r' d="[^"]*"', lambda outline: re.sub(r"[, ]+-(?=\d)", "-", outline[0]), inside)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-52 -100 104 200">{inside}</svg>\n'


NOTICE: Final = f"""The figures of the court cards are by Adrian Kennard (me.uk/cards), released under CC0 1.0.
They come from {PACKAGE} and are cut from the frame by scripts/cards.py.
"""


def main(arguments: list[str]) -> None:
    """Write the stylesheet, and the figures where their source is at hand."""
    (ASSETS / "css" / "pips.css").write_text(stylesheet(), encoding="utf-8")
    if not arguments:
        return
    cards = ASSETS / "cards"
    cards.mkdir(parents=True, exist_ok=True)
    for rank in "KQJ":
        for suit in FRENCH:
            source = Path(arguments[0]) / "src" / "images" / "2color-bf" / f"{rank}{suit}.svg"
            (cards / f"{rank}{suit}.svg").write_text(figure(source.read_text(encoding="utf-8")), encoding="utf-8")
    (cards / "NOTICE.txt").write_text(NOTICE, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
