"""What holds on every page of the built site, and between the pages."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

import serve
from tests.conftest import BASE_PATH
from threetables.games import GAMES

pytestmark = pytest.mark.slow

ADDRESS = serve.BUILT_FOR + BASE_PATH

NAMES = {
    "skambil": ("Skambil", "Ooshli Oyin", "Uchli", "Oochlee", "Iskambil", "skambel"),
    "omi": ("Omi", "Oombi", "Oomi", "ඕමි"),
    "schembil": ("Schembil", "Schenbil", "Skinbil", "Skimbil", "Skembeel"),
}
"""Every name and spelling under which someone may look for a game."""

LOADING = {"script": "src", "img": "src", "source": "src", "iframe": "src", "use": "href", "image": "href"}


@dataclass
class Read(HTMLParser):
    """What one page holds, as far as these tests ask."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    lang: str = ""
    title: str = ""
    text: str = ""
    inside: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids, links, headings and whatever makes a browser fetch something."""
        found = {name: value or "" for name, value in attrs}
        self.inside.append(tag)
        if "id" in found:
            self.ids.add(found["id"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag == "link" and set(found.get("rel", "").split()) & {"stylesheet", "icon", "preload", "modulepreload"}:
            self.loads.append(found["href"])
        if (address := found.get(LOADING.get(tag, ""))) is not None:
            self.loads.append(address)
        if re.fullmatch("h[1-6]", tag) and "template" not in self.inside and "dialog" not in self.inside:
            self.headings.append(int(tag[1]))
        if tag == "html":
            self.lang = found.get("lang", "")
        if tag == "meta" and "name" in found:
            self.meta[found["name"]] = found.get("content", "")

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and those in it that need no end."""
        if tag in self.inside:
            while self.inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Collect what is read."""
        if "title" in self.inside and "svg" not in self.inside:
            self.title += data
        if not {"script", "style", "template", "pre"} & set(self.inside):
            self.text += data


@pytest.fixture(scope="module")
def pages(site_dir: Path) -> dict[str, Read]:
    """Every page of the site by its address below the site's own."""
    found = {}
    for path in sorted(site_dir.rglob("*.html")):
        if path.is_relative_to(site_dir / "assets"):
            continue
        page = Read()
        page.feed(path.read_text(encoding="utf-8"))
        found[path.relative_to(site_dir).as_posix().removesuffix("index.html")] = page
    assert len(found) > 15
    return found


