"""Measure speed and size, and hold them against what was promised: python3 scripts/bench.py [--json]

All rows are measured in one run, each several times, and the median counts. What is compared with another program is
measured in turn with it, so that a busy machine slows both. Nothing here passes or fails: a figure depends on the
machine, and the machine is named. The live step is by the clock and says nothing where the load is above the number of
processors.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import importlib
import json
import os
import platform
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import prepare
from prepare import ROOT, VENV, WORK, Trouble

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response

RIVAL_VENV = WORK / "bench-venv"
ROUNDS = 5
SECONDS = 0.6
DEALS = 40
STEPS = 30
QUIET = 2000
"""A page is loaded when nothing came for so many milliseconds."""

# The elements that run the engine.
LIVE = ("<tt-player", "<tt-open")


@dataclass(frozen=True)
class Row:
    """One figure. `target` is the most it may be, or with `at_least` the least; `note` says why there is no figure."""

    name: str
    value: float | None
    unit: str
    target: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def kept(self) -> bool | None:
        """Whether the target is kept; None where there is no figure or no target."""
        if self.value is None or self.target is None:
            return None
        return self.value >= self.target if self.at_least else self.value <= self.target


# --- the engine -------------------------------------------------------------------------------------


def rival_rate(seconds: float) -> float:
    """Random play of RLCard's bridge in decisions a second, by the processor's time. Needs RLCard."""
    env: Any = importlib.import_module("rlcard").make("bridge")
    made = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))  # noqa: S311
            made += 1
    return made / spent


def ask_rival(seconds: float) -> float:
    """`rival_rate` in the environment that has RLCard."""
    command = [str(RIVAL_VENV / "bin" / "python"), __file__, "--rival", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Trouble(f"RLCard could not be measured: {prepare.reason_in(done.stderr)}.")
    return float(done.stdout.split()[-1])


def install_rival() -> None:
    """Make the environment with RLCard, from pinned packages, every one checked by its hash."""
    locked = ROOT / "requirements" / "bench.txt"
    stamp = RIVAL_VENV / "stamp"
    if prepare.is_stamped(stamp, prepare.digest(locked)):
        return
    prepare.run("Making an environment for RLCard", [sys.executable, "-m", "venv", "--clear", RIVAL_VENV], "venv.log")
    pip = [RIVAL_VENV / "bin" / "python", "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    prepare.run("Installing RLCard", [*pip, "--require-hashes", "--no-deps", "-r", locked], "pip.log")
    prepare.put_stamp(stamp, prepare.digest(locked))


def play_rows(rounds: int, seconds: float, rival: bool) -> Iterator[Row]:
    """Random play of every game, each round in turn with RLCard."""
    from bench_engine import all_rules, decisions_a_second

    games = dict(all_rules())
    ours: dict[str, list[float]] = {name: [] for name in games}
    times: dict[str, list[float]] = {name: [] for name in games}
    theirs: list[float] = []
    for _ in range(rounds):
        if rival:
            theirs.append(ask_rival(2 * seconds))
        for name, rules in games.items():
            rate = decisions_a_second(rules, seconds)
            ours[name].append(rate)
            if rival:
                times[name].append(rate / theirs[-1])
    for name, rates in ours.items():
        yield Row(f"random play, {name}", median(rates), "decisions/s")
    missing = "" if rival else "RLCard is not there; --rlcard installs it"
    yield Row("random play, RLCard bridge", median(theirs) if rival else None, "decisions/s", note=missing)
    slowest = min(map(median, times.values())) if rival else None
    yield Row("random play, the slowest game against RLCard", slowest, "times", 1, at_least=True, note=missing)


def replay_rows(site: Path, deals: int) -> Iterator[Row]:
    """Replaying a whole deal, here and in the browser's Python."""
    from bench_engine import replays

    here: dict[str, float] = json.loads(replays(deals))
    script = ROOT / "scripts" / "bench_pyodide.mjs"
    command = [str(part) for part in (VENV / "bin" / "node", script, site / "assets" / "pyodide", deals)]
    done = subprocess.run(command, env=prepare.tool_environment(), capture_output=True, text=True)
    there: dict[str, float] = json.loads(done.stdout) if done.returncode == 0 else {}
    note = "" if there else f"Pyodide did not run: {prepare.reason_in(done.stderr)}"
    for name in here:
        yield Row(f"replay of a deal, {name}, CPython", here[name], "ms")
        yield Row(f"replay of a deal, {name}, Pyodide", there.get(name), "ms", 5, note=note)


