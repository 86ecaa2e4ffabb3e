"""A deal from the shuffled pack to the count: what may be done, what follows from it by rule.

`objection` is the one answer to "may I?". `legal` lists what it lets through, `decide` refuses what it does not, and
what a reader is told when refused comes from it. `automatic` is what the rules do by themselves: dealing, exposing a
card, looking at hands, gathering a trick, drawing, counting. Each is an event of its own.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from .actions import (
    Action,
    Announce,
    Answer,
    Ask,
    Cut,
    MakeSign,
    NameTrump,
    Order,
    Play,
    Swap,
    Talk,
    ThrowIn,
)  # fmt: skip
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
    SignMade,
    Swapped,
    ThrownIn,
    TrickTaken,
    TrumpNamed,
    TurnedUp,
)  # fmt: skip
from .laws import IllegalAction, Objection
from .match import Match
from .rules import Rules
from .seats import Seat, seat_name
from .table import Position, Start, Table, evolve, laid_out, packets, trick_winner
from .tricks import of_suit

_play = cache(Play)


def unfit(start: Start | Position) -> str | None:
    """One plain reason why this deal cannot be begun under its rules, or None."""
    return next((reason for _, reason in misfits(start)), None)


def misfits(start: Start | Position, name: Callable[[Card], str] = str) -> Iterator[tuple[str, str]]:
    """What does not fit the rules: each time the tag or line of a record that would say it, and one plain reason.

    Only the first is sure to make sense. `name` writes a card.
    """
    rules = start.rules
    if isinstance(start, Start):
        cards: tuple[Card, ...] = start.pack
    else:
        exposed = () if start.turn_up is None else (start.turn_up,)
        held = tuple(card for hand in start.hands for card in hand)
        cards = held + start.stock + exposed + start.won[0] + start.won[1]
    there = set(cards)
    if len(there) < len(cards):
        double = next(card for card in cards if cards.count(card) > 1)
        yield "turn-up", f"{name(double)} is there twice"
    if strange := sorted(there - set(rules.pack)):
        yield "pack", f"{name(strange[0])} is not in the pack of {len(rules.pack)} that {rules.preset} uses"
    if missing := sorted(set(rules.pack) - there):
        if len(missing) == 1:
            yield "pack", f"{name(missing[0])} is missing from the pack of {len(rules.pack)}"
        yield "pack", f"{len(missing)} of the {len(rules.pack)} cards are missing, {name(missing[0])} among them"
    if start.dealer not in range(rules.seats):
        yield "Dealer", f"the dealer sits at none of the {rules.seats} seats"
    led = [rules.sides[seat] if seat in range(rules.seats) else None for seat in start.rais]
    if led != ([0, 1] if rules.captains else []) and rules.holds("rais"):
        yield "Rais", "each side needs one captain of its own" if rules.captains else "this game has no captains"
    yield from Match(rules, start.dealer, start.scores, start.pending).faults()
    if isinstance(start, Position):
        yield from _unreachable(start)


def _unreachable(position: Position) -> Iterator[tuple[str, str]]:
    """Why no deal under these rules comes to this position between two tricks."""
    rules = position.rules
    if len(position.hands) != rules.seats:
        yield "hand", f"there are {len(position.hands)} hands at a table of {rules.seats}"
    if position.leader not in range(rules.seats):
        yield "lead", f"the leader sits at none of the {rules.seats} seats"
    if position.step not in range(len(rules.script)) or not rules.script[position.step].endswith("play"):
        yield "lead", "no trick is played in that stretch of the deal"
    most = dealt = 0
    for step in rules.script[: position.step]:
        if step == "deal":
            most += rules.packets[dealt]
            dealt += 1
        elif step == "play":
            most = 0
    drawing = rules.script[position.step] == "draw-play"
    lengths = [len(hand) for hand in position.hands]
    sizes = sorted(set(lengths))
    if len(sizes) > 1 or not (most if drawing else 1) <= sizes[0] <= most:
        number = str(most) if drawing else f"1 to {most}"
        other = seat_name(min(range(rules.seats), key=lambda seat: lengths.count(lengths[seat])))
        reason = f"the hands have {' or '.join(map(str, sizes))} cards, where all have the same number, {number}"
        yield f"hand {other}", reason
    undealt = len(position.stock) + (position.turn_up is not None)
    due = sum(rules.packets[dealt:]) * rules.seats
    if (not undealt or undealt % rules.seats) if drawing else undealt != due:
        where = "turn-up" if position.turn_up is not None and not position.stock else "stock"
        yield where, f"the stock and the turn-up are {undealt} cards, which do not go round"
    if any(len(pile) % rules.seats for pile in position.won):
        yield "won", f"the cards won are not whole tricks of {rules.seats} cards"
    if (position.turn_up is not None) != (rules.trump == "turn-up" and undealt > 0):
        yield "turn-up", "there is no turn-up" if position.turn_up is None else "there cannot be a turn-up any more"
    if (position.trump is None) != (rules.trump == "none"):
        yield "trump", "there is no trump suit" if position.trump is None else "these rules have no trump suit"
    if position.turn_up is not None and suit_of(position.turn_up) != position.trump:
        yield "turn-up", "the turn-up is not of the trump suit"
    first = (position.dealer + rules.first_lead) % rules.seats
    if not any(position.won) and position.leader != first and rules.holds("first-lead"):
        yield "lead", f"no trick is won yet, and {seat_name(first)} leads to the first"


def automatic(table: Table) -> Event | None:
    """The next event that happens by rule alone, or None where a choice is awaited or the deal is over."""
    rules = table.rules
    if table.result is not None:
        return None
    stretch = table.stretch
    if stretch in ("play", "draw-play"):
        if table.to_draw:
            return _draw(table)
        if len(table.trick) == rules.seats:
            return TrickTaken(trick_winner(table))
        if not table.trick:
            return rules.book.interruption(table)
        return None
    match stretch:
        case "deal":
            return Dealt(packets(table))
        case "turn-up":
            return TurnedUp(table.stock[0])
        case "look":
            return HandsShown(_looks(table))
        case "show":
            return HandsShown(tuple((seat, other) for seat in range(rules.seats) for other in rules.partners(seat)))
        case "count":
            return Counted(rules.book.count(table))
        case _:
            return None


def _draw(table: Table) -> Drew:
    seat = table.to_draw[0]
    if table.turn_up is not None and (not table.stock or not table.rules.turn_up_last):
        return Drew(seat, table.turn_up, turn_up=True)
    return Drew(seat, table.stock[0])


def _looks(table: Table) -> tuple[tuple[Seat, Seat], ...]:
    """Who looks at whose hand in this pass.

    Hands go to the next partner in playing direction; so in pass 1 everyone holds the hand of the partner before, in
    pass 2 that of the partner before him. A captain looks at his next partner in playing direction, who sits at his
    right in an anticlockwise game.
    """
    rules = table.rules
    if table.rais:
        return tuple((rais, rules.partners(rais)[0]) for rais in table.rais)
    script = rules.script
    number = 1
    while script[table.step - number] == "look":
        number += 1
    looks = []
    for viewer in range(rules.seats):
        partners = rules.partners(viewer)
        looks.append((viewer, partners[-number]))
    return tuple(looks)


def _settled(table: Table, event: Event | None) -> Iterator[tuple[Event, Table]]:
    """The event and all that follows from it by rule, each with the table after it."""
    while event is not None:
        table = evolve(table, event)
        yield event, table
        event = automatic(table)


def opening(start: Start | Position) -> tuple[tuple[Event, Table], ...]:
    """The rule events before the first choice, each with the table after it.

    Raises `ValueError` if the cards are unfit.
    """
    if (reason := unfit(start)) is not None:
        raise ValueError(reason)
    table = laid_out(start)
    return tuple(_settled(table, automatic(table)))


def opened(start: Start | Position) -> Table:
    """The table at the first choice."""
    happened = opening(start)
    return happened[-1][1] if happened else laid_out(start)


def objection(table: Table, action: Action) -> Objection | None:
    """What stands against the action now, or None if it is legal."""
    rules = table.rules
    if type(action) is Play:
        return _play_objection(table, action.seat, action.card)
    if table.result is not None:
        return Objection(f"{rules.game}.turn-order", "deal-over")
    if automatic(table) is not None:
        return _table_first(rules)
    if not 0 <= action.seat < rules.seats:
        return Objection(f"{rules.game}.turn-order", "not-your-turn")
    return rules.book.objection(table, action)


def _table_first(rules: Rules) -> Objection:
    """While something still has to happen by rule, nobody acts."""
    return Objection(f"{rules.game}.turn-order", "table-first")


def _play_objection(table: Table, seat: Seat, card: Card) -> Objection | None:
    rules = table.rules
    turn = table.turn
    if turn != seat or table.stretch not in ("play", "draw-play"):
        return _not_now(table, seat, card)
    hand = table.hands[seat]
    if card not in hand:
        return Objection(f"{rules.game}.turn-order", "not-held")
    if not table.trick:
        return None if rules.book.interruption(table) is None else _table_first(rules)
    led = table.trick[0][1]
    if card[1] == led or not _duty(table):
        return None
    if held := of_suit(hand, Suit(led)):
        return Objection(f"{rules.game}.{'follow' if rules.game == 'schembil' else 'follow-suit'}", "must-follow", held)
    if rules.must_trump and card[1] != table.trump and (held := of_suit(hand, table.trump)):
        return Objection(f"{rules.game}.must-trump", "must-trump", held)
    return None


def _duty(table: Table) -> bool:
    follow = table.rules.follow
    return follow == "always" or (follow == "after-stock" and not table.stock and table.turn_up is None)


def _not_now(table: Table, seat: Seat, card: Card) -> Objection:
    rules = table.rules
    turn_order = f"{rules.game}.turn-order"
    if table.result is not None:
        return Objection(turn_order, "deal-over")
    if table.stretch == "name":
        return Objection(f"{rules.game}.name-trump", "trump-first")
    if table.stretch == "cut":
        return Objection(_cut_law(rules), "cut-first")
    if not 0 <= seat < rules.seats or card not in table.hands[seat]:
        return Objection(turn_order, "not-held")
    return Objection(turn_order, "not-your-turn")


def _cut_law(rules: Rules) -> str:
    return f"{rules.game}.{'cut-card' if rules.game == 'schembil' else 'cut'}"


def wrong_turn(table: Table, seat: Seat) -> Objection | None:
    """The objection to acting out of turn, for the games' own actions."""
    if table.turn != seat:
        return Objection(f"{table.rules.game}.turn-order", "not-your-turn")
    return None


