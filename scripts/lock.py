"""Pin the packages anew after a change to `requirements/*.in` or `package.json`: python3 scripts/lock.py

It needs `uv`, which looks the versions up for every system and Python at once. Neither lock file names
where the packages come from, so that each machine asks the registry it is set up for.
"""

from __future__ import annotations

import shutil

from prepare import ROOT, VENV, Trouble, enter, plain_failures, run, say, tool_environment


def lock_python(group: str, uv: str) -> None:
    """Write `requirements/<group>.txt`, in agreement with the site's where both have a package."""
    folder = ROOT / "requirements"
    command = [uv, "pip", "compile", "--universal", "--python-version", "3.12", "--generate-hashes", "--no-annotate"]
    command += ["--custom-compile-command", "python3 scripts/lock.py"]
    if group == "test":
        command += ["--constraints", str(folder / "site.txt")]
    command += [str(folder / f"{group}.in"), "--output-file", str(folder / f"{group}.txt")]
    run(f"Pinning requirements/{group}.in", command, "lock.log")


def lock_node() -> None:
    """Write `package-lock.json`."""
    npm = [VENV / "bin" / "npm", "install", "--package-lock-only", "--ignore-scripts"]
    run("Pinning package.json", npm, "lock.log", tool_environment())


def main() -> None:
    """Pin everything, the site's packages first."""
    enter("site")
    uv = shutil.which("uv")
    if uv is None:
        raise Trouble("To pin Python packages, uv is needed: install it with “pip install uv”, then run this again.")
    for group in ("site", "test", "bench"):
        lock_python(group, uv)
    lock_node()
    say("Pinned. Run python3 scripts/test.py next.")


if __name__ == "__main__":
    with plain_failures():
        main()
