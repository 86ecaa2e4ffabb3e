"""The player: an example deal as a page shows it, with and without a script.

What is in it::

    tt-player                        a custom element; everything below works or reads without it being one
      div[data-part=printed]         one drawn table a trick, one line a play: for paper and for no JavaScript
      div[data-part=live]            shown once the script is there
        toolbar, board, sentence, options, refusal, plays, notes, status
      p[data-part=announcer]         read out by screen readers; outside of what is redrawn
      template[data-part=frames]     the frames of every step, inert
      template[data-part=data]       the record and the sentences the script fills in, as inert JSON

The frames in the template and the answers of the engine come from the same `frame`, so they cannot disagree.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from ..actions import Action, Answer, Ask, MakeSign, Order
from ..cards import Card
from ..events import Event, TrickTaken, seen_by
from ..games import LAWS
from ..lessons.at_work import AtWork
from ..lessons.deals import ExampleDeal, Note
from ..lessons.moments import Moment
from ..notation import write
from ..seats import Seat, seat_name
from ..sight import look
from .markup import Child, Value, append, el, text_of
from .table import draw
from .words import CONTROLS, MESSAGES, SETTINGS, SETTINGS_TEXT, Words

OPEN_PAGE = "open/"
"""Where the page that opens a deal lies under the site's root."""

REPORT_PAGE = "report/"
"""Where the page for corrections lies under it; its fragment says what a correction is about."""


@dataclass(frozen=True)
class Line:
    """A line to show: its moments, how it is told, and the match scores before the deal."""

    moments: tuple[Moment, ...]
    words: Words
    scores: tuple[int, int]


def seen(events: Iterable[Event], moment: Moment, viewer: Seat | None) -> tuple[Event, ...]:
    """The events of a step as `viewer` saw them, without those not noticed at all."""
    noticed = (seen_by(event, viewer, moment.table.waiting) for event in events)
    return tuple(event for event in noticed if event is not None)


def sentence(line: Line, step: int, viewer: Seat | None = None) -> str:
    """What happened at that step, for the list of plays and for the announcer."""
    moment = line.moments[step]
    if not moment.events:
        return CONTROLS["before"]
    return line.words.happened_together(seen(moment.events, moment, viewer)) or CONTROLS["unseen"]


def board(
    line: Line, step: int, viewer: Seat | None = None, lit: frozenset[Card] = frozenset(), *, buttons: bool = True
) -> Element:
    """The table at that step, as `viewer` may see it."""
    moment = line.moments[step]
    last = moment.events[-1] if moment.events else None
    result = moment.table.result
    won = (0, 0) if result is None else result.game_points
    scores = (line.scores[0] + won[0], line.scores[1] + won[1])
    return draw(look(moment.table, viewer), words=line.words, lit=lit, playable=buttons, last=last, scores=scores)


def plays(line: Line, viewer: Seat | None = None, now: int = 0) -> tuple[Element, ...]:
    """The list of plays: a heading for each trick, and a button for each step.

    With one seat's eyes, what lies after step `now` is numbered only: it would name cards that seat cannot see yet.
    """
    made: list[Element] = []
    for head, steps in _by_trick(line.moments):
        entries = el("ol", {"start": steps[0] + 1})
        for step in steps:
            hidden = viewer is not None and step > now
            told = CONTROLS["to-come"].format(step=step) if hidden else sentence(line, step, viewer)
            append(entries, el("li", None, el("button", {"type": "button", "data-step": step}, told)))
        heading = el("button", {"type": "button", "data-step": steps[0], "data-trick": True}, head)
        made.append(el("section", None, el("p", {"class": "tt-trick-head"}, heading), entries))
    return tuple(made)


def _by_trick(moments: tuple[Moment, ...]) -> list[tuple[str, list[int]]]:
    """The steps under the headings of the list: what comes before the play, then each trick with what follows it."""
    groups: list[tuple[str, list[int]]] = [(CONTROLS["before-play"], [])]
    for step, moment in enumerate(moments):
        before = moments[step - 1].table if step else moment.table
        if moment.table.trick and not before.trick:
            groups.append((CONTROLS["trick"].format(number=len(moment.table.taken) + 1), []))
        elif moment.table.result is not None and before.result is None:
            groups.append((CONTROLS["count"], []))
        groups[-1][1].append(step)
    return groups


