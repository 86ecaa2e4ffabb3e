"""A deal as the steps a reader goes through.

One step is one thing that happens: a packet dealt, a look at hands, a card played, a trick taken. The draws of one
round are a single step, because nobody decides anything between them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ..actions import Action
from ..deal import happenings, opening
from ..events import Drew, Event
from ..table import Position, Start, Table, laid_out


@dataclass(frozen=True)
class Moment:
    """One step of a deal: what happened to reach it, the table now, and how many actions have been taken so far.

    Step 0 is the table before anything happened.
    """

    step: int
    events: tuple[Event, ...]
    table: Table
    acted: int


def moments(start: Start | Position, actions: Iterable[Action]) -> tuple[Moment, ...]:
    """All steps of a deal. Raises `ValueError` for unfit cards and `IllegalAction` for an illegal action."""
    line = [Moment(0, (), laid_out(start), 0)]
    _add(line, opening(start), 0)
    for number, action in enumerate(actions, start=1):
        _add(line, happenings(line[-1].table, action), number)
    return tuple(line)


def _add(line: list[Moment], happened: Iterable[tuple[Event, Table]], acted: int) -> None:
    for event, table in happened:
        last = line[-1]
        if isinstance(event, Drew) and last.events and isinstance(last.events[-1], Drew):
            line[-1] = Moment(last.step, (*last.events, event), table, acted)
        else:
            line.append(Moment(last.step + 1, (event,), table, acted))
