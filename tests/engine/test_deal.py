"""What holds in every deal of every game, whatever the cards, the seats and the house rules."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import (
    Line,
    between_tricks,
    dice,
    examples,
    lines,
    moments,
    moves,
    played_out,
    position_of,
    shuffled,
    some_rules,
    starts,
    words,
)
from threetables.actions import Action, Ask, Order
from threetables.cards import SUITS, Card
from threetables.deal import decide, happenings, legal, objection, opened, opening, play, replay, talk, unfit
from threetables.events import (
    Answered,
    Asked,
    Counted,
    Dealt,
    Drew,
    Event,
    HandsShown,
    Ordered,
    PackCut,
    Played,
    SignMade,
    Swapped,
    ThrownIn,
    TrickTaken,
    TurnedUp,
    seen_by,
)
from threetables.games import LAWS, rules
from threetables.laws import IllegalAction
from threetables.notation import Record, read, suits_of, write
from threetables.seats import Seat, after, place
from threetables.sight import look
from threetables.table import Position, Start, cards_of, evolve, laid_out


@examples(0.4)
@given(lines())
def test_no_card_is_lost_or_doubled(line: Line) -> None:
    """Count the cards after anything that happens, and the pack is whole."""
    for table in line.tables:
        assert sorted(cards_of(table)) == sorted(line.rules.pack)


@examples(0.4)
@given(lines())
def test_a_deal_played_out_adds_up(line: Line) -> None:
    """Both piles together make 240, 20, 8 tricks or 120, whoever won what."""
    result, rules = line.end.result, line.rules
    assert result is not None
    if line.end.thrown is not None or any(line.end.hands):
        assert rules.game == "omi"
        return
    whole = 8 if rules.game == "omi" else 120 if rules.game == "schembil" else 240 if rules.preset == "general" else 20
    assert sum(result.count) == whole
    tricks = sum(isinstance(event, Played) for event in line.events) // rules.seats
    assert tricks == {(4, "skambil"): 10, (4, "omi"): 8, (6, "schembil"): 6}.get(
        (rules.seats, rules.game), len(rules.pack) // 6
    )


@examples(0.4)
@given(lines())
def test_random_play_ends_with_one_count(line: Line) -> None:
    """However wildly people play, the deal comes to its count, once, and then nothing more may be done."""
    assert [isinstance(event, Counted) for event in line.events].count(True) == 1
    assert isinstance(line.events[-1], Counted)
    assert (line.end.turn, legal(line.end), talk(line.end)) == (None, (), ())
    for action in (*moves(line.end), *words(line.end)):
        against = objection(line.end, action)
        assert against is not None
        assert against.law in LAWS


def turned(action: Action, seats: int) -> Action:
    """The same action by the seat after."""
    moved = replace(action, seat=after(action.seat, seats))
    if isinstance(moved, Ask | Order):
        return replace(moved, to=after(moved.to, seats))
    return moved


@examples(0.4)
@given(lines())
def test_turning_the_table_turns_the_outcome(line: Line) -> None:
    """Let everyone move one chair on: the same happens to the next one, and the sides change names."""
    start, seats = line.start, line.rules.seats
    rais = tuple(after(seat, seats) for seat in reversed(start.rais))
    moved = replace(start, dealer=after(start.dealer, seats), rais=rais)
    end = replay(moved, (turned(action, seats) for action in line.actions))
    one, other = line.end.result, end.result
    assert one is not None
    assert other is not None
    assert other.count == one.count[::-1]
    assert other.game_points == one.game_points[::-1]
    assert other.next_dealer == after(one.next_dealer, seats)
    assert (other.laws, other.pending, other.void) == (one.laws, one.pending, one.void)
    assert [t.cards for t in end.taken] == [t.cards for t in line.end.taken]


@examples(0.4)
@given(lines(starts(st.one_of(some_rules("skambil"), some_rules("omi")))))
def test_the_other_way_round_is_the_same_deal_in_a_mirror(line: Line) -> None:
    """Direction mirrors every left and right, and changes nothing else."""
    rules = line.rules
    mirror = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}[rules.direction]
    across = rules.book.rules(rules.preset, {**own_choices(line), "direction": mirror}, rules.seats)
    assert across.direction == mirror
    end = replay(replace(line.start, rules=across), line.actions)
    assert end._replace(rules=rules) == line.end
    left_and_right = {"left": "right", "near-left": "near-right", "far-left": "far-right"}
    left_and_right |= {right: left for left, right in left_and_right.items()}
    for seat in range(rules.seats):
        here = place(seat, 0, rules.seats, rules.direction)
        assert place(seat, 0, rules.seats, across.direction) == left_and_right.get(here, here)


def own_choices(line: Line) -> dict[str, str]:
    """The house rules, without a target that the preset settles."""
    choices = dict(line.rules.choices)
    if line.rules.game == "skambil" and line.rules.preset != "general":
        del choices["target"]
    return choices


def swapped_in(event: Event, other: dict[Card, Card]) -> Event:
    """The event as it would have been with those cards in each other's places."""

    def card(a_card: Card | None) -> Card:
        assert a_card is not None
        return other.get(a_card, a_card)

    match event:
        case Dealt(packets):
            return Dealt(tuple((seat, tuple(card(c) for c in cards)) for seat, cards in packets))
        case Drew(_, drawn, _):
            return replace(event, card=card(drawn))
        case PackCut(_, _, shown) if shown is not None:
            return replace(event, shown=card(shown))
        case TurnedUp(shown):
            return TurnedUp(card(shown))
        case Played(seat, played):
            return Played(seat, card(played))
        case Swapped(seat, gave, took):
            return Swapped(seat, card(gave), card(took))
        case _:
            return event


