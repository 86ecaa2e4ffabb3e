import re
from collections import Counter
from dataclasses import replace
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import Line, moments, played_out, shuffled
from threetables.cards import Card
from threetables.events import TrickTaken
from threetables.games import rules
from threetables.notation import suits_of
from threetables.rules import Rules
from threetables.seats import Seat, in_turn, seat_name
from threetables.sight import Sight, look
from threetables.table import Start, Table
from threetables.view.markup import text_of, to_html
from threetables.view.table import draw
from threetables.view.words import Words


def words_for(table_rules: Rules, near: Seat = 0) -> Words:
    """The words of a reader who sits at `near`."""
    return Words(table_rules, suits_of(table_rules), near)


def drawn(table: Table, viewpoint: Seat | None = None, near: Seat = 0) -> Element:
    """The board as a viewpoint sees it."""
    return draw(look(table, viewpoint), words=words_for(table.rules, near))


def cards_on(board: Element) -> Counter[str]:
    """The cards that lie open on a board."""
    return Counter(card.attrib["data-card"] for card in board.iter() if "data-card" in card.attrib)


def may_be_seen(sight: Sight) -> set[Card]:
    """Cards that lie open before this viewpoint."""
    held = {card for hand in sight.hands for card in hand if card is not None}
    return held | set(sight.trick) | ({sight.turn_up} - {None})  # type: ignore[operator]


@pytest.fixture(scope="module")
def omi() -> Line:
    """A whole deal of Omi."""
    as_written = rules("omi")
    return played_out(Start(as_written, shuffled(as_written, 5), 3), 5)


@given(moments(), st.data())
def test_the_board_shows_what_the_viewpoint_may_see_and_nothing_else(
    moment: tuple[Line, int], data: st.DataObject
) -> None:
    """Every open card lies at one place of the board, and no other card is anywhere in it, not even by its name."""
    line, at = moment
    table = line.tables[at]
    viewpoint = data.draw(st.sampled_from((None, *range(table.rules.seats))))
    sight = look(table, viewpoint)
    board = drawn(table, viewpoint)
    open_cards = may_be_seen(sight)
    assert cards_on(board) == Counter(open_cards)
    html = to_html(board)
    words = words_for(table.rules)
    heard = {card for event in sight.heard if (card := getattr(event, "card", None))}
    hidden = set(table.rules.pack) - open_cards - heard
    assert not [card for card in hidden if f'"{card}"' in html or words.card(card) in html]


@given(moments())
def test_drawing_twice_draws_the_same(moment: tuple[Line, int]) -> None:
    """The built page and the live page cannot disagree: one sight has one drawing."""
    line, at = moment
    assert to_html(drawn(line.tables[at])) == to_html(drawn(line.tables[at]))


@given(moments(), st.data())
def test_two_deals_that_look_alike_to_a_seat_are_drawn_alike(moment: tuple[Line, int], data: st.DataObject) -> None:
    """Changing two cards that a seat cannot see changes nothing on its board."""
    line, at = moment
    table = line.tables[at]
    viewpoint = data.draw(st.integers(0, table.rules.seats - 1))
    if len(table.stock) < 2:
        return
    swapped = table._replace(stock=(table.stock[-1], *table.stock[1:-1], table.stock[0]))
    assert to_html(drawn(swapped, viewpoint)) == to_html(drawn(table, viewpoint))


@given(moments())
def test_every_card_has_a_name_and_every_back_has_none(moment: tuple[Line, int]) -> None:
    """A screen reader hears each open card by its name and of the others only how many they are."""
    line, at = moment
    table = line.tables[at]
    words = words_for(table.rules)
    board = drawn(table, 0)
    for element in board.iter():
        if "data-card" in element.attrib:
            assert element.attrib["aria-label"] == words.card(Card(element.attrib["data-card"]))
        if element.attrib.get("class") == "tt-b":
            assert element.attrib.keys() == {"class"}
            assert text_of(element) == ""
    hidden = sum(card is None for hand in look(table, 0).hands for card in hand)
    told = sum(int(number) for number in re.findall(r"(\d+) face down", text_of(board)))
    assert told == hidden


@given(moments(), st.data())
def test_seats_follow_one_another_in_playing_order_from_the_near_one(
    moment: tuple[Line, int], data: st.DataObject
) -> None:
    """Reading on from one seat to the next is going round the table in the order of play."""
    line, at = moment
    table = line.tables[at]
    near = data.draw(st.integers(0, table.rules.seats - 1))
    board = drawn(table, near=near)
    seats = [seat.attrib["aria-label"] for seat in board.iter("div") if "tt-seat" in seat.attrib["class"].split()]
    assert seats == [seat_name(seat) for seat in in_turn(near, table.rules.seats)]
    places = [c for seat in board.iter("div") for c in seat.attrib["class"].split()[1:2] if "tt-who" in to_html(seat)]
    assert places.count("tt-near") == 1


