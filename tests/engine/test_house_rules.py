"""Each house rule changes just what it says, and those that cannot go together are refused."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.engine.stories import story
from tests.engine.telling import tellings
from threetables.cards import pack_of
from threetables.games import GAMES, rules
from threetables.games.schembil import VALUES
from threetables.notation import Record, read
from threetables.rules import BadRules, Rules
from threetables.table import under


@dataclass(frozen=True)
class Case:
    """A deal, and what is first told differently: under the game's default, and under the choice."""

    choice: str
    default: str
    changed: str


SIX_DEALT = (
    "dealt A1 (near) AD 6D NC, B1 (near-right) 3D 5D FC, A2 (far-right) RD 4D 7C, B2 (across) ND AC 6C, "
    "A3 (far-left) FD 3C 5C, B3 (near-left) 7D RC 4C"
)
"""After this the turn-up is AS."""
FORTY = "pack " + " ".join(pack_of("3A2KQJT987"))
SKAMBIL_VOID = "hand A1 7S 8S\nhand B1 TS 7D\nhand A2 7C 8C\nhand B2 9C TC\ntrump H\nwon A rest\nlead A1"

CASES = {
    "skambil": [
        Case("follow=never", "refused by skambil.follow-suit: must-follow TS", "B1 plays 7D"),
        Case("follow=after-stock", "refused by skambil.follow-suit: must-follow TS", "B1 plays 7D"),
        Case("void=must-trump", "B1 plays 7D", "refused by skambil.must-trump: must-trump 7H"),
        Case("swap=low-trump", "refused by skambil.swap: no-swap", "A1 swaps 7H for 9H"),
        Case(
            "cut=right",
            "dealt A1 (near) 3S QS 8S, B1 (left) AS JS 7S, A2 (across) 2S TS 3H, B2 (right) KS 9S AH",
            "A2 cuts 5",
        ),
        Case("sign-time=not-in-trick-1", "A2 signs trey to A2 A1", "refused by skambil.sign-time: not-now"),
        Case("sign-truth=may-bluff", "refused by skambil.sign-truth: sign-untrue", "A1 signs trey to A1 A2"),
        Case("extra-signs=italian", "refused by skambil.signs: no-such-sign", "A1 signs no-trumps to A1 A2"),
        Case("target=21", "side A wins the match", "the match goes on"),
        Case(
            "direction=anticlockwise",
            "dealt A1 (near) 3S QS 8S, B1 (left) AS JS 7S, A2 (across) 2S TS 3H, B2 (right) KS 9S AH",
            "dealt A1 (near) 3S QS 8S, B1 (right) AS JS 7S, A2 (across) 2S TS 3H, B2 (left) KS 9S AH",
        ),
        Case(
            "pack=48",
            "dealt A1 (near) 3S TS 2H, B1 (near-left) AS 9S KH, A2 (far-left) 2S 8S QH, B2 (across) KS 7S JH, "
            "A3 (far-right) QS 3H TH, B3 (near-right) JS AH 9H",
            "unfit: 6 of the 48 cards are missing, 5C among them",
        ),
    ],
    "omi": [
        Case(
            "direction=anticlockwise",
            "dealt A1 (near) AS KS QS JS, B1 (left) TS 9S 8S 7S, A2 (across) AH KH QH JH, B2 (right) TH 9H 8H 7H",
            "dealt A1 (near) AS KS QS JS, B1 (right) TS 9S 8S 7S, A2 (across) AH KH QH JH, B2 (left) TH 9H 8H 7H",
        ),
        Case(
            "cut=offered",
            "dealt A1 (near) AS KS QS JS, B1 (left) TS 9S 8S 7S, A2 (across) AH KH QH JH, B2 (right) TH 9H 8H 7H",
            "A2 cuts 0",
        ),
        Case(
            "cut=always",
            "dealt A1 (near) AS KS QS JS, B1 (left) TS 9S 8S 7S, A2 (across) AH KH QH JH, B2 (right) TH 9H 8H 7H",
            "A2 cuts 4",
        ),
        Case("packet=partner-waits", "A2 sees A2: AH KH QH JH", "A2 sees A2: ?? ?? ?? ??"),
        Case("weak-four=redeal", "refused by omi.weak-four: no-throw-in", "thrown in by omi.weak-four, A1"),
        Case("short-trumps=redeal-under-two", "A1 plays AS", "thrown in by omi.short-trumps"),
        Case("end=when-decided", "A1 plays 7S", "counted 5 to 1, scores 1 to 0 by omi.declarers-win, A1 deals next"),
        Case(
            "kapothi=2-or-3",
            "counted 8 to 0, scores 3 to 0 by omi.sweep, A1 deals next",
            "counted 8 to 0, scores 2 to 0 by omi.sweep, A1 deals next",
        ),
        Case(
            "kapothi=announced",
            "counted 8 to 0, scores 3 to 0 by omi.sweep, A1 deals next",
            "counted 8 to 0, scores 1 to 0 by omi.declarers-win omi.announced-sweep, A1 deals next",
        ),
        Case(
            "second-tie=add",
            "counted 4 to 4, scores 0 to 0 by omi.tie omi.second-tie, A1 deals next, bonus 1",
            "counted 4 to 4, scores 0 to 0 by omi.tie omi.second-tie, A1 deals next, bonus 2",
        ),
        Case(
            "second-tie=cancel",
            "counted 4 to 4, scores 0 to 0 by omi.tie omi.second-tie, A1 deals next, bonus 1",
            "counted 4 to 4, scores 0 to 0 by omi.tie omi.second-tie, A1 deals next",
        ),
        Case(
            "second-tie=no-carry",
            "counted 4 to 4, scores 0 to 0 by omi.tie omi.tie-bonus, A1 deals next, bonus 1",
            "counted 4 to 4, scores 0 to 0 by omi.tie omi.second-tie, A1 deals next",
        ),
        Case(
            "bonus=declarer-side",
            "counted 2 to 6, scores 0 to 3 by omi.defenders-win omi.tie-bonus, A1 deals next",
            "counted 2 to 6, scores 0 to 2 by omi.defenders-win, A1 deals next",
        ),
        Case("target=5", "the match goes on", "side A wins the match"),
        Case("target=15", "side A wins the match", "the match goes on"),
    ],
    "schembil": [
        Case("trump=cut-card", SIX_DEALT, "A3 cuts 4, shows ND"),
        Case("trump=none", "turned up AS", "looks A1 at A2, B1 at B2"),
        Case("cards=draw", "A1 plays 6D", "A1 draws 3S"),
        Case("follow=always", "B1 plays FC", "refused by schembil.follow: must-follow 3D 5D"),
        Case(
            "sixty-sixty=last-trick",
            "counted 60 to 60, scores 0 to 0 by schembil.sixty-sixty, B3 deals next, void",
            "counted 60 to 60, scores 1 to 0 by schembil.sixty-sixty, A1 deals next",
        ),
        Case(
            "sixty-sixty=shared",
            "counted 60 to 60, scores 0 to 0 by schembil.sixty-sixty, B3 deals next, void",
            "counted 60 to 60, scores 1 to 1 by schembil.sixty-sixty, A1 deals next",
        ),
        Case("first-trick=silent", "A1 asks A2 how-many", "refused by schembil.silent-first-trick: silence"),
        Case("signs=italian", "refused by schembil.signs: no-signs", "A1 signs ace to A1 A2 A3"),
        Case(
            "last-three=shown",
            "A1 plays 3S",
            "looks A1 at A2, A1 at A3, B1 at B2, B1 at B3, A2 at A3, A2 at A1, B2 at B3, B2 at B1, A3 at A1, A3 at A2, "
            "B3 at B1, B3 at B2",
        ),
        Case("courts=KJQ", SIX_DEALT, "unfit: NC is not in the pack of 36 that as-written uses"),
        Case("courts=KQJ", SIX_DEALT, "unfit: NC is not in the pack of 36 that as-written uses"),
        Case("match=4", "side A wins the match", "the match goes on"),
    ],
}
SWITCHES = tomllib.loads((Path(__file__).parents[2] / "docs" / "data" / "switches.toml").read_text(encoding="utf-8"))
ALL = [(game, case) for game, cases in CASES.items() for case in cases]