def known_to(viewer: Seat, line: Line, number: int) -> set[Card]:
    """The cards whose place this seat knows: its own, the open ones, those it was shown."""
    table = line.tables[number]
    known = {*table.trick, *table.won[0], *table.won[1], *table.seen[viewer]}
    if table.waiting != viewer:
        known |= set(table.hands[viewer])
    if table.turn_up is not None:
        known.add(table.turn_up)
    known |= {event.shown for event in line.events[:number] if isinstance(event, PackCut) and event.shown is not None}
    return known


@examples(0.4)
@given(moments(), st.data())
def test_what_a_seat_cannot_see_makes_no_difference_to_it(moment: tuple[Line, int], data: st.DataObject) -> None:
    """Exchange the cards that are hidden from a player in any way you like: he sees, hears and may do the same."""
    line, number = moment
    seats = line.rules.seats
    viewer = data.draw(st.integers(0, seats - 1))
    hidden = sorted(set(line.rules.pack) - known_to(viewer, line, number))
    others = list(hidden)
    dice(data.draw(st.integers(0, 2**32))).shuffle(others)
    other = dict(zip(hidden, others, strict=True))
    table = laid_out(replace(line.start, pack=tuple(other.get(card, card) for card in line.start.pack)))
    for event, before in zip(line.events[:number], line.tables, strict=False):
        changed = swapped_in(event, other)
        assert seen_by(changed, viewer, before.waiting) == seen_by(event, viewer, before.waiting)
        table = evolve(table, changed)
    original = line.tables[number]
    assert look(table, viewer) == look(original, viewer)
    if original.turn == viewer:
        assert legal(table) == legal(original)
    for action in (*moves(original), *words(original)):
        if action.seat == viewer:
            assert objection(table, action) == objection(original, action)
    assert [a for a in talk(table) if a.seat == viewer] == [a for a in talk(original) if a.seat == viewer]


@examples(0.4)
@given(moments())
def test_a_sight_holds_no_card_that_is_hidden(moment: tuple[Line, int]) -> None:
    """What a player sees of the others' hands are backs, but for the cards he was shown."""
    line, number = moment
    table = line.tables[number]
    for viewer in range(line.rules.seats):
        hidden = set(line.rules.pack) - known_to(viewer, line, number)
        sight = look(table, viewer)
        assert not hidden & {card for hand in sight.hands for card in hand}
        assert not hidden & {*sight.trick, sight.turn_up, *sight.known}
        assert [len(hand) for hand in sight.hands] == [len(hand) for hand in table.hands]
    assert look(table, None).hands == table.hands


