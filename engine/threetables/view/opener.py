"""The forms of the page that opens a deal: a box to paste into, and a fresh deal by game, rules and number."""

import json
from collections.abc import Iterable
from xml.etree.ElementTree import Element

from ..rules import Book, HouseRule
from .markup import append, el
from .words import MESSAGES, OPENER


def opener(games: Iterable[Book]) -> Element:
    """Both forms, the place for what is wrong, and the place for the opened deal."""
    games = tuple(games)
    words = json.dumps(dict(MESSAGES), ensure_ascii=False)
    return el(
        "tt-open",
        {"data-search-exclude": True},
        el("noscript", None, el("p", None, OPENER["noscript"])),
        el("p", {"class": "tt-error", "data-part": "waiting"}),
        el("p", {"class": "tt-error", "data-part": "error", "role": "alert"}),
        el(
            "button",
            {"type": "button", "class": "tt-btn", "data-do": "retry", "data-part": "again", "hidden": True},
            OPENER["retry"],
        ),
        _paste(),
        _deal(games),
        el("div", {"data-part": "opened"}),
        el("template", {"data-part": "words"}, words),
    )


def _paste() -> Element:
    box = el("textarea", {"name": "record", "rows": 8, "spellcheck": "false", "autocapitalize": "off"})
    return el(
        "form",
        {"class": "tt-form", "data-part": "paste"},
        el("h2", None, OPENER["paste"]),
        el("label", None, el("span", None, OPENER["record"]), box),
        el("button", {"class": "tt-btn tt-btn--main"}, OPENER["open"]),
    )


def _deal(games: tuple[Book, ...]) -> Element:
    form = el("form", {"class": "tt-form", "data-part": "deal"}, el("h2", None, OPENER["deal-one"]))
    append(form, _select("game", OPENER["game"], ((book.name, book.title) for book in games)))
    append(form, *map(_game, games))
    seed = el("input", {"name": "seed", "inputmode": "numeric", "pattern": "[0-9]{1,9}", "required": True})
    append(form, el("label", None, el("span", None, OPENER["seed"]), " ", seed))
    another = el("button", {"type": "button", "class": "tt-btn", "data-do": "shuffle"}, OPENER["shuffle"])
    append(
        form,
        el("div", {"class": "tt-form-end"}, el("button", {"class": "tt-btn tt-btn--main"}, OPENER["deal"]), another),
    )
    return form


def _game(book: Book) -> Element:
    numbers = sorted({number for preset in book.presets for number in preset.seats})
    group = el("fieldset", {"data-game": book.name}, el("legend", None, book.title))
    append(group, _select("rules", OPENER["rules"], ((preset.name, preset.title) for preset in book.presets)))
    if len(numbers) > 1:
        seats = (("", OPENER["usual"]), *((str(number), str(number)) for number in numbers))
        append(group, _select("seats", OPENER["seats"], seats))
    chosen = el("details", None, el("summary", None, OPENER["house-rules"]), *map(_house_rule, book.house_rules))
    append(group, chosen)
    return group


def _house_rule(rule: HouseRule) -> Element:
    choices = (("", OPENER["usual"]), *((choice.name, choice.text) for choice in rule.choices))
    return _select(rule.name, rule.question, choices)


def _select(name: str, label: str, choices: Iterable[tuple[str, str]]) -> Element:
    entries = (el("option", {"value": value}, text) for value, text in choices)
    return el("label", None, el("span", None, label), " ", el("select", {"name": name}, *entries))
