"""What a note may say of a deal: each kind of claim, true and false."""

from __future__ import annotations

import re

import pytest

from threetables.lessons.claims import CLAIMS, Scene, WrongClaim, check
from threetables.lessons.deals import find_step
from threetables.lessons.moments import moments
from threetables.notation import read

SKAMBIL = """
[Game "skambil"]
[Rules "general"]
[Dealer "B2"]

pack KC 9D TC 7H 9S AS 3S 2D QS QD JH 8H 2H
pack 8C 8D 2S KH 8S JC AD JS 9C 7S 3D 9H TD
pack 7C JD QC AH 3C TH TS 7D QH KS 2C KD AC
pack 3H
1. A1 KC B1 9D A2 TC B2 2D
2. A1 QS B1 AS A2 2S B2 7H
3. B2 8H A1 JC B1 8D A2 JH
4. A2 9C B2 8S A1 8C B1 QD
5. A2 JS B2 7S A1 9S B1 QC
6. A2 TD B2 KH A1 3D B1 AD
7. B2 7C A1 QH B1 KS A2 2C
8. A1 TH B1 9H A2 AH B2 2H
9. A2 3S B2 3C A1 JD B1 TS
10. A2 3H B2 7D A1 KD B1 AC
"""
"""Hearts are trumps; side A takes 171 points."""

OMI = """
[Game "omi"]
[Rules "as-written"]
[Dealer "B2"]

hand A1 AS KS QH JH AD KD 7C 8C
hand B1 QS JS AH KH QD JD 9C TC
hand A2 TS 9S TH 9H TD 9D JC QC
hand B2 8S 7S 8H 7H 8D 7D KC AC
A1: trump S
1. A1 AS B1 JS A2 9S B2 7S
2. A1 KS B1 QS A2 TS B2 8S
"""
"""The beginning of a deal of Omi, spades trumps: it does not go to the count."""


def scene(at: str, record: str = SKAMBIL) -> Scene:
    """The deal at the step that `at` names."""
    read_record = read(record)
    line = moments(read_record.start, read_record.actions)
    step = find_step(at, read_record, line)
    assert step is not None
    return Scene(read_record, line, step)


TRUE = (
    ("start", "takes 1 A1"),
    ("start", "takes 10 A2"),
    ("A1 KC", "legal B1 AS"),
    ("A1 QS", "refused-by skambil.follow-suit B1 QD AS"),
    ("A1 QS", "refused-by skambil.turn-order A2 3S"),
    ("start", "worth 3C 30"),
    ("start", "worth 9C 0"),
    ("start", "worth trick-1 14"),
    ("taken 1", "worth A 14"),
    ("taken 1", "worth B 0"),
    ("taken 2", "worth B 24"),
    ("start", "score A 2 of 171"),
    ("start", "score B 0 of 69"),
    ("look 1", "seen-by A1 3S"),
    ("look 1", "seen-by A2 KC"),
    ("look 2", "seen-by B1 3C"),
    ("B2 3C", "must-be-held-by B1 TS A1"),
    ("look 1", "must-be-held-by A2 3S A1"),
    ("A1 KC", "costs B1 AS 11"),
    ("A1 KC", "costs B1 9D 0"),
    ("A2 TD", "costs B2 7C 86"),
)

