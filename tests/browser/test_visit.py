"""A whole visit: one window and one engine through all pages, what is kept and forgotten, and what is loaded when."""

import gzip
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.journey import DEALS, attend, come_near, drawn, example, first_deal, live, page_of, show
from tests.conftest import BASE_PATH, Watch
from threetables.games import GAMES

pytestmark = pytest.mark.browser

BUDGET = 300 * 1000
"""So many bytes, compressed, may a page without a player cost a reader who comes for the first time."""


def pages_of(site: Path) -> list[str]:
    """The address of every page of the site, within it."""
    found = sorted(path.relative_to(site) for path in site.rglob("index.html") if "assets" not in path.parts)
    return [path.as_posix().removesuffix("index.html") for path in found]


def go(page: Page, path: str) -> None:
    """Scroll up and follow a link of the page itself, as a reader does, wherever it stands."""
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("[...document.querySelectorAll('.tt-row a')].some((link) => link.checkVisibility())")
    try:
        page.wait_for_function(
            """path => {
              const link = [...document.querySelectorAll("a[href]")].find((a) => {
                const { origin, pathname, hash } = new URL(a.href);
                return origin === location.origin && pathname.endsWith(path) && !hash && a.checkVisibility();
              });
              link?.setAttribute("data-way", path);
              return Boolean(link);
            }""",
            arg=f"{BASE_PATH}{path}",
        )
    except PlaywrightTimeout:
        pytest.fail(f"{page.url}: no visible link leads to {path}")
    page.locator(f"a[data-way='{BASE_PATH}{path}']").first.click()
    page.wait_for_url(re.compile(rf"{BASE_PATH}{path}$"))


def test_a_link_within_the_page_drops_nothing(page: Page) -> None:
    """Whoever follows a link to a place on the same page, first of all or later, keeps the table and the line tried."""
    deal = first_deal("omi")
    live(page, page_of(deal))
    for _ in range(2):
        page.evaluate("journey.player().mark = 'kept'")
        for place in ("step-9", "the-plays", "step-3"):
            page.evaluate("place => { location.hash = place; }", place)
            page.wait_for_function("place => location.hash === `#${place}`", arg=place)
            page.evaluate("() => new Promise((after) => setTimeout(after, 300))")
            assert page.evaluate("journey.player().mark") == "kept", place
        page.go_back()
        page.wait_for_function("location.hash === '#the-plays'")
        assert page.evaluate("journey.player().mark") == "kept"
        go(page, "about/")
        page.go_back()
        page.locator("tt-player[data-ready]").wait_for()


def test_a_visit_keeps_its_window_and_its_engine(page: Page) -> None:
    """Through three page changes and back, the window, the worker and the live players stay; nothing starts anew."""
    here = first_deal("omi")
    live(page, page_of(here))
    page.evaluate("() => { window.mark = 'kept'; }")
    engine = page.evaluate("threeTables.engine.id")
    show(page, 5)
    for path in ("omi/deals/", "schembil/", "schembil/deals/", page_of(first_deal("schembil"))):
        go(page, path)
    come_near(page)
    deal = first_deal("schembil")
    show(page, 7)
    assert page.evaluate("html => journey.shows(html)", drawn(example(deal).record, example(deal).line, 7))
    assert page.locator("tt-player[data-ready]").count() == page.locator("tt-player").count() == 1
    for path in ("schembil/deals/", "schembil/", "omi/deals/", page_of(here)):
        page.go_back()
        page.wait_for_url(re.compile(rf"{BASE_PATH}{path}$"))
    # The address changes at once, the page a moment later.
    page.locator(f"tt-player[data-deal={here.replace('/', '-')}]").wait_for()
    come_near(page)
    at = int(page.locator("tt-player").get_attribute("data-shown") or -1)
    assert page.evaluate("html => journey.shows(html)", drawn(example(here).record, example(here).line, at))
    show(page, 9)
    assert page.evaluate("html => journey.shows(html)", drawn(example(here).record, example(here).line, 9))
    assert page.evaluate("window.mark") == "kept"
    assert page.evaluate("threeTables.engine.id") == engine
    assert page.evaluate("seen.workers.length") == 1


