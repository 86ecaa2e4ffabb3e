"""Build the site: the engine's wheel, the folder MkDocs reads, then MkDocs.

Run it through `serve.py --build-only`, which sets everything up first. Nothing made here is committed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import files
from pathlib import Path
from typing import NamedTuple

from fonts import Weights, fitted_once, letters_of
from pages import with_deals, write_pages
from prepare import ROOT, VENV, WORK, Trouble, alone, is_stamped, put_stamp, run, say, tool_environment
from sheets import FOLDER, write_sheets
from threetables import fences

DOCS = ROOT / "docs"
TUTORIALS = ROOT / "tutorials"
NODE_MODULES = ROOT / "node_modules"

# In docs/ but not for readers as they are: the theme's templates, and data that pages are made from.
NOT_PAGES = ("theme", "data")

# Whatever these hold decides what the site looks like; if none of it changed, there is nothing to build.
INPUTS = (
    "docs",
    "engine",
    "tutorials",
    "scripts",
    "mkdocs.yml",
    "pyproject.toml",
    "package-lock.json",
    "requirements/site.txt",
    "CHANGELOG.md",
    "LICENSE",
)

PYODIDE = "assets/pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


class Served(NamedTuple):
    """A file from a Node package, where the site has it, and what is written under it, if anything."""

    source: str
    target: str
    added: str = ""


SERVED = (
    *(Served(f"pyodide/{name}", f"{PYODIDE}/{name}") for name in PYODIDE_FILES),
    # The minified file has no module form; one line gives it one.
    Served("idiomorph/dist/idiomorph.min.js", "assets/vendor/idiomorph.js", "\nexport { Idiomorph };\n"),
)


class Font(NamedTuple):
    """A family from a Fontsource package: its parts by script, its styles, and whether it sets only single words."""

    package: str
    scripts: tuple[str, ...]
    styles: tuple[str, ...] = ("normal",)
    words_only: bool = True


FONTS = (
    Font("source-serif-4", ("latin",), ("normal", "italic"), words_only=False),
    Font("source-serif-4", ("latin-ext",), ("normal", "italic")),
    Font("source-serif-4", ("greek",)),
    Font("source-sans-3", ("latin",), words_only=False),
    Font("source-sans-3", ("latin-ext", "greek")),
    Font("noto-serif-armenian", ("armenian",)),
    Font("noto-serif-sinhala", ("sinhala",)),
    Font("noto-serif-tamil", ("tamil",)),
    Font("noto-naskh-arabic", ("arabic",)),
)


# --- what MkDocs reads ------------------------------------------------------------------------------


def prepare_pages(pages: Path) -> str:
    """Write what is made from data or by the engine into the folder MkDocs reads; return the settings for MkDocs."""
    player = pages / "assets" / "player"
    player.mkdir(parents=True, exist_ok=True)
    for name, text in fences.files().items():
        (player / name).write_text(text, encoding="utf-8")
    write_sheets(pages / FOLDER, WORK / "typefaces")
    return with_deals((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), write_pages(pages, DOCS, TUTORIALS))


def copy_pages(pages: Path) -> None:
    """Copy docs/ as it is, but for what is not a page."""
    shutil.rmtree(pages, ignore_errors=True)
    unwanted = {str(DOCS / name) for name in NOT_PAGES}

    def ignored(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if str(Path(folder) / name) in unwanted]

    shutil.copytree(DOCS, pages, ignore=ignored)


def copy_served(pages: Path) -> None:
    """Put the files from Node packages where the site serves them."""
    for served in SERVED:
        target = pages / served.target
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((NODE_MODULES / served.source).read_bytes() + served.added.encode())


def copy_fonts(pages: Path) -> None:
    """Put the fonts that docs/assets/css/fonts.css names where it expects them, with their licences."""
    folder = pages / "assets" / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    sheet = pages / "assets" / "css" / "fonts.css"
    promised = weights_by_file(sheet.read_text(encoding="utf-8"))
    texts = (path for part in (DOCS, TUTORIALS, ROOT / "engine") for path in files_under(part))
    letters = letters_of(path for path in texts if path.suffix in (".md", ".toml", ".html", ".py"))
    for font in FONTS:
        package = NODE_MODULES / "@fontsource-variable" / font.package
        for script in font.scripts:
            for style in font.styles:
                name = f"{font.package}-{script}-wght-{style}.woff2"
                wanted = letters if font.words_only else None
                if fitted := fitted_once(package / "files" / name, wanted, promised[name], WORK / "fonts"):
                    (folder / name).write_bytes(fitted)
                    shutil.copyfile(package / "LICENSE", folder / f"{font.package}-LICENSE.txt")
    sheet.write_text(faces_there(sheet.read_text(encoding="utf-8"), folder), encoding="utf-8")


FACE = re.compile(r'@font-face \{[^}]*font-weight: (\d+)(?: (\d+))?;[^}]*url\("[^"]*/([^"/]+)"\)[^}]*\}\n')


def weights_by_file(sheet: str) -> dict[str, Weights]:
    """The lightest and the boldest weight that the style sheet promises of each font."""
    return {face[3]: (float(face[1]), float(face[2] or face[1])) for face in FACE.finditer(sheet)}


def faces_there(sheet: str, folder: Path) -> str:
    """The style sheet without the faces that have no file, because no page has a letter of them."""
    return FACE.sub(lambda face: face[0] if (folder / face[3]).is_file() else "", sheet)


def shorten_scripts(pages: Path) -> None:
    """Take from our own scripts what only their authors need."""
    folder = pages / "assets" / "player"
    esbuild = [NODE_MODULES / ".bin" / "esbuild", *sorted(folder.glob("*.js")), "--minify", "--format=esm"]
    run(
        "Shortening the scripts",
        [*esbuild, "--allow-overwrite", f"--outdir={folder}"],
        "esbuild.log",
        tool_environment(),
    )


# Programs that readers download from others, and the Python package in which their licence lies.
LICENCES = {
    "mkdocs-material": "mkdocs-material",
    # The packages of Pyodide and of its tools have one licence; the one on npm leaves its text out.
    "pyodide": "pyodide-build",
}


def copy_licences(pages: Path) -> None:
    """Put the licences of the programs that readers download where the credits page links to them."""
    folder = pages / "assets" / "licences"
    folder.mkdir(parents=True, exist_ok=True)
    for name, package in LICENCES.items():
        [text] = [file for file in files(package) or () if file.parts[-2:] == ("licenses", "LICENSE")]
        (folder / f"{name}.txt").write_text(text.read_text(encoding="utf-8"), encoding="utf-8")
    shutil.copyfile(NODE_MODULES / "idiomorph" / "LICENSE", folder / "idiomorph.txt")


# --- the engine beside Pyodide ----------------------------------------------------------------------


def build_wheel(folder: Path) -> Path:
    """Build the engine's wheel, with no network."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
    run("Building the engine's wheel", command, "wheel.log")
    [wheel] = folder.glob("threetables-*.whl")
    return wheel


