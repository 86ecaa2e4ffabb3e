"""The inference against counting: every way the unseen cards may lie is tried with the engine itself.

A way is possible if the same actions can be taken in it and the viewer sees the same at every moment. Packs are tiny,
so that there are few enough ways to try them all.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from threetables.actions import Action, MakeSign, NameTrump, Swap
from threetables.cards import Card, Suit
from threetables.cli import random_deal
from threetables.deal import happenings, legal, opened, opening, play, replay, talk
from threetables.events import Dealt, Drew, Event, PackCut, Played, Swapped, seen_by
from threetables.games import rules
from threetables.laws import IllegalAction
from threetables.lessons.inference import knowledge, must_hold, possible_holders
from threetables.lessons.moments import moments
from threetables.notation import read
from threetables.rules import Rules
from threetables.seats import Seat, seat_name, seat_named
from threetables.shuffle import SEEDS, Chance, dealt
from threetables.sight import Sight, look
from threetables.table import Start, Table

WAYS_AT_MOST = 800


def cards(text: str) -> tuple[Card, ...]:
    """Cards from text."""
    return tuple(map(Card, text.split()))


def tiny(some_rules: Rules, pack: str, packets: tuple[int, ...]) -> Rules:
    """The same rules with a pack small enough to try every way it may lie."""
    return replace(some_rules, pack=cards(pack), packets=packets)


SMALL_SKAMBIL = "3S AS 3H 7S 2H KH 8S 3D"
TABLES: dict[str, Rules] = {
    "skambil": tiny(rules("skambil"), SMALL_SKAMBIL, (1,)),
    "skambil with a swap": tiny(rules("skambil", choices={"swap": "low-trump"}), SMALL_SKAMBIL, (1,)),
    "skambil, must trump": tiny(
        rules("skambil", choices={"void": "must-trump", "follow": "after-stock", "extra-signs": "italian"}),
        SMALL_SKAMBIL,
        (1,),
    ),
    "skambil, may bluff": tiny(rules("skambil", choices={"sign-truth": "may-bluff"}), SMALL_SKAMBIL, (1,)),
    "omi": tiny(rules("omi"), "AS KS AH KH AD KD 9C 8C", (1, 1)),
    "omi, the partner waits": tiny(
        rules("omi", choices={"packet": "partner-waits", "weak-four": "redeal"}), "AS 9S AH 8H 7D TD 9C 8C", (1, 1)
    ),
    "omi, three each": tiny(rules("omi"), "AS KS QS JS AH KH QH JH AD KD QD JD", (2, 1)),
    "schembil": tiny(rules("schembil"), "AS 3S KS AH 3H KH AD 3D KD AC 3C KC", (1, 1)),
    "schembil, following": tiny(
        rules("schembil", choices={"follow": "always", "trump": "cut-card"}),
        "AS 3S KS AH 3H KH AD 3D KD AC 3C KC",
        (1, 1),
    ),
    "schembil, drawing": tiny(
        rules("schembil", "six-handed-briscola", {"last-three": "shown"}),
        "AS 3S KS AH 3H KH AD 3D KD AC 3C KC",
        (1,),
    ),
}


@dataclass(frozen=True)
class Case:
    """A deal as far as it went, and who looks at it."""

    start: Start
    actions: tuple[Action, ...]
    viewer: Seat


@st.composite
def cases(draw: st.DrawFn, some_rules: Rules) -> Case:
    """Any shuffle of the pack, any legal actions, any seat to look."""
    pack = tuple(draw(st.permutations(some_rules.pack)))
    rais = (draw(st.sampled_from((0, 2, 4))), draw(st.sampled_from((1, 3, 5)))) if some_rules.captains else ()
    start = Start(some_rules, pack, draw(st.integers(0, some_rules.seats - 1)), rais=rais)
    table = opened(start)
    actions: list[Action] = []
    for _ in range(draw(st.integers(0, 20))):
        if table.result is not None:
            break
        signs = [words for words in talk(table) if isinstance(words, MakeSign)] if draw(st.booleans()) else []
        swaps = [action for action in legal(table) if isinstance(action, Swap)]
        action = draw(st.sampled_from(signs or swaps or legal(table)))
        actions.append(action)
        table = play(table, action)
    return Case(start, tuple(actions), draw(st.integers(0, some_rules.seats - 1)))


# --- counting ---------------------------------------------------------------------------------------------------------


def seen(start: Start, actions: Sequence[Action], viewer: Seat) -> Iterator[tuple[Event, Sight]]:
    """All that the viewer sees of the deal, one thing after another. Raises `IllegalAction`."""
    table = opened(start)
    for happened in chain((opening(start),), _acted(table, actions)):
        for event, after in happened:
            if (noticed := seen_by(event, viewer, after.waiting)) is not None:
                yield noticed, look(after, viewer)


def _acted(table: Table, actions: Sequence[Action]) -> Iterator[tuple[tuple[Event, Table], ...]]:
    for action in actions:
        happened = happenings(table, action)
        yield happened
        table = happened[-1][1]


def looks_the_same(start: Start, other: Start, actions: Sequence[Action], viewer: Seat) -> bool:
    """Whether the same actions can be taken in both, and the viewer sees the same in both."""
    try:
        return all(
            here == there
            for here, there in zip(seen(start, actions, viewer), seen(other, actions, viewer), strict=True)
        )
    except IllegalAction:
        return False


def unnoticed(action: Action, some_rules: Rules, viewer: Seat) -> bool:
    """Whether the viewer has no idea that this was done."""
    return isinstance(action, MakeSign) and viewer not in (action.seat, *some_rules.partners(action.seat))


Lot = tuple[Seat | None, int]


def lots(happened: Sequence[Event], some_rules: Rules) -> dict[Card, Lot]:
    """For each card the seat that it first came to, and when."""
    found: dict[Card, Lot] = {}
    for number, event in enumerate(happened):
        if isinstance(event, Dealt):
            for seat, packet in event.packets:
                for card in packet:
                    if card is not None:
                        found.setdefault(card, (seat, number))
        elif isinstance(event, Drew) and event.card is not None:
            found.setdefault(event.card, (event.seat, number))
        elif isinstance(event, Swapped):
            found.setdefault(event.took, (event.seat, number))
    return {card: found.get(card, (None, 0)) for card in some_rules.pack}


def ways(case: Case) -> Iterator[dict[Card, Card]]:
    """Every way the cards that the viewer does not know may have been exchanged among each other.

    Cards that came to one seat together may lie in any order, so one order is enough.
    """
    some_rules = case.start.rules
    line = moments(case.start, case.actions)
    happened = [event for moment in line for event in moment.events]
    from_where = lots(happened, some_rules)
    turned = {moment.table.turn_up for moment in line}
    mine = {card for moment in line for card in moment.table.hands[case.viewer] if moment.table.waiting != case.viewer}
    gave = {event.gave for event in happened if isinstance(event, Swapped)}
    cut = {event.shown for event in happened if isinstance(event, PackCut)}
    open_cards = (mine | turned | cut) - gave
    unknown = [card for card in some_rules.pack if card not in open_cards]
    first_players: dict[Card, Seat] = {}
    for event in happened:
        if isinstance(event, Swapped):
            first_players.setdefault(event.gave, event.seat)
        elif isinstance(event, Played):
            first_players.setdefault(event.card, event.seat)
    room = Counter(from_where[card] for card in unknown)
    places: dict[Lot, list[Card]] = {lot: [card for card in unknown if from_where[card] == lot] for lot in room}
    chosen: dict[Lot, list[Card]] = {lot: [] for lot in room}

    def spread(rest: list[Card]) -> Iterator[dict[Card, Card]]:
        if not rest:
            yield {place: card for lot in room for place, card in zip(places[lot], chosen[lot], strict=True)} | {
                card: card for card in open_cards if card is not None
            }
            return
        card = rest[0]
        for lot in room:
            if len(chosen[lot]) < room[lot] and (card not in first_players or first_players[card] == lot[0]):
                chosen[lot].append(card)
                yield from spread(rest[1:])
                chosen[lot].pop()

    # Those that were played have the fewest places to go.
    yield from spread(sorted(unknown, key=lambda card: card not in first_players))


def where(table: Table, card: Card) -> str:
    """Where the card lies."""
    for seat, hand in enumerate(table.hands):
        if card in hand:
            return seat_name(seat)
    places = {"turn-up": (table.turn_up,), "trick": table.trick, "won A": table.won[0], "won B": table.won[1]}
    return next((place for place, there in places.items() if card in there), "stock")


def counted(case: Case) -> dict[Card, set[str]] | None:
    """For each card everywhere it may be, found by trying; None if that would take too long."""
    some_rules = case.start.rules
    known = [action for action in case.actions if not unnoticed(action, some_rules, case.viewer)]
    tries = list(islice(ways(case), WAYS_AT_MOST + 1))
    if len(tries) > WAYS_AT_MOST:
        return None
    places: dict[Card, set[str]] = {card: set() for card in some_rules.pack}
    for way in tries:
        start = replace(case.start, pack=tuple(way[card] for card in case.start.pack))
        if looks_the_same(case.start, start, known, case.viewer):
            table = replay(start, known)
            for card in some_rules.pack:
                places[card].add(where(table, card))
    return places


# --- the proof --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=25, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(data=st.data())
def test_a_card_may_be_exactly_where_counting_finds_it(name: str, data: st.DataObject) -> None:
    """Whoever works out where a card can be finds neither less nor more than one who tries every way."""
    case = data.draw(cases(TABLES[name]))
    places = counted(case)
    assume(places is not None)
    assert places is not None
    line = moments(case.start, case.actions)
    known = knowledge(line, line[-1].step, case.viewer)
    assert {card: set(known.possible_holders(card)) for card in case.start.rules.pack} == places


# --- in real deals ----------------------------------------------------------------------------------------------------


def held(record: str, viewer: str, card: str) -> str | None:
    """The seat that must hold the card after all that was recorded."""
    deal = read(record)
    line = moments(deal.start, deal.actions)
    seat = must_hold(line, line[-1].step, seat_named(viewer, deal.rules.seats), Card(card))
    return None if seat is None else seat_name(seat)


FIVE_LEFT = """
[Game "omi"]
hand A1 7H KS
hand B1 8S AS
hand A2 9S QS
hand B2 TH JS
won A rest
trump C
lead A1
"""


def test_who_does_not_follow_has_none() -> None:
    """B1 and A2 throw spades on a heart, and B2 has yet to play: so the last heart is with B2."""
    assert held(FIVE_LEFT + "1. A1 7H B1 8S", "A1", "TH") is None
    assert held(FIVE_LEFT + "1. A1 7H B1 8S A2 9S", "A1", "TH") == "B2"


def test_the_last_hand_is_no_secret() -> None:
    """When two of the other hands are played out, what is missing is in the third."""
    deal = FIVE_LEFT + "1. A1 7H B1 8S A2 9S B2 TH\n2. B2 JS"
    assert held(deal, "A1", "QS") is None
    assert held(deal + " A1 KS B1 AS", "A1", "QS") == "A2"


def test_what_one_holds_oneself_one_knows() -> None:
    """Nobody needs to work out his own hand."""
    assert held(FIVE_LEFT, "A2", "QS") == "A2"
    assert held(FIVE_LEFT, "A1", "QS") is None


DRAWING = """
[Game "skambil"]
[Dealer "B2"]
hand A1 3S 7H KH
hand B1 AS 2S QH
hand A2 QS JH 8H
hand B2 JS TS TH
turn-up 9S
stock 8S 7S KS AH 3H 2H 9H 3D AD 2D KD QD JD TD 9D 8D 7D 3C AC 2C KC QC JC TC 9C 8C 7C
"""


def test_partners_have_seen_each_others_hands() -> None:
    """After the first look a seat knows its partner's cards, and not those of the other side."""
    assert held(DRAWING, "A1", "QS") == "A2"
    assert held(DRAWING, "A1", "AS") is None


