import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from xml.etree.ElementTree import Element

import pytest

from threetables.actions import Action, MakeSign
from threetables.deal import legal, opened, play
from threetables.games import GAMES, rules
from threetables.lessons.deals import ExampleDeal, Note, Ref
from threetables.lessons.moments import moments
from threetables.notation import Record, suits_of, write
from threetables.shuffle import Chance, dealt
from threetables.sight import look
from threetables.table import Table, cards_of
from threetables.view.markup import text_of, to_html
from threetables.view.player import Line, as_text, board, picture, player, plays, sentence, settings
from threetables.view.words import Words

TABLES = [
    (book.name, preset.name, seats) for book in GAMES.values() for preset in book.presets for seats in preset.seats
]


@cache
def a_deal(game: str, preset: str, seats: int) -> ExampleDeal:
    """A whole deal, played at random from a fixed number."""
    start = dealt(rules(game, preset, seats=seats), 7)
    chance = Chance(11)
    table, actions = opened(start), list[Action]()
    while table.result is None:
        actions.append(chance.one_of(legal(table)))
        table = play(table, actions[-1])
    record = Record(start, tuple(actions), suits_of(start.rules), "A deal")
    note = Note(3, ("See what ", Ref("seat", 1), " holds: ", Ref("number", 3), " cards."), (), ())
    return ExampleDeal("a-deal", "A deal", "", record, moments(start, record.actions), (note,))


class Found(HTMLParser):
    """What a browser finds in a text: its elements, and what stands in the last of them."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.data = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember the element."""
        self.tags.append(tag)
        self.data = ""

    def handle_data(self, data: str) -> None:
        """Remember the text."""
        self.data += data


def line_of(deal: ExampleDeal) -> Line:
    """The line that the player shows."""
    return Line(deal.line, Words(deal.record.rules, deal.record.suits), deal.record.start.scores)


def parts(element: Element, name: str) -> Iterator[Element]:
    """The elements of that part of the player."""
    return (each for each in element.iter() if each.get("data-part") == name)


def hidden_cards(table: Table, viewer: int) -> set[str]:
    """The cards whose place `viewer` does not know: in other hands unseen, or in the stock."""
    sight = look(table, viewer)
    seen = {card for hand in sight.hands for card in hand} | set(sight.trick) | {sight.turn_up}
    seen |= {card for trick in sight.taken for card in trick.cards}
    return {str(card) for card in cards_of(table) if card not in seen}


@pytest.mark.parametrize(("game", "preset", "seats"), TABLES)
def test_no_seat_reads_a_hidden_card(game: str, preset: str, seats: int) -> None:
    """With one seat's eyes, neither the table nor the list, the sentence or the text of a step tells a hidden card."""
    deal = a_deal(game, preset, seats)
    line = line_of(deal)
    for viewer in range(seats):
        for moment in deal.line:
            hidden = hidden_cards(moment.table, viewer)
            listed = plays(line, viewer, moment.step) if moment.step % 6 == 0 else ()
            drawn = to_html(board(line, moment.step, viewer), *listed)
            told = f"{drawn} {sentence(line, moment.step, viewer)} {as_text(line, moment.step, viewer, '')}"
            for card in hidden:
                assert f'data-card="{card}"' not in told
                assert line.words.card(card) not in told  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "preset", "seats"), TABLES)
def test_open_eyes_see_every_card_once(game: str, preset: str, seats: int) -> None:
    """On the open table no card lies twice, and each card in a hand is a button."""
    deal = a_deal(game, preset, seats)
    line = line_of(deal)
    for moment in deal.line:
        drawn = board(line, moment.step)
        cards = [each.get("data-card") for each in drawn.iter() if each.get("data-card")]
        assert len(cards) == len(set(cards))
        held = {card for hand in moment.table.hands for card in hand}
        assert {each.get("data-card") for each in drawn.iter("button")} == held


@pytest.mark.parametrize(("game", "preset", "seats"), TABLES)
def test_the_page_holds_every_step(game: str, preset: str, seats: int) -> None:
    """The inert frames, the list of plays and the printed account all tell the whole deal, step for step."""
    deal = a_deal(game, preset, seats)
    made = player(deal)
    number = len(deal.line)
    assert made.get("data-steps") == str(number)
    [frames] = parts(made, "frames")
    assert [each.get("data-step") for each in frames] == [str(step) for step in range(number)]
    [listed] = parts(made, "plays")
    entries = [each.get("data-step") for entry in listed.iter("li") for each in entry.iter("button")]
    assert entries == [str(step) for step in range(number)]
    [printed] = parts(made, "printed")
    assert sum(each.get("start") is not None for each in printed.iter("ol")) == len(list(printed.iter("figure")))
    assert not list(printed.iter("button"))
    [data] = parts(made, "data")
    assert json.loads(data.text or "")["record"] == write(deal.record)


