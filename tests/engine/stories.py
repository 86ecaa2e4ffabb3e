"""What anyone can notice of a deal, as plain values: two sets of rules differ if any of it differs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from threetables.actions import Action
from threetables.deal import happenings, legal, objection, opening, talk
from threetables.events import Event, seen_by
from threetables.laws import Objection
from threetables.match import Match, tokens_paid
from threetables.rules import Rules
from threetables.seats import Place, Side, place
from threetables.sight import Sight, look
from threetables.table import Position, Start, laid_out


@dataclass(frozen=True)
class Story:
    """A deal as far as it goes under its rules, and what may be done then.

    `unfit` is why it cannot begin, `refused` the objection at which it stopped. The names that the engine gives to the
    stretches of a deal are left out of the sights, since nobody sees them.
    """

    unfit: str | None = None
    events: tuple[Event, ...] = ()
    seen: tuple[tuple[Event | None, ...], ...] = ()
    places: tuple[Place, ...] = ()
    refused: Objection | None = None
    sights: tuple[Sight, ...] = ()
    choices: tuple[Action, ...] = ()
    scores: tuple[int, int] = (0, 0)
    match_winner: Side | None = None
    tokens: tuple[int, int] = (0, 0)


def story(start: Start | Position, actions: Iterable[Action], plain: Rules) -> Story:
    """What happens, what everyone sees of it, and where the match stands; in the sights stand the `plain` rules."""
    rules = start.rules
    try:
        happened = list(opening(start))
    except ValueError as error:
        return Story(unfit=str(error))
    before = [laid_out(start)]
    refused: Objection | None = None
    table = happened[-1][1] if happened else before[0]
    for action in actions:
        refused = objection(table, action)
        if refused is not None:
            break
        happened += happenings(table, action)
        table = happened[-1][1]
    events = tuple(event for event, _ in happened)
    before += [after for _, after in happened]
    match = Match(rules, start.dealer, start.scores, start.pending)
    if table.result is not None:
        match = match.after(table.result)
    return Story(
        None,
        events,
        tuple(
            tuple(seen_by(event, seat, was.waiting) for event, was in zip(events, before, strict=False))
            for seat in range(rules.seats)
        ),
        tuple(place(seat, 0, rules.seats, rules.direction) for seat in range(rules.seats)),
        refused,
        tuple(replace(look(table, seat), rules=plain, stretch="") for seat in range(rules.seats)),
        (*legal(table), *talk(table)),
        match.scores,
        match.winner,
        tokens_paid(rules, match.scores),
    )


def first_difference(one: Story, other: Story) -> tuple[Event | None, Event | None] | None:
    """The first events that differ; None where the events are the same."""
    for event, changed in zip(one.events, other.events, strict=False):
        if event != changed:
            return event, changed
    if len(one.events) == len(other.events):
        return None
    number = min(len(one.events), len(other.events))
    return next(iter(one.events[number:]), None), next(iter(other.events[number:]), None)