def options(words: Words, actions: tuple[Action, ...], shown: Mapping[Action, str]) -> tuple[Element, ...]:
    """Buttons for what may be done beside playing a card. `shown` gives each action in our notation.

    A handful of choices are buttons; more of them, and all talk, are lists with one button.
    """
    chatter = tuple(action for action in actions if isinstance(action, MakeSign | Ask | Order | Answer))
    # Whoever was asked is waited for.
    chatter = tuple(sorted(chatter, key=lambda action: not isinstance(action, Answer)))
    doing = tuple(action for action in actions if action not in chatter)
    made: list[Element] = []
    if len(doing) > _FEW:
        made.append(_choice(CONTROLS["options"].format(seat=words.seat(doing[0].seat)), doing, words, shown))
    elif doing:
        buttons = (
            el("button", {"type": "button", "class": "tt-btn", "data-do": "take", "data-action": shown[action]},
               words.offered(action))
            for action in doing
        )  # fmt: skip
        made.append(el("div", None, *buttons))
    if chatter:
        made.append(_choice(CONTROLS["talk"], chatter, words, shown))
    return tuple(made)


_FEW = 6
"""So many actions are still shown as buttons of their own."""


def _choice(name: str, actions: tuple[Action, ...], words: Words, shown: Mapping[Action, str]) -> Element:
    entries = (el("option", {"value": shown[action]}, words.offered(action)) for action in actions)
    chosen = el("label", None, el("span", None, name), " ", el("select", None, *entries))
    return el(
        "div",
        None,
        chosen,
        " ",
        el("button", {"type": "button", "class": "tt-btn", "data-do": "take"}, CONTROLS["choose"]),
    )


def player(deal: ExampleDeal, root: str | None = None) -> Element:
    """The whole player of a deal; with `root`, the way from its page to the root of the site, steps name their laws."""
    words = Words(deal.record.rules, deal.record.suits)
    line = Line(deal.line, words, deal.record.start.scores)
    steps = len(line.moments)
    attributes: dict[str, Value] = {
        "data-deal": deal.id,
        "data-game": words.rules.game,
        "data-steps": steps,
        # The table before the deal is empty: a reader is met by the first step at which somebody has a choice.
        "data-step": next((moment.step for moment in line.moments if moment.table.turn is not None), 0),
        "data-search-exclude": True,
        "role": "group",
        # A deal that was only dealt is played here, and a stray key must not throw the plays away.
        "data-by-hand": not deal.record.actions,
        "aria-label": CONTROLS["player"].format(title=deal.title),
    }
    return el(
        "tt-player",
        attributes,
        _printed(line, deal, root),
        _live(line, by_hand=not deal.record.actions),
        el("p", {"class": "tt-vh", "data-part": "announcer", "role": "status"}),
        _frames(line, deal, root),
        _data(write(deal.record), steps),
    )