@given(moments())
def test_whose_turn_it_is_stands_in_words_at_one_seat(moment: tuple[Line, int]) -> None:
    """One seat is to act, or none; and it is said, not only coloured."""
    line, at = moment
    table = line.tables[at]
    board = drawn(table)
    marked = [seat for seat in board.iter("div") if "tt-turn" in seat.attrib["class"].split()]
    told = re.findall(r"to play|to name trumps|to cut", text_of(board))
    assert len(marked) == len(told) == (0 if table.turn is None else 1)
    if table.turn is not None:
        assert marked[0].attrib["aria-label"] == seat_name(table.turn)


def test_the_trump_is_always_named_in_words(omi: Line) -> None:
    """Before it is named the board says so, and afterwards it names the suit."""
    for table in omi.tables:
        trump = "No trump yet" if table.trump is None else words_for(table.rules).suit(table.trump)
        assert trump in text_of(drawn(table))


def test_a_trick_just_taken_lies_open_on_the_winners_pile(omi: Line) -> None:
    """The cards are seen where they went, once; a step later they are a packet like the others."""
    at = next(number for number, event in enumerate(omi.events) if isinstance(event, TrickTaken)) + 1
    table = omi.tables[at]
    board = draw(look(table, 0), words=words_for(table.rules), last=omi.events[at - 1])
    trick = table.taken[-1]
    [pile] = [tray for tray in board.iter("ul") if tray.attrib["class"] == "tt-taken"]
    assert cards_on(pile) == Counter(trick.cards)
    [tray] = [tray for tray in board.iter("div") if pile in list(tray)]
    assert f"tt-side-{table.rules.sides[trick.winner]}" in tray.attrib["class"].split()
    assert max(cards_on(board).values()) == 1
    assert not [tray for tray in drawn(table).iter("ul") if tray.attrib["class"] == "tt-taken"]


def test_only_cards_that_may_be_tried_are_buttons(omi: Line) -> None:
    """All, none, or those named; a card in the trick is never a button."""
    table = next(table for table in omi.tables if len(table.trick) == 2)
    sight, words = look(table, None), words_for(table.rules)
    held = {card for hand in table.hands for card in hand}
    one = frozenset(sorted(held)[:1])
    for playable, expected in ((True, held), (False, set()), (one, one)):
        board = draw(sight, words=words, playable=playable)
        assert {Card(button.attrib["data-card"]) for button in board.iter("button")} == expected


def test_cards_held_up_as_proof_are_marked(omi: Line) -> None:
    """The cards that prove a refusal are lit, and no others."""
    table = next(table for table in omi.tables if table.hands[0])
    proof = frozenset(table.hands[0][:2])
    board = draw(look(table, None), words=words_for(table.rules), lit=proof)
    lit = {card.attrib["data-card"] for card in board.iter() if "tt-lit" in card.attrib.get("class", "").split()}
    assert lit == proof


@pytest.mark.parametrize(("scores", "expected"), [((0, 0), "10 red and 10 black"), ((4, 2), "8 red and 10 black")])
def test_tokens_pass_to_the_side_that_scores(omi: Line, scores: tuple[int, int], expected: str) -> None:
    """Side A begins with the ten red and is paid in black, side B the other way round."""
    board = draw(look(omi.end, None), words=words_for(omi.rules), scores=scores)
    trays = {
        tray.attrib["class"].split()[1]: text_of(tray)
        for tray in board.iter("div")
        if "tt-tray" in tray.attrib["class"]
    }
    a, b = scores
    assert f"{10 - b} red and {a} black tokens" in trays["tt-side-0"]
    assert f"{b} red and {10 - a} black tokens" in trays["tt-side-1"]


def test_a_player_short_of_tokens_pays_what_is_left(omi: Line) -> None:
    """A score past ten does not take an eleventh token."""
    board = draw(look(omi.end, None), words=words_for(omi.rules), scores=(11, 3))
    assert "7 red and 10 black tokens" in text_of(board)
    assert "3 red and 0 black tokens" in text_of(board)


def test_the_count_stands_below_the_table_when_the_deal_is_over(omi: Line) -> None:
    """There is a count at the end and none before."""
    assert omi.end.result is not None
    assert words_for(omi.rules).counted(omi.end.result) in text_of(drawn(omi.end))
    assert not [p for p in drawn(omi.tables[-2]).iter("p") if p.attrib.get("class") == "tt-end"]


def test_a_waiting_bonus_is_on_the_board(omi: Line) -> None:
    """Whoever looks at the table sees that one point more is to be won."""
    sight = replace(look(omi.tables[3], None), pending=1)
    assert "Bonus waiting: 1" in text_of(draw(sight, words=words_for(omi.rules)))


@pytest.mark.parametrize("game", ["omi", "skambil", "schembil"])
def test_a_frame_is_small(game: str) -> None:
    """A deal has up to ninety frames, so one frame of four seats stays under 6 KB and one of six under 7 KB."""
    for seats in (4, 6):
        preset = next((p for p in rules(game).book.presets if seats in p.seats), None)
        if preset is None:
            continue
        chosen = rules(game, preset.name, seats=seats)
        captains = (0, 1) if game == "schembil" else ()
        line = played_out(Start(chosen, shuffled(chosen, 1), 0, rais=captains), 1)
        largest = max(len(to_html(drawn(table)).encode()) for table in line.tables)
        assert largest <= (6_000 if seats == 4 else 7_000)
