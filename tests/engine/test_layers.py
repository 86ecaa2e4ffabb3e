"""Nothing on the left knows what is on the right: the engine's core, then lessons and players, the view, the doors."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "engine" / "threetables"
DOORS = {"fences", "worker", "cli", "__main__"}
LAYERS = ("core", "lessons", "players", "view", "doors")
MAY_USE = {
    "core": {"core"},
    "lessons": {"core", "lessons"},
    "players": {"core", "players"},
    "view": {"core", "lessons", "players", "view"},
    "doors": set(LAYERS),
}
PURE = {
    "collections", "dataclasses", "difflib", "enum", "functools", "itertools", "math", "operator", "re", "string",
    "types", "typing", "unicodedata",
}  # fmt: skip
"""What the core may use of the standard library: nothing that knows chance, the time, files or the machine."""


def layer(module: str) -> str:
    """The layer of a module, by its dotted name inside the package."""
    first = module.split(".")[0]
    if first in ("lessons", "players", "view"):
        return first
    return "doors" if first in DOORS else "core"


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Each module that a file imports, and whether it is one of the package's own."""
    package = path.relative_to(ENGINE).parent.parts
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                own = alias.name.split(".")[0] == "threetables"
                yield alias.name.removeprefix("threetables."), own
        elif isinstance(node, ast.ImportFrom):
            name = node.module or ""
            if not node.level:
                yield name.removeprefix("threetables."), name.split(".")[0] == "threetables"
                continue
            base = package[: len(package) - node.level + 1]
            if name:
                yield ".".join((*base, name)), True
            else:
                for alias in node.names:
                    yield ".".join((*base, alias.name)), True


FILES = sorted(ENGINE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_a_layer_uses_only_those_before_it(path: Path) -> None:
    """A file of the engine imports from its own layer and from those on its left."""
    here = layer(".".join(path.relative_to(ENGINE).with_suffix("").parts))
    for name, own in imports(path):
        if own:
            assert layer(name) in MAY_USE[here], f"{here} imports {name}"


@pytest.mark.parametrize(
    "path", [path for path in FILES if layer(path.relative_to(ENGINE).parts[0].removesuffix(".py")) == "core"],
    ids=lambda path: str(path.relative_to(ENGINE)),
)  # fmt: skip
def test_the_core_knows_no_chance_no_clock_and_no_file(path: Path) -> None:
    """The core imports only itself and the part of the standard library that always answers the same."""
    for name, own in imports(path):
        assert own or name.split(".")[0] in PURE, name
    calls = {node.func.id for node in ast.walk(ast.parse(path.read_text("utf-8")))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}  # fmt: skip
    assert not calls & {"open", "input", "print", "eval", "exec", "compile", "__import__"}


def test_the_layers_are_there() -> None:
    """The test above looks at something: every layer that is built has a file."""
    found = {layer(".".join(path.relative_to(ENGINE).with_suffix("").parts)) for path in FILES}
    assert {"core", "lessons", "view", "doors"} <= found <= set(LAYERS)
    assert {"deal", "table", "notation"} <= {path.stem for path in FILES}
