from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import prepare


def fake_python(folder: Path, name: str, says: str) -> str:
    """A program that answers the probe as some Python would."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{says}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def old(tmp_path: Path) -> str:
    """A Python from long ago."""
    return fake_python(tmp_path, "old", "echo 3.8")


@pytest.fixture
def without_venv(tmp_path: Path) -> str:
    """A Python whose system ships venv apart."""
    return fake_python(tmp_path, "bare", "echo 'No module named ensurepip' >&2; exit 1")


@pytest.mark.parametrize("name", ["prepare.py", "serve.py", "test.py"])
def test_an_old_python_can_read_the_commands(name: str) -> None:
    """A Python too old to build the site can still read the file that says so."""
    source = (prepare.ROOT / "scripts" / name).read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 8))
    assert any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)


def test_a_newer_python_on_the_machine_is_used(old: str, tmp_path: Path) -> None:
    """Where an old Python was called and a newer one is there, the newer one does the work."""
    newer = fake_python(tmp_path, "newer", "echo 3.13")
    assert prepare.python_to_use(old, (3, 8), iter(["/no/such/python", newer])) == newer


def test_the_python_that_was_called_is_preferred(tmp_path: Path) -> None:
    """A Python that fits is not passed over for another."""
    called, other = (fake_python(tmp_path, name, "echo 3.12") for name in ("called", "other"))
    assert prepare.python_to_use(called, (3, 12), iter([other])) == called


@pytest.mark.parametrize("version", [(3, 8), (3, 11), (3, 15)])
def test_a_python_that_does_not_fit_gets_one_sentence(old: str, version: tuple[int, int]) -> None:
    """Someone without a fitting Python reads which ones fit, which one they have, and what to do."""
    with pytest.raises(prepare.Trouble) as trouble:
        prepare.python_to_use(old, version, iter([old]))
    sentence = str(trouble.value)
    assert "3.12, 3.13 or 3.14" in sentence
    assert prepare.dotted(version) in sentence
    assert is_one_sentence(sentence)


def test_a_python_without_venv_gets_one_sentence(without_venv: str) -> None:
    """Someone whose Python lacks venv reads which package brings it."""
    with pytest.raises(prepare.Trouble) as trouble:
        prepare.python_to_use(without_venv, (3, 12), iter([]))
    assert "python3.12-venv" in str(trouble.value)
    assert is_one_sentence(str(trouble.value))


def is_one_sentence(text: str) -> bool:
    """Whether it is one line with one full stop, at its end."""
    return text.count(". ") == 0 and text.endswith(".") and "\n" not in text


def test_a_command_without_a_fitting_python_ends_without_a_traceback(tmp_path: Path) -> None:
    """The whole of what is seen is the sentence, and nothing is left behind."""
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    for name in ("prepare.py", "serve.py"):
        source = (prepare.ROOT / "scripts" / name).read_text(encoding="utf-8")
        source = source.replace("FITTING = ((3, 14), (3, 13), (3, 12))", "FITTING = ((3, 99),)")
        (scripts / name).write_text(source, encoding="utf-8")
    done = subprocess.run([sys.executable, "-B", scripts / "serve.py"], capture_output=True, text=True, env={})
    assert done.returncode == 1
    assert done.stderr.startswith("Three Tables needs Python")
    assert is_one_sentence(done.stderr.strip())
    assert not done.stdout
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("npm error code ENOSPC", "disk is full"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "not the file that was pinned"),
        ("npm error code EINTEGRITY", "not the file that was pinned"),
        ("Failed to establish a new connection: [Errno -3] Temporary failure in name resolution", "network"),
        ("npm error code ENOTFOUND", "network"),
        ("npm error code EACCES", "may not be written"),
        ("first line\nsomething else\n\n", "“something else”"),
        ("", "said nothing"),
    ],
)
def test_a_failing_tool_is_put_in_plain_words(printed: str, told: str) -> None:
    """Of all that a tool prints when it fails, a person is told the reason."""
    assert told in prepare.reason_in(printed)


def test_a_failing_step_names_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants to know more is told where it is written."""
    monkeypatch.setattr(prepare, "LOGS", tmp_path)
    with pytest.raises(prepare.Trouble, match=r"Trying failed: .*“oh no”.* build/log/try\.log"):
        prepare.run("Trying", [sys.executable, "-c", "print('oh no'); raise SystemExit(3)"], "try.log")
    assert (tmp_path / "try.log").read_text() == "oh no\n"


def test_a_program_that_is_missing_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tool that is not there is trouble too, not a traceback."""
    monkeypatch.setattr(prepare, "LOGS", tmp_path)
    with pytest.raises(prepare.Trouble, match="could not be started"):
        prepare.run("Trying", ["/no/such/program"], "try.log")


def test_a_second_start_sets_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in place is left alone."""
    prepare.prepare("test")

    def no_step(doing: str, *_: object) -> str:
        raise AssertionError(doing)

    monkeypatch.setattr(prepare, "run", no_step)
    prepare.prepare("test")
    prepare.prepare("site")


def test_changed_pins_are_noticed(tmp_path: Path) -> None:
    """A stamp holds for just the file it was made for."""
    pins, stamp = tmp_path / "pins.txt", tmp_path / "stamps" / "pins"
    pins.write_text("one")
    prepare.put_stamp(stamp, prepare.digest(pins))
    assert prepare.is_stamped(stamp, prepare.digest(pins))
    pins.write_text("two")
    assert not prepare.is_stamped(stamp, prepare.digest(pins))


def test_ctrl_c_ends_quietly(tmp_path: Path) -> None:
    """Stopping a command is no error."""
    program = (
        "import prepare, os, signal, time\n"
        "with prepare.plain_failures():\n"
        "    os.kill(os.getpid(), signal.SIGINT); time.sleep(9)\n"
    )
    env = os.environ | {"PYTHONPATH": str(prepare.ROOT / "scripts")}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, cwd=tmp_path)
    assert done.returncode == 130
    assert not done.stderr
