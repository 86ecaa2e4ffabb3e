from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import bench
import bench_engine
import serve
from threetables.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site with one page that has a player, one that opens deals, and one that has neither."""
    for page, text in (
        ("", "<p>home"),
        ("omi/", "<p>rules<img src=../cards.svg>"),
        ("omi/deals/first/", "<tt-player data-steps=3>"),
        ("omi/deals/second/", "<tt-player data-steps=3>"),
        ("open/", "<tt-open>"),
    ):
        folder = tmp_path / page
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").write_text(text, encoding="utf-8")
    (tmp_path / "cards.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'>" + "<g/>" * 5000 + "</svg>")
    for name in ("assets/player", "assets/vendor", "assets/pyodide"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "assets/player/player.js").write_text("let a = 1;\n" * 900)
    (tmp_path / "assets/vendor/idiomorph.js").write_text("let b = 2;\n" * 900)
    (tmp_path / "assets/pyodide/threetables-0.1.0-py3-none-any.whl").write_bytes(bytes(130_000))
    return tmp_path


@pytest.mark.parametrize(
    ("value", "target", "at_least", "kept"),
    [(50, 50, False, True), (50.1, 50, False, False), (1, 1, True, True), (0.9, 1, True, False), (0, 0, False, True)],
)
def test_a_target_is_kept_up_to_its_very_edge(value: float, target: float, at_least: bool, kept: bool) -> None:
    """At most 50 is kept by 50, and at least 1 by 1."""
    assert bench.Row("row", value, "ms", target, at_least).kept is kept


def test_what_was_not_measured_is_neither_kept_nor_missed() -> None:
    """No figure is made up where there is none, and the reason is told."""
    row = bench.Row("a live step", None, "ms", 50, note="no browser")
    assert row.kept is None
    told = bench.as_text({"python": "3"}, [row])
    assert "(no browser)" in told
    assert "kept" not in told
    assert "MISSED" not in told


def test_a_missed_target_is_told_loudly() -> None:
    """Nobody has to compare the figures himself."""
    told = bench.as_text({}, [bench.Row("a", 51, "ms", 50), bench.Row("b", 49, "ms", 50)]).splitlines()
    assert told[1].endswith("at most 50     MISSED")
    assert told[2].endswith("at most 50     kept")


def test_machines_read_the_same_figures() -> None:
    """The JSON has every field of a row and the verdict."""
    rows = [bench.Row("a", 2.5, "times", 1, at_least=True)]
    told = json.loads(bench.as_json({"system": "x"}, rows))
    assert told["machine"] == {"system": "x"}
    assert told["rows"] == [
        {"name": "a", "value": 2.5, "unit": "times", "target": 1, "at_least": True, "note": "", "kept": True}
    ]


def test_sizes_are_those_of_the_files(site: Path) -> None:
    """The wheel counts as it is, the scripts as gzip makes them, what they import included."""
    wheel, scripts = bench.size_rows(site)
    assert (wheel.value, wheel.kept) == (130, False)
    parts = [(site / name).read_bytes() for name in ("assets/player/player.js", "assets/vendor/idiomorph.js")]
    assert scripts.value == sum(len(gzip.compress(part, 9)) for part in parts) / 1000


def test_pages_are_told_apart_by_what_is_live_in_them(site: Path) -> None:
    """A page that opens deals is neither without the engine nor a player to time."""
    still, playing = bench.pages(site)
    assert still == ["", "omi/"]
    assert playing == ["omi/deals/first/", "omi/deals/second/"]
    assert bench.a_few(playing) == ["omi/deals/first/"]


def test_every_preset_is_timed() -> None:
    """No set of rules is left out because it is slow."""
    names = [name for name, _ in bench_engine.all_rules()]
    assert len(names) == sum(len(preset.seats) for book in GAMES.values() for preset in book.presets)
    replays = json.loads(bench_engine.replays(1))
    assert list(replays) == names
    assert all(took > 0 for took in replays.values())


def test_without_a_rival_our_own_speed_is_still_told() -> None:
    """RLCard is optional; what cannot be compared is not."""
    rows = list(bench.play_rows(rounds=1, seconds=0.01, rival=False))
    ours = [row for row in rows if row.value is not None]
    assert len(ours) == len(list(bench_engine.all_rules()))
    assert [row.kept for row in rows if row.value is None] == [None, None]


def test_the_slowest_game_is_held_against_the_rival(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison takes our worst game, not our best, and the round in which both were measured."""
    games = list(bench_engine.all_rules())
    speeds = {id(rules): 100.0 * number for number, (_, rules) in enumerate(games, start=2)}
    monkeypatch.setattr(bench_engine, "all_rules", lambda: iter(games))
    monkeypatch.setattr(bench_engine, "decisions_a_second", lambda rules, seconds: speeds[id(rules)])
    monkeypatch.setattr(bench, "ask_rival", lambda seconds: 50.0)
    rows = {row.name: row for row in bench.play_rows(rounds=3, seconds=0, rival=True)}
    assert rows["random play, RLCard bridge"].value == 50
    slowest = rows["random play, the slowest game against RLCard"]
    assert (slowest.value, slowest.kept) == (4, True)


@pytest.mark.browser
def test_a_first_load_counts_everything_the_page_fetches(site: Path, browser: Browser) -> None:
    """The picture on the page weighs as it is sent: zipped."""
    with serve.Preview(site, "/", port=0) as preview:
        preview.start()
        loaded = bench.cold_load(browser, preview.address + "omi/")
        preview.shutdown()
    sizes = {url.removeprefix(preview.address): size for url, size in loaded.items()}
    assert sizes["cards.svg"] == len(gzip.compress((site / "cards.svg").read_bytes(), 6))
    assert "omi/" in sizes
