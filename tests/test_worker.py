import json
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threetables import worker
from threetables.actions import Action, Play
from threetables.deal import legal, objection, opened, play, talk
from threetables.events import Ordered
from threetables.games import GAMES, LAWS, rules
from threetables.lessons.moments import moments
from threetables.notation import ACTIONS, LIMIT, Record, read, read_action, suits_of, write
from threetables.seats import seat_name
from threetables.shuffle import Chance, dealt
from threetables.sight import look
from threetables.table import Table, cards_of
from threetables.view.markup import to_html
from threetables.view.player import Line, board
from threetables.view.words import Words

TABLES = [
    (book.name, preset.name, seats) for book in GAMES.values() for preset in book.presets for seats in preset.seats
]


@cache
def a_record(game: str, preset: str, seats: int, seed: int = 5) -> Record:
    """A whole deal, played at random from a fixed number, with a word now and then."""
    start = dealt(rules(game, preset, seats=seats), seed)
    chance = Chance(seed)
    table, actions = opened(start), list[Action]()
    while table.result is None:
        words = talk(table)
        choice: Action = chance.one_of(words) if words and chance.below(5) == 0 else chance.one_of(legal(table))
        actions.append(choice)
        table = play(table, choice)
    return Record(start, tuple(actions), suits_of(start.rules))


def ask(kind: str, **more: Any) -> dict[str, Any]:
    """The worker's answer, which must be sound."""
    told = worker.handle({"kind": kind, "id": 1, **more})
    assert told["ok"], told
    return told


def refused(kind: str, **more: Any) -> str:
    """The one sentence with which the worker turns a request down."""
    told = worker.handle({"kind": kind, "id": 1, **more})
    assert set(told) == {"id", "ok", "error"}
    assert not told["ok"]
    sentence = str(told["error"])
    assert "\n" not in sentence
    assert sentence.endswith((".", "?"))
    return sentence


@pytest.mark.parametrize(("game", "preset", "seats"), TABLES)
def test_every_frame_is_the_one_in_the_page(game: str, preset: str, seats: int) -> None:
    """The table that the engine draws live is, letter for letter, the one that the build wrote into the page."""
    record = a_record(game, preset, seats)
    line = Line(moments(record.start, record.actions), Words(record.rules, record.suits), record.start.scores)
    text = write(record)
    for step in range(len(line.moments)):
        assert ask("frame", record=text, step=step)["html"] == to_html(board(line, step))


@pytest.mark.parametrize(("game", "preset", "seats"), TABLES)
def test_any_card_of_any_seat_gets_the_engines_answer(game: str, preset: str, seats: int) -> None:
    """Every face-up card may be tried: it is played, or refused with the very law and proof of the engine."""
    record = a_record(game, preset, seats)
    text = write(record)
    for moment in moments(record.start, record.actions)[::5]:
        for seat, hand in enumerate(moment.table.hands):
            for card in hand:
                told = ask("try", record=text, step=moment.step, seat=seat_name(seat), card=card)
                against = objection(moment.table, Play(seat, card))
                if against is None:
                    assert table_after(record, told) == play(moment.table, Play(seat, card))
                else:
                    assert told["refusal"]["law"] == against.law
                    assert told["refusal"]["text"] == LAWS[against.law].text
                    assert tuple(told["refusal"]["cards"]) == against.cards
                    assert told["html"].count("tt-lit") == len(against.cards)


def table_after(record: Record, told: dict[str, Any]) -> Table:
    """The table at the last frame of an answer, worked out from the branch alone."""
    branch = told["branch"] or {"at": len(record.actions), "extra": []}
    start = opened(record.start)
    extra = tuple(read_action(text, start, record.suits) for text in branch["extra"])
    line = moments(record.start, record.actions[: branch["at"]] + extra)
    assert len(line) == told["steps"]
    last: int = told["frames"][-1]["step"]
    return line[last].table


ENDING_EARLY = [
    ("skambil", {"sign-truth": "may-bluff", "extra-signs": "italian"}),
    ("omi", {"end": "when-decided"}),
    ("omi", {"short-trumps": "redeal-under-two", "weak-four": "redeal"}),
    ("omi", {"kapothi": "announced", "cut": "offered"}),
    ("schembil", {"signs": "italian"}),
]


