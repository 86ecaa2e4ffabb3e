"""The live player for everyone: by keyboard alone, in a narrow or much enlarged window, with assistive tools."""

import pytest
from playwright.sync_api import Page

from tests.browser.journey import attend, come_near, example, first_deal, live, page_of, settled, show, shut_out
from threetables.actions import Play
from threetables.cards import Card
from threetables.deal import legal
from threetables.games import GAMES

pytestmark = pytest.mark.browser

VISIBLE_FOCUS = """() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  focused.scrollIntoView({ block: "nearest" });
  const label = focused.outerHTML.slice(0, 120);
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
  const ringed = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
  const { left, top, width, height } = focused.getBoundingClientRect();
  const over = document.elementFromPoint(left + Math.min(6, width / 2), top + Math.min(6, height / 2));
  const uncovered = focused.contains(over) || Boolean(over?.contains(focused));
  return { label, ringed, uncovered, inside: Boolean(focused.closest("tt-player")) };
}"""
"""Whether what has the focus is marked so that one sees it, and not hidden under something else."""


def middle(deal: str) -> int:
    """A step in the middle of the deal at which somebody is to play and cards lie on the table."""
    line = example(deal).line
    return next(each.step for each in line[len(line) // 3 :] if each.table.trick and each.table.turn is not None)


def other_card(deal: str, step: int) -> Card:
    """A card that may be played at that step and was not."""
    record, moment = example(deal).record, example(deal).line[step]
    plays = (action for action in legal(moment.table) if isinstance(action, Play))
    return next(play.card for play in plays if play != record.actions[moment.acted])


def press_card(page: Page, card: Card) -> None:
    """Try a card and wait for the answer."""
    page.evaluate("journey.arm()")
    page.locator(f"tt-player [data-part=board] button[data-card='{card}']").press("Enter")
    settled(page)


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_in_a_live_player(visitor: Page, game: str) -> None:
    """In the middle of a deal, over a refusal, in a branch, with one seat's eyes and over the settings: all is well."""
    deal = first_deal(game)
    step = middle(deal)
    table = example(deal).line[step].table
    visitor.emulate_media(reduced_motion="reduce")
    live(visitor, page_of(deal))
    show(visitor, step)
    found = shut_out(visitor, "mid-deal", "tt-player")
    press_card(visitor, next(hand[0] for seat, hand in enumerate(table.hands) if hand and seat != table.turn))
    found += shut_out(visitor, "refusal", "tt-player")
    press_card(visitor, other_card(deal, step))
    found += shut_out(visitor, "branch", "tt-player")
    visitor.locator("tt-player [data-do=eyes]").select_option("B1")
    visitor.locator("tt-player[data-eyes=B1]").wait_for()
    found += shut_out(visitor, "one seat's eyes", "tt-player")
    visitor.locator("tt-player [data-tt-settings]").click()
    visitor.locator("dialog").wait_for()
    found += shut_out(visitor, "settings", "tt-player", "dialog")
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_a_live_player_fits_320_pixels(visitor: Page, game: str) -> None:
    """At 400 % zoom nothing scrolls sideways at any step, over a refusal or in a branch; controls are big enough."""
    deal = first_deal(game)
    step = middle(deal)
    table = example(deal).line[step].table
    visitor.set_viewport_size({"width": 320, "height": 256})
    live(visitor, page_of(deal))
    wide = visitor.evaluate(
        """async () => {
          const { player } = journey, wide = [];
          for (let step = 0; step < Number(player().dataset.steps); step += 1) {
            await player().show(step);
            if (document.documentElement.scrollWidth > 320) wide.push(step);
          }
          return wide;
        }"""
    )
    assert wide == []
    show(visitor, step)
    press_card(visitor, next(hand[0] for seat, hand in enumerate(table.hands) if hand and seat != table.turn))
    assert visitor.evaluate("document.documentElement.scrollWidth") <= 320
    press_card(visitor, other_card(deal, step))
    assert visitor.evaluate("document.documentElement.scrollWidth") <= 320
    small = visitor.evaluate(
        """() => [...document.querySelectorAll("tt-player :is(button, select, summary)")].filter((one) => {
          if (!one.checkVisibility() || one.closest("[data-part=plays], [data-part=board]")) return false;
          const { width, height } = one.getBoundingClientRect();
          return width < 24 || height < 24;
        }).map((one) => one.outerHTML.slice(0, 100))"""
    )
    assert small == []


@pytest.mark.parametrize("game", GAMES)
def test_every_strip_of_a_card_is_wide_enough(visitor: Page, game: str) -> None:
    """On a phone each card in a hand can be hit: 44 px wide, with a strip of 24 px that no other card covers."""
    deal = first_deal(game)
    visitor.set_viewport_size({"width": 360, "height": 740})
    # A card on its way to its place lies over others.
    visitor.emulate_media(reduced_motion="reduce")
    live(visitor, page_of(deal))
    show(visitor, max(example(deal).line, key=lambda moment: sum(map(len, moment.table.hands))).step)
    narrow = visitor.evaluate(
        """() => [...journey.part("board").querySelectorAll("button[data-card]")].filter((card) => {
          card.scrollIntoView({ block: "center" });
          const { left, top, width, height } = card.getBoundingClientRect();
          const own = (x) => document.elementFromPoint(left + x, top + height / 2)?.closest("[data-card]") === card;
          return width < 43.5 || ![1, 8, 16, 23].every(own);
        }).map((card) => card.dataset.card)"""
    )
    assert narrow == []


def test_tab_goes_in_and_out_of_the_player(visitor: Page) -> None:
    """By Tab alone one comes into the player, to every card and control, and out again; the focus is always seen."""
    deal = first_deal("omi")
    visitor.set_viewport_size({"width": 1280, "height": 900})
    live(visitor, page_of(deal))
    show(visitor, middle(deal))
    cards = visitor.locator("tt-player [data-part=live] [data-part=board] button[data-card]").count()
    stops = []
    for _ in range(300):
        visitor.keyboard.press("Tab")
        stop = visitor.evaluate(VISIBLE_FOCUS)
        if stop is None:
            break
        stops.append(stop)
    inside = [number for number, stop in enumerate(stops) if stop["inside"]]
    assert [stop["label"] for stop in stops if not stop["ringed"]] == []
    assert [stop["label"] for stop in stops if not stop["uncovered"]] == []
    assert inside[0] > 0
    assert inside[-1] < len(stops) - 1
    assert inside == list(range(inside[0], inside[-1] + 1))
    assert sum("data-card" in stop["label"] for stop in stops) == cards
    acts = {
        act
        for act in ("first", "back", "play", "forward", "last", "eyes", "speed")
        for stop in stops
        if f'data-do="{act}"' in stop["label"]
    }
    assert len(acts) == 7
    visitor.evaluate("document.querySelector('tt-player [data-do=forward]').focus()")
    visitor.keyboard.press("Shift+Tab")
    assert visitor.evaluate("document.activeElement.dataset.do") == "play"


@pytest.mark.parametrize("path", ["", "omi/", "skambil/laws/", "open/", "notation/"])
def test_the_focus_is_seen_on_every_kind_of_page(page: Page, path: str) -> None:
    """Wherever Tab leads, one sees where one is."""
    attend(page)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    unseen = []
    for number in range(60):
        page.keyboard.press("Tab")
        stop = page.evaluate(VISIBLE_FOCUS)
        if stop is None:
            break
        # The way past the header slides in from above.
        if number and not (stop["ringed"] and stop["uncovered"]):
            unseen.append(stop)
    assert unseen == []


def test_a_swipe_across_the_board_steps(visitor: Page) -> None:
    """A finger that sweeps across the board steps on or back; one that moves along it lets the page scroll."""
    deal = first_deal("omi")
    live(visitor, page_of(deal))
    show(visitor, 6)
    for across, along, step in ((-90, 5, 7), (90, 5, 6), (-30, 2, 6), (-60, 80, 6)):
        visitor.evaluate(
            """([across, along]) => {
              const board = journey.part("board");
              const { left, top } = board.getBoundingClientRect();
              const at = (kind, x, y) => board.dispatchEvent(new PointerEvent(kind, {
                bubbles: true, pointerType: "touch", clientX: left + 150 + x, clientY: top + 100 + y,
              }));
              at("pointerdown", 0, 0);
              at("pointerup", across, along);
            }""",
            [across, along],
        )
        visitor.wait_for_timeout(150)
        assert visitor.locator("tt-player").get_attribute("data-shown") == str(step)
    come_near(visitor)
