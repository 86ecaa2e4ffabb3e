"""Rules cards: each set of rules on one sheet of paper, as PDF, made by Typst from the laws."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element

import typst
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from comparison import ROWS, Row, short_rank, told
from figures import Wrong
from gathered import Page
from prepare import ROOT
from threetables import __version__
from threetables.games import GAMES
from threetables.rules import Preset, Rules
from threetables.view.markup import append, el

FOLDER: Final = "print"
PAPERS: Final = {"a4": "A4", "us-letter": "US Letter"}
TEMPLATE: Final = ROOT / "scripts" / "sheet.typ"
FONTS: Final = ("source-serif-4", "source-sans-3")

PARTS: Final = {
    "Table and pack": ("Seats", "Which way round", "The first dealer", "The pack", "Rank, from the highest"),
    "Deal and trump": (
        "Shuffle and cut",
        "The deal",
        "One by one, or in packets",
        "Who is dealt to first",
        "How trump is settled",
        "Who settles it",
        "A second try at trump",
        "Who sees which cards",
    ),
    "Play": (
        "The first lead",
        "The duty to follow suit",
        "The duty to trump",
        "Who takes a trick",
        "Who leads next",
        "Drawing",
        "The last card of the stock",
        "Looking again",
        "The end of a deal",
    ),
    "What may be said": ("Talk", "What may be said", "Signs", "When signs and talk are allowed", "May a sign lie"),
    "Scoring": (
        "What cards count",
        "What a won deal scores",
        "What a big win scores",
        "All the tricks",
        "An even deal",
        "Tokens",
    ),
    "The match": ("The next dealer", "The target", "Both sides there at once"),
}
"""The parts of a card, each with rows of the comparison."""

SIZES: Final = tuple(size / 10 for size in range(120, 69, -2))
"""Sizes of type in points, the largest that fits being used."""

LETTERS: Final = {"ace": "A", "king": "K", "queen": "Q", "knight": "Kn", "jack": "J"}


@dataclass(frozen=True)
class Sheet:
    """One set of rules for one number of seats."""

    rules: Rules
    preset: Preset

    @property
    def name(self) -> str:
        """The name of its files, without paper and ending."""
        return f"{self.rules.game}-{self.rules.preset}-{self.rules.seats}"

    @property
    def title(self) -> str:
        """What stands at its head."""
        seats = f", {self.rules.seats} seats" if len(self.preset.seats) > 1 else ""
        name, title = self.rules.book.title, self.preset.title
        return f"{title}{seats}" if title.startswith(name.partition(" ")[0]) else f"{name}: {title}{seats}"


def sheets(game: str) -> Iterator[Sheet]:
    """Every card of a game."""
    book = GAMES[game]
    for preset in book.presets:
        for seats in preset.seats:
            yield Sheet(book.rules(preset.name, seats=seats), preset)


def lines(rules: Rules) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The parts of a card with their sentences, each sentence once."""
    rows: dict[str, Row] = {row.title: row for row in ROWS}
    said: set[str] = set()
    for title, names in PARTS.items():
        part = []
        for name in names:
            for text, evidence, law in told(rules, rows[name]):
                if law and text not in said:
                    said.add(text)
                    part.append({"text": text, "label": "" if evidence in ("stated", "implied") else evidence})
        if part:
            yield title, part


def _data(sheet: Sheet, paper: str, size: float) -> dict[str, Any]:
    rules = sheet.rules
    counts = any(rules.values.values())
    ladder = [
        {
            "rank": LETTERS.get(short_rank(rank), short_rank(rank)),
            "worth": str(rules.values.get(rank, 0)) if counts else "",
        }
        for rank in rules.order
        if any(card[0] == rank for card in rules.pack)
    ]
    return {
        "title": sheet.title,
        "about": f"{len(rules.pack)} cards · {rules.seats} seats · {rules.direction} · to {rules.target}",
        "paper": paper,
        "size": size,
        "ladder": ladder,
        "under": "From the highest; under each card what it counts." if counts else "From the highest.",
        "parts": [{"title": title, "lines": part} for title, part in lines(rules)],
        "foot": f"Three Tables {__version__}. Text CC BY 4.0. What is not marked stands in the text we read.",
    }


def write_sheets(folder: Path, fonts: Path) -> None:
    """Write every card for every paper."""
    folder.mkdir(parents=True, exist_ok=True)
    compiler = typst.Compiler(
        str(TEMPLATE), root=str(TEMPLATE.parent), font_paths=[str(static_fonts(fonts))], ignore_system_fonts=True
    )
    for game in GAMES:
        for sheet in sheets(game):
            for paper in PAPERS:
                (folder / f"{sheet.name}-{paper}.pdf").write_bytes(_fitted(compiler, sheet, paper))


def _fitted(compiler: Any, sheet: Sheet, paper: str) -> bytes:
    """The card in the largest type in which it is one page."""
    for size in SIZES:
        inputs = {"sheet": json.dumps(_data(sheet, paper, size))}
        pages = compiler.compile(format="svg", sys_inputs=inputs)
        if not isinstance(pages, list):
            return bytes(compiler.compile(format="pdf", sys_inputs=inputs))
    raise Wrong(f"the card of {sheet.title} does not fit on one page of {PAPERS[paper]}")


def static_fonts(folder: Path) -> Path:
    """The fonts of the site as Typst wants them: one file for each weight, unpacked."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FONTS:
        source = ROOT / "node_modules" / "@fontsource-variable" / name / "files" / f"{name}-latin-wght-normal.woff2"
        for weight in (400, 700):
            target = folder / f"{name}-{weight}.ttf"
            if target.is_file():
                continue
            font = TTFont(io.BytesIO(source.read_bytes()))
            font = instancer.instantiateVariableFont(font, {"wght": weight}, updateFontNames=False)
            font["OS/2"].usWeightClass = weight
            font.flavor = None
            font.save(target)
    return folder


def sheet_links(words: str, page: Page) -> Element:
    """The way to the cards of a game."""
    if words not in GAMES:
        raise Wrong(f"cards are of a game, not of {words!r}")
    made = el("ul", {"class": "tt-sheets"})
    for sheet in sheets(words):
        line = el("li", None, f"{sheet.preset.title}, {sheet.rules.seats} seats: ")
        for place, (paper, name) in enumerate(PAPERS.items()):
            href = page.address(f"{FOLDER}/{sheet.name}-{paper}.pdf")
            append(line, ", " if place else None, el("a", {"href": href}, f"PDF on {name}"))
        append(made, line)
    return made
