"""What the three texts say of the deal, the looks, the draws and the talk, clause by clause, in real deals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import Line, dice, examples, lines, played_out, shuffled, starts
from threetables.actions import Answer, Ask, Cut, MakeSign, Order, Play, Sign, Swap
from threetables.cards import SUITS, Card, Suit
from threetables.deal import legal, objection, opened, opening, play, replay, talk
from threetables.events import Dealt, Drew, HandsShown, SignMade, TrickTaken, TurnedUp, seen_by
from threetables.games import GAMES, rules
from threetables.notation import read
from threetables.rules import Rules
from threetables.seats import place
from threetables.sight import look
from threetables.table import Start, Table

FOUR, SIX, OOCHLEE = rules("skambil", seats=4), rules("skambil", seats=6), rules("skambil", "oochlee")


@pytest.mark.parametrize(
    "some, ranks",
    [(FOUR, "AKQJT98732"), (OOCHLEE, "AKQJT9876532"), (rules("omi"), "AKQJT987"), (rules("schembil"), "A3KNJ7654")],
    ids=["SK-13", "Oochlee", "OM-10 to OM-12", "SC-12"],
)
def test_the_pack(some: Rules, ranks: str) -> None:
    """Which cards are in play."""
    assert Counter(card[1] for card in some.pack) == dict.fromkeys(SUITS, len(ranks))
    assert {card[0] for card in some.pack} == set(ranks)


def test_two_sixes_stay_for_six_players() -> None:
    """SK-14: 42 cards, with a black and a red six."""
    assert set(SIX.pack) - set(FOUR.pack) == {"6S", "6H"}
    assert len(SIX.pack) == 42


@pytest.mark.parametrize("some", [FOUR, SIX, OOCHLEE])
def test_skambil_is_dealt_singly_to_the_left_and_a_card_is_exposed(some: Rules) -> None:
    """SK-16 to SK-21: three each, singly from the dealer's left; then one card is exposed, and its suit is trump."""
    start = Start(some, shuffled(some, 3), 2)
    first, second = (event for event, _ in opening(start)[:2])
    assert isinstance(first, Dealt)
    assert place(first.packets[0][0], 2, some.seats, some.direction) in ("left", "near-left")
    assert first.packets[0][1] == start.pack[: 2 * some.seats + 1 : some.seats]
    assert [seat for seat, _ in first.packets][-1] == 2
    assert second == TurnedUp(start.pack[3 * some.seats])
    assert opened(start).trump == start.pack[3 * some.seats][1]


@given(lines(starts(st.sampled_from([FOUR, SIX, OOCHLEE]))))
@examples(0.2)
def test_partners_look_twice_and_nobody_else_looks(line: Line) -> None:
    """SK-23 to SK-26, SK-38: before play and before the last three cards, everyone sees each partner's hand once."""
    some = line.rules
    looks = [(n, event) for n, event in enumerate(line.events) if isinstance(event, HandsShown)]
    passes = 1 if some.seats == 4 else 2
    assert len(looks) == 2 * passes
    for which in (looks[:passes], looks[passes:]):
        seen = [pair for _, event in which for pair in event.looks]
        assert sorted(seen) == sorted((a, b) for a in range(some.seats) for b in some.partners(a))
        first = which[0][1].looks
        for viewer, owner in first:
            # The hand comes from the partner at the right, since it goes to the one at the left.
            assert place(owner, viewer, some.seats, some.direction) in ("across", "far-right")
        table = line.tables[which[-1][0] + 1]
        assert {len(hand) for hand in table.hands} == {3}
        for viewer in range(some.seats):
            sight = look(table, viewer)
            for other in range(some.seats):
                hidden = None in sight.hands[other]
                assert hidden == (some.sides[other] != some.sides[viewer])
    assert not any(isinstance(event, TrickTaken) for event in line.events[: looks[passes - 1][0]])
    after = [event for event in line.events[looks[-1][0] :] if isinstance(event, TrickTaken)]
    assert len(after) == 3


