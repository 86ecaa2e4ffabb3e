"""A network that breaks off, a server that answers wrongly: the page says why, goes on, and loads when asked again."""

from collections.abc import Iterator
from io import BufferedIOBase
from pathlib import Path, PurePosixPath
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

import serve
from tests.browser.journey import DEALS, attend, doing, drawn, example, page_of, press
from tests.conftest import BASE_PATH

pytestmark = pytest.mark.browser

DEAL = DEALS[0]


class Broken:
    """Passes on the first part of a file and breaks the connection."""

    def __init__(self, real: Any, share: float) -> None:
        self.real, self.share = real, share

    def write(self, body: bytes) -> None:
        """Send what gets through."""
        self.real.write(body[: int(len(body) * self.share)])
        self.real.flush()
        raise ConnectionResetError

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


class Altered:
    """Passes on one file with one byte of it changed, as a bad disk or a meddler would."""

    def __init__(self, handler: serve.Handler) -> None:
        self.handler, self.real = handler, handler.wfile

    def write(self, body: bytes) -> None:
        """Send the file, as long as it was; what follows on the same connection is sent as it is."""
        self.handler.wfile = self.real
        middle = len(body) // 2
        self.real.write(body[:middle] + bytes([body[middle] ^ 1]) + body[middle + 1 :])

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


class Faulty(serve.Handler):
    """Answers like the preview, but for the files that are to go wrong."""

    server: "FaultyNetwork"

    @property
    def name(self) -> str:
        """The file that is asked for."""
        return PurePosixPath(self.path).name

    def send_file(self, status: int, path: str) -> None:
        """A file that was withdrawn is answered as missing."""
        if self.name in self.server.missing:
            status, path = 404, str(Path(self.server.site) / "404.html")
        super().send_file(status, path)

    def send_header(self, keyword: str, value: str) -> None:
        """A mistyped file goes out as plain text."""
        mistyped = keyword == "Content-Type" and self.name in self.server.mistyped
        super().send_header(keyword, "text/plain" if mistyped else value)

    def end_headers(self) -> None:
        """From here on, what is written is the file itself."""
        super().end_headers()
        share = self.server.shares.get(self.name)
        if share is not None:
            self.wfile = cast(BufferedIOBase, Broken(self.wfile, share))
        if self.name in self.server.altered:
            self.wfile = cast(BufferedIOBase, Altered(self))


class FaultyNetwork(serve.Preview):
    """The site behind a network that cuts some files, has lost others and mistypes a few."""

    def __init__(self, site: Path) -> None:
        super().__init__(site, BASE_PATH, 0)
        self.RequestHandlerClass = Faulty
        self.mend()

    def mend(self) -> None:
        """All is well again."""
        self.shares: dict[str, float] = {}
        self.missing: set[str] = set()
        self.mistyped: set[str] = set()
        self.altered: set[str] = set()


@pytest.fixture(scope="module")
def network(site_dir: Path) -> Iterator[FaultyNetwork]:
    """A network that can be broken and mended."""
    with FaultyNetwork(site_dir) as preview:
        preview.start()
        yield preview
        preview.shutdown()


@pytest.fixture(scope="module")
def far(browser: Browser, network: FaultyNetwork) -> Iterator[BrowserContext]:
    """A window whose pages are reached through that network, kept open by an empty page."""
    context: BrowserContext = browser.new_context(base_url=network.address, reduced_motion="reduce")
    context.new_page()
    yield context
    context.close()


@pytest.fixture
def visit(far: BrowserContext, network: FaultyNetwork) -> Iterator[Page]:
    """A page that finds nothing in the browser's cache. What it logs is expected: browsers report a failed download."""
    network.mend()
    page = far.new_page()
    far.new_cdp_session(page).send("Network.clearBrowserCache")
    attend(page)
    yield page
    page.close()


