"""Set the project up: a Python that fits, `.venv`, the pinned packages, Node's packages, the engine.

`serve.py` and `test.py` call `enter`, which returns only once the process runs inside `.venv`
with everything in place. What is already in place is known by a stamp, so a second start does nothing.

This file and the two commands must be readable by any Python from 3.8 on, however old the machine:
that Python's whole part may be to find a newer one, or to say in one sentence what to install.
"""

from __future__ import annotations

import contextlib
import fcntl
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMPS = VENV / "stamps"
NODE_STAMP = ROOT / "node_modules" / ".three-tables-stamp"
WORK = ROOT / "build"
LOGS = WORK / "log"

# The newest first among those to look for; the one that was called is taken before any of them.
FITTING = ((3, 14), (3, 13), (3, 12))


class Trouble(Exception):
    """Something the person at the keyboard can mend; its text is the one sentence they are shown."""


def say(text: str) -> None:
    """Tell what is being done, at once."""
    print(text, flush=True)


# --- finding a Python -------------------------------------------------------------------------------


def can_make_environments(python: str) -> bool:
    """Whether this Python starts, fits, and has both `venv` and the pip that goes into it."""
    probe = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run([python, "-c", probe], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and answer.stdout.strip() in [dotted(version) for version in FITTING]


def dotted(version: Sequence[int]) -> str:
    """`3.13` for `(3, 13)`."""
    return ".".join(str(part) for part in version[:2])


def other_pythons() -> Iterator[str]:
    """Where a fitting Python may be, besides the one that was called."""
    home = os.path.expanduser("~")
    pyenv = os.environ.get("PYENV_ROOT", os.path.join(home, ".pyenv"))
    data = os.environ.get("XDG_DATA_HOME", os.path.join(home, ".local", "share"))
    uv = os.environ.get("UV_PYTHON_INSTALL_DIR", os.path.join(data, "uv", "python"))
    for version in map(dotted, FITTING):
        on_path = shutil.which("python" + version)
        if on_path:
            yield on_path
        for pattern in (
            os.path.join(pyenv, "versions", version + ".*", "bin", "python3"),
            os.path.join(uv, "cpython-" + version + ".*", "bin", "python3"),
            "/opt/homebrew/bin/python" + version,
            "/usr/local/bin/python" + version,
            "/Library/Frameworks/Python.framework/Versions/" + version + "/bin/python3",
        ):
            for found in sorted(glob.glob(pattern), reverse=True):
                yield found


def python_to_use(called: str, version: Sequence[int], others: Iterator[str]) -> str:
    """The Python that was called when it fits, else the first other one that does."""
    if can_make_environments(called):
        return called
    for python in others:
        if can_make_environments(python):
            return python
    raise Trouble(what_to_install(version))


def what_to_install(version: Sequence[int]) -> str:
    """The sentence for someone on whose machine no Python will do."""
    if tuple(version[:2]) in FITTING:
        return (
            "This Python {0} comes without venv: install it (Debian and Ubuntu: apt install "
            "python{0}-venv), then run this command again.".format(dotted(version))
        )
    return (
        "Three Tables needs Python 3.12, 3.13 or 3.14, and this is {}: install one from your system's "
        "packages or from python.org, then run this command again.".format(dotted(version))
    )


# --- running other programs -------------------------------------------------------------------------

# What a tool's output gives away, and how to say it to a person; the first match counts.
REASONS = (
    (r"No space left on device|ENOSPC", "the disk is full; free some space and run this command again"),
    (r"DO NOT MATCH THE HASHES|EINTEGRITY", "a download is not the file that was pinned, and was not kept"),
    (
        r"name resolution|getaddrinfo|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|Max retries"
        r"|NewConnectionError|ConnectionError|Network is unreachable|ConnectTimeout|ReadTimeout|ProxyError"
        r"|No matching distribution found",
        "the package registry could not be reached; check the network and run this command again",
    ),
    (r"Permission denied|EACCES", "a file here may not be written; check who owns this folder"),
)


def run(doing: str, command: Sequence[object], log: str, env: dict[str, str] | None = None) -> str:
    """Run a program quietly and return what it printed; say in one sentence why it failed, if it does."""
    say(doing + " …")
    started = time.monotonic()
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=ROOT,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
    except OSError as error:
        raise Trouble("{} failed: {} could not be started ({}).".format(doing, words[0], error.strerror)) from error
    printed = done.stdout.decode("utf-8", "replace")
    LOGS.mkdir(parents=True, exist_ok=True)
    (LOGS / log).write_text(printed, encoding="utf-8")
    if done.returncode:
        raise Trouble("{} failed: {} (all it said: build/log/{}).".format(doing, reason_in(printed), log))
    seconds = time.monotonic() - started
    if seconds >= 5:
        say("  done in {:.0f} s".format(seconds))
    return printed


def reason_in(printed: str) -> str:
    """Why a tool failed, in words, from all that it printed."""
    for pattern, reason in REASONS:
        if re.search(pattern, printed):
            return reason
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    return "it ended with “{}”".format(lines[-1]) if lines else "it said nothing"


def tool_environment() -> dict[str, str]:
    """The environment in which the tools in `.venv` find each other."""
    return dict(os.environ, PATH=str(VENV / "bin") + os.pathsep + os.environ.get("PATH", ""))


# --- stamps -----------------------------------------------------------------------------------------


def digest(*paths: Path) -> str:
    """One hash over the contents of some files, and over where the project lies."""
    total = hashlib.sha256(str(ROOT).encode())
    for path in paths:
        total.update(path.read_bytes())
    return total.hexdigest()


def is_stamped(stamp: Path, wanted: str) -> bool:
    """Whether the step behind this stamp was done with just these inputs."""
    try:
        return stamp.read_text(encoding="ascii") == wanted
    except OSError:
        return False


def put_stamp(stamp: Path, wanted: str) -> None:
    """Remember that a step was done."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(wanted, encoding="ascii")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Let one process at a time set up or build; a second one waits and then finds the work done."""
    WORK.mkdir(parents=True, exist_ok=True)
    with open(WORK / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Waiting for another start of this project to finish its work …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- the steps --------------------------------------------------------------------------------------


def make_environment() -> None:
    """Make `.venv`, or make it anew when its Python is gone or the project was moved."""
    python = VENV / "bin" / "python"
    if is_stamped(STAMPS / "venv", digest()) and can_make_environments(str(python)):
        return
    called = getattr(sys, "_base_executable", None) or sys.executable
    chosen = python_to_use(called, sys.version_info[:2], other_pythons())
    run("Making .venv with " + chosen, [chosen, "-m", "venv", "--clear", VENV], "venv.log")
    put_stamp(STAMPS / "venv", digest())


def install_packages(group: str) -> None:
    """Install the pinned Python packages of `requirements/<group>.txt`, every one checked by its hash."""
    locked = ROOT / "requirements" / (group + ".txt")
    if is_stamped(STAMPS / group, digest(locked)):
        return
    pip = [VENV / "bin" / "python", "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    pinned = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", locked]
    run("Installing the Python packages in requirements/" + locked.name, pip + pinned, "pip.log")
    if group == "test":
        # The test packages hold the site's at the same versions (a test keeps it so).
        put_stamp(STAMPS / "site", digest(ROOT / "requirements" / "site.txt"))
    put_stamp(STAMPS / group, digest(locked))


def install_node_packages() -> None:
    """Install Pyodide, the fonts and the rest of `package-lock.json`, running none of their scripts."""
    wanted = digest(ROOT / "package-lock.json", ROOT / ".npmrc")
    if is_stamped(NODE_STAMP, wanted):
        return
    npm = [VENV / "bin" / "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    run("Installing Pyodide, the fonts and the other Node packages", npm, "npm.log", tool_environment())
    put_stamp(NODE_STAMP, wanted)


def install_engine() -> None:
    """Let `.venv` import the engine from where it is written, and have the `threetables` command."""
    wanted = digest(ROOT / "pyproject.toml")
    if is_stamped(STAMPS / "engine", wanted):
        return
    pip = [VENV / "bin" / "python", "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--editable", ROOT]
    run("Installing the engine into .venv", pip + offline, "engine.log")
    put_stamp(STAMPS / "engine", wanted)


def prepare(group: str) -> None:
    """Do every step that is not done yet."""
    with alone():
        make_environment()
        install_packages(group)
        install_node_packages()
        install_engine()


def enter(group: str) -> None:
    """Set up, then go on inside `.venv`: returns there, and replaces the process anywhere else."""
    try:
        prepare(group)
    except OSError as error:
        raise Trouble("Setting up failed: {}.".format(reason_in(str(error)))) from error
    if Path(sys.prefix).resolve() != VENV.resolve():
        python = str(VENV / "bin" / "python")
        os.execv(python, [python, *sys.argv])


@contextlib.contextmanager
def plain_failures() -> Iterator[None]:
    """End with one sentence, not a traceback, on trouble; and quietly on Ctrl-C."""
    try:
        yield
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print()
        sys.exit(130)
    except OSError as error:
        if error.errno not in (28, 13):  # disk full, not permitted
            raise
        print("Stopped: {}.".format(reason_in(str(error))), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    with plain_failures():
        enter("test" if sys.argv[1:] == ["test"] else "site")
        say("Everything is set up.")
