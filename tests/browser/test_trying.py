"""Every card may be tried, by hand and by keyboard, and the engine in the worker says what becomes of it."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.journey import DEALS, answers, drawn, example, first_deal, live, page_of, show
from threetables.actions import Play
from threetables.cards import Card
from threetables.deal import legal, objection, play
from threetables.games import LAWS
from threetables.lessons.moments import Moment, moments
from threetables.notation import Record
from threetables.seats import seat_name
from threetables.shuffle import Chance
from threetables.view.words import MESSAGES

pytestmark = pytest.mark.browser

STEPS = 10
"""At so many steps of each deal every card is tried."""

LEGAL, FOLLOWS, REFUSED = "a branch", "the deal as played", "a refusal"

FOUND = """async ([html, returned]) => {
  await journey.settled();
  const { player, part } = journey;
  const { asked, answered, told } = journey.fresh();
  const refusal = part("refusal");
  const found = {
    shows: journey.shows(html), answer: Number(player().dataset.answer), asked, answered,
    // That one is back is said after the step itself, so it may be heard a moment later.
    told: told.filter(([region, text]) => region === "announcer" && text !== returned).length,
    refused: refusal.hidden ? null : [refusal.dataset.law, refusal.dataset.cards, part("law").textContent],
    lit: [...part("board").querySelectorAll(".tt-lit")].map((card) => card.dataset.card).sort(),
    branch: player().hasAttribute("data-branch"),
  };
  // A card that has the keyboard's focus lies on top of its neighbour.
  document.activeElement.blur();
  journey.arm();
  return found;
}"""
"""What became of a card: only what a reader has before the eyes, and what went to the worker and came back."""

BACK = """async (html) => {
  await journey.settled();
  journey.fresh();
  journey.arm();
  return journey.shows(html);
}"""
"""Whether the table is the old one again."""


def after(record: Record, moment: Moment, action: Play) -> tuple[str, str, int]:
    """What the engine here makes of a legal card: whether the line is left, the table drawn, and the steps it takes."""
    taken = (*record.actions[: moment.acted], action)
    kept = taken == record.actions[: len(taken)]
    line = moments(record.start, record.actions if kept else taken)
    shown = [each for each in line if each.acted == len(taken)]
    assert shown[-1].table == play(moment.table, action)
    return FOLLOWS if kept else LEGAL, drawn(record, line, shown[-1].step), len(shown)


def expected(record: Record, line: tuple[Moment, ...], step: int, action: Play) -> tuple[str, str, dict[str, Any]]:
    """What must become of a card, how the table must look then, and what must be found."""
    against = objection(line[step].table, action)
    if against is None:
        kind, html, steps = after(record, line[step], action)
        return kind, html, {"refused": None, "lit": [], "branch": kind == LEGAL, "told": steps}
    lit = frozenset(against.cards)
    refused = [against.law, " ".join(against.cards), LAWS[against.law].text]
    found = {"refused": refused, "lit": sorted(lit), "branch": False, "told": 1}
    return REFUSED, drawn(record, line, step, lit=lit), found


def try_card(page: Page, card: Card, by_keyboard: bool) -> None:
    """Touch the strip of a card that nothing lies on, or focus it and press Enter."""
    found = page.locator(f"tt-player [data-part=live] [data-part=board] button[data-card='{card}']")
    if by_keyboard:
        found.press("Enter")
    else:
        found.click(position={"x": 6, "y": 8})


def try_all(page: Page, record: Record, line: tuple[Moment, ...], step: int) -> None:
    """Try every card of every seat at a step, and come back each time to the very same table."""
    original = drawn(record, line, step)
    for seat, hand in enumerate(line[step].table.hands):
        for card in hand:
            kind, html, wanted = expected(record, line, step, Play(seat, card))
            for by_keyboard in (False, True):
                try_card(page, card, by_keyboard)
                found = page.evaluate(FOUND, [html, MESSAGES["returned"]])
                where = (step, seat_name(seat), card, kind, by_keyboard)
                request = json.loads(found["asked"][-1]["request"])
                assert (request["kind"], request["card"]) == ("try", card), where
                assert request["id"] == found["answer"], where
                assert found["answer"] in dict(answers(found)), where
                assert found["shows"], where
                assert {name: found[name] for name in wanted} == wanted, where
                # Over a refusal the next card may be tried at once.
                if kind != REFUSED or (card == hand[-1] and by_keyboard):
                    come_back(page, kind, step)
                    assert page.evaluate(BACK, original), where


def come_back(page: Page, kind: str, step: int) -> None:
    """Leave a branch by its key and a refusal by its button; the card that was played is simply stepped back over."""
    if kind == LEGAL:
        page.locator("tt-player [data-do=back]").press("Escape")
    elif kind == REFUSED:
        page.locator("tt-player [data-do=dismiss]").press("Enter")
    else:
        show(page, step)


def seeded_steps(deal: str, line: tuple[Moment, ...]) -> list[int]:
    """Ten steps of the deal, the same each time, among those where someone holds a card."""
    held = [moment.step for moment in line if any(moment.table.hands)]
    chance = Chance(sum(map(ord, deal)))
    return sorted(held.pop(chance.below(len(held))) for _ in range(STEPS))


@pytest.mark.parametrize("deal", DEALS)
def test_every_card_of_every_seat_is_answered(visitor: Page, deal: str) -> None:
    """At ten steps every card is clicked and pressed: played on the engine's table, or refused with law and proof."""
    live(visitor, page_of(deal))
    visitor.emulate_media(reduced_motion="reduce")
    record, line = example(deal).record, example(deal).line
    for step in seeded_steps(deal, line):
        visitor.evaluate("journey.arm()")
        show(visitor, step)
        assert visitor.evaluate(BACK, drawn(record, line, step))
        try_all(visitor, record, line, step)


def test_a_killed_worker_is_replaced_while_a_card_is_tried(page: Page) -> None:
    """When the worker dies with a card in its hands, the next one answers, and the table is the engine's."""
    deal = first_deal("omi")
    live(page, page_of(deal))
    record, line = example(deal).record, example(deal).line
    step = next(moment.step for moment in line if len(moment.table.trick) == 1)
    action = next(
        action
        for action in legal(line[step].table)
        if isinstance(action, Play) and action != record.actions[line[step].acted]
    )
    show(page, step)
    old = page.evaluate("threeTables.engine.id")
    page.evaluate(
        """() => {
          const { engine } = threeTables;
          const post = engine.worker.postMessage;
          engine.worker.postMessage = function (message) {
            this.terminate();
            post.call(this, message);
          };
        }"""
    )
    page.evaluate("() => { journey.fresh(); journey.arm(); }")
    try_card(page, action.card, by_keyboard=False)
    _, html, _ = after(record, line[step], action)
    found = page.evaluate(FOUND, [html, MESSAGES["returned"]])
    assert found["shows"]
    assert found["branch"]
    assert page.evaluate("threeTables.engine.id") != old
    assert page.evaluate("seen.workers.length") == 2
    come_back(page, LEGAL, step)
    assert page.evaluate(BACK, drawn(record, line, step))
