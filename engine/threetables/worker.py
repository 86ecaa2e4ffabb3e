"""The door for the browser: a request comes in, an answer goes out, and nothing that matters is kept in between.

Every request about a deal carries all of it: the `record`, how many of its actions are kept (`at`) and those that
follow instead (`extra`), the `step`, whose `eyes`, and the reader's settings. So going back, links and a worker started
anew need no code. What is cached is computed from the request alone; `forget` empties it at any time.

The kinds of request: ``frame``, ``try``, ``act``, ``legal``, ``record``, ``text``, ``open`` and ``deal``.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from .actions import Action, Order, Play
from .cards import Card
from .deal import legal, objection, opened, talk
from .games import LAWS, rules
from .laws import IllegalAction, Objection
from .lessons.deals import ExampleDeal
from .lessons.moments import Moment, moments
from .notation import ACTIONS, LIMIT, NotationError, Record, action_text, read, read_action, suits_of, write
from .rules import BadRules
from .seats import Seat, seat_name, seat_named
from .shuffle import SEEDS, dealt
from .sight import look
from .view.markup import to_html
from .view.player import Line, as_text, board, eyes, options, player, plays, sentence
from .view.words import OPENING, Calling, Words

Request = Mapping[str, Any]
Answer = dict[str, Any]


class Refused(ValueError):
    """A request that cannot be answered; its text is the one sentence the reader is shown."""


def answer(text: str) -> str:
    """The answer to a request, both as JSON."""
    return json.dumps(handle(json.loads(text)))


def handle(request: Request) -> Answer:
    """The answer to a request. Whatever is wrong with it becomes one plain sentence under ``error``."""
    try:
        kind = _KINDS.get(str(request.get("kind")))
        if kind is None:
            raise Refused(OPENING["bad-request"])
        told = {"ok": True, **kind(request)}
    except Refused as refused:
        told = {"ok": False, "error": str(refused)}
    return {"id": request.get("id"), **told}


def forget() -> None:
    """Empty the caches. Answers stay the same; they only take longer."""
    _read.cache_clear()
    _moments.cache_clear()


@dataclass(frozen=True)
class _Asked:
    """A request about a deal, understood."""

    record: Record
    at: int
    extra: tuple[Action, ...]
    line: Line
    viewer: Seat | None
    step: int

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions of the line."""
        return self.record.actions[: self.at] + self.extra

    @property
    def moment(self) -> Moment:
        """The moment at the step."""
        return self.line.moments[self.step]

    @property
    def off_the_record(self) -> bool:
        """Whether the line leaves the deal as it was recorded."""
        return bool(self.extra) or self.at < len(self.record.actions)


def _asked(request: Request) -> _Asked:
    text = _short_text(request.get("record"))
    record = _read(text)
    actions = len(record.actions)
    at = actions if request.get("at") is None else _number(request["at"], actions, "bad-branching")
    extra = _extra(record, request.get("extra") or [])
    _bound(at + len(extra))
    try:
        line = _moments(text, at, extra)
    except IllegalAction as error:
        raise Refused(OPENING["bad-branch"].format(why=LAWS[error.objection.law].text)) from error
    words = _words(record, request)
    viewer = _viewer(request.get("eyes"), record.rules.seats)
    last = len(line) - 1
    given = request.get("step")
    step = last if given in (None, "") else _number(given, last)
    return _Asked(record, at, extra, Line(line, words, record.start.scores), viewer, step)


def _bound(actions: int) -> None:
    if actions > ACTIONS:
        raise Refused(OPENING["too-many"].format(most=ACTIONS))