def fails_and_mends(page: Page, network: FaultyNetwork, *says: str) -> None:
    """The engine fails to come, and says so; stepping works; Retry brings it, on the same page."""
    record, line = example(DEAL).record, example(DEAL).line
    page.goto(page_of(DEAL))
    page.evaluate("() => { window.mark = 'kept'; }")
    player = page.locator("tt-player")
    player.scroll_into_view_if_needed()
    page.locator("tt-player[data-engine=failed]").wait_for()
    status = player.locator("[data-part=status]").inner_text()
    assert status.startswith("The engine did not load: ")
    assert status.endswith("You can go on stepping.")
    for part in says:
        assert part in status
    retry = player.locator("[data-do=retry]")
    assert retry.is_visible()
    doing(page, "forward")
    press(page, "Home")
    for step in (1, 2, 3):
        press(page, "ArrowRight")
        assert player.get_attribute("data-source") == "page"
        assert page.evaluate("html => journey.shows(html)", drawn(record, line, step))
    network.mend()
    retry.click()
    page.locator("tt-player[data-source=engine]").wait_for()
    assert retry.is_hidden()
    assert page.evaluate("html => journey.shows(html)", drawn(record, line, 3))
    assert page.evaluate("window.mark") == "kept"
    assert player.locator("[data-part=status]").inner_text().startswith("The engine is live.")


def wheel(site: Path) -> str:
    """The file name of the engine's wheel."""
    [found] = (site / "assets" / "pyodide").glob("*.whl")
    return found.name


@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
@pytest.mark.parametrize("file", ["pyodide.asm.wasm", pytest.param("the wheel", marks=pytest.mark.thorough)])
def test_a_download_that_breaks_off(
    visit: Page, network: FaultyNetwork, site_dir: Path, file: str, share: float
) -> None:
    """However much of a file came, the page says which file was cut, and Retry brings the whole of it."""
    name = wheel(site_dir) if file == "the wheel" else file
    network.shares = {name: share}
    fails_and_mends(visit, network, name)


@pytest.mark.parametrize(
    "name",
    ["sizes.json", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("pyodide.asm.wasm", "pyodide.mjs"))],
)
def test_a_file_that_is_not_there(visit: Page, network: FaultyNetwork, name: str) -> None:
    """A file that the server has lost is named with the server's answer."""
    network.missing = {name}
    fails_and_mends(visit, network, name, "404")


def test_an_engine_that_was_changed_on_the_way(visit: Page, network: FaultyNetwork, site_dir: Path) -> None:
    """An engine that is not the one the site was built with does not run, even if it is just as long."""
    network.altered.add(wheel(site_dir))
    fails_and_mends(visit, network)


def test_a_worker_that_is_not_there(visit: Page, network: FaultyNetwork) -> None:
    """Even the engine's first few lines may fail to come."""
    network.missing = {"worker.js"}
    fails_and_mends(visit, network, "worker.js")


@pytest.mark.parametrize(
    "name",
    ["worker.js", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("pyodide.mjs", "pyodide.asm.mjs"))],
)
def test_a_file_of_the_wrong_type(visit: Page, network: FaultyNetwork, name: str) -> None:
    """A host that sends a script as plain text is no reason to hang: the page says that the engine did not start."""
    network.mistyped = {name}
    fails_and_mends(visit, network)


def test_a_wrong_type_that_does_no_harm(visit: Page, network: FaultyNetwork, site_dir: Path) -> None:
    """Many hosts do not know the types of the engine's own files; the engine starts all the same."""
    network.mistyped = {"pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "sizes.json", wheel(site_dir)}
    visit.goto(page_of(DEAL))
    visit.locator("tt-player").scroll_into_view_if_needed()
    visit.locator("tt-player[data-source=engine]").wait_for()


def test_progress_is_told_in_bytes(visit: Page, network: FaultyNetwork, site_dir: Path) -> None:
    """While the engine loads, the page tells how many of how many bytes have come, and never goes back on it."""
    network.shares = {"pyodide.asm.wasm": 0.5}
    visit.add_init_script(
        """window.progress = [];
        new MutationObserver(() => {
          const { engine } = window.threeTables ?? {};
          const meter = document.querySelector("tt-player progress");
          if (engine?.state === "loading" && engine.total) window.progress.push([meter.value, meter.max, engine.done]);
        }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });"""
    )
    visit.goto(page_of(DEAL))
    visit.locator("tt-player").scroll_into_view_if_needed()
    visit.locator("tt-player[data-engine=failed]").wait_for()
    told = visit.evaluate("progress")
    total = sum(
        path.stat().st_size for path in (site_dir / "assets" / "pyodide").iterdir() if path.name != "sizes.json"
    )
    assert told
    assert {most for _, most, _ in told} == {total}
    assert [value for value, _, _ in told] == sorted(value for value, _, _ in told)
    assert 0 < told[-1][0] < total
