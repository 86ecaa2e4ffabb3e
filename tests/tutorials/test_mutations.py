"""One card or one value changed in an example deal must stop it: nothing in a note is true by accident."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from threetables.actions import Play
from threetables.games import LAWS
from threetables.lessons.claims import Scene, trick_points
from threetables.lessons.deals import DealError, ExampleDeal, Note, read_deal
from threetables.lessons.inference import must_hold
from threetables.notation import card_text
from threetables.seats import Seat, seat_name

TUTORIALS = Path(__file__).parents[2] / "tutorials"
FILES = sorted(TUTORIALS.glob("*/*.toml"))
NAMES = [f"{path.parent.name}/{path.stem}" for path in FILES]


@pytest.fixture(params=FILES, ids=NAMES)
def source(request: pytest.FixtureRequest) -> str:
    """The text of one example deal."""
    path: Path = request.param
    return path.read_text(encoding="utf-8")


@pytest.fixture
def deal(source: str) -> ExampleDeal:
    """That deal, read."""
    return read_deal("a deal", source)


# --- the record -------------------------------------------------------------------------------------------------------


def card_words(source: str) -> list[tuple[int, str]]:
    """Every word of the record's card lines with its place in the file: the pack or the hands."""
    found = []
    start = source.index("record")
    place = source.index('"""', start) + 3
    for line in source[place : source.index('"""', place)].splitlines(keepends=True):
        if line.startswith(("pack ", "hand ", "stock ", "turn-up ")):
            words = re.finditer(r"\b[AKQJNTRF2-9][SHDCB]\b", line)
            found += [(place + word.start(), word.group()) for word in words]
        place += len(line)
    return found


def played_by(deal: ExampleDeal) -> dict[str, Seat]:
    """Who plays each card, as the record writes the card."""
    return {
        card_text(action.card, deal.record.suits): action.seat
        for action in deal.record.actions
        if isinstance(action, Play)
    }


def test_two_cards_change_places(source: str, deal: ExampleDeal) -> None:
    """If two cards that went to different hands change places in the pack, somebody plays a card never held."""
    players = played_by(deal)
    words = [(at, word) for at, word in card_words(source) if word in players]
    assert len(words) >= len(deal.record.rules.pack) - deal.record.rules.seats
    for number, (first, one) in enumerate(words):
        second, other = next((at, word) for at, word in words[number + 1 :] + words[:number]
                             if players[word] != players[one])  # fmt: skip
        low, high = sorted(((first, other), (second, one)))
        flipped = source[: low[0]] + low[1] + source[low[0] + 2 : high[0]] + high[1] + source[high[0] + 2 :]
        with pytest.raises(DealError):
            read_deal("flipped", flipped)
            pytest.fail(f"{one} and {other} changed places, and nobody noticed")


def test_another_card_is_played(source: str, deal: ExampleDeal) -> None:
    """If a seat is said to play a card that is another seat's, or one that it plays at another time, it is noticed."""
    players = played_by(deal)
    for card, seat in players.items():
        at = source.index(f"{seat_name(seat)} {card}", source.index("1. ")) + 3
        for other in (
            next(word for word, owner in players.items() if owner != seat),
            next(word for word, owner in players.items() if owner == seat and word != card),
        ):
            with pytest.raises(DealError):
                read_deal("flipped", source[:at] + other + source[at + 2 :])
                pytest.fail(f"{seat_name(seat)} plays {other} instead of {card}, and nobody noticed")


# --- the claims -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_one_value_of_a_claim(source: str, deal: ExampleDeal) -> None:
    """No value in a claim can be changed without the claim becoming false, and the error names that very claim."""
    record, *blocks = source.split("[[note]]")
    assert len(blocks) == len(deal.notes)
    for block, note in zip(blocks, deal.notes, strict=True):
        for claim in note.claims:
            flips = list(flipped_claims(claim, note, deal))
            assert len(flips) >= len(claim.split()) - 1 - (" of " in claim)
            for flipped in flips:
                assert block.count(f'"{claim}"') == 1
                with pytest.raises(DealError) as stopped:
                    read_deal("flipped", f"{record}[[note]]" + block.replace(f'"{claim}"', f'"{flipped}"'))
                    pytest.fail(f"{claim!r} became {flipped!r}, and nobody noticed")
                assert repr(flipped) in stopped.value.sentence


def flipped_claims(claim: str, note: Note, deal: ExampleDeal) -> Iterator[str]:
    """The claim with one word changed, for each word that says something, so that it says another thing."""
    words = claim.split()
    for place, others in enumerate(_OTHERS[words[0]](words, Scene(deal.record, deal.line, note.step)), start=1):
        for other in others:
            yield " ".join([*words[:place], other, *words[place + 1 :]])


