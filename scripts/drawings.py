"""Figures drawn for the record: the map, the family, the seven signs and the captain's table."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, hypot, pi, radians, sin
from typing import Any, Final
from xml.etree.ElementTree import Element

from gathered import Link, Relative, Spot
from prepare import ROOT
from threetables.rules import Rules
from threetables.seats import Seat, seat_name
from threetables.view.markup import append, el

Point = tuple[float, float]

# --- the map ----------------------------------------------------------------------------------------

WEST, EAST, SOUTH, NORTH = -12.0, 88.0, -3.0, 50.0
_SCALE: Final = 9.0
"""Units of the drawing for each degree of latitude."""
_ASPECT: Final = cos(radians((SOUTH + NORTH) / 2))
_APART: Final = 22.0
"""Numbers of places stand at least this far from each other."""


def _projected(lon: float, lat: float) -> Point:
    return ((lon - WEST) * _SCALE * _ASPECT, (NORTH - lat) * _SCALE)


def map_drawing(spots: Sequence[Spot]) -> Element:
    """Coasts from North Africa to Sri Lanka, and a number at each place."""
    width, height = _projected(EAST, SOUTH)
    label = "A map from Morocco to Sri Lanka. The numbers are those of the list below."
    drawing = el("svg", {"viewBox": f"0 0 {width:.0f} {height:.0f}", "role": "img", "aria-label": label})
    append(drawing, el("path", {"class": "tt-land", "d": _land()}))
    at = [_projected(spot.lon, spot.lat) for spot in spots]
    for number, (spot, there, shown) in enumerate(zip(spots, at, _spread(at), strict=True), start=1):
        game = spot.games[0] if len(spot.games) == 1 else None
        group = el("g", {"class": "tt-spot", "data-game": game})
        if hypot(there[0] - shown[0], there[1] - shown[1]) > 1:
            append(group, el("line", {"x1": _r(there[0]), "y1": _r(there[1]), "x2": _r(shown[0]), "y2": _r(shown[1])}))
        append(group, el("circle", {"class": "tt-spot-at", "cx": _r(there[0]), "cy": _r(there[1]), "r": 2}))
        append(group, el("circle", {"cx": _r(shown[0]), "cy": _r(shown[1]), "r": 10}))
        append(group, el("text", {"x": _r(shown[0]), "y": _r(shown[1] + 4.5)}, str(number)))
        append(drawing, group)
    return drawing


def _r(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _spread(points: Sequence[Point]) -> list[Point]:
    """The points, moved apart where they would lie on each other."""
    moved = list(points)
    for _ in range(200):
        for one in range(len(moved)):
            for other in range(one):
                (x1, y1), (x2, y2) = moved[one], moved[other]
                dx, dy = x1 - x2, y1 - y2
                far = hypot(dx, dy)
                if far < _APART:
                    dx, dy = (dx / far, dy / far) if far else (1.0, 0.0)
                    push = (_APART - far) / 2
                    moved[one] = (x1 + dx * push, y1 + dy * push)
                    moved[other] = (x2 - dx * push, y2 - dy * push)
    return moved


@cache
def _land() -> str:
    """The land inside the frame, as one path, from the topology of the package world-atlas."""
    topology: dict[str, Any] = json.loads(
        (ROOT / "node_modules" / "world-atlas" / "land-110m.json").read_text(encoding="utf-8")
    )
    arcs = [list(_arc(arc, topology["transform"])) for arc in topology["arcs"]]
    path = []
    for geometry in topology["objects"]["land"]["geometries"]:
        for polygon in geometry["arcs"]:
            for ring in polygon:
                points = [point for index in ring for point in (arcs[index] if index >= 0 else arcs[~index][::-1])]
                path.append(_ring(points))
    return "".join(path)


def _arc(arc: list[list[int]], transform: dict[str, list[float]]) -> Iterator[Point]:
    """The points of an arc, which a topology holds as steps on a grid."""
    (sx, sy), (tx, ty) = transform["scale"], transform["translate"]
    x = y = 0
    for dx, dy in arc:
        x, y = x + dx, y + dy
        yield x * sx + tx, y * sy + ty


def _ring(points: Sequence[Point]) -> str:
    """A ring as a path, cut down to the frame and a margin round it; empty where it lies outside."""
    margin = 4.0
    if not any(WEST <= lon <= EAST and SOUTH <= lat <= NORTH for lon, lat in points):
        return ""
    made: list[str] = []
    for lon, lat in points:
        lon = min(max(lon, WEST - margin), EAST + margin)
        lat = min(max(lat, SOUTH - margin), NORTH + margin)
        x, y = _projected(lon, lat)
        if (text := f"{x:.0f} {y:.0f}") not in made[-1:]:
            made.append(text)
    return f"M{'L'.join(made)}Z"


# --- the family -------------------------------------------------------------------------------------

_COLUMNS: Final = ("trey-high", "ours", "briscola", "court-piece", "other")
_COLUMN, _ROW, _BOX = 176, 62, (148, 36)


def family_drawing(games: Sequence[Relative], links: Sequence[Link]) -> Element:
    """The games in columns and the lines between them."""
    columns: dict[str, list[Relative]] = defaultdict(list)
    for game in games:
        columns[game.group].append(game)
    there = [name for name in _COLUMNS if columns[name]]
    tallest = max(map(len, columns.values()))
    at: dict[str, Point] = {}
    for place, name in enumerate(there):
        start = (tallest - len(columns[name])) * _ROW / 2
        for row, game in enumerate(columns[name]):
            at[game.id] = (_COLUMN * place + _COLUMN / 2, start + _ROW * row + _ROW / 2)
    width, height = _COLUMN * len(there), _ROW * tallest
    label = "The games of the family, with lines between kin. Every line is told in words below."
    drawing = el("svg", {"viewBox": f"0 0 {width} {height}", "role": "img", "aria-label": label, "width": width})
    for link in links:
        append(drawing, _line(at[link.from_], at[link.to], link.kind))
    for game in games:
        append(drawing, _kin(game, at[game.id]))
    return drawing


def _kin(game: Relative, at: Point) -> Element:
    x, y = at
    width, height = _BOX
    box = {"x": _r(x - width / 2), "y": _r(y - height / 2), "width": str(width), "height": str(height), "rx": "6"}
    name = el("text", {"x": _r(x), "y": _r(y + 5)}, game.name)
    return el("g", {"class": f"tt-kin tt-kin-{game.group}"}, el("rect", box), name)


def _line(one: Point, other: Point, kind: str) -> Element:
    (x1, y1), (x2, y2) = sorted((one, other))
    if x1 == x2:
        # In one column the line goes round the boxes between.
        side = x1 - _BOX[0] / 2
        bend = 14 if abs(y1 - y2) > _ROW else 8
        path = f"M{side:.0f} {y1:.0f}C{side - bend:.0f} {y1:.0f} {side - bend:.0f} {y2:.0f} {side:.0f} {y2:.0f}"
    else:
        start, end = x1 + _BOX[0] / 2, x2 - _BOX[0] / 2
        middle = (start + end) / 2
        path = f"M{start:.0f} {y1:.0f}C{middle:.0f} {y1:.0f} {middle:.0f} {y2:.0f} {end:.0f} {y2:.0f}"
    return el("path", {"class": f"tt-kinship tt-kinship-{kind}", "d": path})


# --- the signs --------------------------------------------------------------------------------------


def gesture_drawing(sign: str, gesture: str) -> Element:
    """A face, or a head and shoulders, that makes the sign."""
    drawing = el("svg", {"class": "tt-face", "viewBox": "0 0 120 120", "role": "img", "aria-label": f"{gesture}."})
    turned = {"transform": "rotate(22 60 78)"} if sign == "outside-trey" else None
    shoulders = "M14 118C16 96 34 92 60 92C86 92 104 96 106 118"
    if sign == "jack":
        shoulders = "M14 118C16 96 34 92 60 92C78 92 88 72 106 82L108 118"
    append(drawing, el("path", {"class": "tt-face-line", "d": shoulders}))
    head = el("g", turned)
    jaw = "M32 46C30 86 44 96 60 96C76 96 90 86 88 46C88 18 32 18 32 46Z"
    if sign == "king":
        jaw = "M32 46C30 66 34 74 44 84C56 97 80 98 86 82C90 72 88 60 88 46C88 18 32 18 32 46Z"
    append(head, el("path", {"class": "tt-face-skin", "d": jaw}))
    append(head, *_eyes(sign), el("path", {"class": "tt-face-line", "d": "M60 54L57 66L62 67"}), *_mouth(sign))
    append(drawing, head, *_motion(sign))
    return drawing


def _eyes(sign: str) -> tuple[Element, ...]:
    shut = {"ace": (True, False), "deuce": (True, True)}.get(sign, (False, False))
    eyes = []
    for x, closed in zip((46, 74), shut, strict=True):
        if closed:
            eyes.append(el("path", {"class": "tt-face-line", "d": f"M{x - 7} 50Q{x} 57 {x + 7} 50"}))
        else:
            eyes.append(el("ellipse", {"class": "tt-face-eye", "cx": x, "cy": 50, "rx": "3.4", "ry": "4.6"}))
        eyes.append(el("path", {"class": "tt-face-line", "d": f"M{x - 8} 40Q{x} 35 {x + 8} 40"}))
    return tuple(eyes)


def _mouth(sign: str) -> tuple[Element, ...]:
    if sign == "trey":
        tongue = el("path", {"class": "tt-face-tongue", "d": "M53 77L53 88Q60 97 67 88L67 77Z"})
        return (el("path", {"class": "tt-face-line", "d": "M47 77L73 77"}), tongue)
    if sign == "queen":
        cheek = el("path", {"class": "tt-face-line", "d": "M87 64Q99 72 86 82"})
        return (el("path", {"class": "tt-face-line", "d": "M48 79Q60 82 70 77"}), cheek)
    if sign == "king":
        return (el("path", {"class": "tt-face-line", "d": "M54 80L78 80"}),)
    return (el("path", {"class": "tt-face-line", "d": "M49 78Q60 82 71 78"}),)


def _motion(sign: str) -> tuple[Element, ...]:
    """Arrows where something moves."""
    ways = {
        "king": "M30 104L18 104M22 100L18 104L22 108M90 104L102 104M98 100L102 104L98 108",
        "jack": "M114 74L114 56M110 60L114 56L118 60M114 74M110 70L114 74L118 70",
        "outside-trey": "M84 16Q100 20 106 34M99 31L106 34L109 27",
        "ace": "",
        "deuce": "",
    }
    way = ways.get(sign, "")
    return (el("path", {"class": "tt-face-way", "d": way}),) if way else ()


# --- the captain's table ----------------------------------------------------------------------------


def captains_drawing(rules: Rules, rais: Sequence[Seat], looked_at: Seat) -> Element:
    """Six seats: who may speak to whom on side A, who answers, and whose cards the captain sees."""
    label = (
        f"Side A at the table: {seat_name(rais[0])} is the Rais. Arrows lead from the Rais to both mates and back; "
        f"the eye is on the cards of {seat_name(looked_at)}. Side B has the same."
    )
    drawing = el("svg", {"viewBox": "0 0 380 330", "role": "img", "aria-label": label})
    append(drawing, el("ellipse", {"class": "tt-plan-felt", "cx": 190, "cy": 165, "rx": 118, "ry": 92}))
    at = [_around(rules, seat) for seat in range(rules.seats)]
    captain = rais[0]
    for mate in rules.partners(captain):
        append(drawing, _spoken(at[captain], at[mate], 7, "tt-asks"), _spoken(at[mate], at[captain], 7, "tt-answers"))
    for seat, (x, y) in enumerate(at):
        group = el("g", {"class": f"tt-chair tt-side-{rules.sides[seat]}"})
        append(group, el("circle", {"cx": _r(x), "cy": _r(y), "r": 17}))
        append(group, el("text", {"x": _r(x), "y": _r(y + 5)}, seat_name(seat)))
        told = "Rais" if seat in rais else "cards seen" if seat == looked_at else ""
        if told:
            append(
                group, el("text", {"class": "tt-plan-task", "x": _r(x), "y": _r(y + (36 if y > 150 else -26))}, told)
            )
        append(drawing, group)
    return drawing


def _around(rules: Rules, seat: Seat) -> Point:
    steps = seat if rules.direction == "clockwise" else -seat
    angle = 2 * pi * steps / rules.seats
    return 190 - 145 * sin(angle), 165 + 112 * cos(angle)


def _spoken(one: Point, other: Point, aside: float, kind: str) -> Element:
    """An arrow from one seat to another, a little to the right of the straight line."""
    (x1, y1), (x2, y2) = one, other
    far = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    nx, ny = -uy * aside, ux * aside
    ax, ay, bx, by = x1 + ux * 22 + nx, y1 + uy * 22 + ny, x2 - ux * 22 + nx, y2 - uy * 22 + ny
    left = (bx - ux * 9 - uy * 5, by - uy * 9 + ux * 5)
    right = (bx - ux * 9 + uy * 5, by - uy * 9 - ux * 5)
    start, tip, one_side, other_side = (f"{_r(x)} {_r(y)}" for x, y in ((ax, ay), (bx, by), left, right))
    return el("path", {"class": kind, "d": f"M{start}L{tip}M{one_side}L{tip}L{other_side}"})
