"""Set everything up, build the site and serve it on this machine: python3 scripts/serve.py

Like `prepare.py`, this file must be readable by Python 3.8.
"""

from __future__ import annotations

import argparse
import errno
import gzip
import mimetypes
import os
import sys
import threading
from email.utils import formatdate
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import prepare

HOST = "127.0.0.1"
FIRST_PORT = 8000
PORTS_TRIED = 100

# The address that a preview is built for. Where another port is used, the server puts that in instead.
BUILT_FOR = "http://{}:{}".format(HOST, FIRST_PORT)

TYPES = {
    "": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
SMALLER_ZIPPED = (".css", ".html", ".js", ".json", ".map", ".mjs", ".svg", ".txt", ".xml")
NAMES_ITS_ADDRESS = (".html", ".xml", ".txt")


@lru_cache(maxsize=512)
def body_of(path: str, modified: int, origin: str, zipped: bool) -> bytes:
    """What is sent for a file. It is asked for again only when the file was modified."""
    body = Path(path).read_bytes()
    if origin != BUILT_FOR and path.endswith(NAMES_ITS_ADDRESS):
        body = body.replace(BUILT_FOR.encode(), origin.encode())
    return gzip.compress(body, 6, mtime=0) if zipped else body


class Handler(BaseHTTPRequestHandler):
    """Answers like a static host: folders, types, compression, and a page for what is missing."""

    server: Preview
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a file, or the way to it, or the page that says there is none."""
        path = unquote(urlsplit(self.path).path)
        base = self.server.base
        if path == "/" != base or path + "/" == base:
            self.redirect(base)
            return
        wanted = os.path.normpath(os.path.join(self.server.site, path[len(base) :]))
        inside = path.startswith(base) and (wanted + os.sep).startswith(self.server.site + os.sep)
        if inside and os.path.isdir(wanted):
            if not path.endswith("/"):
                self.redirect(urlsplit(self.path).path + "/")
                return
            wanted = os.path.join(wanted, "index.html")
        if inside and os.path.isfile(wanted):
            self.send_file(200, wanted)
        else:
            self.send_file(404, os.path.join(self.server.site, "404.html"))

    do_HEAD = do_GET  # noqa: N815

    def redirect(self, location: str) -> None:
        """Send the browser to the address that has the page."""
        self.send_response(302)
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def send_file(self, status: int, path: str) -> None:
        """Send a file, or say that the browser's copy is still good."""
        try:
            found = os.stat(path)
        except OSError:  # no page for what is missing, or the site is being built anew at this moment
            self.send_error(404)
            return
        ending = os.path.splitext(path)[1]
        zipped = ending in SMALLER_ZIPPED and "gzip" in self.headers.get("Accept-Encoding", "")
        tag = '"{:x}-{:x}{}"'.format(found.st_mtime_ns, found.st_size, "-gzip" if zipped else "")
        if status == 200 and self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.send_header("ETag", tag)
            self.end_headers()
            return
        body = body_of(path, found.st_mtime_ns, self.server.origin, zipped)
        self.send_response(status)
        self.send_header("Content-Type", TYPES.get(ending) or mimetypes.guess_type(path)[0] or TYPES[""])
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", formatdate(found.st_mtime, usegmt=True))
        self.send_header("ETag", tag)
        # Kept, but asked about each time: a page that was just built must not look like the last one.
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Vary", "Accept-Encoding")
        if zipped:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing of each request."""


class Preview(ThreadingHTTPServer):
    """The built site on this machine's own address."""

    daemon_threads = True

    def __init__(self, site: Path, base: str, port: int) -> None:
        super().__init__((HOST, port), Handler)
        self.site = str(site.resolve())
        self.base = base
        self.origin = "http://{}:{}".format(HOST, self.server_address[1])

    @property
    def address(self) -> str:
        """What to open."""
        return self.origin + self.base

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader who leaves in mid-download is no error."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)

    def start(self) -> None:
        """Answer requests in the background until `shutdown`."""
        threading.Thread(target=self.serve_forever, daemon=True).start()


def open_preview(site: Path, base: str, port: int | None) -> Preview:
    """Take the port that was asked for, or the first free one from 8000 on."""
    for candidate in [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            return Preview(site, base, candidate)
        except OSError as error:
            if error.errno == errno.EACCES:
                raise prepare.Trouble("Port {} may not be used by you; choose one above 1023.".format(port)) from error
            if error.errno != errno.EADDRINUSE:
                raise
    if port:
        raise prepare.Trouble("Port {} is taken; choose another, or leave --port out.".format(port))
    raise prepare.Trouble("No port from {} on is free; give one with --port.".format(FIRST_PORT))


def base_path(text: str) -> str:
    """A sub-path with a slash at each end."""
    inner = text.strip("/")
    if not all(part.replace("-", "").replace("_", "").replace(".", "").isalnum() for part in inner.split("/") if inner):
        raise argparse.ArgumentTypeError("a path such as /three-tables/ is expected")
    return "/" + inner + "/" if inner else "/"


def port_number(text: str) -> int:
    """A port that exists."""
    if not (text.isascii() and text.isdecimal()) or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="serve.py", description="Set everything up, build the site and serve it on this machine."
    )
    parser.add_argument("--build-only", action="store_true", help="write site/ and stop")
    parser.add_argument("--port", type=port_number, help="the port (default: the first free one from 8000 on)")
    parser.add_argument(
        "--base-path",
        type=base_path,
        default="/",
        metavar="PATH",
        help="serve under a sub-path, as Pages does",
    )
    return parser.parse_args()


def main() -> None:
    """Do all that is not done yet, then serve until Ctrl-C."""
    chosen = options()
    prepare.enter("site")
    import build

    site = prepare.ROOT / "site"
    published_at, repository = build.settings_from_environment()
    address = published_at if chosen.build_only else BUILT_FOR + chosen.base_path
    if not build.build(site, address, repository):
        prepare.say("The site is up to date.")
    if chosen.build_only:
        prepare.say("The site is in site/.")
        return
    with open_preview(site, chosen.base_path, chosen.port) as preview:
        prepare.say("Three Tables is at " + preview.address + " (Ctrl-C stops it)")
        preview.serve_forever()


if __name__ == "__main__":
    with prepare.plain_failures():
        main()