@pytest.mark.parametrize("some, rounds, tricks", [(FOUR, 7, 10), (SIX, 4, 7), (OOCHLEE, 5, 8)])
def test_the_draw(some: Rules, rounds: int, tricks: int) -> None:
    """SK-33 to SK-37: the winner draws first; the turn-up comes last of all, to an opponent of the trick's winner."""
    line = played_out(Start(some, shuffled(some, 9), 1), 9)
    drawn = [event for event in line.events if isinstance(event, Drew)]
    assert len(drawn) == rounds * some.seats
    assert [event.turn_up for event in drawn] == [False] * (len(drawn) - 1) + [True]
    assert len(line.end.taken) == tricks
    for number in range(rounds):
        winner = line.end.taken[number].winner
        seats = [event.seat for event in drawn[number * some.seats : (number + 1) * some.seats]]
        assert seats == [(winner + step) % some.seats for step in range(some.seats)]
    assert some.sides[drawn[-1].seat] != some.sides[line.end.taken[rounds - 1].winner]
    drawn_out = line.tables[line.events.index(drawn[-1]) + 1]
    for seat in range(some.seats):
        assert drawn[-1].card in look(drawn_out, seat).hands[drawn[-1].seat]


MEANINGS: dict[Sign, str] = {
    "trey": "3", "ace": "A", "deuce": "2", "king": "K", "queen": "Q", "jack": "J",
}  # fmt: skip


@given(st.integers(0, 2**32), st.booleans())
@examples(0.5)
def test_a_sign_says_what_one_holds(seed: int, six: bool) -> None:
    """SK-62 to SK-69: a card of trumps, or a trey outside trumps, and only the partners notice."""
    some = SIX if six else FOUR
    start = Start(some, shuffled(some, seed), 0)
    table = opened(start)
    bluffing = opened(replace(start, rules=rules("skambil", choices={"sign-truth": "may-bluff"}, seats=some.seats)))
    offered = set(talk(table))
    for seat in range(some.seats):
        for sign, rank in MEANINGS.items():
            assert (MakeSign(seat, sign) in offered) == (f"{rank}{table.trump}" in table.hands[seat])
        outside = any(card[0] == "3" and card[1] != table.trump for card in table.hands[seat])
        assert (MakeSign(seat, "outside-trey") in offered) == outside
        assert MakeSign(seat, "load") not in talk(bluffing)
        made = play(bluffing, MakeSign(seat, "trey")).heard[-1][1]
        assert isinstance(made, SignMade)
        for other in range(some.seats):
            noticed = seen_by(made, other)
            assert (noticed is None) == (some.sides[other] != some.sides[seat])
            assert bool(look(play(bluffing, MakeSign(seat, "trey")), other).heard) == (noticed is not None)


def test_the_swap_is_for_the_lowest_trump_once_and_in_turn() -> None:
    """House rule: the lowest trump of the pack in play changes places with the turn-up, when its holder is to play."""
    tried = 0
    for seed in range(120):
        some = rules("skambil", choices={"swap": "low-trump"}, seats=6 if seed % 2 else 4)
        start = Start(some, shuffled(some, seed), 0)
        table = opened(start)
        while table.result is None and table.turn_up is not None:
            low = Card(("6" if some.seats == 6 and table.trump in ("S", "H") else "7") + str(table.trump))
            assert table.turn is not None
            swap = Swap(table.turn)
            holds = low in table.hands[table.turn]
            assert (swap in legal(table)) == holds
            if holds:
                turn_up = table.turn_up
                table = play(table, swap)
                assert table.turn_up == low
                assert turn_up in table.hands[swap.seat]
                assert low not in table.hands[swap.seat]
                assert swap not in legal(table)
                assert turn_up in look(table, (swap.seat + 1) % some.seats).known
                tried += 1
            table = play(table, dice(seed).choice([a for a in legal(table) if isinstance(a, Play)]))
    assert tried > 10