def target(page: str, address: str) -> tuple[str, str] | None:
    """Where a link on a page leads, below the site's address, and to which id; None for another site."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        if not address.startswith(ADDRESS):
            return None
        path = address.removeprefix(ADDRESS).partition("#")[0]
    elif parts.path.startswith("/"):
        assert parts.path.startswith(BASE_PATH), f"{address} on {page} leaves the site's path"
        path = parts.path.removeprefix(BASE_PATH)
    else:
        folder = page.rpartition("/")[0]
        path = "/".join((folder, parts.path)) if parts.path else page
    kept: list[str] = []
    for part in path.split("/"):
        if part == "..":
            kept.pop()
        elif part not in (".", "") or (part == "" and kept and path.endswith("/")):
            kept.append(part)
    clean = "/".join(part for part in kept if part)
    ends = path.endswith(("/", "/.", "/..", "..", ".")) and clean
    return (unquote(clean) + ("/" if ends else ""), unquote(parts.fragment))


def test_every_link_leads_somewhere(pages: dict[str, Read], site_dir: Path) -> None:
    """Each link inside the site leads to a page or a file that is there, and to a place that is on it."""
    broken = []
    for name, page in pages.items():
        for address in page.links:
            where = target(name, address)
            if where is None or address.startswith(("javascript:", "mailto:")):
                continue
            path, anchor = where
            there = pages.get(path)
            if there is None and not (site_dir / path).is_file():
                broken.append(f"{name}: {address}")
            elif there is not None and anchor and "=" not in anchor and anchor not in there.ids | {"__top"}:
                broken.append(f"{name}: {address} (no such place)")
    assert not broken


def test_links_to_a_deal_hold_a_record_that_can_be_read(pages: dict[str, Read]) -> None:
    """Whatever the site offers to open, the engine can open."""
    from threetables.notation import read

    found = {link for page in pages.values() for link in page.links if "open/#record=" in link}
    assert len(found) > 50
    for link in found:
        assert read(unquote(link.partition("#record=")[2].partition("&step=")[0])).rules.game in GAMES


def test_nothing_is_fetched_from_another_site(pages: dict[str, Read], site_dir: Path) -> None:
    """Scripts, styles, pictures and fonts are served from here, and are there."""
    for name, page in pages.items():
        assert page.loads
        for address in page.loads:
            if address.startswith(("data:", "#")):
                continue
            where = target(name, address)
            assert where is not None, f"{name} loads {address}"
            assert (site_dir / where[0]).is_file(), f"{name} loads {address}, which is not there"
    for style in site_dir.rglob("*.css"):
        for address in re.findall(r"url\(\s*[\"']?([^\"')]+)", style.read_text(encoding="utf-8")):
            assert not re.match(r"(https?:)?//", address), f"{style.name} loads {address}"


def test_every_page_has_one_title_and_says_what_it_is(pages: dict[str, Read]) -> None:
    """One first heading, a title of its own, a description, and a language."""
    titles = [page.title for page in pages.values()]
    assert len(set(titles)) == len(titles)
    for name, page in pages.items():
        assert page.headings.count(1) == 1, name
        assert page.title.strip(), name
        assert len(page.meta.get("description", "")) > 20, name
        assert page.lang == "en", name


def test_headings_step_down_one_at_a_time(pages: dict[str, Read]) -> None:
    """A reader who goes by headings misses no level."""
    for name, page in pages.items():
        levels = page.headings[page.headings.index(1) :]
        skipped = [(a, b) for a, b in pairwise(levels) if b > a + 1]
        assert not skipped, name


def test_no_token_is_left(pages: dict[str, Read]) -> None:
    """What should have been filled in does not reach a reader."""
    assert [name for name, page in pages.items() if "{{" in page.text or "}}" in page.text] == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_law_is_linked_both_ways(game: str, pages: dict[str, Read]) -> None:
    """From the rules page to each law, and from each law's place back to the rules page."""
    rules, laws = pages[f"{game}/"], pages[f"{game}/laws/"]
    there = {target(f"{game}/", link) for link in rules.links}
    for law in GAMES[game].laws:
        assert (f"{game}/laws/", law.id) in there
        assert law.id in laws.ids
    back = {where[1] for link in laws.links if (where := target(f"{game}/laws/", link)) and where[0] == f"{game}/"}
    explained = {anchor for anchor in rules.ids if anchor.startswith("why-")}
    assert explained
    assert explained <= back


# --- search -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def index(site_dir: Path) -> dict[str, Any]:
    """What the search knows."""
    loaded: dict[str, Any] = json.loads((site_dir / "search" / "search_index.json").read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_is_found_by_any_of_its_names(game: str, index: dict[str, Any]) -> None:
    """Each name stands on the rules page, as words that the search keeps apart from the marks beside them."""
    assert "trimmer" not in index["config"]["pipeline"]  # it strips every letter that is not Latin
    separator = re.compile(index["config"]["separator"])
    entries = [entry for entry in index["docs"] if entry["location"].partition("#")[0] == f"{game}/"]
    text = " ".join(f"{entry['title']} {entry['text']}" for entry in entries)
    words = set(separator.split(re.sub(r"<[^>]+>", " ", text).lower()))
    for name in NAMES[game]:
        assert set(name.lower().split()) <= words, name


def test_the_steps_of_a_deal_are_not_searched(index: dict[str, Any]) -> None:
    """A deal is found by its title and what it shows, not by every card in it."""
    deals = [entry for entry in index["docs"] if re.match(r"\w+/deals/[\w-]+/", entry["location"])]
    assert len({entry["location"].partition("#")[0] for entry in deals}) >= 3
    assert all(len(entry["text"]) < 1500 for entry in deals)
