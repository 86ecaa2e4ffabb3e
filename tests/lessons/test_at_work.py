"""Which laws are at work at a step: against the rule of following suit as one reads it, and against the whole deal."""

from __future__ import annotations

import pytest

from gathered import read_deals
from prepare import ROOT
from tests.engine.stories import story
from threetables.cards import suit_of
from threetables.games import LAWS
from threetables.lessons.deals import ExampleDeal
from threetables.rules import Rules
from threetables.table import under

DEALS = [deal for deals in read_deals(ROOT / "tutorials").values() for deal in deals]

pytestmark = pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal.id)


def without(rules: Rules, law: str) -> Rules:
    """The same rules without one law."""
    usual = rules.book.rules(rules.preset, seats=rules.seats).choices
    chosen = {name: choice for name, choice in rules.choices.items() if choice != usual[name]}
    return rules.book.rules(rules.preset, chosen, rules.seats, rules.without | {law})


def named(deal: ExampleDeal) -> list[tuple[str, ...]]:
    """The laws that each step names, of what has happened and of what comes next."""
    return [laws.here + laws.next for laws in deal.laws]


def test_each_step_names_laws_of_its_own_game(deal: ExampleDeal) -> None:
    """Every step of a deal goes as it does because of some law, and the law is one of that game."""
    assert len(deal.laws) == len(deal.line)
    assert all(law.partition(".")[0] == deal.record.rules.game for laws in named(deal) for law in laws)
    assert all(LAWS[law].enforced for laws in named(deal) for law in laws)
    silent = [step for step, laws in enumerate(named(deal)) if not laws]
    assert len(silent) <= len(deal.line) / 2


def test_following_suit_is_at_work_where_a_hand_holds_the_suit_and_another(deal: ExampleDeal) -> None:
    """The duty to follow matters where a player could do both: follow, and not follow."""
    law = f"{deal.record.rules.game}.follow-suit"
    last = {moment.acted: moment.step for moment in deal.line[:-1]}
    for moment, laws in zip(deal.line, deal.laws, strict=True):
        table = moment.table
        choice = table.turn is not None and table.trick and last.get(moment.acted) == moment.step
        follows = [suit_of(card) == suit_of(table.trick[0]) for card in table.hands[table.turn or 0]] if choice else []
        expected = law in LAWS and any(follows) and not all(follows)
        assert (law in laws.next) == expected, moment.step
        assert law not in laws.here, moment.step


def test_a_law_at_work_nowhere_changes_nothing_in_the_whole_deal(deal: ExampleDeal) -> None:
    """Without a law that no step names, the same cards are dealt, played, taken and counted in the same way."""
    rules = deal.record.rules
    at_work = {law for laws in named(deal) for law in laws}
    whole = story(deal.record.start, deal.record.actions, rules)
    for law in rules.book.laws:
        if law.enforced and law.id not in at_work:
            changed = under(deal.record.start, without(rules, law.id))
            other = story(changed, deal.record.actions, rules)
            assert (other.events, other.refused) == (whole.events, whole.refused), law.id


def test_a_law_at_work_somewhere_changes_something(deal: ExampleDeal) -> None:
    """At the first step that names a law, the deal without it goes differently: there, or in what may be chosen."""
    rules = deal.record.rules
    for law in {law for laws in named(deal) for law in laws}:
        first = next(step for step, laws in enumerate(named(deal)) if law in laws)
        acted = deal.line[first].acted
        changed = under(deal.record.start, without(rules, law))
        stories = []
        for start in (deal.record.start, changed):
            stories.append([story(start, deal.record.actions[:number], rules) for number in (acted, acted + 1)])
        assert stories[0] != stories[1] or _refuses_otherwise(deal, first, changed), law


def _refuses_otherwise(deal: ExampleDeal, step: int, changed: object) -> bool:
    """Whether a card of the hand in turn is refused with other words."""
    from threetables.actions import Play
    from threetables.deal import objection

    table = deal.line[step].table
    other = table._replace(rules=changed.rules)  # type: ignore[attr-defined]
    assert table.turn is not None
    plays = [Play(table.turn, card) for card in table.hands[table.turn]]
    return any(objection(table, one) != objection(other, one) for one in plays)
