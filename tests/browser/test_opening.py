"""Links and pasted records: a good one opens where it points, a bad one costs a sentence and nothing else."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from tests.browser.journey import (
    SLOW,
    Alarm,
    a_record,
    attend,
    come_near,
    drawn,
    example,
    first_deal,
    fragment,
    live,
    page_of,
    settled,
    show,
)
from threetables.actions import Play
from threetables.deal import legal
from threetables.games import GAMES, rules
from threetables.lessons.moments import moments
from threetables.notation import LIMIT, Record, suits_of, write
from threetables.seats import seat_name
from threetables.shuffle import dealt

pytestmark = pytest.mark.browser

SENTENCE = re.compile(r"[^\n]{5,400}[.?]")
"""One plain sentence: short, on one line, and finished."""


def link_of(page: Page) -> str:
    """The link to the step that is shown."""
    return str(page.evaluate("journey.player().link"))


def shows(page: Page, html: str) -> bool:
    """Whether the board is that one."""
    return page.evaluate("html => journey.shows(html)", html) is True


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_step_opens_that_step(page: Page, site_url: str, game: str) -> None:
    """The link to a step of an example deal opens the same table, and does so again when it is loaded anew."""
    deal = first_deal(game)
    record, line = example(deal).record, example(deal).line
    step = len(line) // 2
    attend(page)
    page.goto(page_of(deal))
    show(page, step)
    link = link_of(page)
    assert link.startswith(f"{site_url}open/#")
    page.goto(link)
    page.locator(f"tt-player[data-source=engine][data-shown='{step}']").wait_for()
    assert shows(page, drawn(record, line, step))
    page.reload()
    page.locator(f"tt-player[data-source=engine][data-shown='{step}']").wait_for()
    assert shows(page, drawn(record, line, step))
    assert link_of(page) == link


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_tried_line_holds_the_line(page: Page, game: str) -> None:
    """A link made in a branch, with one seat's eyes, opens in that branch with those eyes; Return leads to the deal."""
    deal = first_deal(game)
    record, line = example(deal).record, example(deal).line
    step, action = next(
        (moment.step, action)
        for moment in line[len(line) // 3 :]
        if moment.table.turn is not None
        for action in legal(moment.table)
        if isinstance(action, Play) and action != record.actions[moment.acted]
    )
    branch = moments(record.start, (*record.actions[: line[step].acted], action))
    last = branch[-1].step
    live(page, page_of(deal))
    show(page, step)
    page.evaluate("journey.arm()")
    page.locator(f"tt-player [data-part=board] button[data-card='{action.card}']").press("Enter")
    settled(page)
    page.locator("tt-player [data-do=eyes]").select_option(seat_name(action.seat))
    page.locator(f"tt-player[data-eyes={seat_name(action.seat)}]").wait_for()
    link = link_of(page)
    page.goto("about:blank")
    page.goto(link)
    page.locator(f"tt-player[data-source=engine][data-branch][data-shown='{last}']").wait_for()
    assert shows(page, drawn(record, branch, last, action.seat))
    page.locator("tt-player [data-do=eyes]").select_option("")
    page.locator("tt-player[data-eyes='']").wait_for()
    page.locator("tt-player [data-do=return]").click()
    page.locator(f"tt-player:not([data-branch])[data-shown='{step}']").wait_for()
    assert shows(page, drawn(record, line, step))


def paste(page: Page, text: str) -> None:
    """Put a text into the box and open it."""
    page.locator("textarea[name=record]").fill(text)
    page.locator("[data-part=paste] .tt-btn--main").click()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_pasted_linked_and_dealt(page: Page, game: str) -> None:
    """The same deal is opened from a pasted record, from a link, and from the form that deals by game and number."""
    attend(page)
    start = dealt(rules(game), 7)
    record = Record(start, (), suits_of(start.rules))
    line = moments(start, ())
    page.goto("open/")
    for door in ("paste", "link", "form"):
        page.evaluate("document.querySelector('tt-player')?.remove()")
        if door == "paste":
            paste(page, write(record))
        elif door == "link":
            page.goto("open/" + fragment(record=write(record)))
        else:
            deal_me_one(page, game, 7)
        come_near(page)
        assert shows(page, drawn(record, line, len(line) - 1))
        assert page.locator("textarea[name=record]").input_value() == write(record)


def deal_me_one(page: Page, game: str, seed: int) -> None:
    """Fill in the form and have a deal dealt."""
    page.locator("select[name=game]").select_option(game)
    page.locator("input[name=seed]").fill(str(seed))
    page.locator("[data-part=deal] button:not([type])").click()


def test_another_number_deals_another_deal(page: Page) -> None:
    """The form proposes a number by itself, and another one when asked; house rules are part of the deal."""
    attend(page)
    page.goto("open/")
    seed = page.locator("input[name=seed]")
    before = seed.input_value()
    assert before.isdecimal()
    page.locator("[data-do=shuffle]").click()
    assert seed.input_value().isdecimal()
    assert seed.input_value() != before
    page.locator("select[name=game]").select_option("omi")
    assert page.locator("fieldset:visible").count() == 1
    page.locator("fieldset:visible summary").click()
    page.locator("fieldset:visible select[name=weak-four], fieldset:visible select[name=cut]").first.select_option(
        index=1
    )
    page.locator("[data-part=deal] button:not([type])").click()
    come_near(page)
    assert "[Game " in page.locator("textarea[name=record]").input_value()


GOOD = write(a_record("omi"))

PASTED = {
    "nothing": "   \n",
    "64 KB": "x" * LIMIT,
    "a megabyte": "[Game " + "0123456789" * 100_000,
    "many lines": "A1 AS\n" * 20_000,
    "control characters": "".join(map(chr, range(1, 32))),
    "half a surrogate": '[Game "omi"]\n\ud800',
    "right to left": '\u202e[Game "omi"]\u2066',
    "a script": "<script>window.hacked = 1</script>",
    "an image": "<img src=x onerror='window.hacked = 1'>",
    "a script in a tag": '[Game "<script>window.hacked = 1</script>"]',
    "a script in a title": GOOD.replace(
        "[Game", '[Title "<img src=x onerror=window.hacked=1>"]\n[Nonsense "1"]\n[Game'
    ),
    "javascript:": "javascript:window.hacked=1",
    "a very long word": "W" * 30_000,
    "cut in the middle": GOOD[: len(GOOD) // 2].rsplit(" ", 1)[0][:-1],
    "a template": "{{ 7 * 7 }} ${window.hacked = 1} {0.__class__}",
}


def check_sentence(page: Page) -> str:
    """The one sentence that is shown; it neither runs nor stretches the page."""
    error = page.locator("tt-open [data-part=error]")
    text = error.inner_text()
    assert SENTENCE.fullmatch(text), text
    assert error.locator("*").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return text


def test_a_bad_record_costs_one_sentence(page: Page) -> None:
    """Whatever is pasted: one plain sentence, nothing runs, and neither the deal on the screen nor the text is lost."""
    attend(page)
    alarm = Alarm(page)
    page.goto("open/")
    paste(page, GOOD)
    come_near(page)
    show(page, 9)
    before = page.evaluate("journey.board()")
    said = {}
    for name, text in PASTED.items():
        page.evaluate("() => { journey.fresh(); }")
        page.evaluate("text => { document.querySelector('textarea[name=record]').value = text; }", text)
        held = page.locator("textarea[name=record]").input_value()
        page.locator("[data-part=paste] .tt-btn--main").click()
        page.wait_for_function("seen.answered.length > 0")
        said[name] = check_sentence(page)
        # A form cannot hold half a character; it puts the sign for that in its place.
        assert page.locator("textarea[name=record]").input_value() == held.replace("\ud800", "\ufffd"), name
        assert page.evaluate("journey.board()") == before, name
    assert alarm.silent()
    assert "64 KB" in said["64 KB"]
    assert said["cut in the middle"].startswith("Line ")
    page.evaluate("() => { journey.arm(); journey.player().show(10); }")
    settled(page)
    paste(page, write(a_record("schembil")))
    page.locator("tt-player[data-game=schembil][data-source=engine]").wait_for()
    assert page.locator("tt-open [data-part=error]").inner_text() == ""


LINKS = {
    "bytes that are not UTF-8": "record=%ff%fe%80%C3%28",
    "a broken escape": "record=%E0%A4%A&step=%",
    "zero bytes": "record=%00%00%00",
    "64 KB": "record=" + "x" * LIMIT,
    "a script": "record=" + quote("<script>window.hacked=1</script>"),
    "a script, unescaped": "record=<svg onload=window.hacked=1>",
    "javascript:": "record=javascript:window.hacked=1",
    "cut": "record=" + quote(GOOD)[:200],
    "no record": "record=",
    "a step too far": "record=" + quote(GOOD) + "&step=99999",
    "a step that is none": "record=" + quote(GOOD) + "&step=%3Cscript%3E",
    "a seat that is none": "record=" + quote(GOOD) + "&eyes=<b>",
    "a branch that is none": "record=" + quote(GOOD) + "&at=1&then=" + quote("<img src=x onerror=window.hacked=1>"),
    "a branch from nowhere": "record=" + quote(GOOD) + "&at=-1&then=A1%20AS",
    "a very long branch": "record=" + quote(GOOD) + "&at=1&then=" + "A1%20AS%0A" * 9_000,
}


def test_a_bad_link_costs_one_sentence(page: Page) -> None:
    """Whatever a link holds: one plain sentence, nothing runs, and the next good link opens."""
    attend(page)
    alarm = Alarm(page)
    page.goto("open/")
    for hash_ in LINKS.values():
        page.evaluate("() => { journey.fresh(); }")
        page.evaluate("hash => { location.hash = hash; }", hash_)
        page.wait_for_function("seen.answered.length > 0", timeout=SLOW)
        check_sentence(page)
        assert page.locator("tt-player").count() == 0
    assert alarm.silent()
    page.evaluate("hash => { location.hash = hash; }", fragment(record=GOOD, step=3))
    page.locator("tt-player[data-source=engine][data-shown='3']").wait_for()


def damaged(link: str) -> dict[str, str]:
    """What mail programs and messengers make of a link, so that it no longer says what was sent."""
    swapped = link.replace("step%3D", "step=")
    middle = link.index("%0A") + 6
    return {
        "one letter cut off": link[:-1],
        "two letters cut off": link[:-2],
        "five letters cut off": link[:-5],
        "fifty letters cut off": link[:-50],
        "nearly all cut off": link[: link.index("record")],
        "a letter lost in the middle": swapped[:middle] + swapped[middle + 1 :],
        "two letters that changed places": link.replace("%20AS%20", "%20SA%20", 1),
        "small letters": link.replace("sum=", "SUM=").lower().replace("%0a", "%0A"),
    }


def test_a_damaged_link_opens_no_other_deal(page: Page) -> None:
    """A link that lost or changed a letter on its way says so and opens nothing; what is left stands in the box."""
    attend(page)
    page.goto("open/")
    paste(page, GOOD)
    come_near(page)
    show(page, 12)
    link = link_of(page)
    before = page.evaluate("journey.board()")
    for name, text in damaged(link).items():
        assert text != link, name
        for door in ("followed", "pasted"):
            page.evaluate("() => { document.querySelector('tt-open [data-part=error]').textContent = ''; }")
            if door == "pasted":
                paste(page, text)
            else:
                page.evaluate("hash => { location.hash = hash; }", text.partition("#")[2])
            page.wait_for_function("document.querySelector('tt-open [data-part=error]').textContent")
            assert "damaged" in check_sentence(page), (name, door)
            assert page.evaluate("journey.board()") == before, (name, door)


def test_a_link_may_be_wrapped_or_stand_in_a_sentence(page: Page) -> None:
    """A stop, a bracket or a letter that nobody sees behind a link does no harm, nor does a line end within it."""
    attend(page)
    page.goto("open/")
    paste(page, GOOD)
    come_near(page)
    show(page, 12)
    link = link_of(page)
    assert "+" not in link
    for text in (f"{link}.", f"{link})", f"<{link}>", f"{link}\u200b", f"{link[:70]}\n{link[70:]}", f"  {link}\n"):
        page.evaluate("document.querySelector('tt-player').remove()")
        paste(page, text)
        page.locator("tt-player[data-source=engine][data-shown='12']").wait_for()


@pytest.mark.parametrize(
    "name",
    [
        "a script, unescaped",
        *(pytest.param(name, marks=pytest.mark.thorough) for name in ("bytes that are not UTF-8", "64 KB")),
    ],
)
def test_a_bad_link_may_be_the_first_thing_opened(page: Page, name: str) -> None:
    """A bad link that is followed from elsewhere says what is wrong, and the page it opens is a working one."""
    attend(page)
    alarm = Alarm(page)
    page.goto("open/#" + LINKS[name])
    page.locator("tt-open[data-engine=live]").wait_for()
    page.wait_for_function("seen.answered.length > 0")
    check_sentence(page)
    paste(page, GOOD)
    come_near(page)
    assert alarm.silent()


def test_settings_that_were_tampered_with_do_no_harm(page: Page) -> None:
    """Whatever stands in this device's storage, the page opens, in its usual clothes."""
    attend(page)
    alarm = Alarm(page)
    deal = first_deal("omi")
    page.goto("about/")
    for kept in ("{", "[1]", '"x"', "null", '{"near": "<b>", "calling": 7, "faces": "<script>"}', '{"near": "B3"}'):
        page.evaluate("kept => localStorage.setItem('three-tables', kept)", kept)
        page.goto(page_of(deal))
        page.locator("tt-player[data-ready]").wait_for()
        page.locator("tt-player [data-tt-settings]").click()
        page.locator("dialog [data-do=close]").click()
    come_near(page)
    assert alarm.silent()