@pytest.mark.parametrize(("game", "choices"), ENDING_EARLY)
def test_whatever_is_offered_at_a_step_can_be_done_there(game: str, choices: dict[str, str]) -> None:
    """While a trick is to be taken, cards to be drawn or a deal to be thrown in, nothing is offered that then fails."""
    for seed in range(4):
        start = dealt(rules(game, choices=choices), seed)
        chance, table, actions = Chance(seed), opened(start), list[Action]()
        while table.result is None:
            actions.append(chance.one_of(legal(table)))
            table = play(table, actions[-1])
        text = write(Record(start, tuple(actions), suits_of(start.rules)))
        steps = len(moments(start, tuple(actions)))
        for step in range(0, steps, 1 if seed == 0 else 5):
            offered = ask("legal", record=text, step=step)["legal"]
            for words in (*offered[:4], *offered[-2:]):
                ask("act", record=text, step=step, action=words)


def test_nothing_is_said_after_the_last_card() -> None:
    """The last card of a deal lies: no sign is made any more, and the page says so in a sentence."""
    start = dealt(rules("skambil", choices={"sign-truth": "may-bluff"}), 3)
    chance, table, actions = Chance(3), opened(start), list[Action]()
    while table.result is None:
        actions.append(chance.one_of(legal(table)))
        table = play(table, actions[-1])
    text = write(Record(start, tuple(actions)))
    last = max(moment.step for moment in moments(start, tuple(actions)) if len(moment.table.trick) == 4)
    told = ask("act", record=text, step=last, action="A1: sign trey")
    assert told["refusal"]["law"] == "skambil.turn-order"
    assert "Nobody acts now" in told["refusal"]["why"]


def test_a_deal_has_an_end_however_much_is_signed() -> None:
    """Signs without end would keep the page busy for minutes; past the number that a record may hold none is taken."""
    text = write(Record(dealt(rules("skambil", choices={"sign-truth": "may-bluff"}), 3)))
    signs = ["A1: sign trey"] * ACTIONS
    assert "400 actions" in refused("act", record=text, at=0, extra=signs, action="A1: sign trey")
    assert "400 actions" in refused("frame", record=text, at=0, extra=[*signs, "A1: sign trey"])


def test_the_card_that_was_played_leaves_nothing() -> None:
    """Trying the card that the deal goes on with is a step forward, and not a branch."""
    record = a_record("omi", "as-written", 4)
    line = moments(record.start, record.actions)
    step = next(each.step for each in line if each.table.turn is not None and each.table.stretch == "play")
    following = record.actions[line[step].acted]
    assert isinstance(following, Play)
    told = ask("try", record=write(record), step=step, seat=seat_name(following.seat), card=following.card)
    assert told["branch"] is None
    assert told["frames"][0]["step"] == step + 1


def test_a_branch_is_gone_on_from_and_kept_in_the_request() -> None:
    """A deal that is only dealt can be played to its count, each answer's branch handed back with the next request."""
    text = ask("deal", game="omi", rules="as-written", seats=4, seed=3)["record"]
    record = read(text)
    table, chance = opened(record.start), Chance(1)
    branch: dict[str, Any] = {}
    while table.result is None:
        action = chance.one_of(legal(table))
        if isinstance(action, Play):
            told = ask("try", record=text, seat=seat_name(action.seat), card=action.card, **branch)
        else:
            told = ask("act", record=text, action="A1: trump S", **branch)
            action = read_action("A1: trump S", table, record.suits)
        table = play(table, action)
        branch = told["branch"]
    written = ask("record", record=text, **branch)["text"]
    assert table_after(record, told) == table
    assert len(read(written).actions) == 33
    assert ask("frame", record=text, **branch)["step"] == told["frames"][-1]["step"]