def test_each_trick_is_drawn_when_its_last_card_lies() -> None:
    """On paper a trick is seen whole: as many cards on the table as there are players."""
    made = player(a_deal("omi", "as-written", 4))
    [printed] = parts(made, "printed")
    tricks = [each for each in printed.iter("ol") if each.get("class") == "tt-trick"]
    assert [len(list(trick)) for trick in tricks] == [4] * 8


def test_a_note_stands_at_its_step_with_its_seats_marked() -> None:
    """A note is shown at its step and on paper, and the seats in it can be called as the reader calls them."""
    made = player(a_deal("omi", "as-written", 4))
    notes = [each for each in made.iter("p") if each.get("class") == "tt-note"]
    assert [text_of(note) for note in notes] == ["See what B1 holds: 3 cards."] * 2
    assert [each.get("data-seat") for note in notes for each in note] == ["B1", "B1"]


def test_a_title_can_not_become_markup() -> None:
    """What somebody writes in a title stays text, in the page and in the inert data."""
    deal = a_deal("omi", "as-written", 4)
    hostile = "</script><script>alert(1)</script>&<img src=x>"
    record = replace(deal.record, title=hostile)
    found = Found()
    found.feed(to_html(player(replace(deal, title=hostile, record=record))))
    assert "img" not in found.tags
    assert "script" not in found.tags
    assert hostile in json.loads(found.data)["record"]


def test_every_control_is_a_real_one() -> None:
    """Whatever can be pressed is a button with a name, or a list with a label."""
    made = player(a_deal("skambil", "general", 4))
    [live] = parts(made, "live")
    for each in live.iter("button"):
        assert each.get("type") == "button"
        assert each.get("aria-label") or text_of(each).strip()
    labelled = [each for label in live.iter("label") for each in label.iter("select")]
    assert labelled == list(live.iter("select"))


def test_settings_ask_each_question_once() -> None:
    """The dialog has one group for each setting, and each choice in it is a labelled button of that group."""
    dialog = settings()
    for group in dialog.iter("fieldset"):
        [name] = {each.get("name") for each in group.iter("input")}
        assert name
        assert len(list(group.iter("label"))) == len(list(group.iter("input"))) > 1


@pytest.mark.parametrize(("game", "preset", "seats"), TABLES)
def test_a_reader_is_met_by_the_first_choice(game: str, preset: str, seats: int) -> None:
    """What one sees first is not an empty table: the cards are dealt, and it is somebody's turn."""
    deal = a_deal(game, preset, seats)
    step = int(player(deal).get("data-step") or -1)
    assert deal.line[step].table.turn is not None
    assert all(moment.table.turn is None for moment in deal.line[:step])


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
def test_the_picture_of_a_deal_is_a_full_trick_seen_by_the_near_seat(table: tuple[str, str, int]) -> None:
    """In a list of deals one sees each table with the whole middle trick on it, and no other hand."""
    deal = a_deal(*table)
    drawn = picture(deal)
    shown = [card.get("data-card") for card in drawn.iter() if card.get("data-card")]
    [trick] = [part for part in drawn.iter() if "tt-trick" in (part.get("class") or "").split()]
    played = [card.get("data-card") for card in trick.iter() if card.get("data-card")]
    assert tuple(played) in [each.cards for each in deal.line[-1].table.taken]
    [moment] = [each for each in deal.line if [*each.table.trick] == played]
    sight = look(moment.table, 0)
    seen = {*played, sight.turn_up, *(card for hand in sight.hands for card in hand)}
    assert set(shown) == seen - {None}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
def test_the_score_rises_when_the_deal_is_counted(table: tuple[str, str, int]) -> None:
    """Until the count the table shows the score the deal began with, and then the one that the next begins with."""
    deal = a_deal(*table)
    line = replace(line_of(deal), scores=(2, 1))
    result = deal.line[-1].table.result
    assert result is not None
    for step, won in ((len(deal.line) - 2, (0, 0)), (len(deal.line) - 1, result.game_points)):
        shown = [text_of(each) for each in board(line, step).iter() if each.get("class") == "tt-score"]
        target = deal.record.rules.target
        assert shown == [f"Score {1 + won[1]} of {target}", f"Score {2 + won[0]} of {target}"]


def test_a_seat_is_shown_with_what_it_said_last() -> None:
    """However often a seat speaks or signs during a trick, one bubble stands beside it, with the newest words."""
    start = dealt(rules("skambil", choices={"sign-truth": "may-bluff"}), 1)
    signs = (MakeSign(0, "trey"), MakeSign(1, "ace"), MakeSign(0, "jack"))
    line = Line(moments(start, signs), Words(start.rules), (0, 0))
    drawn = board(line, len(line.moments) - 1)
    told = [text_of(said) for said in drawn.iter("p") if "tt-says" in (said.get("class") or "")]
    assert told == ["I hold the jack of trumps.", "I hold the ace of trumps."]
