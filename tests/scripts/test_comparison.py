"""The three games side by side, and the same trick at three tables: what a reader is told is what the rules say."""

from __future__ import annotations

import re

import pytest

from comparison import ONLY_UNDER, ROWS, told, variants
from gathered import RECORD_ROWS, read_data
from prepare import ROOT
from same_trick import CHOSEN, SEATS, laid_down, tricks
from switches import first_difference, switched
from threetables.cards import rank_of, suit_of
from threetables.games import GAMES, LAWS

SUITS_ORDER = {
    "skambil": "3A2KQJT987",
    "omi": "AKQJT987",
    "schembil": "A3KQJ7654",
}
"""From the highest, as the three texts give it; French suits with the queen high at Schembil."""


def test_there_are_at_least_thirty_five_rows_and_none_is_there_twice() -> None:
    """Names, place, people, pack, deal, trump, talk, score and more: each asked once."""
    titles = [*RECORD_ROWS.values(), *(row.title for row in ROWS)]
    assert len(titles) >= 35
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_law_is_in_some_row(game: str) -> None:
    """No rule is lost on the way into the table, and the table makes none up."""
    in_rows = {law for row in ROWS for law in row.laws(game)}
    assert in_rows <= set(LAWS)
    missing = {law.id for law in GAMES[game].laws} - in_rows
    # Where the winner of a trick puts its cards, what a record begins with: customs of one game, not of a comparison.
    assert len(missing) <= 2, missing


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_usual_rules_come_first_and_no_way_to_play_is_there_twice(game: str) -> None:
    """A column starts with the rules as written; each set of rules and each other choice of a house rule is offered."""
    found = [variant for _, group in variants(GAMES[game]) for variant in group]
    usual = GAMES[game].rules()
    assert found[0].rules == usual
    assert len({variant.key for variant in found}) == len(found)
    presets = sum(len(preset.seats) for preset in GAMES[game].presets)
    choices = sum(len(rule.choices) - 1 for rule in GAMES[game].house_rules)
    assert presets + choices - 1 <= len(found) <= presets + choices


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_house_rule_changes_its_own_rows_and_no_law_is_shown_that_is_not_in_force(game: str) -> None:
    """Whoever switches a house rule sees a difference, and sees a law of choice only once it is chosen."""
    book = GAMES[game]
    for _, group in variants(book):
        for variant in group:
            cells = [told(variant.rules, row) for row in ROWS]
            for _, _, law in (line for cell in cells for line in cell):
                assert law not in ONLY_UNDER or variant.rules.choices[LAWS[law].house_rule or ""] in ONLY_UNDER[law]
            assert all(len({text for text, _, _ in cell}) == len(cell) for cell in cells), variant.key
            if variant.key.partition("=")[0] in {rule.name for rule in book.house_rules}:
                base = book.rules(variant.rules.preset, seats=variant.rules.seats)
                assert any(told(variant.rules, row) != told(base, row) for row in ROWS), variant.key


@pytest.mark.parametrize(
    ("choices", "title", "said"),
    [
        ({"trump": "none"}, "Shuffle and cut", ["The dealer shuffles."]),
        ({"trump": "none"}, "The last card of the stock", []),
        ({"trump": "none"}, "How trump is settled", ["There are no trumps."]),
    ],
)
def test_without_trumps_nothing_is_said_of_a_cut_or_a_turn_up(
    choices: dict[str, str], title: str, said: list[str]
) -> None:
    """A choice is told where it settles something, and not wherever its house rule is named."""
    [row] = [row for row in ROWS if row.title == title]
    assert [text for text, _, _ in told(GAMES["schembil"].rules(choices=choices), row)] == said


def test_what_is_filled_in_for_oochlee_is_called_reconstructed() -> None:
    """Of Oochlee the source tells pack, order, hand, drawing and values; everything else is taken from Ooshli Oyin."""
    lines = [line for row in ROWS for line in told(GAMES["skambil"].rules("oochlee"), row)]
    attested = {law for _, label, law in lines if label == "attested"}
    assert attested == {f"skambil.{slug}" for slug in ("pack", "rank", "three-each", "draw", "values-dikranagerd")}
    assert not {law for _, label, law in lines if label in ("stated", "implied")}
    assert ("The suit of the turn-up is trump.", "reconstructed", "skambil.trump") in lines


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_figures_of_a_column_are_those_of_the_text(game: str) -> None:
    """Forty cards at Skambil, thirty-two at Omi, thirty-six at Schembil; 240 points, eight tricks, 120 points."""
    facts = {row.title: told(GAMES[game].rules(), row)[0][0] for row in ROWS if row.fact}
    pack, total, tricks_ = {
        "skambil": (40, "240 points in the pack, 120 of them half.", "10 tricks of 4 cards."),
        "omi": (32, "8 tricks.", "8 tricks of 4 cards."),
        "schembil": (36, "120 points in the pack, 60 of them half.", "6 tricks of 6 cards."),
    }[game]
    assert facts["The pack"] == f"{pack} cards."
    assert facts["In all"] == total
    assert facts["The end of a deal"] == tricks_


# --- the same trick ---------------------------------------------------------------------------------


def taken_by(game: str, trump: str, cards: list[str]) -> int:
    """Who takes a trick, as a player would say it: the highest trump, else the highest of the suit led."""
    order = SUITS_ORDER[game]
    led = suit_of(cards[0])  # type: ignore[arg-type]
    suits = [suit_of(card) for card in cards]  # type: ignore[arg-type]
    wanted = trump if trump in suits else led
    able = [place for place, suit in enumerate(suits) if suit == wanted]
    return min(able, key=lambda place: order.index(rank_of(cards[place])))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_same_trick_is_taken_as_a_player_would_say(game: str) -> None:
    """In each of the tricks the highest trump takes it, else the highest card of the suit led, by that game's order."""
    number = 0
    for wish in tricks():
        _, laid = laid_down(game, wish)
        cards = [str(one.card) for one in laid]
        assert laid[-1].best == taken_by(game, wish.trump, cards), wish
        number += 1
    assert number > len(CHOSEN)


@pytest.mark.parametrize("game", ["skambil", "omi"])
def test_who_can_follow_may_not_lay_another_suit(game: str) -> None:
    """At Skambil and Omi a card of another suit is refused to a hand that can follow; at Schembil nothing is."""
    for wish in tricks():
        _, laid = laid_down(game, wish)
        led = suit_of(laid[0].card)
        pack = GAMES[game].rules().pack
        for seat in range(1, SEATS):
            wished, instead = wish.cards[seat]
            could_follow = any(card in pack and suit_of(card) == led for card in (wished, instead))  # type: ignore[arg-type]
            if wished in pack:
                refused = suit_of(wished) != led and could_follow  # type: ignore[arg-type]
                assert (laid[seat].law == f"{game}.follow-suit") == refused, (wish, seat)
    assert all(one.law is None for wish in tricks() for one in laid_down("schembil", wish)[1] if one.wished is None)


# --- house rules switched on one deal ---------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_other_choice_has_a_deal_that_shows_it(game: str) -> None:
    """For each house rule and each choice beside the usual one there is a deal that goes differently under it."""
    data = read_data(ROOT / "docs", ROOT / "tutorials")
    for rule in GAMES[game].house_rules:
        for choice in rule.choices[1:]:
            one, other = switched(data.switches[game][rule.name][choice.name], rule.name, choice.name)
            difference = first_difference(one, other)
            assert difference is not None, (rule.name, choice.name)
            assert difference[0] != difference[1]
            assert all(re.match(r"[A-Z0-9]", told_) for told_ in difference)