@pytest.mark.parametrize("preset, side", [("as-written", "left"), ("traditional", "right")])
def test_the_declarer_sees_four_cards_and_names_any_suit(preset: str, side: str) -> None:
    """OM-23 to OM-32: at the dealer's left (mirrored, right), from the first four, any suit; then four more each."""
    some = rules("omi", preset)
    for dealer in range(4):
        table = opened(Start(some, shuffled(some, dealer), dealer))
        assert table.turn == table.declarer
        assert place(table.declarer, dealer, 4, some.direction) == side
        assert [len(hand) for hand in table.hands] == [4] * 4
        assert [a.suit for a in legal(table) if hasattr(a, "suit")] == list(SUITS)
        assert talk(table) == ()
        for action in legal(table):
            after = play(table, action)
            assert [len(hand) for hand in after.hands] == [8] * 4
            assert after.turn == table.declarer
            assert len(legal(after)) == 8


def test_the_partner_waits_only_until_trumps_are_named() -> None:
    """House rule: the declarer's partner leaves four cards face down, and picks them up with the next four."""
    some = rules("omi", choices={"packet": "partner-waits"})
    start = Start(some, shuffled(some, 4), 3)
    table = opened(start)
    assert look(table, 2).hands[2] == (None,) * 4
    (first,) = (event for event, _ in opening(start))
    for seat in range(4):
        told = seen_by(first, seat, table.waiting)
        assert isinstance(told, Dealt)
        assert [place for place, cards in told.packets if None not in cards] == ([] if seat == 2 else [seat])
    for seat in (0, 1, 3):
        assert look(table, seat).hands[seat] == table.hands[seat]
    after = play(table, legal(table)[0])
    assert look(after, 2).hands[2] == after.hands[2]


@pytest.mark.parametrize("preset", ["as-written", "six-handed-briscola"])
def test_a_rais_looks_at_the_mate_at_his_right_after_each_deal(preset: str) -> None:
    """SC-15 to SC-18, SC-31, SC-32: anticlockwise from the dealer's right; each Rais sees one hand, nobody else any."""
    some = rules("schembil", preset)
    for rais in ((0, 1), (2, 5), (4, 3)):
        line = played_out(Start(some, shuffled(some, 6), 4, rais=rais), 6)
        deals = [event for event in line.events if isinstance(event, Dealt)]
        looks = [event for event in line.events if isinstance(event, HandsShown)]
        assert len(deals) == len(looks) == (2 if preset == "as-written" else 1)
        for deal in deals:
            assert place(deal.packets[0][0], 4, 6, some.direction) == "near-right"
            assert [len(cards) for _, cards in deal.packets] == [3] * 6
        for shown in looks:
            assert [viewer for viewer, _ in shown.looks] == list(rais)
            for viewer, owner in shown.looks:
                assert place(owner, viewer, 6, some.direction) == "far-right"
                assert some.sides[owner] == some.sides[viewer]
        table = line.tables[[isinstance(event, HandsShown) for event in line.events].index(True) + 1]
        for seat in range(6):
            open_hands = [hand for hand in look(table, seat).hands if None not in hand]
            assert len(open_hands) == (2 if seat in rais else 1)


def test_the_turn_up_of_schembil_ends_with_the_dealer() -> None:
    """Borrowed from Briscola: exposed after the first three each, under the rest, the last card dealt."""
    some = rules("schembil")
    line = played_out(Start(some, shuffled(some, 8), 4, rais=(0, 1)), 8)
    turned = next(event for event in line.events if isinstance(event, TurnedUp))
    second = [event for event in line.events if isinstance(event, Dealt)][1]
    assert second.packets[-1] == (4, (*second.packets[-1][1][:2], turned.card))
    assert line.end.trump == turned.card[1]
    dealt_out = line.tables[line.events.index(second) + 1]
    for seat in range(6):
        assert turned.card in look(dealt_out, seat).hands[4]