# --- sizes ------------------------------------------------------------------------------------------


def zipped(path: Path) -> int:
    """The size of a file as gzip makes it."""
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))


def size_rows(site: Path) -> Iterator[Row]:
    """The engine's wheel, and the script of the player with all that it imports."""
    wheels = list((site / "assets" / "pyodide").glob("threetables-*.whl"))
    yield Row("the engine's wheel", wheels[0].stat().st_size / 1000 if wheels else None, "KB", 120)
    scripts = [*(site / "assets" / "player").glob("*.js"), site / "assets" / "vendor" / "idiomorph.js"]
    yield Row("the player's JavaScript, gzip", sum(map(zipped, scripts)) / 1000, "KB", 20)


# --- in a browser -----------------------------------------------------------------------------------


def pages(site: Path) -> tuple[list[str], list[str]]:
    """The addresses of all pages within the site, those without anything live and those with a player."""
    still, playing = [], []
    for file in sorted(site.rglob("index.html")):
        text = file.read_text(encoding="utf-8")
        address = file.parent.relative_to(site).as_posix().removeprefix(".")
        if LIVE[0] in text:
            playing.append(f"{address}/" if address else "")
        elif not any(element in text for element in LIVE):
            still.append(f"{address}/" if address else "")
    return still, playing


def browser_rows(site: Path, steps: int) -> Iterator[Row]:
    """What the pages cost that have no player, and how long a step of the live engine takes."""
    import serve
    import test as tests

    chromium = tests.find_browser()
    still, playing = pages(site)
    if chromium is None or not still or not playing:
        note = "no Chromium or Chrome was found" if chromium is None else "the site has no such page"
        yield Row("the heaviest page without a player", None, "KB", 300, note=note)
        yield Row("a live step, key press to painted frame", None, "ms", 50, note=note)
        return
    from playwright.sync_api import sync_playwright

    with serve.Preview(site, "/", port=0) as preview, sync_playwright() as playwright:
        preview.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=tests.CHROMIUM_FLAGS)
        loads = {page: cold_load(browser, preview.address + page) for page in still}
        heaviest = max(loads, key=lambda page: sum(loads[page].values()))
        weight = sum(loads[heaviest].values()) / 1000
        yield Row(f"the heaviest page without a player, /{heaviest}", weight, "KB", 300)
        engine = sum(size for load in loads.values() for url, size in load.items() if "/assets/pyodide/" in url)
        yield Row("the engine in all pages without a player", engine, "bytes", 0)
        took = [ms for page in a_few(playing) for ms in live_steps(browser, preview.address + page, steps)]
        yield Row("a live step, key press to painted frame", median(took), "ms", 50)
        yield Row("a live step, nine in ten are below", sorted(took)[len(took) * 9 // 10], "ms")
        browser.close()
        preview.shutdown()


def a_few(playing: Sequence[str]) -> list[str]:
    """One page with a player for each first part of the address, so one for each game."""
    return list({page.split("/")[0]: page for page in reversed(playing)}.values())


def cold_load(browser: Browser, url: str) -> dict[str, int]:
    """Everything a page fetches when nothing is cached, and its size as it was sent, that is, zipped where it helps."""
    with browser.new_context() as context:
        answers: list[Response] = []
        # The search index is fetched by a worker, which only the context sees.
        context.on("response", lambda answer: answers.append(answer))
        page = context.new_page()
        page.goto(url, wait_until="networkidle")
        page.evaluate("document.fonts.ready.then(() => null)")
        counted = 0
        while len(answers) > counted:  # Chromium calls the network idle after half a second, too soon on a busy machine
            counted = len(answers)
            page.wait_for_timeout(QUIET)
        return {answer.url: answer.request.sizes()["responseBodySize"] for answer in answers}


WATCH_STEPS = """
player => {
  window.took = [];
  let pressed = 0;
  addEventListener("keydown", event => { pressed = event.timeStamp; }, true);
  player.addEventListener("tt-settled", () => requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => window.took.push(performance.now() - pressed);
    painted.port2.postMessage(null);
  }));
}
"""


def live_steps(browser: Browser, url: str, steps: int) -> list[float]:
    """Press the right arrow again and again with the engine live; the milliseconds until each frame is painted."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(url)
        player = page.locator("tt-player").first
        player.scroll_into_view_if_needed()
        page.locator('tt-player[data-engine="live"][data-source="engine"]').first.wait_for(timeout=60_000)
        player.evaluate(WATCH_STEPS)
        player.locator('[data-do="forward"]').focus()
        # A deal opens at the first step at which somebody has a choice.
        shown, last = (int(player.get_attribute(f"data-{name}") or 0) for name in ("shown", "steps"))
        for step in range(shown + 1, min(shown + 1 + steps, last)):
            page.keyboard.press("ArrowRight")
            # First wait, then look: looking for the step would keep the page busy while it is being timed.
            settle(page)
            page.locator(f'tt-player[data-shown="{step}"]').first.wait_for()
        return [float(each) for each in page.evaluate("window.took")]


def settle(page: Page) -> None:
    """Let the frame be painted and the cards come to rest, as a reader does."""
    page.wait_for_timeout(400)  # a card travels for 220 ms once its step is painted


# --- telling ----------------------------------------------------------------------------------------


def machine() -> dict[str, str]:
    """What all this was measured on."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    pyodide = json.loads((ROOT / "node_modules" / "pyodide" / "package.json").read_text(encoding="utf-8"))
    return {
        "processor": found.group(1) if found else platform.processor() or platform.machine(),
        "processors": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "pyodide": pyodide["version"],
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def figure(value: float) -> str:
    """A number with as many digits as say something."""
    return f"{value:,.0f}".replace(",", " ") if value >= 100 or value == int(value) else f"{value:.3g}"


def as_text(about: dict[str, str], rows: Sequence[Row]) -> str:
    """The rows in columns."""
    lines = ["; ".join(f"{name} {value}" for name, value in about.items())]
    for row in rows:
        measured = f"({row.note})" if row.value is None else f"{figure(row.value)} {row.unit}"
        bound = "" if row.target is None else f"{'at least' if row.at_least else 'at most'} {figure(row.target)}"
        verdict = {True: "kept", False: "MISSED", None: ""}[row.kept]
        lines.append(f"{row.name:<58} {measured:>20}  {bound:<14} {verdict}".rstrip())
    return "\n".join(lines)


def as_json(about: dict[str, str], rows: Sequence[Row]) -> str:
    """The same for machines: `machine`, and `rows` with the fields of `Row` and `kept`."""
    return json.dumps({"machine": about, "rows": [asdict(row) | {"kept": row.kept} for row in rows]}, indent=1)


def options(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="bench.py", description="Measure speed and size.")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.add_argument("--rlcard", action="store_true", help="first install RLCard, to compare with, into build/")
    parser.add_argument("--site", type=Path, help="measure this built site (default: build site/ first)")
    parser.add_argument("--rival", type=float, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def main() -> None:
    """Measure all rows and print them."""
    asked = options(sys.argv[1:])
    if asked.rival:
        print(rival_rate(asked.rival))
        return
    with contextlib.redirect_stdout(sys.stderr):  # what is being done is no part of the answer
        prepare.enter("test")
        if asked.rlcard:
            install_rival()
        rows = list(measured(asked.site or built_site()))
    print((as_json if asked.json else as_text)(machine(), rows))


def built_site() -> Path:
    """The site of this project, built if anything changed."""
    import build
    import serve

    build.build(ROOT / "site", serve.BUILT_FOR + "/")
    return ROOT / "site"


def measured(site: Path) -> Iterator[Row]:
    """All rows."""
    yield from play_rows(ROUNDS, SECONDS, (RIVAL_VENV / "stamp").is_file())
    yield from replay_rows(site, DEALS)
    yield from size_rows(site)
    yield from browser_rows(site, STEPS)


if __name__ == "__main__":
    with prepare.plain_failures():
        main()
