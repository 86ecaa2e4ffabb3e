"""Figures for the pages: where the seats are, how the ranks go, and the three tables of the home page."""

from math import cos, pi, sin
from typing import Final
from xml.etree.ElementTree import Element

from ..cards import Suit, card
from ..deal import opened
from ..rules import Rules
from ..seats import Direction, Seat, seat_name
from ..sight import look
from ..table import Start
from .faces import card_element
from .markup import append, classes, el
from .table import Words, draw

_MIDDLE: Final = (190, 150)
_ROUND: Final = (140, 104)
"""Half the width and half the height of the ring on which the seats are drawn."""

_EXAMPLE_SUIT: Final = {"french": Suit("S"), "latin": Suit("D")}
_STRIDE: Final = 11
"""Prime to the size of each of our packs, so that stepping by it deals every card of a sorted pack once, well mixed."""


def seat_plan(rules: Rules, words: Words) -> Element:
    """The seats from above: who sits where, on which side, and what each does when A1 deals."""
    turn = words.phrase(rules.direction)
    caption = words.phrase("plan", direction=turn)
    drawing = el("svg", {"viewBox": "0 0 380 312", "role": "img", "aria-label": caption})
    x, y = _MIDDLE
    rx, ry = _ROUND
    append(drawing, el("ellipse", {"class": "tt-plan-felt", "cx": x, "cy": y, "rx": rx - 38, "ry": ry - 26}))
    append(drawing, _arrow(rules.direction))
    append(drawing, el("text", {"class": "tt-plan-turn", "x": x, "y": y - 3}, words.phrase("plan-turn")))
    append(drawing, el("text", {"class": "tt-plan-turn", "x": x, "y": y + 15}, turn))
    append(drawing, *(_chair(rules, words, seat) for seat in range(rules.seats)))
    return el("figure", {"class": "tt-plan"}, drawing, el("figcaption", None, caption))


def _at(angle: float, far: float) -> tuple[int, int]:
    """A point of the drawing: the angle is 0 at the near seat and grows clockwise."""
    x, y = _MIDDLE
    rx, ry = _ROUND
    return round(x - rx * far * sin(angle)), round(y + ry * far * cos(angle))


def _arrow(direction: Direction) -> Element:
    """An arc along the table's edge, from the near seat on the way of play."""
    way = 1 if direction == "clockwise" else -1
    (x1, y1), (x2, y2) = _at(way * 0.35, 0.53), _at(way * 1.45, 0.53)
    rx, ry = (round(half * 0.53) for half in _ROUND)
    sweep = 1 if way == 1 else 0
    arc = el("path", {"d": f"M{x1} {y1}A{rx} {ry} 0 0 {sweep} {x2} {y2}"})
    head = el("path", {"d": f"M{x2 - 8 * way} {y2 + 7}L{x2} {y2}L{x2 + 6 * way} {y2 + 9}"})
    return el("g", {"class": "tt-plan-way"}, arc, head)


def _chair(rules: Rules, words: Words, seat: Seat) -> Element:
    """One seat: its label on a disc, filled for side A and hollow for side B, and what it does."""
    steps = seat if rules.direction == "clockwise" else -seat
    angle = 2 * pi * steps / rules.seats
    x, y = _at(angle, 1)
    group = el("g", {"class": f"tt-chair tt-side-{rules.sides[seat]}"})
    append(group, el("circle", {"cx": x, "cy": y, "r": 17}), el("text", {"x": x, "y": y + 5}, seat_name(seat)))
    outwards = -1 if cos(angle) < -0.9 else 1
    start = y + (33 if outwards == 1 else -25)
    told = [words.phrase(f"plan-{task}") for task, who in _tasks(rules) if who == seat]
    for line, task in enumerate(told):
        append(group, el("text", {"class": "tt-plan-task", "x": x, "y": start + 17 * line * outwards}, task))
    return group


def _tasks(rules: Rules) -> tuple[tuple[str, Seat], ...]:
    """What the seats do when seat A1 deals."""
    tasks: list[tuple[str, Seat]] = [("deals", 0)]
    if rules.cut != "off":
        tasks.append(("cuts", rules.cutter(0)))
    if rules.trump == "named":
        tasks.append(("names", 1))
    tasks.append(("leads", rules.first_lead % rules.seats))
    return tuple(tasks)


def ladder(rules: Rules, words: Words) -> Element:
    """The ranks from high to low, as cards of one suit, each with its card points where the game counts them."""
    suit = _EXAMPLE_SUIT[words.suits]
    counts = any(rules.values.values())
    rungs = el("ol", {"class": "tt-ladder"})
    for rank in rules.order:
        rung = card(rank, suit)
        if rung not in rules.pack:
            continue
        picture = card_element(rung, words.card(rung), words.suits)
        worth = el("span", None, str(rules.values.get(rank, 0))) if counts else None
        append(rungs, el("li", None, picture, worth))
    caption = words.phrase("ladder-values" if counts else "ladder")
    return el("figure", {"class": classes("tt-ranks", f"tt-{words.suits}")}, rungs, el("figcaption", None, caption))


def home_table(rules: Rules, words: Words) -> Element:
    """The table as it is laid when the first choice comes, seen from the near seat."""
    pack = tuple(rules.pack[place * _STRIDE % len(rules.pack)] for place in range(len(rules.pack)))
    captains = (0, 1) if rules.game == "schembil" else ()
    table = opened(Start(rules, pack, rules.seats - 1, rais=captains))
    return draw(look(table, words.near), words=words, playable=False)
