"""The record in a browser: switching a column, the same trick, a link to a step, a report that knows its subject."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from same_trick import ANOTHER, CHOSEN
from threetables.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def compared(page: Page) -> Page:
    """The page side by side, once its switches work."""
    page.goto("side-by-side/")
    page.locator("tt-compare[data-ready]").wait_for()
    return page


def test_a_column_shows_other_rules_and_marks_what_differs(compared: Page) -> None:
    """Whoever plays Ooshli Oyin chooses it over the column, and sees at once what is counted otherwise."""
    column = compared.locator("tt-compare select[data-game=skambil]")
    before = compared.locator("td[data-game=skambil]:visible").all_inner_texts()
    column.select_option("dikranagerd-4")
    after = compared.locator("td[data-game=skambil]:visible").all_inner_texts()
    changed = [one != other for one, other in zip(before, after, strict=True)]
    marked = compared.locator("td[data-game=skambil]:visible").evaluate_all(
        "cells => cells.map(cell => cell.hasAttribute('data-differs'))"
    )
    assert changed == marked
    assert 3 <= sum(changed) < len(changed) / 2
    assert compared.locator("tt-compare [role=status]").inner_text() == f"{sum(changed)} rows differ."
    assert "3 3, ace 1, 2 1" in compared.locator("#rule-what-cards-count td[data-game=skambil]").inner_text()
    column.select_option("general-4")
    assert compared.locator("td[data-game=skambil]:visible").all_inner_texts() == before
    assert compared.locator("[data-differs]").count() == 0


@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_house_rule_changes_something_in_the_column(game: str, compared: Page) -> None:
    """No choice over a column is without effect."""
    options = compared.locator(f"tt-compare select[data-game={game}] option").evaluate_all(
        "all => all.map(o => o.value)"
    )
    assert len(options) > 5
    for value in options[1:]:
        compared.locator(f"tt-compare select[data-game={game}]").select_option(value)
        differ = compared.locator(f"td[data-game={game}][data-differs]").count()
        same_laws = value.startswith("traditional") or "=" not in value
        assert differ or same_laws, value


def test_without_a_script_the_comparison_reads_whole(page: Page) -> None:
    """The usual rules of each game stand there; the other ways wait until they are asked for."""
    page.goto("side-by-side/")
    assert page.locator("tt-compare tbody tr").count() >= 35
    assert page.locator("tt-compare tbody tr:visible").count() == page.locator("tt-compare tbody tr").count()


def test_the_same_trick_goes_card_by_card(compared: Page) -> None:
    """Three tables lay the same trick, one card after the other, forward and back."""
    same = compared.locator("tt-same[data-ready]")
    shown = same.locator("section:visible")
    assert shown.count() == 1
    assert same.locator(".tt-same-worth:visible").count() == len(GAMES)
    same.get_by_role("button", name="First card").click()
    assert shown.locator("li:visible").count() == len(GAMES)
    assert same.locator(".tt-same-worth:visible").count() == 0
    assert "is ahead with" in shown.inner_text()
    for number in range(2, 7):
        same.get_by_role("button", name="Forward").click()
        assert shown.locator("[data-game=schembil] li:visible").count() == number
    assert shown.locator("[data-game=omi] li:visible").count() == 4
    assert same.get_by_role("button", name="Forward").get_attribute("aria-disabled") == "true"
    same.get_by_role("button", name="Back").click()
    assert shown.locator("[data-game=schembil] li:visible").count() == 5


def test_there_are_three_chosen_tricks_and_others(compared: Page) -> None:
    """Each button shows its own trick, and “Another” goes on until it begins again."""
    same = compared.locator("tt-same[data-ready]")
    heads = []
    for wish in CHOSEN:
        same.get_by_role("button", name=wish.title).click()
        heads.append(same.locator("section:visible h3").inner_text())
    assert heads == [wish.title for wish in CHOSEN]
    others = []
    for _ in range(ANOTHER + 1):
        same.get_by_role("button", name="Another", exact=True).click()
        others.append(same.locator("section:visible h3").inner_text())
    assert len(set(others)) == ANOTHER
    assert others[0] == others[-1]


def test_a_link_to_a_step_shows_that_step(page: Page) -> None:
    """From a law one comes to the very step at which it is at work."""
    page.goto("omi/laws/")
    link = page.locator("a[href*='/#step-']").first
    step = int((link.get_attribute("href") or "").rpartition("-")[2])
    link.click()
    page.locator(f"tt-player[data-shown='{step}']").wait_for()
    assert page.locator("tt-player [data-part=live] .tt-board").is_visible()


def test_a_report_knows_what_it_is_about(page: Page) -> None:
    """Whoever doubts a law finds its name in the report, writes into it, and takes the text along."""
    page.goto("schembil/laws/")
    page.locator(
        "[id='schembil.rais-look'] ~ div a.tt-report, [id='schembil.rais-look'] ~ dl a.tt-report"
    ).first.click()
    page.wait_for_url("**/report/#law=schembil.rais-look")
    area = page.locator("tt-report textarea")
    text = area.input_value()
    assert "law schembil.rais-look" in text.splitlines()[0]
    assert re.search(r"Version of the site: \d", text)
    area.press("End")
    area.press_sequentially(" In Tripoli both mates are seen.")
    page.get_by_role("button", name="Copy the text").click()
    page.locator("tt-report [role=status]", has_text=re.compile("Copied|marked")).wait_for()
    assert page.locator("tt-report [data-part=send]").is_hidden(), "this copy names no place for reports"


def test_a_step_can_be_corrected(page: Page) -> None:
    """Whoever sees a wrong step says so from there: the report names the rules and holds a link back to the step."""
    page.goto("omi/deals/first-deal/")
    player = page.locator("tt-player[data-step]")
    player.locator("[data-do=forward]").click()
    step = player.get_attribute("data-step")
    page.locator(f"tt-player[data-shown='{step}']").wait_for()
    player.locator(".tt-copies summary").click()
    player.get_by_role("link", name="Correct this step").click()
    page.wait_for_url("**/report/#game=*")
    about = page.locator("tt-report textarea").input_value().splitlines()[0]
    assert about.startswith("What it is about: game omi, rules as-written, step http")
    assert f"&step={step}" in about
    page.goto(about.rpartition("step ")[2])
    page.locator(f"tt-player[data-shown='{step}']").wait_for()


def test_a_report_takes_no_mischief_from_its_address(page: Page) -> None:
    """A link made by a stranger can put text into the report, and nothing else."""
    page.goto("report/#law=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&Bad%20name=1&page=omi%2Fhistory")
    area = page.locator("tt-report textarea")
    assert area.input_value().startswith("What it is about: law <img src=x onerror=alert(1)>, page omi/history")
    assert page.locator("tt-report img").count() == 0
    assert "Bad name" not in area.input_value()
