"""The player in a real browser, against the built site: keys, late answers, and a hand that was dealt."""

import pytest
from playwright.sync_api import Page

from tests.browser.journey import SLOW, a_record
from threetables.notation import Record, write

pytestmark = pytest.mark.browser

BOARD = "tt-player [data-part=live] [data-part=board]"


def open_record(page: Page, record: Record) -> None:
    """Open a record by pasting it."""
    page.set_default_timeout(SLOW)
    page.goto("open/")
    page.locator("textarea[name=record]").fill(write(record))
    page.locator("[data-part=paste] button").click()
    page.locator("tt-player[data-source=engine]").wait_for()


def settled(page: Page) -> None:
    """From here on, `wait_settled` waits for the next thing the player shows or refuses."""
    page.evaluate(
        "() => { window.settled = new Promise((then) => "
        "(document.addEventListener('tt-settled', () => then(true), { once: true }), setTimeout(then, 30_000))); }"
    )


def wait_settled(page: Page) -> None:
    """Wait for what `settled` watches for."""
    assert page.evaluate("window.settled")


def attribute(page: Page, name: str) -> str | None:
    """An attribute of the player."""
    return page.locator("tt-player").first.get_attribute(name)


STRIP = """(card) => {
  document.activeElement.blur();
  const { left, top } = document.querySelector(card).getBoundingClientRect();
  return [left + 6, top + 6];
}"""
"""Where a card can be touched: on the strip that no other card covers, once the focus lifts none of them."""


def try_card(page: Page, card: str, by_keyboard: bool) -> None:
    """Touch a card, or press Enter on it, and wait for what comes of it."""
    found = f"{BOARD} button[data-card='{card}']"
    settled(page)
    if by_keyboard:
        page.locator(found).focus()
        page.keyboard.press("Enter")
    else:
        page.mouse.click(*page.evaluate(STRIP, found))
    wait_settled(page)


def test_a_dealt_hand_is_played_on(page: Page) -> None:
    """A fresh deal opens at its first choice; naming trumps and playing a card go on from there."""
    page.set_default_timeout(SLOW)
    page.goto("open/")
    page.locator("select[name=game]").select_option("omi")
    page.locator("input[name=seed]").fill("5")
    page.locator("[data-part=deal] button:not([type])").click()
    page.locator("tt-player[data-source=engine]").wait_for()
    settled(page)
    page.locator("[data-action='A1: trump H']").click()
    wait_settled(page)
    assert "Trump: hearts" in page.locator("tt-player [data-part=live] .tt-state").inner_text()
    card = page.locator("tt-player [data-part=live] .tt-turn button[data-card]").first
    name = card.get_attribute("aria-label")
    try_card(page, card.get_attribute("data-card") or "", by_keyboard=True)
    assert page.locator("tt-player [data-part=announcer]").inner_text() == f"A1 plays the {name}."


def test_keys_step_and_tab_is_never_taken(page: Page) -> None:
    """Arrow keys, Home and End step while the player has the focus; Tab goes on, and scrolling keeps the address."""
    open_record(page, a_record("omi"))
    last = int(attribute(page, "data-steps") or 0) - 1
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(600)
    assert "#record=" in page.url
    page.locator("[data-do=forward]").focus()
    for key, step in (("End", last), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        settled(page)
        page.keyboard.press(key)
        wait_settled(page)
        assert attribute(page, "data-shown") == str(step)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.do") == "next-trick"


def test_late_answers_are_dropped(page: Page) -> None:
    """When the reader is faster than the engine, only the last step asked for is painted."""
    open_record(page, a_record("omi"))
    painted = page.evaluate(
        """async () => {
          const player = document.querySelector("tt-player");
          const painted = [];
          player.addEventListener("tt-settled", () => painted.push(Number(player.dataset.shown)));
          await Promise.all([3, 9, 4, 12].map((step) => player.show(step)));
          return painted;
        }"""
    )
    assert painted == [12]
