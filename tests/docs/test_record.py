"""The record on the built site: a source behind every sentence; laws and steps that lead to each other; paper."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest

from gathered import read_deals
from prepare import ROOT
from sheets import PAPERS, lines, sheets
from threetables.games import GAMES

pytestmark = pytest.mark.slow

MARK = "¤"
ALWAYS = (*(f"{game}/history" for game in GAMES), "family")
NO_PROSE = {"figure", "details", "table", "ol", "nav", "script", "style", "header", "footer", "h1", "h2", "h3"}


VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclass
class Prose(HTMLParser):
    """The paragraphs and bullets of a page, with a sign in the place of each mark."""

    paragraphs: list[str] = field(default_factory=list)
    inside: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a paragraph, or note a mark."""
        found = dict(attrs)
        if tag in VOID:
            return
        classes = found.get("class") or ""
        if tag in ("p", "li") and self._reads():
            self.paragraphs.append("")
        if tag == "sup" and "tt-cite" in classes and self.paragraphs:
            self.paragraphs[-1] += MARK
        self.inside.append((tag, classes))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and those in it that need no end."""
        while tag not in VOID and self.inside and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Collect what is read as prose."""
        tags = [tag for tag, _ in self.inside]
        if self._reads() and {"p", "li"} & set(tags) and not any("tt-cite" in classes for _, classes in self.inside):
            self.paragraphs[-1] += data

    def _reads(self) -> bool:
        tags = [tag for tag, _ in self.inside]
        return "article" in tags and not NO_PROSE & set(tags)


def prose(page: Path) -> list[str]:
    """The paragraphs of a page, without its last part, which lists what the marks rest on."""
    reader = Prose()
    reader.feed(page.read_text(encoding="utf-8"))
    return [" ".join(paragraph.split()) for paragraph in reader.paragraphs]


@pytest.mark.parametrize("name", ALWAYS)
def test_every_sentence_of_history_says_how_we_know(name: str, site_dir: Path) -> None:
    """Between two marks stands one sentence, and no sentence stands after the last."""
    number = 0
    for paragraph in prose(site_dir / name / "index.html"):
        if paragraph.startswith("The number after a sentence leads here."):
            break
        *sentences, rest = paragraph.split(MARK)
        assert not rest.strip(), f"{name}: no mark after {rest[:60]!r}"
        for sentence in (sentence.strip() for sentence in sentences):
            number += 1
            assert re.search(r"[.?!][)”]?$", sentence), f"{name}: {sentence[-60:]!r} is no whole sentence"
            inner = re.sub(r"\b[A-Z]\.\s?", "", sentence)
            assert not re.search(r"[.?!][)”]? +[A-Z]", inner), f"{name}: two sentences under one mark: {sentence!r}"
    assert number > 20


def test_a_page_without_one_mark_would_be_noticed(tmp_path: Path, site_dir: Path) -> None:
    """If a mark is lost on the way to the reader, this is seen from the page itself."""
    text = (site_dir / "omi" / "history" / "index.html").read_text(encoding="utf-8")
    lost = re.sub(r'<sup class="tt-cite.*?</sup>', "", text, count=1, flags=re.S)
    assert lost != text
    for name, page in (("whole", text), ("lost", lost)):
        (tmp_path / name / "omi" / "history").mkdir(parents=True)
        (tmp_path / name / "omi" / "history" / "index.html").write_text(page, encoding="utf-8")
    test_every_sentence_of_history_says_how_we_know("omi/history", tmp_path / "whole")
    with pytest.raises(AssertionError):
        test_every_sentence_of_history_says_how_we_know("omi/history", tmp_path / "lost")


# --- sources ----------------------------------------------------------------------------------------


def test_the_bibliography_is_complete_both_ways(site_dir: Path) -> None:
    """Every source is cited on the pages it names, and every citation leads to a source of the list."""
    bib = (site_dir / "sources.bib").read_text(encoding="utf-8")
    keys = set(re.findall(r"^@\w+\{([\w-]+),", bib, re.M))
    page = (site_dir / "sources" / "index.html").read_text(encoding="utf-8")
    entries = dict(re.findall(r'<li id="([\w-]+)">(.*?)</li>', page, re.S))
    assert set(entries) == keys
    cited: dict[str, set[str]] = {key: set() for key in keys}
    for path in site_dir.rglob("index.html"):
        name = path.parent.relative_to(site_dir).as_posix()
        if name != "sources":
            for key in re.findall(r'href="(?:\.\./)*(?:\./)?sources/#([\w-]+)"', path.read_text(encoding="utf-8")):
                assert key in keys, f"{name} cites {key}"
                cited[key].add(name)
    for key, entry in entries.items():
        named = {
            link.partition("#")[0].removeprefix("../").strip("/") for link in re.findall(r'href="(\.\./[^"]*)"', entry)
        }
        assert named, f"{key} is cited nowhere"
        assert named == cited[key], key


# --- clauses, laws, steps ---------------------------------------------------------------------------


