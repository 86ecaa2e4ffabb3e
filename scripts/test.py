"""Set everything up and run the tests: python3 scripts/test.py [--fast | --all] [-- pytest's own arguments]

Like `prepare.py`, this file must be readable by Python 3.8.
"""

from __future__ import annotations

import argparse
import glob
import os
import shutil
import subprocess
import sys
from typing import Sequence

import prepare

SELECTED = {"fast": "not browser and not slow and not thorough", "default": "not thorough", "all": ""}

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER_APPS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Nothing of Chromium's own may reach for the network while the site is being watched.
CHROMIUM_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)
PLAYWRIGHTS_OWN = ("~/.cache/ms-playwright", "~/Library/Caches/ms-playwright")


def find_browser() -> str | None:
    """A Chromium or Chrome on this machine."""
    named = os.environ.get("CHROME")
    if named:
        found = shutil.which(named)
        if not found:
            raise prepare.Trouble("CHROME names {}, which is not a program here.".format(named))
        return found
    for name in BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    for path in map(os.path.expanduser, BROWSER_APPS):
        if os.access(path, os.X_OK):
            return path
    for folder in map(os.path.expanduser, PLAYWRIGHTS_OWN):
        for pattern in ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*"):
            for path in sorted(glob.glob(os.path.join(folder, "chromium-*", pattern)), reverse=True):
                return path
    return None


def install_browser() -> None:
    """Install Chromium the way this machine allows."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        prepare.run("Asking Debian for its list of packages", ["apt-get", "update"], "apt.log", quiet)
        install = ["apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"]
        prepare.run("Installing Chromium", install, "apt.log", quiet)
    else:
        install = [sys.executable, "-m", "playwright", "install", "chromium"]
        prepare.run("Installing Playwright's Chromium", install, "playwright.log")


def browser() -> str:
    """A browser to test in, installed if need be."""
    found = find_browser()
    if not found:
        install_browser()
        found = find_browser()
    if not found:
        raise prepare.Trouble("No Chromium or Chrome was found; install one, or name it in CHROME.")
    return found


def checks() -> list[tuple[str, list[str]]]:
    """What is checked without running the project: style, types, and the types of the JavaScript."""
    tools = str(prepare.VENV / "bin")
    found = [
        ("ruff check", [tools + "/ruff", "check"]),
        ("ruff format", [tools + "/ruff", "format", "--check"]),
        ("mypy", [tools + "/mypy"]),
    ]
    if glob.glob(str(prepare.ROOT / "docs" / "assets" / "player" / "*.js")):
        found.append(("tsc", [tools + "/node", "node_modules/typescript/bin/tsc", "--project", "tsconfig.json"]))
    return found


def run_checks() -> list[str]:
    """Run them all, show what each finds, and name those that found something."""
    failed = []
    for name, command in checks():
        done = subprocess.run(command, cwd=prepare.ROOT, env=prepare.tool_environment(), capture_output=True, text=True)
        prepare.say("{}: {}".format(name, "fine" if done.returncode == 0 else "found something"))
        if done.returncode:
            prepare.say((done.stdout + done.stderr).rstrip())
            failed.append(name)
    return failed


def run_tests(mode: str, more: Sequence[str]) -> int:
    """Run pytest, on every processor, last, so that its closing line is the last one."""
    command = [sys.executable, "-m", "pytest", "--numprocesses=auto", "--dist=worksteal"]
    if SELECTED[mode]:
        command += ["-m", SELECTED[mode]]
    return subprocess.run([*command, *more], cwd=prepare.ROOT, env=prepare.tool_environment()).returncode


def options(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="test.py",
        description="Set everything up and run the tests.",
        epilog="What follows a lone -- is handed to pytest.",
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--fast", dest="mode", action="store_const", const="fast", help="no browser: under 2 minutes")
    choice.add_argument("--all", dest="mode", action="store_const", const="all", help="with those that take minutes")
    parser.set_defaults(mode="default")
    return parser.parse_args(arguments)


def main() -> int:
    """Check, test, and answer with an exit status: 0 when all is well."""
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    mode = options(arguments[:cut]).mode
    prepare.enter("test")
    if mode != "fast":
        os.environ["CHROME"] = browser()
    failed = run_checks()
    if failed:
        prepare.say("To mend first: " + ", ".join(failed))
    return run_tests(mode, arguments[cut + 1 :]) or (1 if failed else 0)


if __name__ == "__main__":
    with prepare.plain_failures():
        sys.exit(main())
