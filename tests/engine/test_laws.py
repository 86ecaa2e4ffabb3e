"""Every law is felt where it should be, cites clauses that exist, and says how it is known."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.engine.stories import Story, story
from threetables.games import GAMES, LAWS
from threetables.notation import Record, read
from threetables.positions import BITES
from threetables.table import under

CLAUSES = Path(__file__).parents[2] / "docs" / "data" / "clauses"
ENFORCED = sorted(law.id for law in LAWS.values() if law.enforced)


def without(record: Record, law: str, acted: int) -> Story:
    """The record played with the law switched off, as far as that many actions."""
    rules = record.rules
    choices = {name: value for name, value in rules.choices.items() if rules.preset == "general" or name != "target"}
    off = rules.book.rules(rules.preset, choices, rules.seats, frozenset({law}) if law else frozenset())
    return story(under(record.start, off), record.actions[:acted], rules)


def test_every_law_that_the_engine_keeps_has_a_place_where_it_bites() -> None:
    """No law is only on paper, and no place is kept for a law that is not."""
    assert sorted(BITES) == ENFORCED


@pytest.mark.parametrize("law", ENFORCED)
def test_a_law_bites(law: str) -> None:
    """Leave out one law, and something goes differently just there, and not before."""
    record = read(BITES[law])
    assert law.startswith(record.rules.game)
    acted = len(record.actions)
    assert without(record, law, acted) != without(record, "", acted)
    if acted:
        assert without(record, law, acted - 1) == without(record, "", acted - 1)


def clauses() -> list[dict[str, Any]]:
    """Every clause of the three texts."""
    found: list[dict[str, Any]] = []
    for path in sorted(CLAUSES.glob("*.toml")):
        found += tomllib.loads(path.read_text("utf-8"))["clause"]
    return found


def test_the_clauses_are_all_there() -> None:
    """The three texts have 72, 51 and 44 clauses, numbered without a gap."""
    wanted = [f"{text}-{n:02}" for text, last in (("OM", 51), ("SC", 44), ("SK", 72)) for n in range(1, last + 1)]
    assert sorted(clause["id"] for clause in clauses()) == wanted


@pytest.mark.parametrize("clause", clauses(), ids=lambda clause: str(clause["id"]))
def test_a_clause_is_a_law_or_says_why_not(clause: dict[str, Any]) -> None:
    """Each clause of a text is kept by a law, or it is no rule of play and we say why; never both."""
    citing = [law.id for law in LAWS.values() if clause["id"] in law.clauses]
    assert bool(citing) != bool(clause.get("not_a_rule", "").strip()), citing
    assert clause["text"].strip()


def test_laws_cite_clauses_of_their_own_text() -> None:
    """A law rests on the text of its own game, and on clauses that are in it."""
    known = {clause["id"] for clause in clauses()}
    prefix = {"skambil": "SK", "omi": "OM", "schembil": "SC"}
    for law in LAWS.values():
        assert set(law.clauses) <= known, law.id
        assert all(clause.startswith(prefix[law.id.split(".")[0]]) for clause in law.clauses), law.id


@pytest.mark.parametrize("law", sorted(LAWS))
def test_a_law_says_how_it_is_known(law: str) -> None:
    """What is stated or implied rests on the text, what is borrowed names from where, and the rest is ours."""
    one = LAWS[law]
    status = {clause["id"]: clause["status"] for clause in clauses()}
    if one.evidence == "stated":
        assert any(status[clause] == "stated" for clause in one.clauses)
    assert one.text.endswith((".", "?"))
    if one.evidence in ("stated", "implied"):
        assert one.clauses
    if one.evidence == "borrowed":
        assert one.source
    if one.house_rule is not None:
        names = [rule.name for rule in GAMES[law.split(".")[0]].house_rules]
        assert one.house_rule in names


def test_every_house_rule_is_somebodys() -> None:
    """Each way of playing has a question, a label, a source and a sentence; and no way is offered twice."""
    for book in GAMES.values():
        assert len({rule.name for rule in book.house_rules}) == len(book.house_rules)
        for rule in book.house_rules:
            assert rule.question.endswith("?")
            assert len({choice.name for choice in rule.choices}) == len(rule.choices) > 1
            for choice in rule.choices:
                assert choice.text.endswith(".")
                assert choice.source
            assert [choice.label for choice in rule.choices[1:]].count("our choice") == 0


def test_every_house_rule_changes_a_law() -> None:
    """A reader who asks what a house rule changes is shown a law."""
    changed = {(law.id.split(".")[0], law.house_rule) for law in LAWS.values()}
    assert {(book.name, rule.name) for book in GAMES.values() for rule in book.house_rules} <= changed