def test_a_true_sign_tells_its_own_side_only() -> None:
    """B2 draws the king of trumps and signs it: B1 knows, A1 has noticed nothing."""
    drawn = DRAWING + "1. A1 7H B1 QH A2 JH B2 TH\n"
    assert held(drawn, "B1", "KS") is None
    assert held(drawn + "B2: sign king", "B1", "KS") == "B2"
    assert held(drawn + "B2: sign king", "A1", "KS") is None


def test_a_sign_that_may_lie_tells_nothing() -> None:
    """Where bluffing is allowed, even a partner cannot be sure."""
    bluff = DRAWING.replace('[Dealer "B2"]', '[Set "sign-truth=may-bluff"]\n[Dealer "B2"]')
    assert held(bluff + "1. A1 7H B1 QH A2 JH B2 TH\nB2: sign king", "B1", "KS") is None


def test_a_sign_of_one_among_several_is_weighed() -> None:
    """B2 draws one card and signs a trey outside trumps: B1 knows it is a trey, but not which of the three."""
    signed = DRAWING.replace("8S 7S KS AH 3H", "8S 7S 3H AH KS") + "1. A1 7H B1 QH A2 JH B2 TH\nB2: sign outside-trey"
    line = moments(read(signed).start, read(signed).actions)
    known = knowledge(line, line[-1].step, seat_named("B1", 4))
    may_be_there = {card for card in line[-1].table.rules.pack if "B2" in known.possible_holders(card)}
    assert may_be_there == {"JS", "TS", "3H", "3D", "3C"}