def test_a_seven_takes_a_five_and_nothing_is_scored() -> None:
    """SC-25, SC-26: small cards take lower ones, without points."""
    hands = "hand A1 5D\nhand B1 7D\nhand A2 4D\nhand B2 6D\nhand A3 4C\nhand B3 4S\n"
    record = read(f'[Game "schembil"]\n{hands}trump B\nwon A rest\nlead A1\n1. 5D 7D 4D 6D 4C 4S')
    end = replay(record.start, record.actions)
    assert end.taken[-1].winner == 1
    assert end.points_won == (120, 0)


FITTING = {
    "any-trump": {"yes", "no"},
    "how-many": {"0", "1", "2", "3"},
    "ace-or-three": {"yes", "no"},
    "can-take": {"yes", "no", *SUITS},
}


@given(lines(starts(st.just(rules("schembil")))))
@examples(0.1)
def test_only_the_rais_begins_and_only_the_one_asked_answers(line: Line) -> None:
    """SC-27 to SC-30: each Rais speaks to his mates in his side's turn; whoever is spoken to may answer."""
    for table in line.tables:
        if table.turn is None:
            continue
        said = talk(table)
        begun = [words for words in said if isinstance(words, Ask | Order)]
        assert {words.seat for words in begun} == {seat for seat in table.rais if (seat - table.turn) % 2 == 0}
        assert all(words.to != words.seat and (words.to - words.seat) % 2 == 0 for words in begun)
        answers = {words.answer for words in said if isinstance(words, Answer)}
        answering = {words.seat for words in said if isinstance(words, Answer)}
        assert answering == ({table.asked.to} if table.asked else set())
        if isinstance(table.asked, Ask):
            assert answers == FITTING[table.asked.question]
        for seat in range(6):
            assert look(table, seat).heard == look(table, None).heard
    asked = opened(line.start)
    rais = next(seat for seat in asked.rais if asked.turn is not None and (seat - asked.turn) % 2 == 0)
    mate = (rais + 2) % 6
    for question, answers in FITTING.items():
        suit = Suit("S") if question == "ace-or-three" else None
        heard = play(asked, Ask(rais, mate, question, suit))  # type: ignore[arg-type]
        assert {words.answer for words in talk(heard) if isinstance(words, Answer)} == answers
        answered = play(heard, Answer(mate, min(answers)))
        assert not [words for words in talk(answered) if isinstance(words, Answer)]
        played = play(heard, legal(heard)[0])
        assert not [words for words in talk(played) if isinstance(words, Answer)]


def test_an_order_may_be_disregarded() -> None:
    """Our choice: an order is advice; the partner may play any legal card."""
    some = GAMES["schembil"].rules()
    table = opened(Start(some, shuffled(some, 2), 5, rais=(2, 1)))
    ordered = play(table, Order(2, 0, "play", table.hands[0][0]))
    assert legal(ordered) == legal(table) == tuple(Play(0, card) for card in table.hands[0])


def test_without_trumps_nobody_talks_of_them() -> None:
    """With no trump suit one cannot ask for trumps or order one."""
    some = rules("schembil", choices={"trump": "none"})
    table = opened(Start(some, shuffled(some, 2), 5, rais=(0, 1)))
    kinds = {getattr(words, "question", None) or getattr(words, "command", None) for words in talk(table)}
    assert kinds == {"ace-or-three", "can-take", "take", "leave", "load", "play"}
    against = objection(table, Order(0, 2, "trump"))
    assert against is not None
    assert against.law == "schembil.order"