@pytest.mark.parametrize(("game", "preset", "seats"), TABLES)
def test_a_seats_eyes_are_never_told_a_hidden_card(game: str, preset: str, seats: int) -> None:
    """Whatever is asked with one seat's eyes, no answer holds a card that this seat may not see."""
    record = a_record(game, preset, seats)
    text = write(record)
    words = Words(record.rules, record.suits)
    for moment in moments(record.start, record.actions)[::3]:
        for viewer in range(0, seats, 3):
            sight = look(moment.table, viewer)
            open_cards = {card for hand in sight.hands for card in hand} | set(sight.trick) | {sight.turn_up}
            open_cards |= {card for trick in sight.taken for card in trick.cards}
            open_cards |= {heard.card for _, heard in moment.table.heard if isinstance(heard, Ordered)}
            hidden = [card for card in cards_of(moment.table) if card not in open_cards]
            base = {"record": text, "step": moment.step, "eyes": seat_name(viewer)}
            answers = [ask("frame", plays=True, **base), ask("text", **base), ask("legal", **base)]
            for seat, hand in enumerate(sight.hands):
                for card in hand:
                    if card is not None:
                        answers.append(ask("try", seat=seat_name(seat), card=card, **base))
            told = json.dumps([answer for answer in answers if "frames" not in answer])
            for card in hidden:
                assert f'"{card}"' not in told.replace("\\", "")
                assert words.card(card) not in told


def test_a_hidden_card_can_not_be_asked_after() -> None:
    """A request for a card that lies face down is turned down in the same words whether the card is there or not."""
    record = a_record("omi", "as-written", 4)
    text, table = write(record), opened(record.start)
    there = table.hands[1][0]
    elsewhere = table.hands[2][0]
    answers = {
        refused("try", record=text, step=2, seat="B1", card=card, eyes="A1") for card in (there, elsewhere, "XX")
    }
    assert len(answers) == 1


def test_with_one_seats_eyes_the_record_stays_closed() -> None:
    """A record names all cards, so it is not handed out while one seat looks; nor may that seat act for another."""
    text = ask("deal", game="omi", seed=1)["record"]
    assert "names every card" in refused("record", record=text, eyes="B1")
    assert refused("act", record=text, eyes="B1", action="A1: trump S") == "With B1's eyes you act for B1 only."


@settings(max_examples=25)
@given(step=st.integers(0, 30), data=st.data())
def test_nothing_is_remembered(step: int, data: st.DataObject) -> None:
    """The worker may forget everything at any moment, and answers as before."""
    text = write(a_record("skambil", "general", 4))
    requests = [
        {"kind": "frame", "record": text, "step": step, "plays": True, "id": 1},
        {"kind": "frame", "record": text, "step": step, "eyes": "B2", "near": "A2", "id": 2},
        {"kind": "legal", "record": text, "step": step, "id": 3},
    ]
    before = [worker.handle(request) for request in requests]
    for request, answer in zip(requests, before, strict=True):
        if data.draw(st.booleans()):
            worker.forget()
        assert worker.handle(request) == answer


@pytest.mark.parametrize("game", GAMES)
def test_a_number_deals_the_same_cards_each_time(game: str) -> None:
    """The number of a shuffle names one deal, and the next number another."""
    assert ask("deal", game=game, seed=7)["record"] == ask("deal", game=game, seed="7")["record"]
    assert ask("deal", game=game, seed=7)["record"] != ask("deal", game=game, seed=8)["record"]


def test_a_deal_is_opened_where_its_link_points() -> None:
    """A link names a step, a seat and a tried line; without them a played deal opens at its beginning."""
    record = a_record("omi", "as-written", 4)
    text = write(record)
    assert ask("open", record=text)["where"] == {
        "step": 0, "eyes": "", "branch": None, "left": len(moments(record.start, record.actions)) - 1,
    }  # fmt: skip
    told = ask("open", record=text, step="3", eyes="b1", at="1", extra=["A1 " + opened_with(record)])
    branch = {"at": 1, "extra": ["A1 " + opened_with(record)]}
    assert told["where"] == {"step": 3, "eyes": "B1", "branch": branch, "left": 3}
    dealt_only = ask("deal", game="omi", seed=2)["record"]
    assert ask("open", record=dealt_only)["where"]["step"] == 1


def opened_with(record: Record) -> str:
    """A card that A1 may lead to the first trick, though it was not the one led."""
    table = play(opened(record.start), record.actions[0])
    return next(str(a.card) for a in legal(table) if isinstance(a, Play) and a != record.actions[1])


