"""A deal under two sets of rules: what is first different, and the two records to open."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from threetables.actions import Action
from threetables.deal import happenings, objection, opening
from threetables.events import Counted, Event
from threetables.laws import Objection
from threetables.match import Match
from threetables.notation import Record, read, suits_of, write
from threetables.rules import Rules
from threetables.seats import Seat
from threetables.table import laid_out, under
from threetables.view.words import Words


@dataclass(frozen=True)
class Played:
    """How a deal goes under some rules.

    `events` is what happens, `refused` the objection at which it stops, `record` the deal up to there, and `waits` the
    seat that may not look at its first cards until trump is named.
    """

    rules: Rules
    events: tuple[Event, ...]
    refused: tuple[Objection, Action] | None
    record: Record | None
    waits: Seat | None = None

    @property
    def text(self) -> str | None:
        """The record as text, where these cards can be dealt at all."""
        return None if self.record is None else write(self.record)


def switched(text: str, name: str, choice: str) -> tuple[Played, Played]:
    """A deal under the usual choice of a house rule and under another one."""
    record = read(text)
    book, preset, seats = record.rules.book, record.rules.preset, record.rules.seats
    usual, other = book.rules(preset, seats=seats), book.rules(preset, {name: choice}, seats)
    return _played(record, usual), _played(record, other)


def _played(record: Record, rules: Rules) -> Played:
    start = under(record.start, rules)
    try:
        happened = opening(start)
    except ValueError:
        return Played(rules, (), None, None)
    events = [event for event, _ in happened]
    table = happened[-1][1] if happened else laid_out(start)
    waits, done = table.waiting, list[Action]()
    refused = None
    for action in record.actions:
        if (against := objection(table, action)) is not None:
            refused = (against, action)
            break
        done.append(action)
        for event, after in happenings(table, action):
            events.append(event)
            table = after
    return Played(rules, tuple(events), refused, Record(start, tuple(done), suits_of(rules)), waits)


def first_difference(usual: Played, other: Played) -> tuple[str, str] | None:
    """What is first told differently, in a reader's words; None where events and refusals are the same."""
    for one, changed in zip_longest(_told(usual), _told(other)):
        if one != changed:
            return one or _NOTHING, changed or _NOTHING
    return None


_NOTHING = "Nothing more happens."


def _told(played: Played) -> tuple[str, ...]:
    words = Words(played.rules, suits_of(played.rules))
    told = [f"The deal goes round {played.rules.direction}."]
    if played.waits is not None:
        told.append(f"{words.seat(played.waits)} does not look at the first cards until trump is named.")
    told += (words.happened(event) for event in played.events)
    if played.refused is None:
        return (*told, *_standing(played, words))
    against, action = played.refused
    why = words.refused(against, action, action.seat)
    return (*told, f"{words.offered(action)}: refused. {why or ''}".strip())


def _standing(played: Played, words: Words) -> tuple[str, ...]:
    """Where the match stands after the deal."""
    results = [event.result for event in played.events if isinstance(event, Counted)]
    if not results or played.record is None:
        return ()
    start = played.record.start
    match = Match(played.rules, start.dealer, start.scores, start.pending).after(results[-1])
    if match.winner is None:
        return (f"The match goes on at {match.scores[0]} to {match.scores[1]}.",)
    side = words.side(match.winner)
    return (f"{side[:1].upper()}{side[1:]} wins the match.",)
