"""A deal told line by line, for transcripts and for comparing what happens under two sets of rules."""

from __future__ import annotations

from collections.abc import Iterator

from tests.engine.stories import Story
from tests.engine.strategies import Line
from threetables.events import (
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
)
from threetables.notation import Record, card_text, suit_text, suits_of, write
from threetables.rules import Rules
from threetables.seats import place, seat_name
from threetables.table import Table


def tell(event: Event, rules: Rules) -> str:
    """One event in one line."""
    suits = suits_of(rules)
    name = seat_name

    def cards(some: tuple[str | None, ...]) -> str:
        return " ".join("??" if card is None else card_text(rules.pack[rules.pack.index(card)], suits) for card in some)

    match event:
        case PackCut(seat, at, shown):
            return f"{name(seat)} cuts {at}" + (f", shows {cards((shown,))}" if shown else "")
        case Dealt(packets):
            where = [(place(seat, 0, rules.seats, rules.direction), seat, given) for seat, given in packets]
            return "dealt " + ", ".join(f"{name(seat)} ({there}) {cards(given)}" for there, seat, given in where)
        case TurnedUp(card):
            return f"turned up {cards((card,))}"
        case TrumpNamed(seat, suit):
            return f"{name(seat)} names {suit_text(suit, suits)}"
        case HandsShown(looks):
            return "looks " + ", ".join(f"{name(viewer)} at {name(owner)}" for viewer, owner in looks)
        case Played(seat, card):
            return f"{name(seat)} plays {cards((card,))}"
        case TrickTaken(seat):
            return f"{name(seat)} takes the trick"
        case Drew(seat, drawn, turn_up):
            return f"{name(seat)} draws {cards((drawn,))}" + (", the turn-up" if turn_up else "")
        case Swapped(seat, gave, took):
            return f"{name(seat)} swaps {cards((gave,))} for {cards((took,))}"
        case Announced(seat):
            return f"{name(seat)} announces all tricks"
        case SignMade(seat, sign, audience):
            return f"{name(seat)} signs {sign} to {' '.join(map(name, audience))}"
        case Asked(seat, to, question, suit):
            return f"{name(seat)} asks {name(to)} {question}" + (f" {suit_text(suit, suits)}" if suit else "")
        case Ordered(seat, to, command, card):
            return f"{name(seat)} tells {name(to)} {command}" + (f" {cards((card,))}" if card else "")
        case Answered(seat, answer):
            return f"{name(seat)} answers {answer}"
        case ThrownIn(law, seat):
            return f"thrown in by {law}" + ("" if seat is None else f", {name(seat)}")
        case Counted(result):
            ending = f", bonus {result.pending}" if result.pending else ""
            ending += ", void" if result.void else ""
            return (
                f"counted {result.count[0]} to {result.count[1]}, scores {result.game_points[0]} to "
                f"{result.game_points[1]} by {' '.join(result.laws)}, {name(result.next_dealer)} deals next{ending}"
            )


def tellings(story: Story, rules: Rules) -> Iterator[str]:
    """All that can be noticed of a deal, in the order in which one notices it."""
    if story.unfit is not None:
        yield f"unfit: {story.unfit}"
        return
    yield from (tell(event, rules) for event in story.events)
    if story.refused is not None:
        yield f"refused by {story.refused.law}: {' '.join((story.refused.why, *story.refused.cards))}"
    for sight in story.sights:
        for seat, hand in enumerate(sight.hands):
            assert sight.viewpoint is not None
            yield f"{seat_name(sight.viewpoint)} sees {seat_name(seat)}: {' '.join(card or '??' for card in hand)}"
    yield f"the match stands {story.scores[0]} to {story.scores[1]}"
    yield "the match goes on" if story.match_winner is None else f"side {'AB'[story.match_winner]} wins the match"


def _hands(table: Table) -> Iterator[str]:
    suits = suits_of(table.rules)
    for seat, hand in enumerate(table.hands):
        yield f"    {seat_name(seat)}  {' '.join(card_text(card, suits) for card in hand)}"


def transcript(line: Line) -> str:
    """The whole deal, one line an event, with the hands after each deal and the piles after each trick."""
    rules = line.rules
    told = [write(Record(line.start, (), suits_of(rules)))]
    for event, table in zip(line.events, line.tables[1:], strict=True):
        told.append(f"{'  ' if isinstance(event, Played | Drew) else ''}{tell(event, rules)}")
        if isinstance(event, Dealt):
            told += _hands(table)
        if isinstance(event, TrickTaken):
            tricks, points = table.tricks_won, table.points_won
            told.append(f"    tricks {tricks[0]} to {tricks[1]}, card points {points[0]} to {points[1]}")
    return "\n".join((*told, "", write(line.record)))