@examples(0.4)
@given(moments())
def test_a_sight_accounts_for_every_card_and_every_word(moment: tuple[Line, int]) -> None:
    """Hands, stock, turn-up and tricks make the whole pack, and what was said to one since the last trick is heard."""
    line, number = moment
    table = line.tables[number]
    past = line.events[:number]
    taken = [place for place, event in enumerate(past) if isinstance(event, TrickTaken)]
    since = past[taken[-1] :] if taken else past
    said = [event for event in since if isinstance(event, SignMade | Asked | Ordered | Answered)]
    for viewer in (None, *range(line.rules.seats)):
        sight = look(table, viewer)
        held = sum(len(hand) for hand in sight.hands)
        on_the_table = len(sight.trick) + (sight.turn_up is not None) + sum(len(trick.cards) for trick in sight.taken)
        assert held + sight.stock + on_the_table == len(line.rules.pack)
        assert sight.heard == tuple(heard for event in said if (heard := seen_by(event, viewer)) is not None)


@examples(0.4)
@given(lines())
def test_what_was_done_can_be_done_again(line: Line) -> None:
    """Play the same cards from the same pack, and the same happens and the same table comes out."""
    assert replay(line.start, line.actions) == line.end
    events = [event for event, _ in opening(line.start)]
    table = opened(line.start)
    for action in line.actions:
        events += decide(table, action)
        table = play(table, action)
    assert tuple(events) == line.events
    folded = laid_out(line.start)
    for event in line.events:
        folded = evolve(folded, event)
    assert folded == line.end


@examples(0.4)
@given(lines())
def test_a_deal_that_was_written_down_can_be_read_again(line: Line) -> None:
    """A record says all that matters, and there is one way to write it."""
    record = replace(line.record, title="a deal")
    text = write(record)
    again = read(text)
    assert again == record
    assert write(again) == text


@examples(0.4)
@given(moments())
def test_what_is_legal_is_what_nothing_stands_against(moment: tuple[Line, int]) -> None:
    """Try every card of every seat and everything else: the list of legal actions leaves nothing out."""
    line, number = moment
    table = line.tables[number]
    listed = legal(table)
    assert len(set(listed)) == len(listed)
    if table.turn is None:
        assert listed == ()
        return
    assert listed
    assert set(listed) == {action for action in moves(table) if objection(table, action) is None}


@examples(0.4)
@given(moments())
def test_an_illegal_action_is_refused_and_changes_nothing(moment: tuple[Line, int]) -> None:
    """What the rules refuse they refuse by a law that exists, with cards that the offender may see."""
    line, number = moment
    table = line.tables[number]
    for action in (*moves(table), *words(table)):
        against = objection(table, action)
        if against is None:
            continue
        assert against.law in LAWS
        assert set(against.cards) <= {card for card in look(table, action.seat).hands[action.seat] if card}
        before = tuple(table)
        for attempt in (play, decide, happenings):
            with pytest.raises(IllegalAction) as refused:
                attempt(table, action)
            assert refused.value.objection == against
        assert tuple(table) == before
        break


@examples(0.4)
@given(moments())
def test_talk_moves_no_card_and_no_turn(moment: tuple[Line, int]) -> None:
    """Whatever is said or signed, the cards lie where they lay and the same seat is to play."""
    line, number = moment
    table = line.tables[number]
    if table.turn is None:
        return
    for said in talk(table):
        heard = play(table, said)
        assert heard._replace(heard=table.heard, asked=table.asked) == table
        assert legal(heard) == legal(table)
    offered = set(talk(table))
    for said in words(table):
        # A Rais may name any card, but only those he has seen are offered to him.
        if objection(table, said) is None and not (isinstance(said, Order) and said.card):
            assert said in offered


@examples(0.4)
@given(moments(lines(chatter=0)))
def test_play_goes_on_from_a_position_as_it_would_have_gone(moment: tuple[Line, int]) -> None:
    """Take up the cards between two tricks, lay them out tomorrow, and the deal ends the same."""
    line, number = moment
    table = line.tables[number]
    if not between_tricks(table) or table.announced is not None or line.end.thrown is not None:
        return
    start = position_of(table)
    assert unfit(start) is None
    rest = line.actions[line.acted[number] :]
    assert replay(start, rest).result == line.end.result
    record = Record(start, rest, suits_of(line.rules))
    assert read(write(record)) == record