def _short_text(value: object) -> str:
    if not isinstance(value, str):
        raise Refused(OPENING["not-text"])
    size = len(value.encode("utf-8", "surrogatepass"))
    if size >= LIMIT:
        raise Refused(OPENING["too-long"].format(size=size // 1024))
    if not value.strip():
        raise Refused(OPENING["empty"])
    return value


def _number(value: object, most: int, otherwise: str = "bad-step") -> int:
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS or int(text) > most:
        raise Refused(OPENING[otherwise].format(number=text[:12], most=most))
    return int(text)


_DIGITS: Final = 9


def _viewer(value: object, seats: int) -> Seat | None:
    if not value:
        return None
    try:
        return seat_named(str(value), seats)
    except ValueError as error:
        raise Refused(OPENING["bad-seat"].format(seat=str(value)[:12])) from error


def _words(record: Record, request: Request) -> Words:
    try:
        near = seat_named(str(request.get("near") or "A1"), record.rules.seats)
    except ValueError:
        near = 0  # kept for a larger table than this one
    calling: Calling = "places" if request.get("calling") == "places" else "letters"
    return Words(record.rules, record.suits, near, calling)


def _extra(record: Record, texts: object) -> tuple[Action, ...]:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Refused(OPENING["bad-request"])
    if sum(map(len, texts)) >= LIMIT:
        raise Refused(OPENING["too-long"].format(size=sum(map(len, texts)) // 1024))
    if not texts:
        return ()
    table = opened(record.start)
    try:
        return tuple(read_action(text, table, record.suits) for text in texts)
    except NotationError as error:
        raise Refused(OPENING["bad-branch"].format(why=_where(error))) from error


def _where(error: NotationError) -> str:
    return OPENING["where"].format(
        line=error.line, column=error.column, found=error.found, expected=error.expected.removesuffix(".")
    )


@lru_cache(maxsize=16)
def _read(text: str) -> Record:
    try:
        return read(text)
    except NotationError as error:
        raise Refused(_where(error)) from error


@lru_cache(maxsize=32)
def _moments(text: str, at: int, extra: tuple[Action, ...]) -> tuple[Moment, ...]:
    record = _read(text)
    return moments(record.start, record.actions[:at] + extra)


def _frame(request: Request) -> Answer:
    asked = _asked(request)
    told = _shown(asked, asked.step) | _about(asked)
    if request.get("plays"):
        told["plays"] = to_html(*plays(asked.line, asked.viewer, asked.step))
    return told


def _shown(asked: _Asked, step: int) -> Answer:
    return {
        "step": step,
        "html": to_html(board(asked.line, step, asked.viewer)),
        "say": sentence(asked.line, step, asked.viewer),
    }


def _about(asked: _Asked) -> Answer:
    """What goes with every frame: the length of the line, what else may be done, and what the seats are called."""
    words = asked.line.words
    return {
        "steps": len(asked.line.moments),
        "options": _options(asked),
        "seats": {seat_name(seat): words.seat(seat) for seat in range(words.rules.seats)},
        "eyes": eyes(words),
    }


def _options(asked: _Asked) -> str:
    words = asked.line.words
    own = tuple(action for action in _offered(asked) if not isinstance(action, Play))
    return to_html(*options(words, own, {action: action_text(action, asked.record.suits) for action in own}))


def _offered(asked: _Asked) -> tuple[Action, ...]:
    """What may be done and said at the step by whoever the reader acts for.

    Any card may be ordered, but only those that the reader sees in the hand it is ordered from are worth offering.
    """
    table = asked.moment.table
    hands = look(table, asked.viewer).hands
    return tuple(
        action
        for action in (*legal(table), *talk(table))
        if asked.viewer in (None, action.seat)
        and not (isinstance(action, Order) and action.card and action.card not in hands[action.to])
    )


def _try(request: Request) -> Answer:
    asked = _asked(request)
    seat = _viewer(request.get("seat"), asked.record.rules.seats)
    tried = str(request.get("card"))
    sight = look(asked.moment.table, asked.viewer)
    if seat is None or tried not in sight.hands[seat]:
        raise Refused(OPENING["not-face-up"])
    return _taken(asked, Play(seat, Card(tried)))


def _act(request: Request) -> Answer:
    asked = _asked(request)
    try:
        action = read_action(str(request.get("action")), asked.moment.table, asked.record.suits)
    except NotationError as error:
        raise Refused(_where(error)) from error
    if asked.viewer is not None and action.seat != asked.viewer:
        raise Refused(OPENING["not-yours"].format(seat=seat_name(asked.viewer)))
    return _taken(asked, action)


def _taken(asked: _Asked, action: Action) -> Answer:
    """The line with that action taken at the step, or the refusal."""
    against = objection(asked.moment.table, action)
    if against is not None:
        return _refusal(asked, action, against)
    taken = (*asked.actions[: asked.moment.acted], action)
    _bound(len(taken))
    kept = asked.record.actions[: len(taken)]
    if taken == kept:  # the very card that was played: nothing is left
        at = len(asked.record.actions)
    else:
        at = next(n for n, (new, old) in enumerate(zip((*taken, None), (*kept, None), strict=False)) if new != old)
    extra = taken[at:]
    line = replace(asked.line, moments=moments(asked.record.start, asked.record.actions[:at] + extra))
    on = replace(asked, at=at, extra=extra, line=line)
    steps = [moment.step for moment in line.moments if moment.acted == len(taken)]
    on = replace(on, step=steps[-1])
    branch = {"at": at, "extra": [action_text(each, asked.record.suits) for each in extra]}
    return {
        "branch": branch if on.off_the_record else None,
        "frames": [_shown(on, step) for step in steps],
        "plays": to_html(*plays(line, asked.viewer, on.step)),
    } | _about(on)


def _refusal(asked: _Asked, action: Action, against: Objection) -> Answer:
    table, words = asked.moment.table, asked.line.words
    sight = look(table, asked.viewer)
    face_up = {card for hand in sight.hands for card in hand}
    proof = tuple(card for card in against.cards if card in face_up)
    # With one seat's eyes, what others hold proves nothing that may be shown.
    why = words.refused(against, action, table.turn) if len(proof) == len(against.cards) else None
    text = LAWS[against.law].text
    return {
        "refusal": {"law": against.law, "text": text, "why": why or OPENING["may-not"], "cards": list(proof)},
        "html": to_html(board(asked.line, asked.step, asked.viewer, frozenset(proof))),
    }


def _legal(request: Request) -> Answer:
    asked = _asked(request)
    return {"legal": [action_text(action, asked.record.suits) for action in _offered(asked)]}


def _record(request: Request) -> Answer:
    asked = _asked(request)
    if asked.viewer is not None:
        raise Refused(OPENING["whole-record"].format(seat=seat_name(asked.viewer)))
    return {"text": write(replace(asked.record, actions=asked.actions))}


def _text(request: Request) -> Answer:
    asked = _asked(request)
    return {"text": as_text(asked.line, asked.step, asked.viewer, _title(asked.record))}


def _title(record: Record) -> str:
    return record.title or OPENING["untitled"].format(game=record.rules.book.title)


def _open(request: Request) -> Answer:
    asked = _asked(request)
    record = asked.record
    line = _moments(str(request["record"]), len(record.actions), ())
    # A deal that is only dealt is there to be played on; one that was played is there to be watched.
    step = asked.step if request.get("step") is not None or not record.actions else 0
    branch = {"at": asked.at, "extra": [action_text(each, record.suits) for each in asked.extra]}
    left = max(moment.step for moment in line if moment.acted <= asked.at)
    return {
        "html": to_html(player(ExampleDeal("opened", _title(record), "", record, line, ()))),
        "where": {
            "step": step,
            "eyes": "" if asked.viewer is None else seat_name(asked.viewer),
            "branch": branch if asked.off_the_record else None,
            "left": left,
        },
    }


def _deal(request: Request) -> Answer:
    choices = request.get("choices") or {}
    if not isinstance(choices, dict):
        raise Refused(OPENING["bad-request"])
    seats = None if not request.get("seats") else _number(request["seats"], _MOST_SEATS, "bad-seats")
    seed = _number(request.get("seed"), SEEDS - 1, "bad-seed")
    chosen = {str(name): str(choice) for name, choice in choices.items()}
    try:
        settled = rules(str(request.get("game")), request.get("rules"), chosen, seats)
    except BadRules as error:
        raise Refused(OPENING["bad-rules"].format(why=error)) from error
    return {"record": write(Record(dealt(settled, seed), (), suits_of(settled)))}


_MOST_SEATS: Final = 6

_KINDS: Final[Mapping[str, Callable[[Request], Answer]]] = {
    "frame": _frame,
    "try": _try,
    "act": _act,
    "legal": _legal,
    "record": _record,
    "text": _text,
    "open": _open,
    "deal": _deal,
}