def picture(deal: ExampleDeal) -> Element:
    """The table of a deal in its middle trick, with the near seat's eyes: a picture for a list of deals."""
    line = Line(deal.line, Words(deal.record.rules, deal.record.suits), deal.record.start.scores)
    tricks = [step for step, moment in enumerate(deal.line) if len(moment.table.trick) == moment.table.rules.seats]
    middle = tricks[len(tricks) // 2] if tricks else len(deal.line) - 1
    return el(
        "div", {"aria-hidden": "true", "data-search-exclude": True}, board(line, middle, line.words.near, buttons=False)
    )


def _noted(words: Words, note: Note) -> Element:
    """A note. Seats are marked, so that a page may call them as the reader does."""
    parts: list[Child] = []
    for part in note.parts:
        if isinstance(part, str):
            parts.append(part)
        elif part.kind == "seat":
            seat = int(part.value)
            parts.append(el("b", {"data-seat": seat_name(seat)}, words.seat(seat)))
        else:
            parts.append(words.named(part.kind, part.value))
    return el("p", {"class": "tt-note"}, *parts)


def _printed(line: Line, deal: ExampleDeal, root: str | None) -> Element:
    """What paper shows, and a page without a script: each trick when its last card lies, and its plays."""
    printed = el("div", {"class": "tt-printed", "data-part": "printed"})
    for head, steps in _by_trick(line.moments):
        told = el("ol", {"start": steps[0]})
        for step in steps:
            remarks = [_noted(line.words, note) for note in deal.notes_at(step)]
            remarks += _laws_at(deal.laws[step], root)
            append(told, el("li", {"id": f"step-{step}"}, sentence(line, step), *remarks))
        counted = line.moments[steps[-1]].table.result is not None and len(steps) == 1
        drawn = None if counted else board(line, _telling(line.moments, steps), buttons=False)
        append(printed, el("figure", None, el("figcaption", None, head), drawn, told))
    return printed


def _telling(moments: tuple[Moment, ...], steps: list[int]) -> int:
    """The step of a trick worth drawing: the one before it is gathered, else the last."""
    for step in steps:
        if any(isinstance(event, TrickTaken) for event in moments[step].events):
            return step - 1
    return steps[-1]


def _live(line: Line, *, by_hand: bool) -> Element:
    live = el("div", {"class": "tt-live", "data-part": "live"})
    stage = el(
        "div",
        {"class": "tt-stage"},
        el("div", {"data-part": "board", "tabindex": "-1"}),
        _steps(),
        el("p", {"class": "tt-say", "data-part": "say"}),
        _refusal(),
        _branch(by_hand=by_hand),
        el("div", {"class": "tt-options", "data-part": "options"}),
        _tools(line.words),
        _status(),
    )
    side = el(
        "div",
        {"class": "tt-aside"},
        el("div", {"class": "tt-notes", "data-part": "notes"}),
        el("p", {"class": "tt-folded", "data-part": "folded", "hidden": True}, CONTROLS["folded"]),
        el("h2", {"class": "tt-plays-head"}, CONTROLS["plays"]),
        el(
            "div",
            {"class": "tt-plays", "data-part": "plays", "role": "region", "aria-label": CONTROLS["plays"]},
            *plays(line),
        ),
    )
    append(live, stage, side)
    return live


def _refusal() -> Element:
    return el(
        "div",
        {"class": "tt-refusal", "data-part": "refusal", "hidden": True},
        el("p", {"data-part": "why"}),
        el("p", None, el("b", None, CONTROLS["law"]), " ", el("span", {"data-part": "law"})),
        _button("dismiss", CONTROLS["dismiss"]),
    )


def _branch(*, by_hand: bool) -> Element:
    told, back = ("by-hand", "start-again") if by_hand else ("branch", "return")
    return el(
        "p",
        {"class": "tt-branch", "data-part": "branch", "hidden": True},
        el("span", None, CONTROLS[told]),
        " ",
        _button("return", CONTROLS[back]),
    )


def _button(act: str, label: str) -> Element:
    return el("button", {"type": "button", "class": "tt-btn", "data-do": act}, label)


def _icon(act: str) -> Element:
    return el(
        "button",
        {
            "type": "button",
            "class": "tt-btn tt-icon",
            "data-do": act,
            "aria-label": CONTROLS[act],
            "title": CONTROLS[act],
        },
        el("i", {"aria-hidden": "true"}),
    )


def _select(act: str, choices: Iterable[tuple[str, str]]) -> Element:
    entries = tuple(el("option", {"value": value}, label) for value, label in choices)
    return el(
        "label", {"class": "tt-choice"}, el("span", None, CONTROLS[act]), " ", el("select", {"data-do": act}, *entries)
    )


def _steps() -> Element:
    stepping = ("first", "previous-trick", "back", "play", "forward", "next-trick", "last")
    return el(
        "div",
        {"class": "tt-steps"},
        el("div", {"role": "group", "aria-label": CONTROLS["toolbar"]}, *map(_icon, stepping)),
        el("p", {"class": "tt-progress", "data-part": "progress"}),
    )


def eyes(words: Words) -> Mapping[str, str]:
    """What looking with the eyes of each seat is called."""
    return {
        seat_name(seat): CONTROLS["eyes-of"].format(seat=words.seat_and_place(seat))
        for seat in range(words.rules.seats)
    }


def _tools(words: Words) -> Element:
    speeds = [(speed, CONTROLS[speed]) for speed in ("steady", "slow", "quick")]
    copies = (_button(f"copy-{what}", CONTROLS[f"copy-{what}"]) for what in ("link", "record", "text"))
    report = el(
        "a",
        {"class": "tt-btn", "data-part": "report", "data-do": "report", "data-page": REPORT_PAGE},
        CONTROLS["report"],
    )
    summary = el("summary", {"class": "tt-btn"}, CONTROLS["copy"])
    return el(
        "div",
        {"class": "tt-tools"},
        _select("eyes", {"": CONTROLS["all-open"], **eyes(words)}.items()),
        _select("speed", speeds),
        el("details", {"class": "tt-copies"}, summary, el("div", None, *copies, report)),
        el("button", {"type": "button", "class": "tt-btn", "data-tt-settings": True}, CONTROLS["settings"]),
    )


def _status() -> Element:
    return el(
        "div",
        {"class": "tt-status"},
        el("progress", {"data-part": "meter", "hidden": True, "aria-label": CONTROLS["meter"]}),
        el("p", {"data-part": "status"}),
        el(
            "button",
            {"type": "button", "class": "tt-btn", "data-do": "retry", "data-part": "retry", "hidden": True},
            CONTROLS["retry"],
        ),
        el(
            "textarea",
            {"data-part": "copied", "hidden": True, "readonly": True, "rows": "6", "aria-label": CONTROLS["copy"]},
        ),
    )


def _laws_at(laws: AtWork, root: str | None) -> list[Element]:
    """The laws at work at a step, each with the way to it; nothing where there are none, or no page that tells them."""
    if root is None:
        return []
    both = (("at-work", laws.here), ("at-work-next", laws.next))
    return [_law_links(label, there, root) for label, there in both if there]


def _law_links(label: str, laws: Iterable[str], root: str) -> Element:
    told = el("p", {"class": "tt-note-law"}, CONTROLS[label], " ")
    for place, law in enumerate(laws):
        game, _, slug = law.partition(".")
        append(told, ", " if place else None, el("a", {"href": f"{root}{game}/laws/#{law}"}, slug))
    return told


def _frames(line: Line, deal: ExampleDeal, root: str | None) -> Element:
    frames = el("template", {"data-part": "frames"})
    for step in range(len(line.moments)):
        notes = deal.notes_at(step)
        remarks = [_noted(line.words, note) for note in notes]
        laws = dict.fromkeys(law for note in notes for law in note.laws)
        remarks += [el("p", {"class": "tt-note-law"}, LAWS[law].text) for law in laws]
        remarks += _laws_at(deal.laws[step], root)
        append(
            frames,
            el(
                "section",
                {"data-step": step},
                el("p", {"data-part": "say"}, sentence(line, step)),
                el("div", {"data-part": "board"}, board(line, step)),
                el("div", {"data-part": "notes"}, *remarks) if remarks else None,
            ),
        )
    return frames


def _data(record: str, steps: int) -> Element:
    # Not a script element: the theme's instant page changes would run it.
    text = json.dumps({"record": record, "words": dict(MESSAGES)}, ensure_ascii=False)
    return el("template", {"data-part": "data", "data-steps": steps, "data-open": OPEN_PAGE}, text)


def settings() -> Element:
    """The dialog of settings, a file of its own that the script fetches when it is first asked for."""
    form = el("form", {"method": "dialog"}, el("h2", None, SETTINGS_TEXT["title"]))
    for name, question, choices in SETTINGS:
        group = el("fieldset", None, el("legend", None, question))
        for value, label in choices:
            box = el("input", {"type": "radio", "name": name, "value": value})
            append(group, el("label", None, box, " ", el("span", None, label)))
        append(form, group)
    append(
        form,
        el("p", None, SETTINGS_TEXT["kept"]),
        el("p", {"role": "status", "data-forgotten": SETTINGS_TEXT["forgotten"]}),
        el(
            "p",
            {"class": "tt-dialog-end"},
            _button("forget", SETTINGS_TEXT["forget"]),
            " ",
            _button("close", SETTINGS_TEXT["close"]),
        ),
    )
    return el("dialog", {"class": "tt-dialog", "aria-label": SETTINGS_TEXT["title"]}, form)


def as_text(line: Line, step: int, viewer: Seat | None, title: str) -> str:
    """One step as plain text, to paste into a letter or a report."""
    told = (sentence(line, step, viewer), *_lines(board(line, step, viewer, buttons=False)))
    where = MESSAGES["progress"].format(step=step, steps=len(line.moments) - 1)
    return "\n".join((f"{title}. {where}.", *told))


def _lines(drawn: Element) -> Iterable[str]:
    """The text of the board, a line for each of its parts."""
    for part in drawn.iter():
        name = part.get("class", "")
        cards = tuple(card.get("aria-label", "") for card in part.iter() if card.get("data-card"))
        if "tt-state" in name.split():
            yield " ".join(text_of(part).split())
        elif part.tag in ("ul", "ol") and part.get("aria-label"):
            hidden = tuple(text_of(back).strip() for back in part.iter() if back.get("class") == "tt-hid")
            yield f"{part.get('aria-label')}: {', '.join(cards + hidden)}"