@examples(0.4)
@given(moments())
def test_seats_learn_by_looking_and_forget_nothing(moment: tuple[Line, int]) -> None:
    """One knows the hands one looked at, and the cards that went from the open table into a hand; nothing else."""
    line, number = moment
    table = line.tables[number]
    for viewer in range(line.rules.seats):
        shown: set[Card] = set()
        turn_up: Card | None = None
        for event, before in zip(line.events[:number], line.tables, strict=False):
            match event:
                case HandsShown(looks):
                    shown |= {card for seat, owner in looks if seat == viewer for card in before.hands[owner]}
                case TurnedUp(card):
                    turn_up = card
                case Swapped(_, gave, took):
                    shown.add(took)
                    turn_up = gave
                case Drew(_, drawn, True):
                    shown |= {drawn} if drawn is not None else set()
                case Dealt(packets) if turn_up is not None:
                    shown |= {turn_up} if any(turn_up in cards for _, cards in packets) else set()
                case _:
                    pass
        sight = look(table, viewer)
        assert sight.known == shown
        for seat, hand in enumerate(table.hands):
            if seat != viewer:
                assert {card for card in sight.hands[seat] if card} == shown & set(hand)
                assert [card for card in sight.hands[seat] if card is None] == [None] * len(set(hand) - shown)
                assert None not in sight.hands[seat][: len(shown & set(hand))]


def test_a_deal_is_thrown_in_without_a_count() -> None:
    """A deal that was thrown in scores nothing, keeps the waiting bonus, and the same dealer deals again."""
    redealing = rules("omi", choices={"weak-four": "redeal", "short-trumps": "redeal-under-two"})
    thrown = 0
    for seed in range(400):
        start = Start(redealing, shuffled(redealing, seed), 2, pending=1)
        end = played_out(start, seed).end
        if end.thrown is None:
            continue
        thrown += 1
        assert end.result is not None
        assert (end.result.game_points, end.result.count) == ((0, 0), (0, 0))
        assert (end.result.void, end.result.pending, end.result.next_dealer) == (True, 1, 2)
    assert thrown > 3


@examples(0.4)
@given(lines())
def test_only_a_thrown_deal_has_no_tricks(line: Line) -> None:
    """A deal is counted after its tricks, unless it was thrown in before the first."""
    thrown = any(isinstance(event, ThrownIn) for event in line.events)
    assert thrown == (not line.end.taken)