def test_the_readers_settings_turn_the_table() -> None:
    """A reader may sit at any seat and call seats by their places; a seat kept for a larger table falls back to A1."""
    text = ask("deal", game="omi", seed=2)["record"]
    from_b1 = ask("frame", record=text, near="B1", calling="places")
    assert from_b1["seats"] == {"A1": "Right", "B1": "Near", "A2": "Left", "B2": "Across"}
    assert from_b1["eyes"]["A1"] == "A1 (right)'s eyes"
    assert ask("frame", record=text, near="B3") == ask("frame", record=text)


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"kind": "fly"}, "does not know"),
        ({}, "does not know"),
        ({"kind": "open"}, "not text"),
        ({"kind": "open", "record": 7}, "not text"),
        ({"kind": "open", "record": " \n"}, "nothing to open"),
        ({"kind": "open", "record": "x" * LIMIT}, "too long"),
        ({"kind": "open", "record": "é" * (LIMIT // 2)}, "too long"),
        ({"kind": "open", "record": "Once upon a time"}, "Line 1, column"),
        ({"kind": "open", "record": '[Game "omi"]\n\ud800'}, "Line"),
        ({"kind": "deal", "game": "whist", "seed": 1}, "whist"),
        ({"kind": "deal", "game": "omi", "seed": "-1"}, "number of a shuffle"),
        ({"kind": "deal", "game": "omi", "seed": "9" * 40}, "number of a shuffle"),
        ({"kind": "deal", "game": "omi", "seed": 1, "seats": "12"}, "no table with 12 seats"),
        ({"kind": "deal", "game": "omi", "seed": 1, "choices": [1]}, "does not know"),
        ({"kind": "deal", "game": "omi", "seed": 1, "choices": {"cut": "sideways"}}, "cut cannot be"),
        ({"kind": "deal", "game": "omi", "seed": 1, "seats": 6}, "not by 6"),
    ],
)
def test_bad_requests_get_one_plain_sentence(request_: dict[str, Any], says: str) -> None:
    """Whatever arrives, the reader gets one sentence on what is wrong, and the engine goes on."""
    kind = str(request_.get("kind", ""))
    rest = {key: value for key, value in request_.items() if key != "kind"}
    assert says in refused(kind, **rest)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"step": 999}, "no step 999"),
        ({"step": "x"}, "no step x"),
        ({"step": -1}, "no step -1"),
        ({"eyes": "C9"}, "no seat C9"),
        ({"eyes": "<b>"}, "no seat <b>"),
        ({"at": 99, "extra": []}, "cannot leave the deal after 99 actions; it has 0"),
        ({"at": 0, "extra": "A1 AS"}, "does not know"),
        ({"at": 0, "extra": ["A1 AS"]}, "cannot be played"),
        ({"at": 0, "extra": ["hello"]}, "cannot be played"),
        ({"at": 0, "extra": ["A1 AS"] * LIMIT}, "too long"),
    ],
)
def test_a_bad_link_gets_one_plain_sentence(more: dict[str, Any], says: str) -> None:
    """A link to a step, a seat or a line that is not there says so."""
    text = ask("deal", game="omi", seed=1)["record"]
    assert says in refused("open", record=text, **more)


@settings(max_examples=200)
@given(cut=st.integers(0, 900), junk=st.text(max_size=20))
def test_a_damaged_record_never_stops_the_engine(cut: int, junk: str) -> None:
    """A record that was cut short, or that something was typed into, is read or refused with a sentence."""
    text = write(a_record("schembil", "as-written", 6))
    told = worker.handle({"kind": "frame", "id": 4, "record": text[:cut] + junk, "step": 0})
    assert told["id"] == 4
    assert told["ok"] or re.fullmatch(r"[^\n]+[.?]", told["error"])


def test_the_door_speaks_json() -> None:
    """What crosses to the page is text, so nothing of Python is left there to be let go."""
    request = json.dumps({"kind": "deal", "game": "omi", "seed": 1, "id": 9})
    told = json.loads(worker.answer(request))
    assert told["id"] == 9
    assert replace(read(told["record"]), title="").actions == ()


def test_one_who_was_asked_finds_the_answers_first() -> None:
    """After a question the list of what may be said begins with the answers, so that one of them is chosen."""
    text = ask("deal", game="schembil", seed=4)["record"]
    asked = ask("act", record=text, action="A1 to A2: ask how-many")
    assert asked["ok"], asked
    said = re.findall(r'<option value="([^"]*)"', asked["options"])
    assert said[0].startswith("A2: answer")
    answers = [line.startswith("A2: answer") for line in said]
    assert answers == sorted(answers, reverse=True)
    assert not all(answers)
