"""The player in a real browser, against the built site: keys, late answers, and a hand that was dealt."""

import re

import pytest
from playwright.sync_api import Page, Route

from tests.browser.journey import (
    SLOW,
    a_record,
    attend,
    doing,
    drawn,
    example,
    first_deal,
    live,
    page_of,
    press,
    show,
)
from threetables.actions import Play
from threetables.deal import legal
from threetables.lessons.moments import Moment, moments
from threetables.notation import Record, write

pytestmark = pytest.mark.browser

BOARD = "tt-player [data-part=live] [data-part=board]"


def open_record(page: Page, record: Record) -> None:
    """Open a record by pasting it."""
    page.set_default_timeout(SLOW)
    page.goto("open/")
    page.locator("textarea[name=record]").fill(write(record))
    page.locator("[data-part=paste] .tt-btn--main").click()
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


def deal_and_name_trumps(page: Page) -> None:
    """Have a hand of Omi dealt and name hearts as trumps."""
    page.set_default_timeout(SLOW)
    page.goto("open/")
    page.locator("select[name=game]").select_option("omi")
    page.locator("input[name=seed]").fill("5")
    page.locator("[data-part=deal] button:not([type])").click()
    page.locator("tt-player[data-source=engine]").wait_for()
    settled(page)
    page.locator("[data-action='A1: trump H']").click()
    wait_settled(page)


def test_a_dealt_hand_is_played_on(page: Page) -> None:
    """A fresh deal opens at its first choice; naming trumps and playing a card go on from there."""
    deal_and_name_trumps(page)
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
    assert "&record=" in page.url
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


def other_play(deal: str, cards_on_the_table: int) -> tuple[Moment, Play]:
    """A moment with so many cards on the table, and a legal card that was not played then."""
    record = example(deal).record
    return next(
        (moment, action)
        for moment in example(deal).line
        if len(moment.table.trick) == cards_on_the_table and moment.table.turn is not None
        for action in legal(moment.table)
        if isinstance(action, Play) and action != record.actions[moment.acted]
    )


def test_a_card_touched_while_the_engine_loads_is_played(page: Page) -> None:
    """The page says that it will follow by itself, and it does."""
    attend(page)
    deal = first_deal("omi")
    record = example(deal).record
    moment, action = other_play(deal, 1)
    held: list[Route] = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.goto(page_of(deal))
    page.locator("tt-player").scroll_into_view_if_needed()
    page.locator("tt-player[data-engine=loading]").wait_for()
    show(page, moment.step)
    page.locator(f"{BOARD} button[data-card='{action.card}']").press("Enter")
    assert "follow by itself" in page.locator("tt-player [data-part=status]").inner_text()
    while not held:
        page.wait_for_timeout(50)
    page.evaluate("journey.player().querySelector('[data-part=status]').textContent = ''")
    page.evaluate(
        "import(new URL('assets/player/engine.js', document.baseURI.replace(/omi\\/.*/, ''))).then("
        "({ engine }) => engine.dispatchEvent(new Event('turn')))"
    )
    told = page.locator("tt-player [data-part=status]").inner_text()
    assert "Loading" in told and "follow by itself" in told, "progress in bytes does not take the promise away"
    held[0].continue_()
    page.locator("tt-player[data-branch][data-source=engine]").wait_for()
    line = moments(record.start, (*record.actions[: moment.acted], action))
    assert page.evaluate("html => journey.shows(html)", drawn(record, line, line[-1].step))


def test_a_step_in_the_middle_of_a_run_ends_it_whole(page: Page) -> None:
    """Whoever steps on while a trick is gathered and cards are drawn sees the end of it, and all that may be done."""
    deal = first_deal("skambil")
    record = example(deal).record
    live(page, page_of(deal))
    moment, action = other_play(deal, 3)
    line = moments(record.start, (*record.actions[: moment.acted], action))
    last = line[-1].step
    for key in ("ArrowRight", "ArrowLeft"):
        show(page, moment.step)
        page.locator(f"{BOARD} button[data-card='{action.card}']").press("Enter")
        page.locator("tt-player[data-branch]").wait_for()
        page.keyboard.press(key)
        shown = last if key == "ArrowRight" else last - 1
        page.locator(f"tt-player[data-shown='{shown}'][data-step='{shown}']").wait_for()
        if key == "ArrowRight":
            assert page.evaluate("html => journey.shows(html)", drawn(record, line, last))
            assert page.locator("tt-player [data-part=options] option").count() > 0
        press(page, "Escape")


def test_the_focus_stays_where_keys_work(page: Page) -> None:
    """What one presses may go away with the pressing; the arrow keys and Escape work on all the same."""
    deal = first_deal("skambil")
    live(page, page_of(deal))
    moment, _ = other_play(deal, 1)
    show(page, moment.step)
    settled(page)
    page.locator("tt-player [data-part=options] [data-do=take]").first.press("Enter")
    page.locator("tt-player[data-branch]").wait_for()
    wait_settled(page)
    press(page, "Escape")
    assert attribute(page, "data-branch") is None
    elsewhere = next(hand[0] for seat, hand in enumerate(moment.table.hands) if hand and seat != moment.table.turn)
    try_card(page, elsewhere, by_keyboard=True)
    settled(page)
    page.locator("tt-player [data-do=dismiss]").press("Enter")
    wait_settled(page)
    press(page, "ArrowRight")
    assert attribute(page, "data-shown") == str(moment.step + 1)
    page.locator("tt-player [data-do=eyes]").select_option("B1")
    page.locator("tt-player[data-eyes=B1]").wait_for()
    settled(page)
    page.locator(f"tt-player [data-part=plays] li [data-step='{moment.step}']").press("Enter")
    wait_settled(page)
    assert page.evaluate("document.activeElement.dataset.step") == str(moment.step)
    press(page, "ArrowRight")