def unreachable() -> list[tuple[Start | Position, str]]:
    """Starts and positions that no deal comes to, each with the reason."""
    general = rules("skambil")
    line = played_out(Start(general, shuffled(general, 5), 0), 5)
    tables = [table for table in line.tables if between_tricks(table)]
    early, late = position_of(tables[1]), position_of(tables[-2])
    schembil = rules("schembil", choices={"trump": "none"})
    trumpless = played_out(Start(schembil, shuffled(schembil, 5), 0, rais=(0, 1)), 5)
    half = position_of([table for table in trumpless.tables if between_tricks(table)][1])
    assert [unfit(start) for start in (early, late, half)] == [None, None, None]
    hands, won = early.hands, early.won
    ended = replace(early, step=len(general.script) - 1)
    opened_omi = replace(omi_dealt("one"), leader=1)
    return [
        (replace(early, stock=(*early.stock[1:], early.stock[1])), "is there twice"),
        (replace(early, stock=(*early.stock[1:], Card("6S"))), "6S is not in the pack of 40 that general uses"),
        (replace(early, stock=early.stock[1:]), "is missing from the pack of 40"),
        (replace(early, dealer=4), "the dealer sits at none of the 4 seats"),
        (replace(early, dealer=-1), "the dealer sits at none of the 4 seats"),
        *((replace(half, rais=rais), "each side needs one captain of its own") for rais in ODD_CAPTAINS),
        (replace(early, rais=(0, 1)), "this game has no captains"),
        (replace(early, leader=9), "the leader sits at none of the 4 seats"),
        (replace(early, leader=-1), "the leader sits at none of the 4 seats"),
        (replace(early, hands=hands[:3], won=(won[0] + hands[3], won[1])), "there are 3 hands at a table of 4"),
        (replace(early, step=99), "no trick is played in that stretch of the deal"),
        (ended, "no trick is played in that stretch of the deal"),
        (opened_omi, "no trick is won yet, and A1 leads to the first"),
        (replace(early, scores=(3, 11)), "the match was over at 3 to 11"),
        (replace(early, scores=(-5, 0)), "a score cannot be below 0"),
        (replace(early, pending=1), "there is no bonus in this game"),
        (replace(early, pending=-3), "there is no bonus in this game"),
        (replace(omi_dealt("add"), pending=-3), "a bonus cannot be below 0"),
        (replace(omi_dealt("no-carry"), pending=1), "with second-tie=no-carry no bonus of 1 can wait"),
        (replace(omi_dealt("one"), pending=2), "with second-tie=one no bonus of 2 can wait"),
        (replace(omi_dealt("cancel"), pending=2), "with second-tie=cancel no bonus of 2 can wait"),
        (replace(omi_dealt("one"), scores=(10, 10)), "the match was over before 10 to 10"),
        (replace(half, scores=(3, 3)), "the match was over before 3 to 3"),
        (replace(early, hands=(hands[0][1:], *hands[1:]), stock=(hands[0][0], *early.stock)), "2 or 3 cards"),
        (replace(early, hands=((),) * 4, stock=(*hands[0], *hands[1], *hands[2], *hands[3], *early.stock)), "all have"),
        (replace(early, stock=early.stock[:-4], won=(won[0] + early.stock[-4:-2], won[1] + early.stock[-2:])), "whole"),
        (replace(early, stock=early.stock[:-1], won=(won[0] + early.stock[-1:], won[1])), "do not go round"),
        (replace(early, stock=(*early.stock, early.turn_up or Card("")), turn_up=None), "there is no turn-up"),
        (replace(half, stock=half.stock[1:], turn_up=half.stock[0]), "there cannot be a turn-up any more"),
        (replace(late, trump=None), "there is no trump suit"),
        (replace(half, trump=early.trump), "these rules have no trump suit"),
        (replace(early, trump=next(suit for suit in SUITS if suit != early.trump)), "not of the trump suit"),
        (replace(half, stock=(), won=(half.won[0] + half.stock, half.won[1])), "are 0 cards, which do not go round"),
    ]


ODD_CAPTAINS = ((), (0,), (0, 2), (0, 7), (0, -1), (0, 1, 9))


def omi_dealt(second_tie: str) -> Position:
    """Omi with all eight cards in each hand, under that house rule on a second tie."""
    omi = rules("omi", choices={"second-tie": second_tie})
    line = played_out(Start(omi, shuffled(omi, 5), 3), 5)
    return position_of(next(table for table in line.tables if between_tricks(table)))


def test_what_is_carried_into_a_deal_is_what_a_match_can_bring() -> None:
    """A bonus may wait as the house has it, a split deal may bring both sides level at the target, and A1 leads."""
    fitting: list[Start | Position] = [
        omi_dealt("one"), replace(omi_dealt("one"), pending=1), replace(omi_dealt("add"), pending=9),
        replace(omi_dealt("one"), scores=(9, 9)),
    ]  # fmt: skip
    skambil, shared = rules("skambil"), rules("schembil", choices={"sixty-sixty": "shared"})
    level = [
        Start(skambil, skambil.pack, 3, (11, 11)), Start(skambil, skambil.pack, 3, (14, 14)),
        Start(shared, shared.pack, 5, (3, 3), rais=(2, 5)),
    ]  # fmt: skip
    assert [unfit(start) for start in (*fitting, *level)] == [None] * 7


@pytest.mark.parametrize("start, reason", unreachable(), ids=[reason for _, reason in unreachable()])
def test_a_position_that_no_deal_comes_to_is_refused(start: Start | Position, reason: str) -> None:
    """Cards that cannot lie so are not played with, and one is told what is wrong."""
    assert reason in str(unfit(start))
    with pytest.raises(ValueError, match=re.escape(str(unfit(start)))):
        opened(start)