def cut_objection(table: Table, action: Cut) -> Objection | None:
    """What stands against a cut, in any game."""
    rules = table.rules
    law = _cut_law(rules)
    if table.stretch != "cut":
        return Objection(law, "no-cut-now")
    if (turned := wrong_turn(table, action.seat)) is not None:
        return turned
    if action.at == 0 and rules.cut == "offered":
        return None
    if not 1 <= action.at < len(table.stock):
        return Objection(law, "cut-size")
    return None


def legal(table: Table) -> tuple[Action, ...]:
    """Every action that moves the deal on, in a fixed order; talk is apart (`talk`), so that random play ends."""
    turn = table.turn
    if turn is None:
        return ()
    if table.stretch in ("play", "draw-play"):
        hand = table.hands[turn]
        plays = tuple(_play(turn, card) for card in hand if _play_objection(table, turn, card) is None)
        return plays + tuple(a for a in table.rules.book.options(table) if objection(table, a) is None)
    if table.stretch == "cut":
        cuts = (Cut(turn, at) for at in range(len(table.stock)))
        return tuple(a for a in cuts if cut_objection(table, a) is None)
    return tuple(a for a in table.rules.book.options(table) if objection(table, a) is None)


def talk(table: Table) -> tuple[Talk, ...]:
    """Every sign or word that may be given now. Never needed to go on."""
    if automatic(table) is not None:
        return ()
    return tuple(words for words in table.rules.book.talk(table) if objection(table, words) is None)


