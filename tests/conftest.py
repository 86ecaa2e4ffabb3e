"""What every test may ask for: the built site, its address, a real browser and a fresh page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from hypothesis import settings

if TYPE_CHECKING:  # the tests also run where there is no browser and no server: inside Pyodide
    from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request

BASE_PATH = "/three-tables/"

# A slow machine is no fault of the code; and where a change is judged, chance has no part.
settings.register_profile("usual", deadline=None, derandomize="CI" in os.environ)
# Pyodide is slower, and what is tried there was tried at length outside.
settings.register_profile("few", deadline=None, max_examples=10)
settings.load_profile("usual")


class Watch:
    """What a page did that no page may do, unless its test says otherwise."""

    def __init__(self, page: Page, origin: str) -> None:
        self.origin = origin
        self.foreign: list[str] = []
        self.errors: list[str] = []
        self.allowed: list[str] = []
        self.context = page.context
        self.context.on("request", self.note_request)
        self.context.on("console", self.note_message)
        self.page = page
        self.page.on("pageerror", self.note_error)

    def rest(self) -> None:
        """Watch no longer."""
        self.context.remove_listener("request", self.note_request)
        self.context.remove_listener("console", self.note_message)
        self.page.remove_listener("pageerror", self.note_error)

    def note_error(self, error: Error) -> None:
        """Remember an error that nothing caught."""
        self.errors.append(str(error))

    def allow(self, *parts: str) -> None:
        """Expect errors that contain one of these texts."""
        self.allowed += parts

    def note_request(self, request: Request) -> None:
        """Remember a request to anywhere but the site."""
        address = urlsplit(request.url)
        local = f"{address.scheme}://{address.netloc}" == self.origin or address.scheme in ("data", "blob")
        if not local:
            self.foreign.append(request.url)

    def note_message(self, message: ConsoleMessage) -> None:
        """Remember an error on the console."""
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location['url']})")

    def complaints(self) -> list[str]:
        """All that must not have happened."""
        unexpected = [error for error in self.errors if not any(part in error for part in self.allowed)]
        return [f"request to {url}" for url in self.foreign] + [f"console: {error}" for error in unexpected]


@pytest.fixture(scope="session")
def site_dir() -> Path:
    """The site as Pages would have it, under a sub-path; built only if something changed."""
    import build
    import prepare
    import serve

    site = prepare.WORK / "tested" / "site"
    build.build(site, serve.BUILT_FOR + BASE_PATH)
    return site


@pytest.fixture(scope="session")
def site_url(site_dir: Path) -> Iterator[str]:
    """The address of the built site, with a slash at its end."""
    import serve

    with serve.Preview(site_dir, BASE_PATH, port=0) as preview:
        preview.start()
        yield preview.address
        preview.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, the one that `scripts/test.py` found."""
    from playwright.sync_api import sync_playwright

    import test as tests

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=tests.find_browser(), args=tests.CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def window(browser: Browser, site_url: str) -> Iterator[Page]:
    """An empty page that keeps a window open: to open one for each test takes longer than most tests."""
    context = browser.new_context(base_url=site_url)
    yield context.new_page()
    context.close()


WATCHES: dict[Page, Watch] = {}


@contextmanager
def watched(page: Page, window: Page, site_url: str) -> Iterator[Watch]:
    """Watch a page; afterwards forget what it kept on this device. Fails if it left the site or logged an error."""
    address = urlsplit(site_url)
    origin = f"{address.scheme}://{address.netloc}"
    watch = WATCHES[page] = Watch(page, origin)
    yield watch
    watch.rest()
    window.context.clear_cookies()
    forget = {"origin": origin, "storageTypes": "all"}
    window.context.new_cdp_session(window).send("Storage.clearDataForOrigin", forget)
    del WATCHES[page]
    assert not watch.complaints()


@pytest.fixture
def page(window: Page, site_url: str) -> Iterator[Page]:
    """A page with no past but the browser's cache."""
    fresh = window.context.new_page()
    with watched(fresh, window, site_url):
        yield fresh
        fresh.close()


@pytest.fixture(scope="session")
def long_visit(window: Page) -> Iterator[Page]:
    """A page that is kept through many tests, and with it the engine: it takes seconds to start."""
    kept = window.context.new_page()
    yield kept
    kept.close()


@pytest.fixture
def visitor(long_visit: Page, window: Page, site_url: str) -> Iterator[Page]:
    """A page in the middle of a long visit, in a window of the usual size, with no wishes of its own."""
    with watched(long_visit, window, site_url):
        long_visit.set_viewport_size({"width": 1280, "height": 720})
        long_visit.emulate_media(color_scheme="light", reduced_motion="no-preference", media="screen")
        long_visit.evaluate("document.querySelector('dialog[open]')?.close()")
        yield long_visit


@pytest.fixture
def watch(page: Page) -> Watch:
    """The watch over this test's page, to say which errors it expects."""
    return WATCHES[page]