SWAPPING = """
[Game "skambil"]
[Set "swap=low-trump"]
[Dealer "B2"]
hand A1 3S 7H KH
hand B1 AS 2S QH
hand A2 QS JS TS
hand B2 JH 8H TH
turn-up 9S
stock 7S 8S KS AH 3H 2H 9H 3D AD 2D KD QD JD TD 9D 8D 7D 3C AC 2C KC QC JC TC 9C 8C 7C
1. A1 7H B1 QH A2 TS B2 JH
A2: swap
"""


def test_a_swap_does_not_tell_when_the_low_trump_came() -> None:
    """A2 had no heart at first, and drew one card: that was the trump he gave, or it may be a heart."""
    deal = read(SWAPPING)
    line = moments(deal.start, deal.actions)
    assert "A2" in possible_holders(line, line[-1].step, seat_named("B1", 4), Card("3H"))
    assert must_hold(line, line[-1].step, seat_named("B1", 4), Card("9S")) == seat_named("A2", 4)


def test_who_waits_does_not_know_his_own_four() -> None:
    """The declarer's partner has four cards face down until trumps are named."""
    start = dealt(rules("omi", choices={"packet": "partner-waits"}), 1)
    before, after = moments(start, ()), moments(start, (NameTrump(0, Suit("S")),))
    own = before[-1].table.hands[2]
    assert [must_hold(before, before[-1].step, 2, card) for card in own] == [None] * 4
    assert [must_hold(after, after[-1].step, 2, card) for card in own] == [2] * 4


