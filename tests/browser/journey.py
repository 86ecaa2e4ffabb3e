"""What every journey through the site needs: the deals, the way to them, and what a page did meanwhile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode

import pytest

from prepare import ROOT
from tests.conftest import BASE_PATH
from threetables.actions import Action
from threetables.cards import Card
from threetables.deal import legal, opened, play
from threetables.games import rules
from threetables.lessons.deals import ExampleDeal, read_deal
from threetables.lessons.moments import Moment
from threetables.notation import Record, suits_of
from threetables.seats import Seat
from threetables.shuffle import Chance, dealt
from threetables.sight import look
from threetables.table import Table, cards_of
from threetables.view.markup import to_html
from threetables.view.player import Line, board, sentence
from threetables.view.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

TUTORIALS = ROOT / "tutorials"
DEALS = sorted(path.relative_to(TUTORIALS).with_suffix("").as_posix() for path in TUTORIALS.glob("*/*.toml"))
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
SCHEMES: tuple[tuple[Literal["light", "dark"], dict[str, object]], ...] = (
    ("light", {"resultTypes": ["violations"]}),
    # By night the same elements have other colours, and nothing else.
    ("dark", {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}),
)
SLOW = 90_000
"""How long the engine may take to come up on a busy machine, in milliseconds."""

WITNESS = """
(() => {
  const seen = { asked: [], answered: [], told: [], moved: 0, workers: [] };
  window.seen = seen;
  const RealWorker = window.Worker;
  window.Worker = class extends RealWorker {
    constructor(...all) {
      super(...all);
      if (!String(all[1]?.name).startsWith("three-tables")) return;
      seen.workers.push(this);
      this.addEventListener("message", ({ data }) => data.kind === "answer" && seen.answered.push(data));
    }
    postMessage(message, ...more) {
      if (message?.kind === "ask") seen.asked.push(message);
      super.postMessage(message, ...more);
    }
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...all) {
    seen.moved += 1;
    return animate.apply(this, all);
  };
  new MutationObserver((changes) => {
    for (const region of new Set(changes.map(({ target }) => (target.closest ? target : target.parentElement)))) {
      const live = region?.closest?.("[role=status], [role=alert], [aria-live]");
      if (live?.closest("tt-player, tt-open")) seen.told.push([live.dataset.part ?? "", live.textContent]);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
  const told = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    // The theme marks what was focused by keyboard; that is no part of the table.
    const attributes = [...node.attributes]
      .filter(({ name }) => name !== "data-focus-visible-added")
      .map(({ name, value }) => `${name}=${value.replace(/ focus-visible$/, "")}`).sort();
    return [node.localName, attributes, [...node.childNodes].map(told)];
  };
  const parts = (nodes) => JSON.stringify([...nodes].map(told));
  const player = () => document.querySelector("tt-player");
  const part = (name) => player().querySelector(`[data-part=live] [data-part=${name}]`);
  let next;
  window.journey = {
    player,
    part,
    /** From here on, `settled` waits for the next thing that the player shows or refuses; a minute, not for ever. */
    arm() {
      next = new Promise((done) => {
        document.addEventListener("tt-settled", done, { once: true });
        setTimeout(done, 60_000);
      });
    },
    settled: () => next,
    /** The board as text, whatever the order of attributes. */
    board: () => parts(part("board").childNodes),
    /** Whether the board is the one that this HTML describes. */
    shows(html) {
      const wanted = document.createElement("div");
      wanted.innerHTML = html;
      return parts(wanted.childNodes) === this.board();
    },
    /** Whether the board is the one that the build wrote for this step. */
    built(step) {
      const frame = player().querySelector("template[data-part=frames]").content.querySelector(`[data-step="${step}"]`);
      return this.shows(frame.querySelector("[data-part=board]").innerHTML);
    },
    /** What was asked, answered and announced since the last time. */
    fresh() {
      const { asked, answered, told } = seen;
      Object.assign(seen, { asked: [], answered: [], told: [] });
      return { asked, answered, told };
    },
  };
})();
"""
"""Runs before anything of the page does, and watches: workers, their requests and answers, announcements, motion."""


@cache
def example(name: str) -> ExampleDeal:
    """An example deal, read as the build reads it."""
    return read_deal(name.replace("/", "-"), (TUTORIALS / f"{name}.toml").read_text(encoding="utf-8"))


def page_of(deal: str) -> str:
    """The address of the page of an example deal."""
    game, name = deal.split("/")
    return f"{game}/deals/{name}/"


def first_deal(game: str) -> str:
    """One example deal of the game."""
    return next(deal for deal in DEALS if deal.startswith(f"{game}/"))


ONE_A_GAME = [
    pytest.param(deal, marks=() if deal == first_deal(deal.split("/")[0]) else pytest.mark.thorough) for deal in DEALS
]
"""Every example deal, of which one for each game is tried by default and the others in the thorough run."""


@cache
def a_record(game: str, seed: int = 21) -> Record:
    """A whole deal, played at random from a fixed number."""
    start = dealt(rules(game), seed)
    table, actions, chance = opened(start), list[Action](), Chance(seed)
    while table.result is None:
        actions.append(chance.one_of(legal(table)))
        table = play(table, actions[-1])
    return Record(start, tuple(actions), suits_of(start.rules))


def words_of(record: Record) -> Words:
    """How a reader with no settings of their own is told of the deal."""
    return Words(record.rules, record.suits)


def drawn(
    record: Record,
    moments: tuple[Moment, ...],
    step: int,
    viewer: Seat | None = None,
    lit: frozenset[Card] = frozenset(),
) -> str:
    """The table at that step, as the Python engine here draws it."""
    return to_html(board(Line(moments, words_of(record), record.start.scores), step, viewer, lit))


def sentences(record: Record, moments: tuple[Moment, ...]) -> list[str]:
    """What is said at each step, as the Python engine here says it."""
    line = Line(moments, words_of(record), record.start.scores)
    return [sentence(line, step) for step in range(len(moments))]


def hidden_cards(table: Table, viewer: Seat) -> frozenset[Card]:
    """The cards of the pack that this seat may not see."""
    sight = look(table, viewer)
    seen = {card for hand in sight.hands for card in hand} | set(sight.trick) | {sight.turn_up} | sight.known
    seen |= {card for trick in sight.taken for card in trick.cards}
    # An order to play a card is heard by the whole table.
    seen |= {getattr(heard, "card", None) for _, heard in table.heard}
    return frozenset(card for card in cards_of(table) if card not in seen)


def attend(page: Page) -> None:
    """Let the witness watch all that this page does from now on."""
    page.set_default_timeout(SLOW)
    page.add_init_script(WITNESS)


def come_near(page: Page) -> None:
    """Bring the player on the screen and wait until its steps are the engine's."""
    page.locator("tt-player").first.scroll_into_view_if_needed()
    page.locator("tt-player[data-source=engine]").first.wait_for()


def live(page: Page, path: str) -> None:
    """Open the page of a deal under the eyes of the witness, and wait until the steps are the engine's."""
    if page.url == "about:blank":
        attend(page)
        page.goto(path)
    else:
        follow(page, "about/")
        page.locator("tt-player").wait_for(state="detached")
        follow(page, path)
        page.locator("tt-player[data-ready]").wait_for()
    come_near(page)


def follow(page: Page, path: str) -> None:
    """Follow a link to another page of the site, which keeps the window and the engine in it."""
    page.evaluate(
        """path => {
          const link = document.createElement("a");
          link.href = path;
          document.body.append(link);
          link.click();
          link.remove();
        }""",
        f"{BASE_PATH}{path}",
    )


def shut_out(page: Page, where: str, *parts: str) -> list[str]:
    """What axe finds in these parts of the page, or in all of it, by day and by night."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    within = {"include": [[part] for part in parts]} if parts else None
    found = []
    for scheme, chosen in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        told = page.evaluate(
            """([within, chosen]) => {
              for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
              return axe.run(within ?? document, chosen);
            }""",
            [within, chosen],
        )
        for fault in told["violations"]:
            found.append(f"{where}, {scheme}: {fault['id']}: {fault['nodes'][0]['html'][:160]}")
    return found


def doing(page: Page, act: str) -> None:
    """Focus the button that does this, without pressing it."""
    page.locator(f"tt-player [data-do={act}]").first.focus()


def press(page: Page, key: str) -> None:
    """Press a key and wait for what the player shows."""
    page.evaluate("journey.arm()")
    page.keyboard.press(key)
    settled(page)


def settled(page: Page) -> None:
    """Wait for what the player was armed for."""
    page.evaluate("() => journey.settled().then(() => true)")


def show(page: Page, step: int) -> None:
    """Go to a step."""
    page.evaluate("step => journey.player().show(step)", step)


def shown(page: Page) -> int:
    """The step that is on the screen."""
    return int(page.locator("tt-player").first.get_attribute("data-shown") or -1)


@dataclass
class Alarm:
    """Notes what hostile input must never bring about: a dialog, or the mark it would leave on the window."""

    page: Page

    def __post_init__(self) -> None:
        self.rung: list[str] = []
        self.page.on("dialog", self.ring)

    def ring(self, dialog: Dialog) -> None:
        """Remember a dialog, and close it so that the page goes on."""
        self.rung.append(dialog.message)
        dialog.dismiss()

    def silent(self) -> bool:
        """Whether nothing was executed."""
        return not self.rung and self.page.evaluate("window.hacked === undefined") is True


def fragment(**values: str | int) -> str:
    """A link's fragment that says this."""
    return "#" + urlencode(values)


def answers(heard: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The worker's answers among what the witness heard, by their ids."""
    for message in heard["answered"]:
        yield int(message["id"]), json.loads(message["answer"])
