import re
from collections import Counter

import pytest

from tests.engine.strategies import presets_and_seats
from threetables.cards import rank_of
from threetables.games import rules
from threetables.notation import suits_of
from threetables.rules import Rules
from threetables.seats import seat_name
from threetables.view.diagrams import home_table, ladder, seat_plan
from threetables.view.markup import text_of, to_html
from threetables.view.words import Words

EVERY = [book.rules(preset.name, None, seats) for book, preset, seats in presets_and_seats()]
NAMES = [f"{each.game}-{each.preset}-{each.seats}" for each in EVERY]


def words_for(some: Rules) -> Words:
    """The words for a page about these rules."""
    return Words(some, suits_of(some))


@pytest.mark.parametrize("some", EVERY, ids=NAMES)
def test_the_plan_has_every_seat_once_and_says_which_way_play_goes(some: Rules) -> None:
    """A newcomer reads off the plan who sits where and who comes next."""
    plan = seat_plan(some, words_for(some))
    labels = Counter(re.findall(r"[AB][123]", "|".join(text.text or "" for text in plan.iter("text"))))
    assert labels == Counter(seat_name(seat) for seat in range(some.seats))
    assert some.direction in text_of(plan)


def test_the_seat_after_the_dealer_is_on_the_left_going_clockwise_and_on_the_right_otherwise() -> None:
    """The plan of a game turned round is the plan in a mirror."""

    def across(some: Rules) -> dict[str, int]:
        texts = [
            text for text in seat_plan(some, words_for(some)).iter("text") if text.text in ("A1", "B1", "A2", "B2")
        ]
        return {text.text or "": int(text.attrib["x"]) for text in texts}

    one, other = across(rules("omi", "as-written")), across(rules("omi", "traditional"))
    assert one["B1"] < one["A1"] < one["B2"]
    assert {seat: 2 * one["A1"] - x for seat, x in one.items()} == other


@pytest.mark.parametrize("some", EVERY, ids=NAMES)
def test_the_ladder_goes_from_the_highest_rank_to_the_lowest(some: Rules) -> None:
    """The first card of the ladder beats all others, and each beats the next."""
    cards = [
        card.attrib["data-card"] for card in ladder(some, words_for(some)).iter("span") if "data-card" in card.attrib
    ]
    assert [rank_of(card) for card in cards] == [r for r in some.order if any(c[0] == r for c in some.pack)]  # type: ignore[arg-type]


def test_the_ladder_counts_where_the_game_counts_cards() -> None:
    """The points under the cards of a suit are a quarter of all points of the pack; Omi has none."""
    skambil = rules("skambil", "general")
    worth = [int(span.text or "") for span in ladder(skambil, words_for(skambil)).iter("span") if not span.attrib]
    assert 4 * sum(worth) == sum(skambil.points.values())
    omi = rules("omi")
    assert not [span for span in ladder(omi, words_for(omi)).iter("span") if not span.attrib]


@pytest.mark.parametrize("some", EVERY, ids=NAMES)
def test_the_home_table_is_a_real_opening_and_hides_what_the_near_seat_may_not_see(some: Rules) -> None:
    """The picture on the first page is a table that could be played on."""
    board = home_table(some, words_for(some))
    assert to_html(board) == to_html(home_table(some, words_for(some)))
    assert not list(board.iter("button"))
    assert "face down" in text_of(board)
