from __future__ import annotations

import json
import os
import re
import tomllib
from typing import Any

import pytest
from ruamel.yaml import YAML

from prepare import ROOT
from threetables.games import GAMES

LOCKS = ("site", "test", "bench")


def pins(group: str) -> dict[str, str]:
    """Each package of a lock file, with its version."""
    text = (ROOT / "requirements" / f"{group}.txt").read_text()
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("group", LOCKS)
def test_every_package_is_pinned_by_hash(group: str) -> None:
    """What is installed is what was chosen, byte for byte."""
    text = (ROOT / "requirements" / f"{group}.txt").read_text()
    entries = re.split(r"\n(?=[a-z])", "\n" + re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))[1:]
    assert len(entries) == len(pins(group)) > 0
    assert all("--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize("group", LOCKS)
def test_what_was_asked_for_is_what_is_pinned(group: str) -> None:
    """A change to a wish is no change until it is pinned anew."""
    text = (ROOT / "requirements" / f"{group}.in").read_text()
    wanted = dict(re.findall(r"^([a-z0-9._-]+)(?:\[\w+\])?==(\S+)", text, re.MULTILINE))
    assert wanted
    assert wanted.items() <= pins(group).items()


def test_the_tests_run_with_the_sites_own_packages() -> None:
    """Setting up for the tests sets up for the site."""
    assert pins("site").items() <= pins("test").items()


@pytest.mark.parametrize("name", ["package-lock.json", *(f"requirements/{group}.txt" for group in LOCKS)])
def test_no_lock_file_names_a_registry(name: str) -> None:
    """Packages come from wherever a machine is set up to get them."""
    text = (ROOT / name).read_text()
    assert not re.search(r'"resolved"|--(extra-)?index-url|--find-links|@ (https?|file):', text)
    assert "omit-lockfile-registry-resolved=true" in (ROOT / ".npmrc").read_text().splitlines()


def test_node_packages_are_pinned() -> None:
    """Each is named at one version, and its lock entry carries a hash."""
    wanted = json.loads((ROOT / "package.json").read_text())
    lock = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for name, version in (wanted["dependencies"] | wanted["devDependencies"]).items():
        assert lock[f"node_modules/{name}"]["version"] == version
    assert all(entry["integrity"].startswith("sha512-") for path, entry in lock.items() if path)


def test_the_project_has_one_version() -> None:
    """The engine, the pages and the changelog speak of the same release."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert json.loads((ROOT / "package.json").read_text())["version"] == project["version"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text()
    assert citation()["version"] == project["version"]


def citation() -> dict[str, Any]:
    """CITATION.cff as programs that make references read it."""
    read: dict[str, Any] = YAML(typ="safe").load(ROOT / "CITATION.cff")
    return read


def test_a_program_can_cite_the_site() -> None:
    """The file has what its format asks for, names the three games, and gives the licences that lie beside it."""
    cited = citation()
    assert cited["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= cited.keys()
    assert all(author.keys() == {"name"} for author in cited["authors"])
    assert all(game.title() in cited["title"] for game in GAMES)
    assert cited["license"] == ["MIT", "CC-BY-4.0"]
    assert {path.name for path in ROOT.glob("LICENSE*")} == {"LICENSE", "LICENSE-CC-BY-4.0"}


def test_the_build_backend_is_the_pinned_one() -> None:
    """The engine is built without a network, by what was installed."""
    system = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]
    assert system["requires"] == [f"hatchling=={pins('site')['hatchling']}"]


def test_the_licences_are_there() -> None:
    """Code is under MIT, text under CC BY 4.0, and both name their holder or their whole text."""
    licence = (ROOT / "LICENSE").read_text()
    for words in ("MIT License", "CC BY 4.0", "The Three Tables contributors"):
        assert words in licence
    assert "Section 8 -- Interpretation." in (ROOT / "LICENSE-CC-BY-4.0").read_text()


def test_the_readme_shows_the_two_commands() -> None:
    """A newcomer finds them at once, and they are there."""
    readme = (ROOT / "README.md").read_text()
    for name in ("serve", "test"):
        assert f"python3 scripts/{name}.py" in readme
        assert (ROOT / "scripts" / f"{name}.py").is_file()


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_paths_that_are_named_exist(name: str) -> None:
    """Whoever follows a recipe finds each file and folder it speaks of."""
    text = (ROOT / name).read_text()
    named = re.findall(r"`((?:docs|engine|tutorials|tests|scripts|requirements)/[^`\s<>*…]*)`", text)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_ci_runs_the_one_command() -> None:
    """What must hold before a change lands can be run by anyone, in the same words."""
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "python3 scripts/test.py" in script.read_text()