def test_every_clause_of_the_three_texts_can_be_read(site_dir: Path) -> None:
    """Seventy-two clauses of Skambil, fifty-one of Omi and forty-four of Schembil stand on the site."""
    seen = {
        clause
        for game in GAMES
        for clause in re.findall(
            r">((?:SK|OM|SC)-\d\d)<", (site_dir / game / "laws" / "index.html").read_text(encoding="utf-8")
        )
    }
    wanted = {f"{short}-{n:02}" for short, last in (("SK", 72), ("OM", 51), ("SC", 44)) for n in range(1, last + 1)}
    assert seen == wanted
    assert len(wanted) == 167


@pytest.mark.parametrize("game", sorted(GAMES))
def test_laws_and_steps_lead_to_each_other(game: str, site_dir: Path) -> None:
    """A step names the laws at work and leads to them; each of them leads to that step, unless it has too many."""
    laws_page = (site_dir / game / "laws" / "index.html").read_text(encoding="utf-8")
    parts = dict(re.findall(r'<h3 class="tt-law" id="([\w.-]+)">(.*?)(?=<h[23] )', laws_page, re.S))
    back = {
        (law, deal, int(step))
        for law, part in parts.items()
        for deal, step in re.findall(r'href="\.\./deals/([\w-]+)/#step-(\d+)"', part)
    }
    assert back
    forth: set[tuple[str, str, int]] = set()
    for deal in read_deals(ROOT / "tutorials")[game]:
        page = (site_dir / game / "deals" / deal.id / "index.html").read_text(encoding="utf-8")
        for step, entry in re.findall(r'<section data-step="(\d+)">(.*?)</section>', page, re.S):
            named = re.findall(rf'href="(?:\.\./)+{game}/laws/#([\w.-]+)"', entry)
            forth |= {(law, deal.id, int(step)) for law in named}
            laws = deal.laws[int(step)]
            assert {*laws.here, *laws.next} <= set(named)
    assert back <= forth
    for law, deal_id, step in forth - back:
        more = [one for one in back if one[:2] == (law, deal_id)]
        assert len(more) >= 6 or step not in dict.fromkeys(one[2] for one in more), (law, deal_id, step)


# --- words ------------------------------------------------------------------------------------------


def test_a_word_is_explained_once_on_a_page(site_dir: Path) -> None:
    """The first use of a word says what it means and leads to its place; later uses are left in peace."""
    words = (site_dir / "words" / "index.html").read_text(encoding="utf-8")
    ids = set(re.findall(r'<div id="([\w-]+)">', words))
    number = 0
    for path in site_dir.rglob("index.html"):
        found = re.findall(r'<a class="tt-term" href="([^"]*)" title="([^"]*)">', path.read_text(encoding="utf-8"))
        targets = [link.partition("#")[2] for link, _ in found]
        nested = re.search(r"<a [^>]*>(?:(?!</a>).)*<a ", path.read_text(encoding="utf-8"), re.S)
        assert not nested, f"{path}: a link inside a link: {nested[0][:200] if nested else ''}"
        assert len(set(targets)) == len(targets), path
        assert set(targets) <= ids
        assert all(len(title) > 10 for _, title in found)
        number += len(found)
    assert number > 50


def test_each_foreign_word_says_its_language(site_dir: Path) -> None:
    """Every word of the glossary stands under its language, and Arabic runs from right to left."""
    words = (site_dir / "words" / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'<span class="tt-script" lang="([\w-]+)"( dir="rtl")?>([^<]*)</span>', words)
    assert {lang for lang, _, _ in scripts} >= {"si", "el", "hyw", "ar"}
    for lang, rtl, text in scripts:
        assert bool(rtl) == (lang == "ar") == bool(re.search("[\u0600-\u06ff]", text)), text


# --- paper ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_a_rules_card_is_one_sheet_with_every_sentence(game: str, paper: str, site_dir: Path) -> None:
    """Each set of rules for each number of seats fits one sheet, and no word of it is cut."""
    number = 0
    for sheet in sheets(game):
        read = pypdf.PdfReader(site_dir / "print" / f"{sheet.name}-{paper}.pdf")
        assert len(read.pages) == 1, sheet.name
        [page] = read.pages
        width, height = (595, 842) if paper == "a4" else (612, 792)
        assert (round(page.mediabox.width), round(page.mediabox.height)) == (width, height)
        printed = re.sub(r"[\s\u00ad-]", "", page.extract_text())
        for _, part in lines(sheet.rules):
            for line in part:
                assert re.sub(r"[\s\u00ad-]", "", line["text"]) in printed, (sheet.name, line["text"])
        number += 1
    assert number == sum(len(preset.seats) for preset in GAMES[game].presets)


def test_the_laws_are_at_a_stable_address(site_dir: Path) -> None:
    """A program finds the laws and what describes them at the root of the site."""
    data = json.loads((site_dir / "laws.json").read_text(encoding="utf-8"))
    assert [game["id"] for game in data["games"]] == list(GAMES)
    assert (site_dir / "laws.schema.json").is_file()
