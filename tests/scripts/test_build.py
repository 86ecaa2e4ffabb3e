from __future__ import annotations

import hashlib
import json
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import build
import prepare
import serve
from tests.conftest import BASE_PATH

if TYPE_CHECKING:
    from playwright.sync_api import Page

KILOBYTE = 1024


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one page."""
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "DOCS", tmp_path / "docs")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Home")
    return tmp_path


def test_only_a_change_asks_for_a_build(project: Path) -> None:
    """Any changed, new or lost word means another site; what Python leaves behind does not."""
    before = build.inputs_digest("address")
    (project / "docs" / "__pycache__").mkdir()
    (project / "docs" / "__pycache__" / "x.pyc").write_text("x")
    assert build.inputs_digest("address") == before
    assert build.inputs_digest("another address") != before
    (project / "docs" / "index.md").write_text("# Home!")
    changed = build.inputs_digest("address")
    (project / "docs" / "new.md").write_text("")
    assert len({before, changed, build.inputs_digest("address")}) == 3


def test_what_is_no_page_is_not_published(project: Path) -> None:
    """Templates and data stay behind, even where a page's own folder has the same name."""
    for name in ("theme/main.html", "data/clauses/omi.toml", "omi/data/index.md"):
        path = project / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    build.copy_pages(project / "pages")
    copied = {str(path.relative_to(project / "pages")) for path in build.files_under(project / "pages")}
    assert copied == {"index.md", "omi/data/index.md"}


@pytest.mark.slow
def test_a_second_build_has_nothing_to_do(site_dir: Path) -> None:
    """A site that is up to date is left as it is."""
    assert not build.build(site_dir, serve.BUILT_FOR + BASE_PATH)


@pytest.mark.slow
def test_a_link_to_nowhere_stops_the_build(site_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A broken link is told with its page, and no site is written."""
    assert site_dir.is_dir()
    pages = tmp_path / "pages"
    build.copy_pages(pages)
    (pages / "omi" / "index.md").write_text("# Omi\n\n[gone](gone.md)\n")
    with pytest.raises(prepare.Trouble, match="reasons above"):
        build.run_mkdocs(pages, tmp_path / "site", "", "")
    told = capsys.readouterr().err
    assert "omi/index.md" in told
    assert "gone.md" in told


@pytest.mark.slow
def test_the_engine_is_small_and_pure(site_dir: Path) -> None:
    """The engine that a reader downloads is plain Python of at most 120 KB."""
    [wheel] = (site_dir / "assets" / "pyodide").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert wheel.stat().st_size <= 120 * KILOBYTE
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert "threetables/py.typed" in names
    assert all(name.endswith((".py", ".typed")) for name in names)


@pytest.mark.slow
def test_the_engine_is_registered_with_its_hash(site_dir: Path) -> None:
    """Pyodide knows our engine, can tell a damaged copy, and knows nothing that is not served here."""
    folder = site_dir / "assets" / "pyodide"
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    assert list(lock["packages"]) == ["threetables"]
    entry = lock["packages"]["threetables"]
    wheel = folder / entry["file_name"]
    assert entry["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()


@pytest.mark.slow
def test_the_sizes_on_the_progress_bar_are_true(site_dir: Path) -> None:
    """The bytes that a reader is told about are the bytes that come."""
    folder = site_dir / "assets" / "pyodide"
    sizes = json.loads((folder / "sizes.json").read_text())
    there = {path.name: path.stat().st_size for path in folder.iterdir() if path.name != "sizes.json"}
    assert sizes == there


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(site_dir: Path) -> None:
    """No page and no stylesheet loads a script, a style, a picture or a font from another site."""
    loads = re.compile(
        r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=["']?(?:https?:)?//[^>]*>"""
        r"""|<link\b[^>]*\brel=["']?(?:stylesheet|preload|modulepreload|preconnect|icon)\b[^>]*\bhref=["']?https?://[^>]*>"""
        r"""|url\(["']?(?:https?:)?//[^)]*\)|@import\s+["'](?:https?:)?//"""
    )
    found = [
        f"{path.relative_to(site_dir)}: {match[0]}"
        for path in build.files_under(site_dir)
        if path.suffix in (".html", ".css")
        for match in loads.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found


@pytest.mark.slow
def test_the_sitemap_lists_the_address_the_site_was_built_for(site_dir: Path) -> None:
    """Without it, every change of page would load everything anew."""
    sitemap = (site_dir / "sitemap.xml").read_text()
    assert f"<loc>{serve.BUILT_FOR}{BASE_PATH}omi/</loc>" in sitemap


@pytest.mark.browser
def test_the_served_engine_starts_in_a_browser(page: Page) -> None:
    """All that the engine's start needs is on the site, and the wheel is what Pyodide finds there."""
    page.goto("about/")
    found = page.evaluate(
        """async () => {
          const base = new URL("../assets/pyodide/", location.href).href;
          const { loadPyodide } = await import(base + "pyodide.mjs");
          const python = await loadPyodide({ indexURL: base, packages: ["threetables"] });
          return python.runPython("from threetables.games import GAMES; ' '.join(GAMES)");
        }"""
    )
    assert found == "skambil omi schembil"


@pytest.mark.browser
def test_a_change_of_page_keeps_the_window(page: Page) -> None:
    """Whatever lives in the page, such as the engine, lives through the whole visit."""
    page.goto("about/")
    page.evaluate("window.mark = 'still here'")
    for part in ("Privacy", "Credits", "Accessibility"):
        page.locator(f"footer a:has-text('{part}')").first.click()
        page.wait_for_url(f"**/{part.lower()}/")
        assert page.evaluate("window.mark") == "still here"
