from pathlib import Path

import pytest

pytest.importorskip("pymdownx", reason="pages are built outside the browser")

from markdown import markdown  # type: ignore[import-untyped]
from pymdownx.superfences import SuperFencesException  # type: ignore[import-untyped]

from threetables import fences
from threetables.games import rules
from threetables.notation import Record, write
from threetables.shuffle import dealt


def page(text: str) -> str:
    """The page that Markdown makes of a text with our fences."""
    custom = [
        {"name": "deal", "class": "tt", "format": fences.deal},
        {"name": "open-deal", "class": "tt", "format": fences.open_deal},
    ]
    extensions = {"pymdownx.superfences": {"custom_fences": custom}}
    return str(markdown(text, extensions=["pymdownx.superfences"], extension_configs=extensions))


@pytest.fixture
def tutorials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tutorials with one deal in it."""
    folder = tmp_path / "tutorials"
    (folder / "omi").mkdir(parents=True)
    record = write(Record(dealt(rules("omi"), 3)))
    text = f"title = 'A hand'\nsummary = 'What is dealt.'\nrecord = '''\n{record}'''\n"
    (folder / "omi" / "hand.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("THREETABLES_TUTORIALS", str(folder))
    return folder


def test_a_fence_becomes_a_player(tutorials: Path) -> None:
    """A fence that names a deal becomes the player of that deal, whole and in place."""
    assert tutorials.is_dir()
    html = page("Before\n\n```deal\nomi/hand\n```\n\nAfter")
    assert html.index("Before") < html.index("<tt-player") < html.index("</tt-player>") < html.index("After")
    assert 'data-deal="omi-hand"' in html
    assert "<code" not in html
    assert "<p><" not in html.split("<tt-player")[0]


def test_the_forms_are_a_fence_too() -> None:
    """The page that opens a deal offers every game with all of its rules and house rules."""
    html = page("```open-deal\n```")
    assert "<tt-open" in html
    for game in ("skambil", "omi", "schembil"):
        assert f'<option value="{game}">' in html
        for rule in rules(game).book.house_rules:
            assert f'name="{rule.name}"' in html


@pytest.mark.parametrize(
    ("name", "bytes_", "says"),
    [
        ("omi/none", None, "omi/none.toml:1: there is no such example deal"),
        ("../secret", None, "an example deal lies in the folder"),
        ("omi/bad", b"title = 'x'\nsummary = \xff", "omi/bad.toml:2: this is not UTF-8"),
        ("omi/bad", b"title = 'x'\n\nsumary = 'y'", "omi/bad.toml:3: "),
        ("omi/bad", b"title = ", "omi/bad.toml:1: this is not TOML"),
        ("omi/bad", b"title = 'x'\nsummary = 'y'\nrecord = '''\n[Game \"whist\"]\n'''", "omi/bad.toml:4: "),
    ],
)
def test_a_bad_deal_stops_the_build(tutorials: Path, name: str, bytes_: bytes | None, says: str) -> None:
    """A deal that is missing or wrong stops the build with its file, its line and one sentence."""
    if bytes_ is not None:
        (tutorials / f"{name}.toml").write_bytes(bytes_)
    with pytest.raises(SuperFencesException, match=says.replace(".", r"\.")):
        page(f"```deal\n{name}\n```")


def test_an_accident_stops_the_build_as_well(tutorials: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else goes wrong in a fence is not swallowed: no page is built with a hole in it."""
    assert tutorials.is_dir()

    def broken(*_: object) -> None:
        raise RuntimeError("spilled tea")

    monkeypatch.setattr(fences, "player", broken)
    with pytest.raises(SuperFencesException, match="spilled tea"):
        page("```deal\nomi/hand\n```")


def test_the_forms_hold_nothing_of_their_own() -> None:
    """Text in the fence of the forms is a mistake and is called one."""
    with pytest.raises(SuperFencesException):
        page("```open-deal\nomi/hand\n```")


def test_the_script_finds_its_settings() -> None:
    """The dialog that the script fetches is written by the build."""
    assert fences.files()["settings.html"].startswith("<dialog")