FALSE = (
    ("start", "takes 1 A2", "trick 1 is taken by A1, not by A2"),
    ("start", "takes 11 A1", "there is no trick 11 in this deal"),
    ("start", "takes 0 A1", "there is no trick 0 in this deal"),
    ("start", "takes first A1", "'first' is not a number"),
    ("start", "takes 1 A3", "no seat 'A3'"),
    ("A1 QS", "legal B1 QD", "B1 may not play QD here: skambil.follow-suit"),
    ("A1 QS", "legal A2 2S", "A2 may not play 2S here: skambil.turn-order"),
    ("A1 QS", "refused-by skambil.follow-suit B1 AS AS", "B1 may play AS here"),
    ("A1 QS", "refused-by omi.follow-suit B1 QD AS", "QD is refused by skambil.follow-suit, not by omi.follow-suit"),
    ("A1 QS", "refused-by skambil.folow-suit B1 QD AS", "no law is called 'skambil.folow-suit'"),
    ("A1 QS", "refused-by skambil.follow-suit B1 QD", "the proof is AS, not no card"),
    ("A1 QS", "refused-by skambil.follow-suit B1 QD AS 8D", "the proof is AS, not AS 8D"),
    ("start", "worth 3C 3", "3C is worth 30, not 3"),
    ("start", "worth 4C 0", "4C"),
    ("start", "worth trick-1 15", "trick-1 is worth 14, not 15"),
    ("draw 1", "worth B 14", "B is worth 0, not 14"),
    ("start", "score A 1 of 171", "side A scores 2 of 171, not 1 of 171"),
    ("start", "score A 2 of 170", "side A scores 2 of 171, not 2 of 170"),
    ("start", "score C 2 of 171", "'C' is not a side: A or B"),
    ("start", "score A 2 for 171", "score needs the form: score SIDE G of N"),
    ("turn-up", "seen-by A1 3S", "A1 has not been shown 3S in another hand"),
    ("look 1", "seen-by A1 KC", "A1 has not been shown KC in another hand"),
    ("look 1", "seen-by B1 3S", "B1 has not been shown 3S in another hand"),
    ("taken 9", "seen-by A1 3S", "A1 has not been shown 3S in another hand"),
    ("A2 3S", "must-be-held-by B1 TS A1", "TS must be held by nobody in particular, not by B1"),
    ("B2 3C", "must-be-held-by B2 TS A1", "TS must be held by B1, not by B2"),
    ("A1 KC", "costs B1 AS 10", "playing AS costs 11, not 10"),
    ("A1 KC", "costs B2 2D 0", "it is not the turn of B2 here"),
    ("A1 QS", "costs B1 QD 0", "the trick cannot go on as recorded"),
    ("count", "costs A1 KC 0", "it is not the turn of A1 here"),
    ("start", "wins 1 A1", "no claim is called 'wins'; there are: takes, legal, refused-by"),
    ("start", "", "no claim is called ''"),
    ("start", "takes 1", "takes needs the form: takes N SEAT"),
    ("start", "takes 1 A1 A1", "takes needs the form: takes N SEAT"),
    ("start", "worth 3C " + "9" * 5000, "is not a number"),
)


@pytest.mark.parametrize(("at", "claim"), TRUE)
def test_a_true_claim_stands(at: str, claim: str) -> None:
    """What is true of a deal may be said of it."""
    check(claim, scene(at))


@pytest.mark.parametrize(("at", "claim", "sentence"), FALSE, ids=[claim[:40] for _, claim, _ in FALSE])
def test_a_false_claim_is_told_what_is_true(at: str, claim: str, sentence: str) -> None:
    """What is not true, or cannot be read, is answered by a sentence that says what is wrong."""
    with pytest.raises(WrongClaim, match=re.escape(sentence)):
        check(claim, scene(at))


def test_every_kind_is_tried_both_ways() -> None:
    """No kind of claim goes untested, neither true nor false."""
    assert {claim.split()[0] for _, claim in TRUE} == set(CLAIMS)
    assert {claim.split()[0] for _, claim, _ in FALSE if claim} >= set(CLAIMS)


def test_a_game_without_card_points_counts_tricks() -> None:
    """At Omi a side has what it has taken in tricks."""
    after = scene("taken 2", OMI)
    check("worth A 2", after)
    check("worth B 0", after)
    check("worth AS 0", after)


def test_a_deal_broken_off_has_no_score() -> None:
    """Nothing is said of a count that never came, nor of a card that was not played."""
    last = scene("taken 2", OMI)
    with pytest.raises(WrongClaim, match="does not go to the end of the deal"):
        check("score A 1 of 8", last)
    with pytest.raises(WrongClaim, match="nothing is played after this step"):
        check("costs A1 AD 0", last)


def test_what_a_card_costs_needs_the_whole_trick() -> None:
    """Where the record stops in the middle of a trick, nobody knows who takes it."""
    broken = OMI + "3. A1 AD B1 JD\n"
    with pytest.raises(WrongClaim, match="the trick is not finished in the record"):
        check("costs A1 KD 0", scene("taken 2", broken))
