"""The player in a real browser, against the built site: what is shown, answered, hidden, lost and found again."""

import re
from collections.abc import Iterator
from functools import cache
from io import BufferedIOBase
from pathlib import Path, PurePosixPath
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Dialog, Page

import serve
from tests.conftest import BASE_PATH, Watch
from threetables.actions import Action, Play
from threetables.deal import legal, objection, opened, play
from threetables.games import LAWS, rules
from threetables.lessons.deals import ExampleDeal, read_deal
from threetables.lessons.moments import moments
from threetables.notation import Record, read_action, suits_of, write
from threetables.seats import seat_name
from threetables.shuffle import Chance, dealt
from threetables.sight import look
from threetables.table import Table, cards_of
from threetables.view.markup import to_html
from threetables.view.player import Line, board
from threetables.view.words import Words

pytestmark = pytest.mark.browser

TUTORIALS = Path(__file__).parents[2] / "tutorials"
DEALS = sorted(path.relative_to(TUTORIALS).with_suffix("").as_posix() for path in TUTORIALS.glob("*/*.toml"))
SLOW = 90_000
"""How long the engine may take to come up on a busy machine, in milliseconds."""

BOARD = "tt-player [data-part=live] [data-part=board]"

SAME = """
function told(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  const attributes = [...node.attributes]
    .filter(({ name }) => name !== "data-focus-visible-added")
    .map(({ name, value }) => `${name}=${value.replace(" focus-visible", "")}`)
    .sort();
  return [node.localName, attributes, [...node.childNodes].map(told)];
}
function same(board, html) {
  const wanted = document.createElement("div");
  wanted.innerHTML = html;
  return JSON.stringify([...board.childNodes].map(told)) === JSON.stringify([...wanted.childNodes].map(told));
}
"""
"""Compares a board with the text of one, whatever the order of attributes and wherever the theme marks the focus."""


