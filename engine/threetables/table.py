"""Where every card lies, and the one function that moves cards.

`evolve` is shared by the three games: a game says which events happen, and only `evolve` turns an event into a new
table. So that no card is lost or doubled has to be shown once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from .cards import Card, Suit, suit_of
from .events import (
    Announced,
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
    Result,
    SignMade,
    Swapped,
    ThrownIn,
    TrickTaken,
    TrumpNamed,
    TurnedUp,
)  # fmt: skip
from .rules import Rules
from .seats import Seat, in_turn
from .tricks import Trick, winning

Heard = SignMade | Asked | Ordered | Answered


class Table(NamedTuple):
    """The table at one moment.

    `stock` is what is undealt, next card first, without the exposed `turn_up`. `step` is the place in the rules'
    script. `trick` are the cards of the current trick from `leader` on; `taken` the tricks before it; `won` the cards
    of each side. `to_draw` are the seats still to draw. `seen` holds for each seat the cards it has been shown in
    other hands. `heard` is all talk with the number of the trick it fell in; `asked` a question or
    an order not answered yet.
    `rais` are the captains of the two sides (Schembil). `pending` is the bonus carried in (Omi). `announced` is the
    seat that promised all tricks (Omi). `thrown` is the law under which the deal was thrown in. `result` ends the deal.
    """

    rules: Rules
    dealer: Seat
    stock: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    leader: Seat
    seen: tuple[frozenset[Card], ...]
    rais: tuple[Seat, ...] = ()
    pending: int = 0
    step: int = 0
    deals: int = 0
    turn_up: Card | None = None
    trump: Suit | None = None
    trick: tuple[Card, ...] = ()
    won: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    taken: tuple[Trick, ...] = ()
    to_draw: tuple[Seat, ...] = ()
    heard: tuple[tuple[int, Heard], ...] = ()
    asked: Asked | Ordered | None = None
    announced: Seat | None = None
    thrown: str | None = None
    result: Result | None = None

    @property
    def stretch(self) -> str:
        """The name of the current stretch of the deal."""
        return self.rules.script[self.step]

    @property
    def declarer(self) -> Seat:
        """Who names trumps in Omi: the seat after the dealer."""
        return (self.dealer + self.rules.holds("declarer")) % self.rules.seats

    @property
    def turn(self) -> Seat | None:
        """Whose choice the table waits for; None when the rules act by themselves or the deal is over."""
        if self.result is not None:
            return None
        match self.stretch:
            case "play" | "draw-play":
                if self.to_draw or len(self.trick) == self.rules.seats:
                    return None
                return (self.leader + len(self.trick)) % self.rules.seats
            case "name":
                return self.declarer
            case "cut":
                return self.rules.cutter(self.dealer)
            case _:
                return None

    @property
    def tricks_won(self) -> tuple[int, int]:
        """Tricks taken by each side, counted by the cards in the piles."""
        return (len(self.won[0]) // self.rules.seats, len(self.won[1]) // self.rules.seats)

    @property
    def points_won(self) -> tuple[int, int]:
        """Card points taken by each side."""
        points = self.rules.points
        return (sum(points[c] for c in self.won[0]), sum(points[c] for c in self.won[1]))

    @property
    def waiting(self) -> Seat | None:
        """The seat that may not look at its own packet yet (Omi, ``packet=partner-waits``)."""
        if (
            self.trump is None
            and self.rules.choices.get("packet") == "partner-waits"
            and self.rules.holds("partner-waits")
        ):
            return self.rules.partners(self.declarer)[0]
        return None


@dataclass(frozen=True)
class Start:
    """The beginning of a deal: rules, the pack as it is before any cut (next card first), and what is carried in.

    `scores` are the match scores before the deal, `pending` Omi's waiting bonus, `rais` the two captains of Schembil.
    """

    rules: Rules
    pack: tuple[Card, ...]
    dealer: Seat
    scores: tuple[int, int] = (0, 0)
    pending: int = 0
    rais: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Position:
    """A table in the middle of a deal, to start from. `won` piles count as tricks by their number of cards.

    `step` is the stretch of the script that is being played; `leader` leads the next trick.
    """

    rules: Rules
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    turn_up: Card | None
    trump: Suit | None
    won: tuple[tuple[Card, ...], tuple[Card, ...]]
    leader: Seat
    step: int
    scores: tuple[int, int] = (0, 0)
    pending: int = 0
    rais: tuple[Seat, ...] = ()


def under(start: Start | Position, rules: Rules) -> Start | Position:
    """The same start under other rules. A position goes on in the same stretch of play."""
    if isinstance(start, Start):
        return replace(start, rules=rules)
    plays = [place for place, step in enumerate(start.rules.script) if step in ("play", "draw-play")]
    others = [place for place, step in enumerate(rules.script) if step in ("play", "draw-play")]
    return replace(start, rules=rules, step=others[min(plays.index(start.step), len(others) - 1)])


def laid_out(start: Start | Position) -> Table:
    """The table before the first event. The cards are taken as given: `deal.unfit` says whether they fit the rules."""
    rules = start.rules
    nothing_seen: tuple[frozenset[Card], ...] = (frozenset(),) * rules.seats
    if isinstance(start, Position):
        return Table(
            rules, start.dealer, start.stock, start.hands, start.leader, nothing_seen, start.rais, start.pending,
            start.step, rules.script[: start.step].count("deal"), start.turn_up, start.trump, (), start.won,
        )  # fmt: skip
    leader = (start.dealer + rules.first_lead) % rules.seats
    return Table(
        rules, start.dealer, start.pack, ((),) * rules.seats, leader, nothing_seen, start.rais, start.pending
    )  # fmt: skip


def packets(table: Table) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
    """What the next deal gives to each seat, in dealing order."""
    rules = table.rules
    size = rules.packets[table.deals]
    seats = in_turn((table.dealer + rules.first_dealt) % rules.seats, rules.seats)
    exposed = () if table.turn_up is None else (table.turn_up,)
    undealt = table.stock + exposed if rules.turn_up_last else exposed + table.stock
    cards = undealt[: size * rules.seats]
    if rules.singly:
        return tuple((seat, cards[place :: rules.seats]) for place, seat in enumerate(seats))
    return tuple((seat, cards[place * size : (place + 1) * size]) for place, seat in enumerate(seats))


class DealtOut(NamedTuple):
    """Where the cards go by the rules alone: the packets of each seat, the card that is exposed, and the stock."""

    hands: tuple[tuple[tuple[Card, ...], ...], ...]
    exposed: Card | None
    stock: tuple[Card, ...]


def dealt_out(start: Start) -> DealtOut:
    """The whole deal laid out at once, as if no card were played and the pack not cut."""
    table = laid_out(start)
    hands: tuple[tuple[tuple[Card, ...], ...], ...] = ((),) * start.rules.seats
    exposed = None
    for step in start.rules.script:
        if step == "deal":
            packet = dict(packets(table))
            hands = tuple((*hand, packet[seat]) for seat, hand in enumerate(hands))
            table = evolve(table, Dealt(packets(table)))
        elif step == "turn-up":
            exposed = table.stock[0]
            table = evolve(table, TurnedUp(exposed))
        else:
            table = table._replace(step=table.step + 1)
    return DealtOut(hands, exposed, table.stock)


def evolve(table: Table, event: Event) -> Table:
    """The table after the event. Pure; trusts that the event is one that `deal.decide` gave for this table."""
    match event:
        case Played(seat, card):
            hand = table.hands[seat]
            place = hand.index(card)
            hands = _with(table.hands, seat, hand[:place] + hand[place + 1 :])
            return table._replace(hands=hands, trick=(*table.trick, card), asked=None)
        case TrickTaken(seat):
            return _gather(table, seat)
        case Drew(seat, card, turn_up):
            assert card is not None
            hands = _with(table.hands, seat, (*table.hands[seat], card))
            if turn_up:
                seen = tuple(known | {card} for known in table.seen)
                drawn = table._replace(hands=hands, turn_up=None, seen=seen, to_draw=table.to_draw[1:])
            else:
                drawn = table._replace(hands=hands, stock=table.stock[1:], to_draw=table.to_draw[1:])
            return _closed(drawn)
        case Dealt(packets):
            dealt = {seat: tuple(c for c in cards if c is not None) for seat, cards in packets}
            number = sum(map(len, dealt.values()))
            hands = tuple(hand + dealt.get(seat, ()) for seat, hand in enumerate(table.hands))
            gone = table.turn_up is not None and any(table.turn_up in cards for cards in dealt.values())
            seen = tuple(known | {table.turn_up} for known in table.seen) if gone and table.turn_up else table.seen
            return table._replace(
                hands=hands, stock=table.stock[number - gone :], turn_up=None if gone else table.turn_up, seen=seen,
                deals=table.deals + 1, step=table.step + 1,
            )  # fmt: skip
        case TurnedUp(card):
            trump = suit_of(card) if table.rules.holds("trump") else None
            return table._replace(turn_up=card, trump=trump, stock=table.stock[1:], step=table.step + 1)
        case TrumpNamed(_, suit):
            return table._replace(trump=suit, step=table.step + 1)
        case PackCut(_, at, shown):
            stock = table.stock[at:] + table.stock[:at]
            trump = table.trump if shown is None else suit_of(shown)
            return table._replace(stock=stock, trump=trump, step=table.step + 1)
        case HandsShown(looks):
            seen_now = list(table.seen)
            for viewer, owner in looks:
                seen_now[viewer] = seen_now[viewer] | frozenset(table.hands[owner])
            return table._replace(seen=tuple(seen_now), step=table.step + 1)
        case Swapped(seat, gave, took):
            hand = tuple(took if card == gave else card for card in table.hands[seat])
            seen = tuple(known | {took} for known in table.seen)
            return table._replace(hands=_with(table.hands, seat, hand), turn_up=gave, seen=seen)
        case SignMade():
            return table._replace(heard=(*table.heard, (len(table.taken), event)))
        case Asked() | Ordered():
            return table._replace(heard=(*table.heard, (len(table.taken), event)), asked=event)
        case Answered():
            return table._replace(heard=(*table.heard, (len(table.taken), event)), asked=None)
        case Announced(seat):
            return table._replace(announced=seat)
        case ThrownIn(law):
            return table._replace(thrown=law, step=len(table.rules.script) - 1)
        case Counted(result):
            return table._replace(result=result)
        case _:
            assert_never(event)


def _with(hands: tuple[tuple[Card, ...], ...], seat: Seat, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _gather(table: Table, winner: Seat) -> Table:
    rules = table.rules
    piles: list[tuple[Card, ...]] = list(table.won)
    side = rules.sides[winner]
    piles[side] = piles[side] + table.trick
    leader = winner if rules.winner_leads else (table.leader + 1) % rules.seats
    drawing = table.stretch == "draw-play" and bool(table.stock or table.turn_up)
    first = winner if rules.winner_draws_first else (table.dealer + 1) % rules.seats
    return _closed(
        table._replace(
            won=(piles[0], piles[1]),
            taken=(*table.taken, Trick(table.leader, table.trick, winner)),
            trick=(),
            leader=leader,
            to_draw=in_turn(first, rules.seats) if drawing else (),
        )
    )


def _closed(table: Table) -> Table:
    """Go on to the next stretch when the present one is over."""
    if table.to_draw:
        return table
    over = not any(table.hands) if table.stretch == "play" else not table.stock and table.turn_up is None
    return table._replace(step=table.step + 1) if over else table


def trick_winner(table: Table) -> Seat:
    """The seat that takes the complete trick on the table."""
    rules = table.rules
    trump = table.trump if rules.trumps_win else None
    return (table.leader + winning(table.trick, trump, rules.strength)) % rules.seats


def cards_of(table: Table) -> Sequence[Card]:
    """Every card on the table wherever it lies, in no particular order."""
    exposed = () if table.turn_up is None else (table.turn_up,)
    hands = tuple(card for hand in table.hands for card in hand)
    return hands + table.stock + exposed + table.trick + table.won[0] + table.won[1]