def test_who_took_the_turn_up_holds_it() -> None:
    """The turn-up goes to one seat before all eyes, and everybody knows where it is until it is played."""
    whole = random_deal(dealt(rules("skambil"), 5), Chance(5))
    line = moments(whole.start, whole.actions)
    step, draw = next(
        (moment.step, event)
        for moment in line
        for event in moment.events
        if isinstance(event, Drew) and event.turn_up and event.card is not None
    )
    assert draw.card is not None
    assert {must_hold(line, step, viewer, draw.card) for viewer in range(4)} == {draw.seat}


@settings(max_examples=12)
@given(name=st.sampled_from(("omi", "skambil", "schembil")), seed=st.integers(0, SEEDS - 1), part=st.floats(0, 1))
def test_a_card_is_always_among_its_possible_places(name: str, seed: int, part: float) -> None:
    """In whole deals too, nobody ever rules out the place where a card lies."""
    whole = random_deal(dealt(rules(name), seed), Chance(seed))
    line = moments(whole.start, whole.actions)
    moment = line[round(part * (len(line) - 1))]
    for viewer in range(whole.rules.seats):
        known = knowledge(line, moment.step, viewer)
        for card in whole.rules.pack:
            assert where(moment.table, card) in known.possible_holders(card)


def test_only_cards_of_the_pack_can_be_asked_for() -> None:
    """There is no two in a pack of Omi."""
    deal = read(FIVE_LEFT)
    with pytest.raises(ValueError, match="2S is not in the pack"):
        possible_holders(moments(deal.start, ()), 0, 0, Card("2S"))