@cache
def example(name: str) -> ExampleDeal:
    """An example deal, read as the build reads it."""
    return read_deal(name.replace("/", "-"), (TUTORIALS / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def a_record(game: str) -> Record:
    """A whole deal, played at random from a fixed number."""
    start = dealt(rules(game), 21)
    table, actions, chance = opened(start), list[Action](), Chance(22)
    while table.result is None:
        actions.append(chance.one_of(legal(table)))
        table = play(table, actions[-1])
    return Record(start, tuple(actions), suits_of(start.rules))


def page_of(deal: str) -> str:
    """The address of the page of an example deal."""
    game, name = deal.split("/")
    return f"{game}/deals/{name}/"


def live(page: Page, path: str) -> None:
    """Open a page and wait until the first player's steps are the engine's."""
    page.set_default_timeout(SLOW)
    page.emulate_media(reduced_motion="reduce")  # a card on its way is hard to hit
    page.goto(path)
    page.locator("tt-player").first.scroll_into_view_if_needed()
    page.locator("tt-player[data-source=engine]").first.wait_for()


def open_record(page: Page, record: Record) -> None:
    """Open a record by pasting it."""
    page.set_default_timeout(SLOW)
    page.goto("open/")
    page.locator("textarea[name=record]").fill(write(record))
    page.locator("[data-part=paste] button").click()
    page.locator("tt-player[data-source=engine]").wait_for()


def show(page: Page, step: int) -> None:
    """Go to a step and wait until it is painted."""
    page.evaluate("step => document.querySelector('tt-player').show(step)", step)


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


def shows(page: Page, html: str) -> bool:
    """Whether the board is that one."""
    found = page.evaluate(f"html => {{ {SAME} return same(document.querySelector({BOARD!r}), html); }}", html)
    return bool(found)


# --- every example deal ---


@pytest.mark.parametrize("deal", DEALS)
def test_live_frames_are_the_built_ones(page: Page, deal: str) -> None:
    """To the end and back, each step the engine draws is the step that stands in the page."""
    live(page, page_of(deal))
    differing = page.evaluate(
        f"""async () => {{
          {SAME}
          const player = document.querySelector("tt-player");
          const board = player.querySelector("[data-part=live] [data-part=board]");
          const frames = player.querySelector("template").content;
          const steps = [...Array(Number(player.dataset.steps)).keys()];
          const differing = [];
          for (const step of [...steps, ...steps.toReversed()]) {{
            await player.show(step);
            const built = frames.querySelector(`[data-step="${{step}}"]`);
            const sound = player.dataset.source === "engine" && Number(player.dataset.shown) === step
              && same(board, built.querySelector("[data-part=board]").innerHTML)
              && player.querySelector("[data-part=live] [data-part=say]").textContent
                === built.querySelector("[data-part=say]").textContent;
            if (!sound) differing.push(step);
          }}
          return differing;
        }}"""
    )
    assert differing == []
    assert attribute(page, "data-steps") == str(len(example(deal).line))


@pytest.mark.parametrize("deal", DEALS)
def test_every_card_is_answered_by_the_engine(page: Page, deal: str) -> None:
    """At ten steps, every card is clicked, and pressed by keyboard: played, or refused with law and proof."""
    live(page, page_of(deal))
    record, line = example(deal).record, example(deal).line
    chance = Chance(len(deal))
    for step in sorted({chance.below(len(line)) for _ in range(10)}):
        table = line[step].table
        page.locator(BOARD).evaluate("board => board.scrollIntoView()")
        show(page, step)
        before = board_text(page)
        for seat, card in ((seat, card) for seat, hand in enumerate(table.hands) for card in hand):
            for by_keyboard in (False, True):
                asked = int(attribute(page, "data-answer") or 0)
                try_card(page, card, by_keyboard)
                shown = page.evaluate(ANSWER)
                assert int(shown["answer"]) > asked, card
                check_answer(page, shown, record, table, Play(seat, card))
                if shown["branch"]:
                    settled(page)
                    page.keyboard.press("Escape")
                    wait_settled(page)
                show(page, step)
                assert board_text(page) == before


STRIP = """(card) => {
  document.activeElement.blur();
  const { left, top } = document.querySelector(card).getBoundingClientRect();
  return [left + 6, top + 6];
}"""
"""Where a card can be touched: on the strip that no other card covers, once the focus lifts none of them."""

ANSWER = """() => {
  const player = document.querySelector("tt-player");
  const live = player.querySelector("[data-part=live]");
  const refusal = live.querySelector("[data-part=refusal]");
  const values = new URLSearchParams(player.link.split("#")[1]);
  return {
    answer: player.dataset.answer,
    shown: Number(player.dataset.shown),
    branch: values.has("at")
      ? { at: Number(values.get("at")), extra: (values.get("then") ?? "").split("\\n").filter(Boolean) }
      : null,
    refusal: refusal.hidden ? null : [refusal.dataset.law, live.querySelector("[data-part=law]").textContent],
    proof: refusal.hidden ? "" : refusal.dataset.cards,
    lit: [...live.querySelectorAll(".tt-lit")].map((card) => card.dataset.card),
  };
}"""
"""What the player shows after a card was tried; the tried line is read from the link to the step."""


def board_text(page: Page) -> str:
    """The board with its attributes in order, to compare."""
    return str(
        page.evaluate(
            f"() => {{ {SAME} return JSON.stringify([...document.querySelector({BOARD!r}).childNodes].map(told)); }}"
        )
    )


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


def check_answer(page: Page, shown: dict[str, Any], record: Record, table: Table, action: Play) -> None:
    """What is shown is what the engine says of that card."""
    against = objection(table, action)
    if against is not None:
        assert shown["refusal"] == [against.law, LAWS[against.law].text], action
        assert shown["proof"] == " ".join(against.cards), action
        assert set(shown["lit"]) == set(against.cards), action
        return
    assert shown["refusal"] is None, action
    branch = shown["branch"] or {"at": len(record.actions), "extra": []}
    first = opened(record.start)
    extra = tuple(read_action(text, first, record.suits) for text in branch["extra"])
    line = moments(record.start, record.actions[: branch["at"]] + extra)
    step = shown["shown"]
    assert line[step].table == play(table, action), action
    words = Words(record.rules, record.suits)
    assert shows(page, to_html(board(Line(line, words, record.start.scores), step))), action


@pytest.mark.parametrize("deal", DEALS)
def test_one_seats_eyes_see_nothing_hidden(page: Page, deal: str) -> None:
    """With one seat's eyes, no step's markup, sentence, answer or console line holds a card that seat may not see."""
    console: list[str] = []
    page.on("console", lambda message: console.append(message.text))
    live(page, page_of(deal))
    record, line = example(deal).record, example(deal).line
    words = Words(record.rules, record.suits)
    for viewer in range(record.rules.seats):
        page.locator("[data-do=eyes]").select_option(seat_name(viewer))
        page.locator(f"tt-player[data-eyes={seat_name(viewer)}]").wait_for()
        told = page.evaluate(WATCHED, len(line))
        for moment, text in zip(line, told, strict=True):
            for card in hidden_cards(moment.table, viewer):
                assert f'data-card=\\"{card}' not in text
                assert words.card(card) not in text, (moment.step, viewer)
        show(page, len(line) // 2)
        tree = page.locator("tt-player").first.aria_snapshot()
        for card in hidden_cards(line[len(line) // 2].table, viewer):
            assert words.card(card) not in tree
    assert not [text for text in console if "data-card" in text]


WATCHED = """async (steps) => {
  const player = document.querySelector("tt-player");
  const { engine } = window.threeTables;
  const ask = engine.ask;
  let answer = "";
  engine.ask = async (...asked) => {
    const told = await ask.apply(engine, asked);
    answer = JSON.stringify(told);
    return told;
  };
  const texts = [];
  for (let step = 0; step < steps; step += 1) {
    await player.show(step);
    const live = player.querySelector("[data-part=live]").outerHTML;
    texts.push(JSON.stringify([live, player.querySelector("[data-part=announcer]").textContent, answer]));
  }
  delete engine.ask;
  return texts;
}"""
"""What stands in the player, is announced and is answered at each step."""


def hidden_cards(table: Table, viewer: int) -> Iterator[Any]:
    """The cards that this seat may not see."""
    sight = look(table, viewer)
    seen = {card for hand in sight.hands for card in hand} | set(sight.trick) | {sight.turn_up}
    seen |= {card for trick in sight.taken for card in trick.cards}
    seen |= {getattr(heard, "card", None) for _, heard in table.heard}
    return (card for card in cards_of(table) if card not in seen)


@pytest.mark.parametrize("deal", DEALS)
def test_a_page_without_script_tells_the_whole_deal(browser: Browser, site_url: str, deal: str) -> None:
    """Without JavaScript there is a drawn table for each trick and a line for each step, and no dead control."""
    context = browser.new_context(base_url=site_url, java_script_enabled=False)
    page = context.new_page()
    page.goto(page_of(deal))
    printed = page.locator("tt-player [data-part=printed]")
    assert printed.is_visible()
    line = example(deal).line
    assert printed.locator("ol[start] > li").count() == len(line)
    whole = sum(len(moment.table.trick) == example(deal).record.rules.seats for moment in line)
    assert printed.locator(".tt-trick").count() >= whole
    assert page.locator("tt-player button:visible").count() == 0
    context.close()


# --- opening, linking, returning ---


@pytest.mark.parametrize("game", ["skambil", "omi", "schembil"])
def test_a_step_link_holds_everything(page: Page, watch: Watch, game: str) -> None:
    """A link to a step of a tried line, with one seat's eyes, opens at the very same table when it is loaded anew."""
    assert watch
    record = a_record(game)
    line = moments(record.start, record.actions)
    open_record(page, record)
    step = next(
        each.step for each in line if each.table.stretch in ("play", "draw-play") and each.table.turn is not None
    )
    show(page, step)
    table = line[step].table
    card = next(a.card for a in legal(table) if isinstance(a, Play) and a != record.actions[line[step].acted])
    try_card(page, card, by_keyboard=True)
    assert attribute(page, "data-branch") is not None
    seat = seat_name(table.turn or 0)
    page.locator("[data-do=eyes]").select_option(seat)
    page.locator(f"tt-player[data-eyes={seat}]").wait_for()
    there = board_text(page)
    link = str(page.evaluate("document.querySelector('tt-player').link"))
    page.goto("about:blank")
    page.goto(link)
    page.locator(f"tt-player[data-eyes={seat}][data-branch]").wait_for()
    assert board_text(page) == there
    page.locator("[data-do=return]").click()
    page.locator("tt-player:not([data-branch])").wait_for()
    assert attribute(page, "data-shown") == str(step)


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


@pytest.mark.parametrize(
    ("fragment", "says"),
    [
        ("record=%ff%fe%00", "Line 1, column"),
        ("record=" + "x" * 70_000, "too long"),
        ("record=<img src=x onerror=alert(1)>", "Line 1, column 1"),
        ("record=" + '[Game "omi"]', "Line"),
        ("record=&step=3", "nothing to open"),
    ],
)
def test_a_bad_link_gets_one_sentence(page: Page, fragment: str, says: str) -> None:
    """A cut, oversized or hostile link gets one plain sentence, runs nothing, and the page goes on working."""
    page.set_default_timeout(SLOW)
    alerts: list[str] = []

    def alerted(dialog: Dialog) -> None:
        alerts.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", alerted)
    page.goto("open/#" + fragment)
    page.locator("tt-open [data-part=error]").get_by_text(says).wait_for()
    assert page.locator("tt-open img").count() == 0
    page.locator("textarea[name=record]").fill(write(a_record("omi")))
    page.locator("[data-part=paste] button").click()
    page.locator("tt-player[data-source=engine]").wait_for()
    page.locator("textarea[name=record]").fill("nonsense")
    page.locator("[data-part=paste] button").click()
    page.locator("tt-open [data-part=error]").get_by_text("Line 1").wait_for()
    assert page.locator("tt-player").is_visible()
    assert alerts == []


# --- keys, settings ---


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


def test_settings_are_kept_and_forgotten(page: Page) -> None:
    """What a reader sets is kept for the next page, turns the table at once, and is gone when forgotten."""
    open_record(page, a_record("omi"))
    page.locator("tt-player [data-tt-settings]").click()
    settled(page)
    page.locator("dialog [name=near][value=B1]").check()
    wait_settled(page)
    page.locator("dialog [name=suits][value=four]").check()
    page.locator("dialog [data-do=close]").click()
    assert page.locator("tt-player [data-part=live] .tt-near .tt-who b").inner_text() == "B1"
    page.reload()
    assert page.locator("html").get_attribute("data-suits") == "four"
    page.locator("tt-player[data-source=engine]").wait_for()
    assert page.locator("tt-player [data-part=live] .tt-near .tt-who b").inner_text() == "B1"
    page.locator("tt-player [data-tt-settings]").click()
    page.locator("dialog [data-do=forget]").click()
    assert page.evaluate("localStorage.getItem('three-tables')") is None
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('/three-tables/'))") == []
    page.locator("tt-player [data-part=live] .tt-near .tt-who b").get_by_text("A1").wait_for()


# --- the engine: one for the visit, and what becomes of it ---


def test_one_engine_serves_the_whole_visit(page: Page) -> None:
    """Through three page changes the window and the engine's worker stay the same."""
    open_record(page, a_record("omi"))
    worker = page.evaluate("() => { window.mark = 'kept'; return window.threeTables.engine.id; }")
    for path in ("omi/", "skambil/", "open/"):
        page.evaluate("window.scrollTo(0, 0)")
        page.locator(f"a[href$='/{path}']:visible").first.click()
        page.wait_for_url(re.compile(rf"{BASE_PATH}{path}(#.*)?$"))
        assert page.evaluate("window.mark") == "kept"
        assert page.evaluate("window.threeTables.engine.id") == worker
    page.locator("textarea[name=record]").fill(write(a_record("omi")))
    page.locator("[data-part=paste] button").click()
    page.locator("tt-player[data-source=engine]").wait_for()
    assert page.evaluate("window.threeTables.engine.id") == worker


def test_a_killed_worker_is_replaced(page: Page) -> None:
    """When the worker dies while it is asked, another takes over and answers the same question."""
    open_record(page, a_record("omi"))
    before = page.evaluate(
        """() => {
          const { engine } = window.threeTables;
          window.shown = document.querySelector("tt-player").show(7);
          engine.worker.terminate();
          return engine.id;
        }"""
    )
    page.evaluate("window.shown")
    assert attribute(page, "data-shown") == "7"
    assert attribute(page, "data-source") == "engine"
    assert page.evaluate("window.threeTables.engine.id") != before


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


class Cutting(serve.Handler):
    """A server that breaks a download off."""

    server: "CutPreview"

    def end_headers(self) -> None:
        """From here on, what is written is the file itself."""
        super().end_headers()
        share = self.server.shares.get(PurePosixPath(self.path).name)
        if share is not None:
            self.wfile = cast(BufferedIOBase, _Short(self.wfile, share))


class _Short:
    """Passes on the first part of a file and breaks the connection."""

    def __init__(self, real: Any, share: float) -> None:
        self.real, self.share = real, share

    def write(self, body: bytes) -> None:
        self.real.write(body[: int(len(body) * self.share)])
        self.real.flush()
        raise ConnectionResetError

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


class CutPreview(serve.Preview):
    """The site on a network that breaks off at a share of some files."""

    def __init__(self, site: Path) -> None:
        super().__init__(site, BASE_PATH, 0)
        self.RequestHandlerClass = Cutting
        self.shares: dict[str, float] = {}


@pytest.fixture
def network(site_dir: Path) -> Iterator[CutPreview]:
    """A network that can be broken and mended."""
    with CutPreview(site_dir) as preview:
        preview.start()
        yield preview
        preview.shutdown()


@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_a_cut_download_says_so_and_can_be_tried_again(browser: Browser, network: CutPreview, share: float) -> None:
    """When the engine's download breaks off, the page says why and keeps working; Retry loads it in place."""
    network.shares = {"pyodide.asm.wasm": share}
    context = browser.new_context(base_url=network.address)
    page = context.new_page()
    page.set_default_timeout(SLOW)
    page.goto("open/")
    page.evaluate("window.mark = 'kept'")
    page.locator("textarea[name=record]").fill(write(a_record("omi")))
    page.locator("[data-part=paste] button").click()
    page.locator("[data-part=error]").get_by_text("pyodide.asm.wasm").wait_for()
    network.shares = {}
    page.locator("[data-part=again]").click()
    page.locator("tt-player[data-source=engine]").wait_for()
    assert page.evaluate("window.mark") == "kept"
    context.close()


@pytest.mark.parametrize("deal", DEALS[:1])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_stepping_goes_on_without_an_engine(browser: Browser, network: CutPreview, deal: str, share: float) -> None:
    """Without an engine the deal is stepped through all the same; after Retry the steps are the engine's."""
    network.shares = {"python_stdlib.zip": share}
    context = browser.new_context(base_url=network.address)
    page = context.new_page()
    page.set_default_timeout(SLOW)
    page.goto(page_of(deal))
    page.locator("tt-player").scroll_into_view_if_needed()
    page.locator("tt-player[data-engine=failed]").wait_for()
    assert "python_stdlib.zip" in page.locator("[data-part=status]").inner_text()
    page.locator("[data-do=last]").click()
    assert attribute(page, "data-shown") == str(len(example(deal).line) - 1)
    assert attribute(page, "data-source") == "page"
    network.shares = {}
    page.locator("[data-part=retry]").click()
    page.locator("tt-player[data-source=engine]").wait_for()
    context.close()