def test_the_watch_sees_workers_too(page: Page, watch: Watch, site_url: str) -> None:
    """A request to another site would be noticed, from the page as from a worker; and the engine's own are all ours."""
    requested: list[str] = []
    page.context.on("request", lambda request: requested.append(request.url))
    live(page, page_of(DEALS[0]))
    assert any(url.endswith("pyodide.asm.wasm") for url in requested)
    assert watch.foreign == []
    origin = "http://localhost:9/"
    page.evaluate(
        """url => new Promise((done) => {
          const code = `fetch(${JSON.stringify(url)}).catch(() => 0).then(() => postMessage(0))`;
          const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
          worker.onmessage = done;
        }).then(() => true)""",
        origin,
    )
    assert watch.foreign == [origin]
    watch.foreign.clear()
    watch.allow("ERR_", "localhost:9")


def cold_load(page: Page, path: str) -> list[str]:
    """What a reader's browser asks for who comes to this page first, in the order of asking."""
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(urlsplit(request.url).path)

    page.context.on("request", note)
    page.goto(path, wait_until="networkidle")
    page.context.remove_listener("request", note)
    return asked


def test_no_page_without_a_player_is_heavy(page: Page, site_dir: Path) -> None:
    """A page without a player loads no byte of the engine, and all it loads is light."""

    @cache
    def weight(path: str) -> int:
        file = site_dir / unquote(path).removeprefix(BASE_PATH)
        return len(gzip.compress((file / "index.html" if file.is_dir() else file).read_bytes(), 6))

    heavy = {}
    for path in pages_of(site_dir):
        if "<tt-player" in (site_dir / path / "index.html").read_text(encoding="utf-8"):
            continue
        asked = cold_load(page, path)
        assert not [name for name in asked if "/assets/pyodide/" in name or name.endswith("player/worker.js")], path
        whole = sum(weight(name) for name in asked if name.startswith(BASE_PATH))
        if whole > BUDGET:
            heavy[path] = whole
    assert heavy == {}


def test_a_player_far_down_the_page_waits(browser: Browser, site_url: str) -> None:
    """The engine is fetched when a player comes near the screen, and not before."""
    context = browser.new_context(base_url=site_url, viewport={"width": 400, "height": 300})
    page = context.new_page()
    attend(page)
    page.add_init_script(
        """const far = new CSSStyleSheet();
        far.replaceSync("tt-player { margin-top: 5000px !important }");
        document.adoptedStyleSheets = [far];"""
    )
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page.goto(page_of(DEALS[0]), wait_until="networkidle")
    page.locator("tt-player[data-ready]").wait_for(state="attached")
    assert page.evaluate("threeTables.engine.state") == "asleep"
    assert not [url for url in asked if "/assets/pyodide/" in url]
    come_near(page)
    assert [url for url in asked if "/assets/pyodide/" in url]
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_kept_until_it_is_forgotten(page: Page, game: str) -> None:
    """Each setting lasts over a reload and over pages; forgetting leaves nothing of the visit on the device."""
    attend(page)
    page.goto(page_of(first_deal(game)))
    page.locator("tt-player [data-tt-settings]").click()
    page.locator("dialog").wait_for()
    fields = page.evaluate(
        """() => [...new Set([...document.querySelectorAll("dialog input[type=radio]")].map((input) => input.name))]"""
    )
    chosen = {}
    for name in fields:
        last = page.locator(f"dialog input[name={name}]").last
        last.check()
        chosen[name] = last.get_attribute("value")
    page.locator("dialog [data-do=close]").click()
    assert page.locator("dialog").is_hidden()
    page.reload()
    page.goto(f"{game}/")
    page.locator("header [data-tt-settings]").click()
    for name, value in chosen.items():
        assert page.locator(f"dialog input[name={name}][value='{value}']").is_checked(), name
    for name in ("faces", "suits", "motion", "scheme"):
        assert page.locator("html").get_attribute(f"data-{name}") == chosen[name]
    page.locator("dialog [data-do=forget]").click()
    assert page.locator("dialog [role=status]").inner_text()
    left = page.evaluate(
        """async () => [
          ...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie,
          ...(await caches.keys()), ...(await indexedDB.databases()).map(({ name }) => name),
        ].filter(Boolean)"""
    )
    assert left == []
    for name in ("faces", "suits", "motion", "scheme"):
        assert page.locator("html").get_attribute(f"data-{name}") in (None, "full", "two"), name