def text_of(game: str, choice: str) -> str:
    """The record that the pages show for that choice."""
    name, _, value = choice.partition("=")
    return str(SWITCHES[game][name][value]["record"])


def with_choice(some: Rules, choice: str | None) -> Rules:
    """The preset's own rules, with one house rule changed."""
    name, _, value = (choice or "").partition("=")
    return some.book.rules(some.preset, {name: value} if name else None, some.seats)


def first_difference(a_record: Record, choice: str) -> tuple[str | None, str | None]:
    """What is first told differently under the default and under the choice."""
    plain = with_choice(a_record.rules, None)
    changed = with_choice(a_record.rules, choice)
    told = [
        list(tellings(story(under(a_record.start, some), a_record.actions, plain), some)) for some in (plain, changed)
    ]
    return next((one, other) for one, other in zip_longest(*told) if one != other)


@pytest.mark.parametrize("game, case", ALL, ids=[f"{game}-{case.choice}" for game, case in ALL])
def test_a_house_rule_changes_what_it_says_first(game: str, case: Case) -> None:
    """Play one deal by the usual rules and by the house's: they part where the house rule says, and not before."""
    assert first_difference(read(text_of(game, case.choice)), case.choice) == (case.default, case.changed)


def test_every_choice_has_its_deal() -> None:
    """No choice beside the default is offered that nobody has seen at work."""
    offered = {
        (book.name, f"{rule.name}={choice.name}")
        for book in GAMES.values()
        for rule in book.house_rules
        for choice in rule.choices[1:]
    }
    assert {(game, case.choice) for game, case in ALL} == offered


