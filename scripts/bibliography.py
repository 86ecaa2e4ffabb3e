"""The sources: a BibTeX file, read and printed by Pybtex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any, Final

from pybtex.backends.html import Backend
from pybtex.database import BibliographyData, Entry, parse_file
from pybtex.exceptions import PybtexError
from pybtex.style.formatting import toplevel
from pybtex.style.formatting.unsrt import Style
from pybtex.style.template import field, href, optional, optional_field, sentence, tag

from figures import Wrong

NEEDED: Final = ("title", "shorttitle", "keywords", "note")


@dataclass(frozen=True)
class Source:
    """One source: its key, the short name by which pages cite it, and its line in the bibliography as HTML."""

    key: str
    short: str
    full: str
    games: tuple[str, ...]
    year: str
    url: str
    read: str


class _Printed(Style):  # type: ignore[misc]
    """One way to print every kind of source, with titles as their authors wrote them."""

    def get_online_template(self, e: Entry) -> Any:
        """Who, what, where, when, and what kind of witness it is."""
        title: Any = tag("em")[field("title")]
        if "url" in e.fields:
            title = href(field("url", raw=True))[title]
        return toplevel[
            optional[sentence[self.format_names("author", as_sentence=False)]],
            sentence[title],
            optional[sentence[field("journal"), optional[field("volume")]]],
            optional[sentence[field("publisher")]],
            optional[sentence[field("organization")]],
            optional[sentence(sep=" ")[optional_field("day"), optional_field("month"), field("year")]],
            sentence[field("note")],
        ]

    get_article_template = get_book_template = get_software_template = get_online_template


def read_sources(path: Path) -> Mapping[str, Source]:
    """The sources of a BibTeX file by their keys, in its order. Raises `Wrong` for a file that cannot be read."""
    try:
        found: BibliographyData = parse_file(str(path), bib_format="bibtex")
    except PybtexError as error:
        raise Wrong(f"this is not BibTeX: {error}") from error
    for key, entry in found.entries.items():
        if missing := [name for name in NEEDED if not entry.fields.get(name)]:
            raise Wrong(f"the source {key} has no {missing[0]}")
    html = Backend()
    printed = _Printed().format_bibliography(found)
    lines = {line.key: line.text.render(html) for line in printed}
    sources = {key: _source(key, entry, lines[key]) for key, entry in found.entries.items()}
    shorts = [source.short for source in sources.values()]
    for source in sources.values():
        if shorts.count(source.short) > 1:
            raise Wrong(f"two sources are called {source.short!r} for short")
    return sources


def _source(key: str, entry: Entry, full: str) -> Source:
    games = tuple(name.strip() for name in entry.fields["keywords"].split(","))
    short = entry.fields["shorttitle"].strip("{}")
    return Source(
        key,
        short,
        # Pybtex writes some letters as entities and leaves others, such as the & of an address, as they are.
        unescape(full),
        games,
        entry.fields.get("year", ""),
        entry.fields.get("url", ""),
        entry.fields.get("urldate", ""),
    )
