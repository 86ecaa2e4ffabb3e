"""Paper, and a browser without JavaScript: the page is finished before any script arrives."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import test as tests
from tests.browser.journey import DEALS, example, page_of, sentences
from threetables.games import GAMES
from threetables.view.words import OPENER

pytestmark = pytest.mark.browser

PAPER = 4
"""So many A4 pages a printed deal may take."""


@pytest.fixture(scope="module")
def scriptless(browser: Browser) -> Iterator[Browser]:
    """A browser whose reader has switched JavaScript off, so that it shows what pages hold for that case."""
    args = (*tests.CHROMIUM_FLAGS, "--blink-settings=scriptEnabled=false")
    other = browser.browser_type.launch(executable_path=tests.find_browser(), args=args)
    yield other
    other.close()


@pytest.fixture
def plain(scriptless: Browser, site_url: str) -> Iterator[Page]:
    """A page of that browser."""
    context = scriptless.new_context(base_url=site_url)
    yield context.new_page()
    context.close()


def sheets(page: Page) -> int:
    """How many A4 pages the page takes when it is printed."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


@pytest.mark.parametrize("deal", DEALS)
def test_a_deal_reads_whole_without_a_script(plain: Page, deal: str) -> None:
    """There is a drawn table for each trick and a line for each step, with the notes, and no button without effect."""
    plain.goto(page_of(deal))
    record, line = example(deal).record, example(deal).line
    printed = plain.locator("tt-player [data-part=printed]")
    figures = printed.locator("figure").all()
    assert all(figure.is_visible() for figure in figures)
    heads = [figure.locator("figcaption").inner_text() for figure in figures]
    tricks = [figure for figure, head in zip(figures, heads, strict=True) if head.startswith("Trick ")]
    taken = line[-1].table.taken
    assert len(tricks) == len(taken)
    for number, (figure, trick) in enumerate(zip(tricks, taken, strict=True), start=1):
        assert figure.locator("figcaption").inner_text() == f"Trick {number}"
        assert figure.locator("> .tt-board").count() == 1
        cards = figure.locator(".tt-trick [data-card]").all()
        assert [card.get_attribute("data-card") for card in cards] == list(trick.cards)
    lines = [entry.inner_text().split("\n")[0].strip() for entry in printed.locator("figure > ol > li").all()]
    assert lines == sentences(record, line)
    assert printed.locator("figure > ol > li .tt-note").count() == len(example(deal).notes)
    assert plain.locator("button:visible, tt-player select:visible").count() == 0


@pytest.mark.parametrize("deal", DEALS)
def test_a_deal_fits_four_sheets_of_paper(plain: Page, page: Page, deal: str) -> None:
    """A deal is printed on at most four A4 pages, with a script as without."""
    plain.goto(page_of(deal))
    assert 1 <= sheets(plain) <= PAPER
    page.goto(page_of(deal))
    page.locator("tt-player[data-shown]").wait_for()
    page.emulate_media(media="print")
    assert page.locator("tt-player [data-part=printed]").is_visible()
    assert page.locator("tt-player [data-part=live]").is_hidden()
    assert 1 <= sheets(page) <= PAPER


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_read_without_a_script(plain: Page, game: str) -> None:
    """Rules, laws and deals are there to be read and reached with no script at all."""
    plain.goto(f"{game}/")
    main = plain.locator("article")
    assert main.locator("h2:visible").count() >= 5
    assert len(main.inner_text().split()) > 800
    assert plain.locator("button:visible").count() == 0
    for path in (f"{game}/laws/", f"{game}/deals/"):
        plain.goto(f"{game}/")
        plain.locator(f"a[href$='{path.removeprefix(game + '/')}']:visible").first.click()
        plain.wait_for_url(f"**/{path}")
        assert plain.locator("article").inner_text().strip()


def test_the_opener_says_that_it_needs_a_script(plain: Page) -> None:
    """The page that opens a deal says so to a reader without a script, and shows no form that would do nothing."""
    plain.goto("open/")
    told = plain.locator("tt-open noscript p")
    assert told.is_visible()
    assert told.inner_text() == OPENER["noscript"]
    assert plain.locator("tt-open form:visible").count() == 0