@pytest.mark.parametrize(
    "courts, queen, jack", [("KJQ", VALUES[4], VALUES[3]), ("KQJ", VALUES[3], VALUES[4])]
)  # fmt: skip
def test_the_queen_and_the_jack_change_places(courts: str, queen: int, jack: int) -> None:
    """With French suits the lower court card is the queen in Tunis and the jack in Italy."""
    french = GAMES["schembil"].rules(choices={"courts": courts})
    (one,) = {french.points[card] for card in french.pack if card[0] == "Q"}
    (other,) = {french.points[card] for card in french.pack if card[0] == "J"}
    assert (one, other) == (queen, jack)


def test_following_after_the_stock_is_following_then() -> None:
    """With follow=after-stock the last three cards are played as if it were always."""
    last = read(f'[Game "skambil"]\n{SKAMBIL_VOID}\n1. 7S')
    later = with_choice(last.rules, "follow=after-stock")
    assert story(under(last.start, later), last.actions, last.rules) == story(last.start, last.actions, last.rules)


UNPLAYABLE = [
    ("skambil", "general", {"pack": "48"}, 4, "pack=48 is a pack for six"),
    ("skambil", "general", {"follow": "never", "void": "must-trump"}, 4, "void=must-trump has no meaning"),
    ("skambil", "dikranagerd", {"target": "21"}, 4, "target is settled in dikranagerd"),
    ("skambil", "oochlee", {"target": "11"}, 6, "target is settled in oochlee"),
    ("skambil", "oochlee", {}, 4, "oochlee is played by 6, not by 4"),
    ("skambil", "general", {}, 5, "general is played by 4 or 6, not by 5"),
    ("omi", "as-written", {"second-tie": "no-carry", "bonus": "declarer-side"}, 4, "there is no bonus to win"),
    ("omi", "as-written", {}, 6, "as-written is played by 4, not by 6"),
    ("schembil", "as-written", {"trump": "none", "signs": "italian"}, 6, "the signs tell of trumps"),
    ("schembil", "as-written", {"match": "5"}, 6, "match cannot be '5'; choose one of: 3, 4"),
    ("omi", "as-written", {"halfcourt": "yes"}, 4, "no house rule 'halfcourt'; there are: direction, cut"),
    ("omi", "Denexa", {}, 4, "no rules 'Denexa'; there are: as-written, traditional"),
]


@pytest.mark.parametrize("game, preset, choices, seats, reason", UNPLAYABLE)
def test_what_cannot_be_played_is_refused_with_the_reason(
    game: str, preset: str, choices: dict[str, str], seats: int, reason: str
) -> None:
    """Rules that do not go together are refused, and one is told why."""
    with pytest.raises(BadRules) as refused:
        GAMES[game].rules(preset, choices, seats)
    assert reason in str(refused.value)


def test_a_game_that_is_not_here_is_named_with_those_that_are() -> None:
    """Whoever misspells a game is told the three that there are."""
    with pytest.raises(BadRules, match="no game 'omni'; there are: skambil, omi, schembil"):
        rules("omni")