def happenings(table: Table, action: Action) -> tuple[tuple[Event, Table], ...]:
    """The events of the action and all that follows by rule, each with the table after it.

    Raises `IllegalAction` with the objection; the table is a value and stays as it was.
    """
    if (against := objection(table, action)) is not None:
        raise IllegalAction(against)
    return tuple(_settled(table, _event(table, action)))


def decide(table: Table, action: Action) -> tuple[Event, ...]:
    """The events of `happenings`, alone."""
    return tuple(event for event, _ in happenings(table, action))


def play(table: Table, action: Action) -> Table:
    """The table at the next choice after the action. Raises `IllegalAction`."""
    if (against := objection(table, action)) is not None:
        raise IllegalAction(against)
    event: Event | None = _event(table, action)
    while event is not None:
        table = evolve(table, event)
        event = automatic(table)
    return table


def replay(start: Start | Position, actions: Iterable[Action]) -> Table:
    """The table after those actions. Raises `ValueError` for unfit cards, `IllegalAction` for an illegal action."""
    table = opened(start)
    for action in actions:
        table = play(table, action)
    return table


def _event(table: Table, action: Action) -> Event:
    rules = table.rules
    match action:
        case Play(seat, card):
            return Played(seat, card)
        case NameTrump(seat, suit):
            return TrumpNamed(seat, suit)
        case Cut(seat, at):
            return PackCut(seat, at, table.stock[at - 1] if rules.trump == "cut-card" else None)
        case MakeSign(seat, sign):
            audience = (seat, *rules.partners(seat))
            return SignMade(seat, sign, audience if rules.holds("sign-secret") else tuple(range(rules.seats)))
        case Ask(seat, to, question, suit):
            return Asked(seat, to, question, suit)
        case Order(seat, to, command, card):
            return Ordered(seat, to, command, card)
        case Answer(seat, answer):
            return Answered(seat, answer)
        case Swap(seat):
            assert table.turn_up is not None
            return Swapped(seat, lowest_trump(table), table.turn_up)
        case Announce(seat):
            return Announced(seat)
        case ThrowIn(seat):
            return ThrownIn(f"{rules.game}.weak-four", seat)


def lowest_trump(table: Table) -> Card:
    """The lowest card of the trump suit in this pack."""
    trumps = of_suit(table.rules.pack, table.trump)
    return min(trumps, key=lambda card: table.rules.strength[card])
