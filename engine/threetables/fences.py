"""The door for the site's build: live parts of a page, as custom fences of Python Markdown.

A fence ``deal`` holds the name of a file in the folder of tutorials without its ending (``omi/first-deal``), and
becomes the whole player; on a second line may stand the way from the page to the root of the site, and then the steps
name their laws. A fence ``open-deal`` holds nothing and becomes the forms that open a deal. `files` are the files that
the script in the page fetches.

Only `SuperFencesException` stops a build; any other exception in a fence would leave a block of code in the page.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from pymdownx.superfences import SuperFencesException  # type: ignore[import-untyped]

from .games import GAMES
from .lessons.deals import DealError, read_deal
from .view.markup import el, to_html
from .view.opener import opener
from .view.player import player, settings


def deal(source: str, language: str, css_class: str, options: dict[str, Any], md: object, **kwargs: Any) -> str:
    """The player of the deal that the fence names."""
    name, _, root = source.strip().partition("\n")
    folder = Path(os.environ.get("THREETABLES_TUTORIALS", "tutorials"))
    path = folder / f"{name}.toml"
    shown = f"{folder.name}/{name}.toml"
    if not path.resolve().is_relative_to(folder.resolve()):
        raise SuperFencesException(f"{shown}:1: an example deal lies in the folder {folder.name}")
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise SuperFencesException(f"{shown}:1: there is no such example deal") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SuperFencesException(f"{shown}:{line}: this is not UTF-8") from error
    try:
        return _block(player(read_deal(name.replace("/", "-"), text), root or None))
    except DealError as error:
        raise SuperFencesException(f"{shown}:{error.line}: {error.sentence}") from error
    except Exception as error:
        raise SuperFencesException(f"{shown}:1: the player could not be made: {error!r}") from error


def open_deal(source: str, language: str, css_class: str, options: dict[str, Any], md: object, **kwargs: Any) -> str:
    """The forms that open a deal."""
    if source.strip():
        raise SuperFencesException("open-deal:1: this fence holds nothing")
    try:
        return _block(opener(GAMES.values()))
    except Exception as error:
        raise SuperFencesException(f"open-deal:1: the forms could not be made: {error!r}") from error


def _block(element: Element) -> str:
    # Markdown puts a paragraph round elements it does not know, and a browser would end that at the first block inside.
    return to_html(el("div", {"class": "tt-part"}, element))


def files() -> Mapping[str, str]:
    """Files that the script in the page fetches, by their path under ``assets/player/``."""
    return {"settings.html": to_html(settings())}
