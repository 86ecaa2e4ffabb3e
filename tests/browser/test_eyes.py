"""With one seat's eyes: what is hidden from that seat is not in the page, however one looks at it."""

import json
import re

import pytest
from playwright.sync_api import Page

from tests.browser.journey import (
    DEALS,
    ONE_A_GAME,
    answers,
    doing,
    drawn,
    example,
    hidden_cards,
    live,
    page_of,
    press,
    settled,
    words_of,
)
from threetables.cards import Card
from threetables.notation import card_text
from threetables.seats import Seat, seat_name
from threetables.table import Table, cards_of
from threetables.view.words import Words

pytestmark = pytest.mark.browser

OPEN_TO_THE_EYE = """async (html) => {
  await journey.settled();
  const { player, part } = journey;
  const { answered, told } = journey.fresh();
  const found = {
    shown: Number(player().dataset.shown), shows: journey.shows(html),
    markup: player().querySelector("[data-part=live]").outerHTML,
    told: told.map(([, text]) => text), answered,
    folded: getComputedStyle(player().querySelector("[data-part=printed]")).display === "none"
      && !part("folded").hidden && !part("notes").childElementCount,
  };
  journey.arm();
  return found;
}"""
"""The live part as markup, all that was announced, all that the worker answered; and whether the notes are put away."""


def names_of(table: Table, viewer: Seat, words: Words) -> re.Pattern[str]:
    """Finds each card that this seat may not see: by its name in words, by its letters in the page or in a record.

    With Latin suits the page's letters for one card may be a record's for another; what names a seen card is left out.
    """
    hidden = hidden_cards(table, viewer)
    seen = {code for card in cards_of(table) if card not in hidden for code in codes(card, words)}
    spelled = {code for card in hidden for code in codes(card, words)} - seen
    spelled |= {f"(?i:{words.card(card)})" for card in hidden}
    return re.compile(rf"\b(?:{'|'.join(sorted(spelled))})\b" if spelled else r"(?!)")


def codes(card: Card, words: Words) -> tuple[str, str]:
    """The letters of a card, in the page and in a record."""
    return str(card), card_text(card, words.suits)


def look_through(page: Page, deal: str, viewer: Seat, console: list[str]) -> None:
    """Go through the deal with one seat's eyes, and look for hidden cards in all that a reader or a tool could read."""
    record, line = example(deal).record, example(deal).line
    words = words_of(record)
    # The heading above the live part is the page's own open account; the player begins below it.
    title = page.locator("tt-player").get_attribute("aria-label") or ""
    doing(page, "forward")
    press(page, "Home")
    # What was answered before, to other eyes, is no leak.
    page.evaluate("() => { journey.fresh(); journey.arm(); }")
    page.locator("tt-player [data-do=eyes]").select_option(seat_name(viewer))
    for step, moment in enumerate(line):
        if step:
            page.keyboard.press("ArrowRight")
        found = page.evaluate(OPEN_TO_THE_EYE, drawn(record, line, step, viewer))
        assert found["shown"] == step
        assert found["shows"]
        assert found["folded"]
        hidden = names_of(moment.table, viewer, words)
        tree = page.locator("tt-player").aria_snapshot().replace(title, "")
        replies = [json.dumps(answer) for _, answer in answers(found)]
        assert replies
        for text in (found["markup"], tree, *found["told"], *replies, *console):
            leak = hidden.search(text)
            assert leak is None, (seat_name(viewer), step, text[max(0, leak.start() - 80) : leak.end() + 40])
        if step == 0:
            doing(page, "forward")


def one_of_the_seats(deal: str) -> Seat:
    """A seat of the deal, another one for another deal."""
    return sum(map(ord, deal)) % example(deal).record.rules.seats


SEATS = [
    pytest.param(deal, seat, marks=() if seat == one_of_the_seats(deal) else pytest.mark.thorough)
    for deal in DEALS
    for seat in range(example(deal).record.rules.seats)
]


@pytest.mark.parametrize(("deal", "viewer"), SEATS)
def test_no_step_shows_a_seat_what_it_may_not_see(visitor: Page, deal: str, viewer: Seat) -> None:
    """No hidden card is in markup, accessibility tree, announcements, answers or console, at any step of any seat."""
    console: list[str] = []
    visitor.on("console", lambda message: console.append(message.text))
    live(visitor, page_of(deal))
    visitor.emulate_media(reduced_motion="reduce")
    look_through(visitor, deal, viewer, console)


@pytest.mark.parametrize("deal", ONE_A_GAME)
def test_trying_a_card_tells_a_seat_nothing_more(visitor: Page, deal: str) -> None:
    """A refusal shows no card that the seat may not see, and the record, which names all cards, is not handed out."""
    live(visitor, page_of(deal))
    record, line = example(deal).record, example(deal).line
    words = words_of(record)
    for viewer in range(record.rules.seats):
        step = next(
            moment.step
            for moment in line
            if moment.table.trick and moment.table.turn not in (None, viewer) and moment.table.hands[viewer]
        )
        visitor.locator("tt-player [data-do=eyes]").select_option(seat_name(viewer))
        visitor.locator(f"tt-player[data-eyes={seat_name(viewer)}]").wait_for()
        visitor.evaluate("step => journey.player().show(step)", step)
        hidden = names_of(line[step].table, viewer, words)
        seat = seat_name(viewer)
        cards = visitor.locator(f"tt-player [data-part=live] [data-part=board] button[data-seat='{seat}']")
        for number in range(cards.count()):
            visitor.evaluate("() => { journey.fresh(); journey.arm(); }")
            cards.nth(number).press("Enter")
            settled(visitor)
            heard = visitor.evaluate("journey.fresh()")
            assert not hidden.search(json.dumps([answer for _, answer in answers(heard)]))
            assert not hidden.search(visitor.locator("tt-player [data-part=live]").inner_html())
        visitor.locator("tt-player .tt-copies summary").click()
        visitor.locator("tt-player [data-do=copy-record]").click()
        visitor.locator("tt-player [data-part=status]").get_by_text("names every card").wait_for()
        assert not hidden.search(visitor.locator("tt-player [data-part=live]").inner_html())
        visitor.locator("tt-player .tt-copies summary").click()
