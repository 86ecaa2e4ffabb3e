"""Marks after sentences: how well each is known, and the sources that say it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlencode
from xml.etree.ElementTree import Element, ParseError, fromstring

from figures import Wrong, unknown
from gathered import EVIDENCE, Claim, Page, Site
from threetables.view.markup import Child, append, el, text_of, to_html

MARK: Final = re.compile(r"\{\{\s*(cite|ours)\s*:\s*([^}]*?)\s*\}\}")
ALWAYS: Final = re.compile(r"(^|/)(history|family)\.md$")
"""Pages on which every sentence carries a mark."""

OURS: Final = ("conjecture", "note")
"""What a sentence of our own may be: a guess with its reasons, or what we did, counted or looked for."""

# A full stop, then a capital; but not after a single letter, which is a name cut short.
_END: Final = re.compile(r"(?<![A-Z])[.!?][)\"”’*_]*\s+(?=[\"“(*_]*[A-Z])")
_NO_PROSE: Final = re.compile(r"\s*(#|<(?!i\b|em\b|a\b)|\{\{|!!!|\||$)")
_ITEM: Final = re.compile(r"\s*([-*]|\d+\.|:)\s+")


def label(evidence: str) -> Element:
    """How well something is known, as a small word."""
    return el("small", {"class": "tt-label", "data-evidence": evidence}, evidence)


def report(page: Page, /, **about: str) -> str:
    """The address of the page for corrections, with what the correction is about."""
    return page.address("report.md") + "#" + urlencode(about)


def source_links(keys: Iterable[str], page: Page) -> tuple[Element, ...]:
    """The short names of sources, each leading to its place in the bibliography."""
    sources = page.site.data.sources
    return tuple(el("a", {"href": page.address(f"sources.md#{key}")}, sources[key].short) for key in keys)


def worded(text: str) -> tuple[Child, ...]:
    """A text from a data file, in which foreign words may be marked with their language."""
    try:
        # The text is from our own files.
        read = fromstring(f"<p>{text.replace('&', '&amp;')}</p>")  # noqa: S314
    except ParseError as error:
        raise Wrong(f"the marks in {text[:40]!r} are not closed: {error}") from error
    return (read.text, *read)


def plain(text: str) -> str:
    """The same without its marks."""
    parts = (part for part in worded(text) if part is not None)
    return " ".join("".join(part if isinstance(part, str) else _flat(part) for part in parts).split())


def _flat(element: Element) -> str:
    return text_of(element) + (element.tail or "")


def listed(parts: Iterable[Element]) -> Element:
    """Parts in one line."""
    line = el("span")
    for place, part in enumerate(parts):
        append(line, "; " if place else None, part)
    return line


def named_sources(text: str, site: Site) -> tuple[str, ...]:
    """The sources that a text of the engine names by their short names, in the order of the text."""
    return tuple(dict.fromkeys(key for key, _ in _named(text, site) if key))


def _named(text: str, site: Site) -> Iterable[tuple[str, str]]:
    """The parts of a text, each with the source that it names, if any; the longest name wins."""
    shorts = {source.short: key for key, source in site.data.sources.items()}
    forms = "|".join(re.escape(short) for short in sorted(shorts, key=len, reverse=True))
    for part in re.split(rf"(?<!\w)({forms})(?!\w)", text):
        yield shorts.get(part, ""), part


def with_sources(text: str, page: Page, anchor: str) -> tuple[Child, ...]:
    """A text of the engine, in which each source that it names leads to the bibliography."""
    page.cite(named_sources(text, page.site), anchor)
    return tuple(
        el("a", {"href": page.address(f"sources.md#{key}")}, part) if key else part
        for key, part in _named(text, page.site)
    )


def attested(evidence: str, keys: tuple[str, ...], page: Page, anchor: str) -> Element:
    """How well a fact from a data file is known and who says it, as one line; the sources are noted as cited there."""
    page.cite(keys, anchor)
    line = el("span", {"class": "tt-source"}, label(evidence))
    append(line, " ", listed(source_links(keys, page)))
    return line


# --- marks in running text --------------------------------------------------------------------------


def cite(words: str, page: Page) -> str:
    """The mark after a sentence that sources say: ``LABEL KEY ...``."""
    evidence, *keys = words.split() or [""]
    if evidence not in EVIDENCE[:-1]:
        raise unknown("label", evidence, EVIDENCE[:-1])
    if not keys and evidence != "unknown":
        raise Wrong(f"a sentence that is {evidence} names a source")
    number = len(page.claims) + 1
    page.cite(keys, f"r{number}")
    page.claims.append(Claim(number, evidence, tuple(keys), ""))
    link = el("a", {"id": f"r{number}", "href": f"#c{number}"}, str(number))
    shown = None if evidence == "documented" else label(evidence)
    return to_html(el("sup", {"class": "tt-cite"}, link, shown))


def ours(words: str, page: Page) -> str:
    """The mark after a sentence of our own."""
    if words not in OURS:
        raise unknown("mark of our own", words, OURS)
    told = "ours" if words == "note" else "our conjecture"
    href = report(page, page=page.name.removesuffix(".md"), section=page.heading)
    link = el("a", {"href": href, "title": "Correct this"}, told)
    return to_html(el("sup", {"class": "tt-cite tt-ours"}, link))


def notes(page: Page) -> str:
    """The end of a page with marks: what each claim rests on."""
    if not page.claims:
        return ""
    entries = el("ol", {"class": "tt-claims", "data-search-exclude": True})
    for claim in page.claims:
        about = report(page, page=page.name.removesuffix(".md"), claim=str(claim.number))
        back = el("a", {"href": f"#r{claim.number}", "aria-label": f"Back to sentence {claim.number}"}, "↑")
        wrong = el("a", {"href": about}, "correct this")
        said = listed(source_links(claim.sources, page))
        append(entries, el("li", {"id": f"c{claim.number}"}, label(claim.evidence), " ", said, " ", back, " · ", wrong))
    about_marks = page.link("about.md") + "#how-we-know"
    return (
        "\n\n## How we know each sentence\n\nThe number after a sentence leads here. "
        f"[What the labels mean]({about_marks}) is told on the page about this site. "
        "A number without a word means *documented*. "
        "*Ours* marks what we worked out, looked for or guessed ourselves.\n\n"
        f"{to_html(entries)}\n"
    )


# --- sentences without a mark -----------------------------------------------------------------------


def check_sentences(text: str, page: Page) -> None:
    """Every sentence of a page with marks has exactly one. Raises `Wrong`, with the line in `below`."""
    paragraphs = tuple(_paragraphs(text))
    if not ALWAYS.search(page.name) and not any(MARK.search(paragraph) for _, paragraph in paragraphs):
        return
    for start, paragraph in paragraphs:
        end = 0
        for mark in MARK.finditer(paragraph):
            _one_sentence(paragraph[end : mark.start()], start + paragraph[:end].count("\n"))
            end = mark.end()
        if (rest := paragraph[end:].strip(" \n*_")) != "":
            raise Wrong(f"this sentence has no mark: {_shortened(rest)!r}", start + paragraph[:end].count("\n"))


def _one_sentence(words: str, line: int) -> None:
    plain = re.sub(r"<[^>]*>", "", words).strip()
    if not plain:
        raise Wrong("this mark stands after no sentence", line)
    if cut := _END.search(plain):
        raise Wrong(f"this sentence has no mark: {_shortened(plain[: cut.end()])!r}", line)


def _shortened(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= 60 else words[:60].rstrip() + "…"


def _paragraphs(text: str) -> Iterable[tuple[int, str]]:
    """The paragraphs of prose with the number of their first line; headings, tables, fences and tokens are none."""
    lines = text.split("\n")
    number = lines.index("---", 1) + 1 if lines and lines[0] == "---" and "---" in lines[1:] else 0
    fence = ""
    gathered: list[str] = []
    start = number

    def flush() -> Iterable[tuple[int, str]]:
        if gathered:
            yield start + 1, "\n".join(gathered)
            gathered.clear()

    for at in range(number, len(lines)):
        line = lines[at]
        if fence or line.startswith("```"):
            yield from flush()
            fence = "" if fence and line.startswith("```") else "```"
            continue
        item = _ITEM.match(line)
        if item or (not gathered and _NO_PROSE.match(line)) or not line.strip():
            yield from flush()
            if not item:
                continue
        if not gathered:
            start = at
        gathered.append(line[item.end() :] if item else line)
    yield from flush()
