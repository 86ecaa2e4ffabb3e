"""The laws as data: one JSON file for programs, and the page that describes it from its schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from citations import named_sources
from gathered import Page, Site
from threetables import __version__
from threetables.games import GAMES
from threetables.laws import Law
from threetables.rules import Book, Choice

TEXTS: Final = {"skambil": "garabed-2009", "omi": "denexa-omi", "schembil": "digitalmoka-schembil"}
"""The source whose clauses are counted, for each game."""
LICENCE: Final = "CC BY 4.0, The Three Tables contributors"
PREFIXES: Final = {"skambil": "SK-", "omi": "OM-", "schembil": "SC-"}


def laws_as_data(site: Site) -> dict[str, Any]:
    """Everything that laws.json holds, in the shape that laws.schema.json describes."""
    games = [_game(book, site) for book in GAMES.values()]
    named = {TEXTS[game] for game in GAMES}
    for game in games:
        for law in game["laws"]:
            named |= set(law["sources"])
        for rule in game["house_rules"]:
            named |= {key for choice in rule["choices"] for key in choice["sources"]}
    sources = [
        {"id": key, "short": source.short, "year": source.year or None, "url": source.url or None,
         "read": source.read or None}
        for key, source in site.data.sources.items()
        if key in named
    ]  # fmt: skip
    return {"version": __version__, "licence": LICENCE, "games": games, "sources": sources}


def _game(book: Book, site: Site) -> dict[str, Any]:
    clauses = [clause for clause in site.data.clauses.values() if clause.id.startswith(PREFIXES[book.name])]
    return {
        "id": book.name,
        "title": book.title,
        "text": TEXTS[book.name],
        "sets_of_rules": [preset.name for preset in book.presets],
        "laws": [_law(law, site) for law in book.laws],
        "house_rules": [
            {"id": rule.name, "question": rule.question, "choices": [_choice(choice, site) for choice in rule.choices]}
            for rule in book.house_rules
        ],
        "clauses": [
            {"id": clause.id, "text": clause.text, "status": clause.status, "not_a_rule": clause.not_a_rule or None}
            for clause in clauses
        ],
    }


def _law(law: Law, site: Site) -> dict[str, Any]:
    game = law.id.partition(".")[0]
    return {
        "id": law.id,
        "text": law.text,
        "evidence": law.evidence,
        "clauses": list(law.clauses),
        "house_rule": law.house_rule,
        "source": law.source or None,
        "sources": list(named_sources(law.source, site)),
        "enforced": law.enforced,
        "shown": [
            {"deal": f"{game}/deals/{deal}/", "steps": list(steps)}
            for deal, steps in site.data.shown.get(law.id, {}).items()
        ],
    }


def _choice(choice: Choice, site: Site) -> dict[str, Any]:
    return {
        "id": choice.name,
        "text": choice.text,
        "label": choice.label,
        "source": choice.source,
        "sources": list(named_sources(choice.source, site)),
    }


def data_page(page: Page, schema: Path) -> str:
    """What laws.json holds, field by field, as its schema says."""
    read: dict[str, Any] = json.loads(schema.read_text(encoding="utf-8"))
    parts = [
        "[laws.json](laws.json) holds every law of the three games for programs: its sentence, its label, the clauses "
        "and sources it rests on, and the steps of the example deals at which it is at work. It stays at this address. "
        "[laws.schema.json](laws.schema.json) describes it as a JSON Schema, and a test holds the one to the other. "
        f"You may use it under {LICENCE}.\n",
        _fields("The file", read["properties"]),
    ]
    parts += [_fields(f"A {name.replace('_', ' ')}", part["properties"]) for name, part in read["$defs"].items()]
    parts.append("In a terminal, `threetables laws GAME --json` prints the laws of one game.\n")
    return "\n".join(parts)


def _fields(title: str, fields: Mapping[str, Mapping[str, Any]]) -> str:
    rows: Iterable[str] = (f"| `{name}` | {field['description']} |" for name, field in fields.items())
    table = "\n".join(("| field | what it is |", "|---|---|", *rows))
    return f'## {title}\n\n<div class="tt-scroll" markdown>\n\n{table}\n\n</div>\n'
