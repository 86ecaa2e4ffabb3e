"""Every example deal, stepped through from end to end by key and by button, with the engine live."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.journey import (
    DEALS,
    ONE_A_GAME,
    attend,
    doing,
    drawn,
    example,
    first_deal,
    live,
    page_of,
    press,
    sentences,
    settled,
    show,
    shown,
)

pytestmark = pytest.mark.browser

CHECK = """async ([step, html, say]) => {
  await journey.settled();
  const { player, part } = journey;
  const { told } = journey.fresh();
  const found = {
    step: Number(player().dataset.shown), source: player().dataset.source,
    engine: journey.shows(html), built: journey.built(step), say: part("say").textContent === say,
    announced: told.filter(([region]) => region === "announcer").map(([, text]) => text),
    other: told.filter(([region]) => region !== "announcer"),
  };
  journey.arm();
  return found;
}"""


def right(step: int, say: str) -> dict[str, Any]:
    """What is found where a step is shown as it should be: the engine's, the built one, and announced once."""
    told = {"step": step, "source": "engine", "engine": True, "built": True, "say": True}
    return told | {"announced": [say], "other": []}


@pytest.mark.parametrize("deal", DEALS)
def test_a_deal_is_stepped_to_its_end_and_back(visitor: Page, deal: str) -> None:
    """Forward by key and back by button, every step of the deal is the engine's, the page's own, and told once."""
    live(visitor, page_of(deal))
    record, line = example(deal).record, example(deal).line
    says = sentences(record, line)
    htmls = [drawn(record, line, step) for step in range(len(line))]
    assert visitor.locator("tt-player").get_attribute("data-steps") == str(len(line))
    back = visitor.locator("tt-player [data-do=back]")
    doing(visitor, "forward")
    press(visitor, "Home")
    visitor.evaluate("() => { journey.fresh(); journey.arm(); }")
    for step in range(1, len(line)):
        visitor.keyboard.press("ArrowRight")
        assert visitor.evaluate(CHECK, [step, htmls[step], says[step]]) == right(step, says[step])
    assert visitor.locator("tt-player [data-do=forward]").get_attribute("aria-disabled") == "true"
    for step in reversed(range(len(line) - 1)):
        back.click()
        assert visitor.evaluate(CHECK, [step, htmls[step], says[step]]) == right(step, says[step])
    assert back.get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize("deal", ONE_A_GAME)
def test_buttons_and_keys_go_the_same_ways(visitor: Page, deal: str) -> None:
    """First, last, by trick and by the list of plays: a button and its key lead to the same step."""
    live(visitor, page_of(deal))
    line = example(deal).line
    last = len(line) - 1
    leads = [
        moment.step
        for moment, before in zip(line[1:], line, strict=False)
        if moment.table.trick and not before.table.trick
    ]
    for key, button, step in (("Home", "first", 0), ("End", "last", last)):
        for by_key in (True, False):
            show(visitor, last // 2)
            doing(visitor, button)
            visitor.evaluate("journey.arm()")
            visitor.keyboard.press(key) if by_key else visitor.locator(f"tt-player [data-do={button}]").click()
            settled(visitor)
            assert shown(visitor) == step
    press(visitor, "Home")
    passed = []
    while (at := shown(visitor)) < last:
        passed.append(at)
        press(visitor, "ArrowDown")
    assert set(leads) <= set(passed)
    assert len(passed) <= len(leads) + 2
    entry = visitor.locator(f"tt-player [data-part=plays] li [data-step='{leads[2]}']")
    visitor.evaluate("journey.arm()")
    entry.click()
    settled(visitor)
    assert shown(visitor) == leads[2]
    assert entry.get_attribute("aria-current") == "step"


@pytest.mark.parametrize("reduced", [True, False])
def test_cards_keep_still_for_those_who_ask(visitor: Page, reduced: bool) -> None:
    """A played card travels to the table, and stays where it is for a reader whose device asks for less motion."""
    visitor.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    deal = first_deal("omi")
    live(visitor, page_of(deal))
    step = next(moment.step for moment in example(deal).line if len(moment.table.trick) == 1)
    show(visitor, step - 1)
    visitor.evaluate("() => { seen.moved = 0; }")
    doing(visitor, "forward")
    press(visitor, "ArrowRight")
    assert (visitor.evaluate("seen.moved") == 0) is reduced
    running = visitor.evaluate(
        "() => document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 10).length"
    )
    assert (running == 0) is reduced


def test_a_deal_plays_by_itself_and_stops_when_told(page: Page) -> None:
    """Play shows one step after the other, says Pause meanwhile, and stops at a touch or at the end."""
    attend(page)
    page.goto(page_of(DEALS[0]))
    player = page.locator("tt-player")
    player.locator("[data-do=speed]").select_option("quick")
    player.locator("[data-do=play]").click()
    assert player.locator("[data-do=play]").get_attribute("aria-label") == "Pause"
    page.locator("tt-player[data-shown='2']").wait_for()
    player.locator("[data-do=play]").click()
    stopped = player.get_attribute("data-shown")
    page.wait_for_timeout(1500)
    assert player.get_attribute("data-shown") == stopped
    assert player.locator("[data-do=play]").get_attribute("aria-label") == "Play"