Others = Iterator[list[str]]
"""For each word after the kind of the claim, the words that must not stand in its place."""


def _other_numbers(word: str) -> list[str]:
    return [str(int(word) + 1), str(int(word) - 1)] if int(word) else ["1"]


def _other_seats(word: str, scene: Scene) -> list[str]:
    """An opponent and a partner: the next seat and the one after it."""
    seats = scene.record.rules.seats
    return [seat_name((scene.seat(word) + steps) % seats) for steps in (1, 2)]


def _held(scene: Scene, seat: Seat) -> list[str]:
    return [card_text(card, scene.suits) for card in scene.table.hands[seat]]


def _not_held(scene: Scene, seat: Seat) -> str:
    return next(t for card in scene.record.rules.pack if (t := card_text(card, scene.suits)) not in _held(scene, seat))


def _takes(words: list[str], scene: Scene) -> Others:
    seat = scene.seat(words[2])
    tricks = enumerate(scene.end.taken, start=1)
    yield [next((str(number) for number, trick in tricks if trick.winner != seat), "99")]
    yield _other_seats(words[2], scene)


def _legal(words: list[str], scene: Scene) -> Others:
    yield _other_seats(words[1], scene)
    yield [_not_held(scene, scene.seat(words[1]))]


def _refused_by(words: list[str], scene: Scene) -> Others:
    law, seat, _, *proof = words[1:]
    yield [next(other for other in LAWS if other != law)]
    if proof:
        yield _other_seats(seat, scene)
        yield [proof[0]]
    else:  # the whole table is refused: only a seat or a card that is not there is refused otherwise
        yield ["A9"]
        yield ["1S"]
    strange = _not_held(scene, scene.seat(seat))
    yield from ([strange] for _ in proof)


def _worth(words: list[str], scene: Scene) -> Others:
    what = words[1]
    if what in ("A", "B"):
        yield ["A" if what == "B" else "B"] if words[2] != _worth_of_other_side(what, scene) else []
    elif what.startswith("trick-"):
        tricks = range(1, len(scene.end.taken) + 1)
        yield [next(f"trick-{number}" for number in tricks if str(trick_points(scene, number)) != words[2])]
    else:
        points = scene.record.rules.points
        yield [next(card_text(card, scene.suits) for card in points if str(points[card]) != words[2])]
    yield _other_numbers(words[2])


def _worth_of_other_side(what: str, scene: Scene) -> str:
    other = "AB".index(what) ^ 1
    table = scene.table
    return str((table.points_won if table.rules.values else table.tricks_won)[other])


def _score(words: list[str], scene: Scene) -> Others:
    result = scene.end.result
    assert result is not None
    even = result.game_points[0] == result.game_points[1] and result.count[0] == result.count[1]
    yield [] if even else ["A" if words[1] == "B" else "B"]
    yield _other_numbers(words[2])
    yield []
    yield _other_numbers(words[4])


def _seen_by(words: list[str], scene: Scene) -> Others:
    card = scene.card(words[2])
    yield [seat_name(seat) for seat, hand in enumerate(scene.table.hands) if card in hand]
    yield [_held(scene, scene.seat(words[1]))[0]]


def _must_be_held_by(words: list[str], scene: Scene) -> Others:
    holder, card = scene.seat(words[1]), scene.card(words[2])
    yield _other_seats(words[1], scene)
    yield [card_text(gone, scene.suits) for pile in scene.table.won for gone in pile[:1]]
    yield [
        seat_name(viewer)
        for viewer in range(scene.record.rules.seats)
        if must_hold(scene.line, scene.step, viewer, card) != holder
    ] or ["C1"]


def _costs(words: list[str], scene: Scene) -> Others:
    seat = scene.seat(words[1])
    yield _other_seats(words[1], scene)
    recorded = scene.record.actions[scene.line[scene.step].acted]
    assert isinstance(recorded, Play)
    yield [card_text(recorded.card, scene.suits) if int(words[3]) else _not_held(scene, seat)]
    yield _other_numbers(words[3])


_OTHERS = {
    "takes": _takes,
    "legal": _legal,
    "refused-by": _refused_by,
    "worth": _worth,
    "score": _score,
    "seen-by": _seen_by,
    "must-be-held-by": _must_be_held_by,
    "costs": _costs,
}


def test_there_are_deals() -> None:
    """Every game has a deal to watch."""
    assert {name.split("/")[0] for name in NAMES} == {"omi", "schembil", "skambil"}