def register_wheel(wheel: Path, folder: Path) -> None:
    """Put the wheel beside Pyodide and into its lock file, so that `loadPackage` finds and verifies it.

    Pyodide's own list of some three hundred packages is left out: they are not served here, and a
    mistaken import must not send a reader's browser to another site.
    """
    shutil.copy(wheel, folder)
    theirs = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    bare = wheel.parent / "pyodide-lock.json"
    bare.write_text(json.dumps({"info": theirs["info"], "packages": {}}), encoding="utf-8")
    command = [VENV / "bin" / "pyodide", "lockfile", "add-wheels", "--input", bare]
    command += ["--output", folder / "pyodide-lock.json", "--base-path", folder, folder / wheel.name]
    run("Registering the wheel with Pyodide", command, "pyodide-lock.log")


def write_sizes(folder: Path) -> None:
    """List what the engine's start downloads and how big each file is, for a progress bar that is true."""
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    (folder / "sizes.json").write_text(json.dumps(sizes, indent=1) + "\n", encoding="utf-8")


# --- the whole --------------------------------------------------------------------------------------


def files_under(path: Path) -> Iterator[Path]:
    """Every file there, in a fixed order, but for what Python leaves behind."""
    if path.is_file():
        yield path
    for child in sorted(path.rglob("*")):
        if child.is_file() and "__pycache__" not in child.parts:
            yield child


def inputs_digest(*settings: str) -> str:
    """One hash over all that the site is made from."""
    total = hashlib.sha256("\0".join((str(ROOT), *settings)).encode())
    for name in INPUTS:
        for path in files_under(ROOT / name):
            total.update(f"\0{path.relative_to(ROOT)}\0".encode())
            total.update(path.read_bytes())
    return total.hexdigest()


def build(site: Path, site_url: str, repo_url: str = "") -> bool:
    """Write the site into a folder, unless it is there already; tell whether there was anything to do."""
    work = WORK / "-".join(("for", *site.relative_to(ROOT).parts))
    stamp = work / "stamp"
    with alone():
        wanted = inputs_digest(str(site), site_url, repo_url)
        if is_stamped(stamp, wanted) and (site / "index.html").is_file():
            return False
        stamp.unlink(missing_ok=True)
        pages = work / "docs"
        copy_pages(pages)
        copy_served(pages)
        shorten_scripts(pages)
        copy_fonts(pages)
        copy_licences(pages)
        register_wheel(build_wheel(work / "wheel"), pages / PYODIDE)
        write_sizes(pages / PYODIDE)
        settings = work / "mkdocs.yml"
        settings.write_text(prepare_pages(pages), encoding="utf-8")
        run_mkdocs(pages, work / "site", site_url, repo_url, settings)
        shutil.rmtree(site, ignore_errors=True)
        site.parent.mkdir(parents=True, exist_ok=True)
        (work / "site").rename(site)
        put_stamp(stamp, wanted)
    return True


def run_mkdocs(pages: Path, site: Path, site_url: str, repo_url: str, settings: Path = ROOT / "mkdocs.yml") -> None:
    """Let MkDocs make the site, and pass on every sentence in which it says what is wrong."""
    env = tool_environment() | {
        "DOCS_DIR": str(pages),
        "THEME_DIR": str(DOCS / "theme"),
        "SITE_URL": site_url,
        "REPO_URL": repo_url,
        "THREETABLES_TUTORIALS": str(TUTORIALS),
        # Material's notice about the future of MkDocs; docs/design.md says what we make of it.
        "NO_MKDOCS_2_WARNING": "1",
    }
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", settings]
    command += ["--strict", "--clean", "--site-dir", site]
    try:
        run("Building the pages", command, "mkdocs.log", env)
    except Trouble:
        printed = (WORK / "log" / "mkdocs.log").read_text(encoding="utf-8")
        told = [line for line in printed.splitlines() if re.match(r"WARNING|ERROR|\S+:\d+: |  - ", line)]
        for line in told:
            print(line, file=sys.stderr)
        if not told:
            raise
        raise Trouble("The site was not built, for the reasons above (all of it: build/log/mkdocs.log).") from None


def settings_from_environment() -> tuple[str, str]:
    """Where the site will be published and where its source is, if anyone said so."""
    return os.environ.get("SITE_URL", ""), os.environ.get("REPO_URL", "")


if __name__ == "__main__":
    build(ROOT / "site", *settings_from_environment())
    say("The site is in site/.")
