from __future__ import annotations

import argparse
import gzip
import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

import prepare
import serve


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site of a few files, built for the usual port, and a file beside it that is nobody's business."""
    site = tmp_path / "site"
    (site / "omi").mkdir(parents=True)
    (site / "index.html").write_text("home " * 400)
    (site / "omi" / "index.html").write_text("omi")
    (site / "404.html").write_text("no such page")
    (site / "sitemap.xml").write_text(f"<loc>{serve.BUILT_FOR}/three-tables/omi/</loc>")
    (site / "engine.wasm").write_bytes(b"\0asm")
    (site / "worker.mjs").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    return site


@pytest.fixture
def preview(site: Path) -> Iterator[serve.Preview]:
    """That site, served under a sub-path."""
    with serve.Preview(site, "/three-tables/", port=0) as preview:
        preview.start()
        yield preview
        preview.shutdown()


def get(preview: serve.Preview, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Ask for a path, exactly as written."""
    connection = http.client.HTTPConnection(serve.HOST, preview.server_address[1], timeout=10)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def test_a_folder_answers_with_its_page(preview: serve.Preview) -> None:
    """Addresses without a file name open the page that lies there."""
    assert get(preview, "/three-tables/omi/")[2] == b"omi"
    status, headers, _ = get(preview, "/three-tables/omi")
    assert (status, headers["Location"]) == (302, "/three-tables/omi/")


@pytest.mark.parametrize("path", ["/", "/three-tables"])
def test_the_way_to_the_site_is_shown(preview: serve.Preview, path: str) -> None:
    """Whoever opens the bare address is sent on to the sub-path."""
    status, headers, _ = get(preview, path)
    assert (status, headers["Location"]) == (302, "/three-tables/")


@pytest.mark.parametrize(
    "path",
    [
        "/three-tables/nothing",
        "/elsewhere/",
        "/three-tables/../secret.txt",
        "/three-tables/%2e%2e/secret.txt",
        "/three-tables//etc/passwd",
        "/three-tables/%2fetc/passwd",
        "/secret.txt",
    ],
)
def test_what_is_not_there_gets_the_sites_own_page(preview: serve.Preview, path: str) -> None:
    """A wrong address shows the page that helps, and nothing outside the site is ever sent."""
    status, _, body = get(preview, path)
    assert (status, body) == (404, b"no such page")


@pytest.mark.parametrize(
    ("name", "kind"),
    [("worker.mjs", "text/javascript"), ("engine.wasm", "application/wasm"), ("index.html", "text/html")],
)
def test_files_carry_the_type_that_browsers_insist_on(preview: serve.Preview, name: str, kind: str) -> None:
    """A browser refuses a module or an engine that comes as plain bytes."""
    assert get(preview, f"/three-tables/{name}")[1].get_content_type() == kind


def test_text_travels_compressed_and_the_engine_does_not(preview: serve.Preview) -> None:
    """Pages are sent small; the engine's bytes are sent as they are, so that progress can be counted."""
    _, headers, body = get(preview, "/three-tables/", Accept_Encoding="gzip")
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == b"home " * 400
    assert len(body) < 200
    _, headers, body = get(preview, "/three-tables/engine.wasm", Accept_Encoding="gzip")
    assert (headers["Content-Encoding"], headers["Content-Length"], body) == (None, "4", b"\0asm")


def test_a_copy_that_is_still_good_is_not_sent_again(preview: serve.Preview, site: Path) -> None:
    """A page is asked about each time, and sent again only when it was changed."""
    _, headers, _ = get(preview, "/three-tables/omi/")
    assert headers["Cache-Control"] == "no-cache"
    tag = headers["ETag"]
    assert get(preview, "/three-tables/omi/", If_None_Match=tag)[0] == 304
    (site / "omi" / "index.html").write_text("omi, changed")
    status, _, body = get(preview, "/three-tables/omi/", If_None_Match=tag)
    assert (status, body) == (200, b"omi, changed")


def test_the_sitemap_names_the_port_that_is_served(preview: serve.Preview) -> None:
    """Pages change at once only if the sitemap knows them by the very address they have."""
    body = get(preview, "/three-tables/sitemap.xml")[2].decode()
    assert body == f"<loc>{preview.address}omi/</loc>"


def test_the_next_free_port_is_taken(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the usual port is taken, the site comes up on one after it."""
    with serve.Preview(site, "/", port=0) as first:
        monkeypatch.setattr(serve, "FIRST_PORT", first.server_address[1])
        with serve.open_preview(site, "/", None) as second:
            assert first.server_address[1] < second.server_address[1] < first.server_address[1] + serve.PORTS_TRIED


def test_a_port_that_was_asked_for_and_is_taken_is_one_sentence(site: Path) -> None:
    """A port is never changed behind the back of someone who asked for it."""
    with (
        serve.Preview(site, "/", port=0) as first,
        pytest.raises(prepare.Trouble, match=r"^Port \d+ is taken; [^.]*\.$"),
    ):
        serve.open_preview(site, "/", first.server_address[1])


@pytest.mark.parametrize("text", ["three-tables", "/three-tables", "three-tables/", "/three-tables/"])
def test_a_sub_path_is_understood_with_or_without_slashes(text: str) -> None:
    """However it is written, it is the same folder."""
    assert serve.base_path(text) == "/three-tables/"


def test_no_sub_path_is_the_root() -> None:
    """A lone slash means the site has the whole address."""
    assert serve.base_path("/") == "/"


@pytest.mark.parametrize("text", ["a b", "../up", "x?y", "a//b"])
def test_a_sub_path_that_is_none_is_refused(text: str) -> None:
    """What cannot stand in an address is not served under."""
    with pytest.raises(argparse.ArgumentTypeError):
        serve.base_path(text)


@pytest.mark.parametrize("text", ["0", "65536", "-1", "http"])
def test_a_port_that_is_none_is_refused(text: str) -> None:
    """A port is a number from 1 to 65535."""
    with pytest.raises(argparse.ArgumentTypeError):
        serve.port_number(text)
