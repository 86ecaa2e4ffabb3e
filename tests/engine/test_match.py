"""A match: deals in a row, what is carried from one to the next, and how it ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import examples, played_out, shuffled, some_rules
from threetables.events import Result
from threetables.games import GAMES, rules
from threetables.match import Match, tokens_paid
from threetables.rules import Rules
from threetables.seats import after


@examples(0.25)
@given(some_rules(), st.integers(0, 2**32))
def test_a_match_is_played_to_its_end(some: Rules, seed: int) -> None:
    """The deal goes round, scores add up, a void deal is dealt again by the same dealer, and one side wins, once."""
    match = Match(some, seed % some.seats, rais=(2, 1) if some.captains else ())
    scored = [0, 0]
    pending = 0
    while match.winner is None:
        assert max(match.scores) < some.target or match.scores[0] == match.scores[1]
        start = match.start(shuffled(some, seed + match.deals))
        assert (start.dealer, start.scores, start.pending, start.rais) == (
            match.dealer, match.scores, pending, match.rais,
        )  # fmt: skip
        result = played_out(start, seed + match.deals).end.result
        assert result is not None
        dealer = match.dealer
        match = match.after(result)
        scored = [score + gained for score, gained in zip(scored, result.game_points, strict=True)]
        pending = pending if result.void else result.pending
        assert match.dealer == (dealer if result.void else after(dealer, some.seats))
        assert match.scores == tuple(scored)
        assert match.pending == pending
        assert match.deals < 2000
    assert scored[match.winner] >= some.target
    assert scored[match.winner] > scored[1 - match.winner]
    with pytest.raises(ValueError, match="the match is over"):
        match.after(Result((0, 0), (1, 0), (), 0))


@pytest.mark.parametrize(
    "some",
    [rules("skambil"), rules("skambil", choices={"target": "21"}), rules("skambil", "dikranagerd"),
     rules("skambil", "oochlee"), rules("schembil", choices={"sixty-sixty": "shared"}),
     rules("schembil", choices={"sixty-sixty": "shared", "match": "4"})],
    ids=lambda some: f"{some.preset}-{some.target}",
)  # fmt: skip
def test_both_sides_reach_the_target_at_once(some: Rules) -> None:
    """A shared deal may bring both there: whoever is ahead has won; level, they deal again until one is ahead."""
    level = Result((0, 0), (1, 1), (), 0)
    one = Result((0, 0), (0, 1), (), 0)
    before = some.target - 1
    assert Match(some, scores=(before, before - 1)).after(level).winner == 0
    assert Match(some, scores=(before - 1, before)).after(level).winner == 1
    both = Match(some, scores=(before, before)).after(level)
    assert (both.winner, both.scores) == (None, (some.target, some.target))
    again = both.after(level)
    assert again.winner is None
    assert again.after(one).winner == 1


TARGETS = [
    ("skambil", "general", {}, 11), ("skambil", "general", {"target": "21"}, 21), ("skambil", "dikranagerd", {}, 7),
    ("skambil", "oochlee", {}, 7), ("omi", "as-written", {}, 10), ("omi", "traditional", {"target": "5"}, 5),
    ("omi", "as-written", {"target": "15"}, 15), ("schembil", "as-written", {}, 3),
    ("schembil", "six-handed-briscola", {"match": "4"}, 4),
]  # fmt: skip


@pytest.mark.parametrize("game, preset, choices, target", TARGETS)
def test_the_match_is_won_at_the_target(game: str, preset: str, choices: dict[str, str], target: int) -> None:
    """One point short is not enough, the target is, and so is more."""
    some = rules(game, preset, choices)
    assert Match(some, scores=(target - 1, 0)).winner is None
    assert Match(some, scores=(target, 0)).winner == 0
    assert Match(some, scores=(0, target + 2)).winner == 1


def test_omi_brings_the_declarer_round() -> None:
    """The deal passes on each time, so the declarer changes sides each time."""
    match = Match(GAMES["omi"].rules(), 3)
    for dealer in (3, 0, 1, 2, 3):
        assert match.dealer == dealer
        line = played_out(match.start(shuffled(match.rules, dealer)), dealer)
        assert line.end.declarer == (dealer + 1) % 4
        assert line.end.result is not None
        match = Match(match.rules, match.after(line.end.result).dealer)


def test_tokens_are_paid_at_omi_alone() -> None:
    """One token a point, of the other side's ten; the other games have no tokens."""
    omi = GAMES["omi"].rules()
    assert tokens_paid(omi, (0, 0)) == (0, 0)
    assert tokens_paid(omi, (7, 9)) == (7, 9)
    assert tokens_paid(omi, (11, 13)) == (10, 10)
    for game in ("skambil", "schembil"):
        assert tokens_paid(GAMES[game].rules(), (3, 2)) == (0, 0)


def test_a_waiting_bonus_goes_to_the_next_deal() -> None:
    """After a tie the next deal begins with the bonus, and after that one it is gone."""
    match = Match(GAMES["omi"].rules(), 3).after(Result((4, 4), (0, 0), (), 0, pending=1))
    assert (match.pending, match.scores) == (1, (0, 0))
    start = match.start(match.rules.pack)
    assert (start.pending, start.dealer, start.pack) == (1, 0, match.rules.pack)
    assert match.after(Result((5, 3), (2, 0), (), 1)).pending == 0