def test_a_single_letter_never_leaves_the_page(page: Page) -> None:
    """The theme has letters that lead to the next page; at a table they would cost the play."""
    attend(page)
    page.goto(page_of(first_deal("omi")))
    page.locator("tt-player[data-shown]").wait_for()
    here = page.url
    for focus in ("tt-player [data-do=forward]", "footer a"):
        page.locator(focus).first.focus()
        for key in "np.,fs":
            page.keyboard.press(key)
    page.wait_for_timeout(500)
    assert page.url == here
    assert page.evaluate("document.activeElement.matches('footer a')")


def test_what_was_played_by_hand_is_not_lost(page: Page) -> None:
    """A hand that was dealt and played on is there again after a look at another page; Escape does not drop it."""
    deal_and_name_trumps(page)
    card = page.locator("tt-player [data-part=live] .tt-turn button[data-card]").first.get_attribute("data-card") or ""
    try_card(page, card, by_keyboard=True)
    page.keyboard.press("Escape")
    told = page.locator("tt-player [data-part=branch]").inner_text()
    assert told.startswith("You are playing this deal.")
    page.wait_for_url(re.compile(rf"then=.*{card}$"))
    shown = attribute(page, "data-shown")
    page.goto("notation/")
    page.go_back()
    page.locator(f"tt-player[data-branch][data-shown='{shown}'][data-source=engine]").wait_for()
    settled(page)
    page.locator("tt-player [data-do=return]").click()
    wait_settled(page)
    assert page.locator("tt-player [data-action='A1: trump H']").is_visible()


def test_what_answers_a_touch_is_on_the_screen(page: Page) -> None:
    """On a phone, a refusal comes into view, and so does what is wrong with a pasted text; a link may be pasted too."""
    page.set_viewport_size({"width": 360, "height": 740})
    deal = first_deal("omi")
    live(page, page_of(deal))
    moment, _ = other_play(deal, 1)
    show(page, moment.step)
    page.evaluate("document.querySelector('tt-player [data-part=live] [data-part=board]').scrollIntoView()")
    elsewhere = next(hand[0] for seat, hand in enumerate(moment.table.hands) if hand and seat != moment.table.turn)
    try_card(page, elsewhere, by_keyboard=False)
    in_view = """name => {
      const { top, bottom } = document.querySelector(name).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight + 1;
    }"""
    page.wait_for_function(in_view, arg="tt-player [data-part=refusal]")
    link = page.evaluate("journey.player().link")
    page.goto("open/")
    page.locator("textarea[name=record]").fill("hello")
    page.locator("[data-part=paste] .tt-btn--main").click()
    page.locator("tt-open [data-part=error]:not(:empty)").wait_for()
    assert page.evaluate(in_view, "tt-open [data-part=error]")
    page.locator("textarea[name=record]").fill(link)
    page.locator("[data-part=paste] .tt-btn--main").click()
    page.locator(f"tt-player[data-source=engine][data-shown='{moment.step}']").wait_for()


def test_labels_menus_and_settings_follow_the_reader(page: Page) -> None:
    """Eyes are called as the seats are, a menu closes when one is done with it, and settings open without a network."""
    attend(page)
    page.goto("about/")
    page.evaluate("localStorage.setItem('three-tables', JSON.stringify({ near: 'B1' }))")
    live(page, page_of(first_deal("omi")))
    assert page.locator("tt-player [data-do=eyes] option[value=A1]").inner_text() == "A1 (right)'s eyes"
    menu = page.locator("tt-player .tt-copies")
    for close in ("Escape", "a click elsewhere"):
        menu.locator("summary").click()
        assert menu.get_attribute("open") is not None
        page.keyboard.press("Escape") if close == "Escape" else page.locator("h1").click()
        assert menu.get_attribute("open") is None, close
    page.route("**/*", lambda route: route.abort())
    page.locator("tt-player [data-tt-settings]").click()
    page.locator("dialog[open]").wait_for()


def test_icons_are_seen_in_the_colours_of_the_device(page: Page) -> None:
    """Where the device chooses the colours, every button of the player still shows its sign."""
    page.emulate_media(forced_colors="active")
    attend(page)
    page.goto(page_of(first_deal("omi")))
    page.locator("tt-player[data-shown]").wait_for()
    doing(page, "play")
    blank = page.evaluate(
        """() => [...document.querySelectorAll("tt-player .tt-icon")].filter((button) => {
          const paint = (one) => getComputedStyle(one).backgroundColor;
          return paint(button) === paint(button.querySelector("i"));
        }).length"""
    )
    assert blank == 0
