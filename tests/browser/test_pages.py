"""Every page in a real browser: can it be read by everyone, and does it fit a narrow window?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.journey import shut_out
from tests.conftest import Watch

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def addresses(site_dir: Path) -> list[str]:
    """Every page below the site's address."""
    found = [path.relative_to(site_dir).as_posix() for path in sorted(site_dir.rglob("*.html"))]
    pages = [name.removesuffix("index.html") for name in found if not name.startswith("assets/")]
    assert len(pages) > 15
    return pages


@pytest.fixture
def quiet(page: Page, watch: Watch) -> Page:
    """A page on which the engine does not come: it takes seconds, and a page must do without."""
    page.route("**/assets/pyodide/**", lambda route: route.abort())
    watch.allow("ERR_FAILED")
    return page


def test_nothing_on_a_page_shuts_anyone_out(quiet: Page, addresses: list[str]) -> None:
    """The rules of axe hold on every page, by day and by night."""
    found = []
    for address in addresses:
        quiet.goto(address)
        found += shut_out(quiet, address)
    assert not found


def test_no_page_scrolls_sideways(quiet: Page, addresses: list[str]) -> None:
    """A window of 320 px, which is also a wide one at 400 %, is wide enough."""
    found = []
    for address in addresses:
        quiet.goto(address)
        for width in (390, 320):
            quiet.set_viewport_size({"width": width, "height": 720})
            there = quiet.evaluate("document.documentElement.scrollWidth")
            if there > width:
                found.append(f"{address}: {there} px")
    assert not found


def test_letters_twice_as_large_fit_a_phone(quiet: Page, addresses: list[str]) -> None:
    """Whoever needs large letters reads each kind of page on a phone without scrolling sideways."""
    quiet.set_viewport_size({"width": 360, "height": 740})
    found = []
    kinds = ("", "omi/", "omi/deals/", "omi/deals/first-deal/", "skambil/laws/", "open/", "notation/", "credits/")
    assert set(kinds) <= set(addresses)
    for address in kinds:
        quiet.goto(address)
        quiet.add_style_tag(content="html { font-size: 200% !important }")
        there = quiet.evaluate("document.documentElement.scrollWidth")
        if there > 360:
            found.append(f"{address}: {there} px")
    assert not found


@pytest.mark.parametrize("name", ["Uchli", "Oomi", "ඕමි", "Skinbil"])
def test_a_game_is_found_by_its_rarer_names(page: Page, name: str) -> None:
    """Whoever knows a game by another name finds its rules."""
    page.goto("about/")
    page.locator(".md-search__input").click()
    page.keyboard.insert_text(name)
    page.keyboard.press("Shift")  # the search listens for keys, and text that is inserted presses none
    first = page.locator(".md-search-result__link").first
    first.wait_for()
    wanted = {"Uchli": "skambil/", "Skinbil": "schembil/"}.get(name, "omi/")
    assert f"/{wanted}" in (first.get_attribute("href") or "")
