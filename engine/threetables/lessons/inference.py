"""Who must hold a card, from what one seat has seen.

A seat sees its own hand, the hands it is shown, the turn-up, every card that is played, and which seat drew when. And
it sees what others do: who does not follow suit where he must has none of that suit, and a sign that must be true tells
of a card. What is not seen is which card came how: each card that was ever in a hand came there by one packet of the
deal or by one draw (its `Coming`), and the rest have not come yet. How many came by each is known to all.

So the question is one of matching cards with comings. Everything seen says of one card that it was, or was not, in one
hand at one time, and so rules out some comings for it. A place is possible for a card if the cards can still be
matched, each with a coming left to it, when that card is kept to the comings of that place. (A sign such as "a three
outside trumps" says that one of several cards was there; then each of them is tried.)

Two things are not reasoned from: what is said aloud, which nobody is bound to mean, and at Omi the house rule that a
deal goes on only if each side has two trumps. What is found without them holds all the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ..actions import Action, MakeSign, Play, ThrowIn
from ..cards import Card
from ..deal import objection
from ..events import Dealt, Drew, Event, HandsShown, PackCut, Played, SignMade, Swapped, ThrownIn, seen_by
from ..seats import Seat, seat_name
from ..table import Table, evolve
from .moments import Moment

STOCK: Final = "stock"
TURN_UP: Final = "turn-up"
TRICK: Final = "trick"


class Coming(NamedTuple):
    """How a card first came to a hand: to which seat, and by which event of the deal."""

    seat: Seat | None
    event: int


NOT_COME: Final = Coming(None, 0)


class Hand(NamedTuple):
    """The hand of a seat after a number of events."""

    seat: Seat
    event: int


@dataclass(frozen=True)
class Stay:
    """What everybody saw of one card.

    It `left` the hand it first came to by that event, if it did; and it may have come openly to another hand `again`
    (only the lowest trump can, by a swap and a draw).
    """

    left: float = float("inf")
    again: Seat | None = None
    came_again: float = float("inf")
    left_again: float = float("inf")

    def within(self, hand: Hand, coming: Coming) -> bool:
        """Whether the card was in that hand, had it come that way."""
        first = coming.seat == hand.seat and coming.event <= hand.event < self.left
        return first or (self.again == hand.seat and self.came_again <= hand.event < self.left_again)


class Need(NamedTuple):
    """One of these cards was in that hand."""

    cards: frozenset[Card]
    hand: Hand


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows of where cards may be: for each card the comings left to it, and how many came by each."""

    table: Table
    stays: Mapping[Card, Stay]
    left_to: Mapping[Card, frozenset[Coming]]
    number: Mapping[Coming, int]
    needs: frozenset[Need]

    def possible_holders(self, card: Card) -> frozenset[str]:
        """Where the card may be now: names of seats, ``stock``, ``turn-up``, ``trick``, ``won A`` or ``won B``.

        Raises `ValueError` for a card that is not in the pack.
        """
        table = self.table
        if card not in table.rules.strength:
            raise ValueError(f"{card} is not in the pack")
        for place, cards in (
            (TURN_UP, (table.turn_up,)),
            (TRICK, table.trick),
            ("won A", table.won[0]),
            ("won B", table.won[1]),
        ):
            if card in cards:
                return frozenset({place})
        if (again := self.stays[card].again) is not None:
            return frozenset({seat_name(again)})
        seats = {coming.seat for coming in self.left_to[card]}
        return frozenset(STOCK if seat is None else seat_name(seat) for seat in seats if self._may_be(card, seat))

    def _may_be(self, card: Card, seat: Seat | None) -> bool:
        there = frozenset(coming for coming in self.left_to[card] if coming.seat == seat)
        return self._possible({**self.left_to, card: there})

    def _possible(self, left_to: Mapping[Card, frozenset[Coming]]) -> bool:
        """Whether all cards can be matched so that every need is met."""
        matched = matching(left_to, self.number)
        if matched is None:
            return False
        for cards, hand in self.needs:
            if not any(self.stays[card].within(hand, matched[card]) for card in cards):
                return any(
                    self._possible({**left_to, card: there})
                    for card in cards
                    if (there := frozenset(way for way in left_to[card] if self.stays[card].within(hand, way)))
                )
        return True


def possible_holders(line: Sequence[Moment], step: int, viewer: Seat, card: Card) -> frozenset[str]:
    """Where the card may be at that step, for all that the viewer has seen; see `Knowledge.possible_holders`."""
    return knowledge(line, step, viewer).possible_holders(card)


def must_hold(line: Sequence[Moment], step: int, viewer: Seat, card: Card) -> Seat | None:
    """The seat that must hold the card, for all that the viewer has seen at that step; None if it may be elsewhere."""
    holders = possible_holders(line, step, viewer, card)
    for seat in range(line[0].table.rules.seats):
        if holders == {seat_name(seat)}:
            return seat
    return None


def knowledge(line: Sequence[Moment], step: int, viewer: Seat) -> Knowledge:
    """All that the viewer knows at that step of the deal."""
    events = [event for moment in line[1 : step + 1] for event in moment.events]
    tables = [line[0].table]
    for event in events:
        tables.append(evolve(tables[-1], event))
    comings, stays = _comings(tables[0], events), _stays(tables, events)
    ways = frozenset(comings.values())
    placed = _placed(tables, events, viewer)
    left_to = {card: frozenset({coming}) if card in placed else ways for card, coming in comings.items()}
    needs: set[Need] = set()
    for hand, there, absent, need in _told(tables, events, viewer):
        for card in there:
            left_to[card] = frozenset(way for way in left_to[card] if stays[card].within(hand, way))
        for card in absent:
            left_to[card] = frozenset(way for way in left_to[card] if not stays[card].within(hand, way))
        if need:
            needs.add(Need(need, hand))
    return Knowledge(tables[-1], stays, left_to, Counter(comings.values()), frozenset(needs))