def test_a_weak_four_has_nothing_above_a_ten() -> None:
    """House rule: the declarer may throw in four cards from 10 down, and only those; what is too good is shown."""
    some = rules("omi", choices={"weak-four": "redeal"})
    thrown = 0
    for seed in range(300):
        table = opened(Start(some, shuffled(some, seed), seed % 4))
        weak = all(card[0] in ("T", "9", "8", "7") for card in table.hands[table.declarer])
        offered = [action for action in legal(table) if type(action).__name__ == "ThrowIn"]
        assert bool(offered) == weak
        thrown += weak
        if weak:
            end = play(table, offered[0])
            assert end.result is not None
            assert (end.result.void, end.thrown) == (True, "omi.weak-four")
    assert thrown > 5


@given(st.integers(0, 2**32), st.sampled_from(SUITS))
@examples(0.5)
def test_short_trumps_are_dealt_again(seed: int, suit: Suit) -> None:
    """House rule: fewer than two trumps on a side, and the deal is thrown in before a card is played."""
    some = rules("omi", choices={"short-trumps": "redeal-under-two"})
    # A side rarely has so few: one seat gets the suit, but for up to three cards for its partner or opponent.
    pack = sorted(shuffled(some, seed), key=lambda card: card[1] != suit)
    for spot in range(seed % 4):
        pack[spot], pack[8 + spot] = pack[8 + spot], pack[spot]
    order = dice(seed).choice([(0, 2, 1, 3), (0, 1, 2, 3)])
    packets = [pack[8 * seat : 8 * seat + 4] for seat in order] + [pack[8 * seat + 4 : 8 * seat + 8] for seat in order]
    table = opened(Start(some, tuple(card for packet in packets for card in packet), 3))
    after: Table = play(table, next(a for a in legal(table) if getattr(a, "suit", None) == suit))
    hands = after.hands
    trumps = [sum(card[1] == suit for seat in (side, side + 2) for card in hands[seat]) for side in (0, 1)]
    assert (after.thrown == "omi.short-trumps") == (min(trumps) < 2)


@pytest.mark.parametrize(
    "game, choices, side, least",
    [
        ("skambil", {"cut": "right"}, "right", 1),
        ("omi", {"cut": "always"}, "right", 1),
        ("omi", {"cut": "offered"}, "right", 0),
        ("omi", {"cut": "always", "direction": "anticlockwise"}, "left", 1),
        ("schembil", {"trump": "cut-card"}, "near-left", 1),
    ],
)
def test_the_cut(game: str, choices: dict[str, str], side: str, least: int) -> None:
    """The seat before the dealer cuts, lifting a card at least and leaving one; or none where it is offered."""
    some = rules(game, choices=choices)
    start = Start(some, shuffled(some, 7), 1, rais=(0, 1) if some.captains else ())
    table = opened(start)
    assert not any(table.hands)
    cuts = legal(table)
    assert cuts == tuple(Cut(0, at) for at in range(least, len(some.pack)))
    assert place(0, 1, some.seats, some.direction) == side
    for seat, at in ((0, len(some.pack)), (0, least - 1), (1, 5), (2, 5)):
        assert objection(table, Cut(seat, at)) is not None
    after = play(table, Cut(0, 5))
    assert after.hands[2][0] == start.pack[5]
    assert objection(after, Cut(0, 5)) is not None
    if game == "schembil":
        assert after.trump == start.pack[4][1]


@given(st.integers(0, 2**32))
@examples(0.5)
def test_the_two_italian_signs_and_the_silence_of_the_first_trick(seed: int) -> None:
    """House rules: a load is an ace or deuce outside trumps; nobody signs before the first trick is taken."""
    some = rules("skambil", choices={"extra-signs": "italian", "sign-time": "not-in-trick-1"})
    table = opened(Start(some, shuffled(some, seed), 0))
    while not table.taken:
        assert talk(table) == ()
        table = play(table, legal(table)[0])
    offered = set(talk(table))
    for seat, hand in enumerate(table.hands):
        load = any(card[0] in ("A", "2") and card[1] != table.trump for card in hand)
        assert (MakeSign(seat, "load") in offered) == load
        assert (MakeSign(seat, "no-trumps") in offered) == all(card[1] != table.trump for card in hand)
