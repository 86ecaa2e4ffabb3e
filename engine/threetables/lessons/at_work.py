"""Which laws are at work at each step of a deal: those without which it, or the choice at it, would be another."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from ..actions import Action, Play
from ..cards import Card
from ..deal import happenings, legal, objection, opening
from ..events import Event
from ..laws import IllegalAction
from ..rules import Rules
from ..table import Position, Start, Table, laid_out, under
from .moments import Moment


class AtWork(NamedTuple):
    """The laws at work at a step, in the order of the book: in what has happened, and in the choice that comes next."""

    here: tuple[str, ...]
    next: tuple[str, ...]


def at_work(start: Start | Position, actions: tuple[Action, ...], line: tuple[Moment, ...]) -> tuple[AtWork, ...]:
    """The laws at work at each step of a line of moments, step by step.

    A law is at work where switching it off changes an event of that step or the table after it, or what the laws
    say of a card in the hand whose turn comes then. Each law is switched off for that one step only; one on which the
    pack or a whole stretch of the deal hangs is switched off from the start, and is at work at the first step that
    is another one.
    """
    found: list[list[str]] = [[] for _ in line]
    choices: list[list[str]] = [[] for _ in line]
    rules = start.rules
    by_acted: dict[int, list[Moment]] = {}
    for moment in line:
        by_acted.setdefault(moment.acted, []).append(moment)
    for law in rules.book.laws:
        if not law.enforced or law.id in rules.without:
            continue
        other = _without(rules, law.id)
        if (other.script, other.pack) != (rules.script, rules.pack):
            first = _first_difference(_whole(start, actions), _whole(under(start, other), actions))
            _mark(found, line, first, law.id)
            continue
        first = _first_difference(_opening(start), _opening(under(start, other)))
        _mark(found, by_acted[0], first, law.id)
        if laid_out(start).leader != laid_out(under(start, other)).leader and (lead := _first_lead(line)) is not None:
            choices[lead].append(law.id)
        for number, action in enumerate(actions):
            table = by_acted[number][-1].table
            changed = table._replace(rules=other)
            if _choices(table) != _choices(changed):
                choices[by_acted[number][-1].step].append(law.id)
            first = _first_difference(_after(table, action), _after(changed, action))
            _mark(found, by_acted.get(number + 1, []), first, law.id)
    return tuple(AtWork(tuple(here), tuple(after)) for here, after in zip(found, choices, strict=True))


@cache
def _without(rules: Rules, law: str) -> Rules:
    usual = rules.book.rules(rules.preset, seats=rules.seats).choices
    chosen = {name: choice for name, choice in rules.choices.items() if choice != usual[name]}
    return rules.book.rules(rules.preset, chosen, rules.seats, rules.without | {law})


def _opening(start: Start | Position) -> Iterator[object]:
    """What happens before the first choice, with the table each time; nothing where these cards are no deal at all.

    Who will lead is left out: it shows at the first lead.
    """
    try:
        happened = opening(start)
    except ValueError:
        return
    yield from (_event_and_table(event, after._replace(leader=0)) for event, after in happened)


def _event_and_table(event: Event, after: Table) -> object:
    """An event with what lies on the table after it, whatever the rules are called."""
    return event, after[1:]


def _whole(start: Start | Position, actions: tuple[Action, ...]) -> Iterator[Event]:
    """All events of a deal, up to an action that these rules refuse."""
    try:
        happened = opening(start)
    except ValueError:
        return
    yield from (event for event, _ in happened)
    table = happened[-1][1] if happened else laid_out(start)
    for action in actions:
        if objection(table, action) is not None:
            return
        for event, after in happenings(table, action):
            yield event
            table = after


def _after(table: Table, action: Action) -> Iterator[object]:
    """The events of an action with the table after each, none where it is refused."""
    try:
        yield from (_event_and_table(event, after) for event, after in happenings(table, action))
    except IllegalAction:
        return


def _first_lead(line: tuple[Moment, ...]) -> int | None:
    """The step at which the first card is to be led, or none."""
    return next((m.step for m in line if m.table.turn is not None and m.table.stretch.endswith("play")), None)


def _choices(table: Table) -> tuple[object, ...]:
    """What may be done at a choice, and which cards of that hand may not be played."""
    if table.turn is None:
        return ()
    hand: tuple[Card, ...] = table.hands[table.turn]
    return (legal(table), tuple(objection(table, Play(table.turn, card)) for card in hand))


def _first_difference(events: Iterator[object], others: Iterator[object]) -> int | None:
    """The place of the first that is another one, or none."""
    ours, theirs = tuple(events), tuple(others)
    for place, event in enumerate(ours):
        if place >= len(theirs) or event != theirs[place]:
            return place
    return len(ours) - 1 if len(theirs) > len(ours) and ours else None


def _mark(found: list[list[str]], moments: Iterable[Moment], place: int | None, law: str) -> None:
    """Note the law at the step that holds the event at that place."""
    if place is None:
        return
    for moment in moments:
        place -= len(moment.events)
        if place < 0:
            found[moment.step].append(law)
            return