def _comings(before: Table, events: Sequence[Event]) -> Mapping[Card, Coming]:
    """How each card first came to a hand."""
    comings = dict.fromkeys(before.rules.pack, NOT_COME)
    for seat, hand in enumerate(before.hands):
        comings |= dict.fromkeys(hand, Coming(seat, 0))
    for number, event in enumerate(events, start=1):
        match event:
            case Dealt(packets):
                came = [(seat, card) for seat, packet in packets for card in packet]
            case Drew(seat, card, _) | Swapped(seat, _, card):
                came = [(seat, card)]
            case _:
                continue
        for seat, card in came:
            if card is not None and comings[card] == NOT_COME:
                comings[card] = Coming(seat, number)
    return comings


def _stays(tables: Sequence[Table], events: Sequence[Event]) -> Mapping[Card, Stay]:
    stays = dict.fromkeys(tables[0].rules.pack, Stay())
    given: Card | None = None
    for number, event in enumerate(events, start=1):
        match event:
            case Played(_, card) if card == given:
                old = stays[card]
                stays[card] = Stay(old.left, old.again, old.came_again, number)
            case Played(_, card):
                stays[card] = Stay(number)
            case Swapped(_, gave, _):
                given = gave
                stays[gave] = Stay(number)
            case Drew(seat, card, turn_up) if turn_up and card is not None and card == given:
                stays[card] = Stay(stays[card].left, seat, number)
            case _:
                pass
    return stays


def _placed(tables: Sequence[Table], events: Sequence[Event], viewer: Seat) -> frozenset[Card]:
    """The cards whose place in the pack the viewer has seen, so that their coming is known."""
    placed = {card for pile in tables[0].won for card in pile}
    for table in tables:
        if table.turn_up is not None:
            placed.add(table.turn_up)
        if table.waiting != viewer:
            placed |= set(table.hands[viewer])
    placed |= {event.shown for event in events if isinstance(event, PackCut) and event.shown is not None}
    # A card that was given for the turn-up lay there too, but came to a hand before, nobody else knows when.
    placed -= {event.gave for event in events if isinstance(event, Swapped) and event.seat != viewer}
    return frozenset(placed)


class Told(NamedTuple):
    """What was to be seen of a hand: cards that were there, cards that were not, and cards of which one was there."""

    hand: Hand
    there: frozenset[Card] = frozenset()
    absent: frozenset[Card] = frozenset()
    need: frozenset[Card] = frozenset()


def _told(tables: Sequence[Table], events: Sequence[Event], viewer: Seat) -> Sequence[Told]:
    pack = frozenset(tables[0].rules.pack)
    told = [
        Told(Hand(viewer, number), frozenset(table.hands[viewer]), pack - frozenset(table.hands[viewer]))
        for number, table in enumerate(tables)
        if table.waiting != viewer
    ]
    for number, (event, before) in enumerate(zip(events, tables, strict=False)):
        match seen_by(event, viewer):
            case HandsShown(looks):
                for looker, owner in looks:
                    if looker == viewer:
                        shown = frozenset(before.hands[owner])
                        told.append(Told(Hand(owner, number), shown, pack - shown))
            case Played(seat, card):
                told.append(Told(Hand(seat, number), frozenset({card})))
                told.append(_by_acting(before, Play(seat, card), number, (card,)))
            case Swapped(seat, gave, _):
                told.append(Told(Hand(seat, number), frozenset({gave})))
            case SignMade(seat, sign, _) if sign is not None:
                told.append(_by_acting(before, MakeSign(seat, sign), number))
            case ThrownIn(_, seat) if seat is not None:
                told.append(_by_acting(before, ThrowIn(seat), number))
            case _:
                pass
    return told


def _by_acting(before: Table, action: Action, number: int, held: tuple[Card, ...] = ()) -> Told:
    """What it says of a hand that the action was legal: which cards would have stood against it, or had to be there.

    The laws are asked, one card at a time, as if the hand were that card beside the cards known to be there.
    """
    hand = Hand(action.seat, number)
    stands = _stands(before, action, held)
    changes = frozenset(card for card in before.rules.pack if _stands(before, action, (*held, card)) != stands)
    return Told(hand, need=changes) if stands else Told(hand, absent=changes)


def _stands(before: Table, action: Action, held: tuple[Card, ...]) -> bool:
    hands = (*before.hands[: action.seat], held, *before.hands[action.seat + 1 :])
    return objection(before._replace(hands=hands), action) is not None


def matching(left_to: Mapping[Card, frozenset[Coming]], number: Mapping[Coming, int]) -> Mapping[Card, Coming] | None:
    """Every card with one of the ways left to it, each way used as often as its number, or None if that cannot be.

    There are as many cards as ways in all. Cards are placed one after another; where the ways of a card are full, one
    of those on it moves on, if it can (augmenting paths).
    """
    matched: dict[Card, Coming] = {}
    users: dict[Coming, list[Card]] = {way: [] for way in number}

    def placed(card: Card, tried: set[Coming]) -> bool:
        for way in left_to[card]:
            if way in tried:
                continue
            tried.add(way)
            free = len(users[way]) < number[way]
            for other in () if free else tuple(users[way]):
                if placed(other, tried):
                    users[way].remove(other)
                    free = True
                    break
            if free:
                users[way].append(card)
                matched[card] = way
                return True
        return False

    for card in sorted(left_to, key=lambda each: len(left_to[each])):
        if not placed(card, set()):
            return None
    return matched
