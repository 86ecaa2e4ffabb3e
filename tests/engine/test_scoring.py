"""The count of a deal, at every threshold from both sides, played to its end from the last trick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threetables.actions import Announce, Play
from threetables.cards import Card, Suit
from threetables.deal import legal, opened, play
from threetables.events import Result
from threetables.games import GAMES
from threetables.laws import IllegalAction
from threetables.match import TOKENS, Match, tokens_paid
from threetables.rules import Rules
from threetables.seats import Seat
from threetables.table import Position


def piles(rules: Rules, others: tuple[Card, ...], points: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Two piles of whole tricks from those cards, the first worth so many points."""
    reached: dict[tuple[int, int], tuple[Card, ...]] = {(0, 0): ()}
    for card in others:
        for (worth, number), pile in list(reached.items()):
            key = (worth + rules.points[card], number + 1)
            if key[0] <= points:
                reached.setdefault(key, (*pile, card))
    pile = next(pile for (worth, number), pile in reached.items() if worth == points and number % rules.seats == 0)
    return pile, tuple(card for card in others if card not in pile)


def last_trick(rules: Rules, points: int, winner: Seat, dealer: Seat = 0) -> Result:
    """The result when side A has so many points before a last trick that is worth nothing, which `winner` takes."""
    suit = "S"
    small = sorted((c for c in rules.pack if not rules.points[c]), key=lambda c: (c[1] != suit, -rules.strength[c]))
    hands = [(card,) for card in small[: rules.seats]]
    trump = None if rules.trump == "none" else Suit(suit)
    won = piles(rules, tuple(c for c in rules.pack if (c,) not in hands), points)
    start = Position(
        rules,
        dealer,
        tuple(hands[(seat - winner) % rules.seats] for seat in range(rules.seats)),
        (),
        None,
        trump,
        won,
        winner,
        len(rules.script) - 2,
        rais=(0, 1) if rules.captains else (),
    )
    table = opened(start)
    while table.result is None:
        table = play(table, legal(table)[0])
    assert table.taken[-1].winner == winner
    return table.result


GENERAL = {
    0: (0, 2),
    79: (0, 2),
    80: (0, 1),
    119: (0, 1),
    120: (1, 1),
    121: (1, 0),
    160: (1, 0),
    161: (2, 0),
    240: (2, 0),
}
DIKRANAGERD = {
    0: (0, 2), 7: (0, 2), 8: (0, 1), 9: (0, 1), 10: (1, 1), 11: (1, 0), 12: (1, 0), 13: (2, 0), 20: (2, 0)
}  # fmt: skip


def skambil_tables() -> Iterator[tuple[str, int, int, tuple[int, int]]]:
    """Every threshold under every preset of Skambil."""
    for seats in (4, 6):
        yield from (("general", seats, points, scores) for points, scores in GENERAL.items())
        yield from (("dikranagerd", seats, points, scores) for points, scores in DIKRANAGERD.items())
    yield from (("oochlee", 6, points, scores) for points, scores in DIKRANAGERD.items())


@pytest.mark.parametrize("preset, seats, points, scores", list(skambil_tables()))
def test_skambil_counts_as_the_column_says(preset: str, seats: int, points: int, scores: tuple[int, int]) -> None:
    """Half gives each side one, more than half one, from 161 (or 13) two, whoever takes the last trick."""
    rules = GAMES["skambil"].rules(preset, seats=seats)
    whole = 240 if preset == "general" else 20
    for winner in range(2):
        result = last_trick(rules, points, winner)
        assert (result.count, result.game_points) == ((points, whole - points), scores)
        assert (result.next_dealer, result.void) == (1, False)
    level = scores == (1, 1)
    assert [law.split(".")[1].removesuffix("-dikranagerd") for law in result.laws] == [
        "half" if level else ("win-one", "win-two")[max(scores) - 1]
    ]


@pytest.mark.parametrize("choice, dealt_again", [("void-same-dealer", True), ("last-trick", False), ("shared", False)])
@pytest.mark.parametrize("points", [0, 59, 60, 61, 120])
def test_schembil_is_won_with_more_than_sixty(points: int, choice: str, dealt_again: bool) -> None:
    """61 wins the deal; at 60 all the house rule decides: dealt again, the last trick, or shared."""
    rules = GAMES["schembil"].rules(choices={"sixty-sixty": choice})
    for winner in (0, 1):
        result = last_trick(rules, points, winner, dealer=3)
        assert result.count == (points, 120 - points)
        if points != 60:
            assert result.game_points == ((1, 0) if points > 60 else (0, 1))
            assert (result.next_dealer, result.void) == (4, False)
            continue
        expected = {"void-same-dealer": (0, 0), "last-trick": (1 - winner, winner), "shared": (1, 1)}[choice]
        assert result.game_points == expected
        assert (result.next_dealer, result.void) == (3 if dealt_again else 4, dealt_again)


def omi(
    mine: int,
    declaring: bool = True,
    choices: Mapping[str, str] | None = None,
    pending: int = 0,
    announced: bool = False,
) -> Result:
    """The result when side A takes so many tricks, as declarers or as the dealer's side.

    The last two tricks are played, so that side A may announce before them; each side wins those it has to.
    """
    rules = GAMES["omi"].rules(choices=choices)
    last = max(mine - 6, 0) if announced else min(mine, 2)
    tops, bottoms = ("AS", "AH"), ("7S", "7H")
    first_is_mine, second_is_mine = last >= 1, last == 2
    a1 = (tops if first_is_mine else bottoms)[0], (tops if second_is_mine else bottoms)[1]
    b1 = (bottoms if first_is_mine else tops)[0], (bottoms if second_is_mine else tops)[1]
    hands = tuple(tuple(Card(c) for c in hand) for hand in (a1, b1, ("8S", "8H"), ("9S", "9H")))
    others = [card for card in rules.pack if all(card not in hand for hand in hands)]
    before = 4 * (mine - last)
    start = Position(
        rules, 3 if declaring else 0, hands, (), None, Suit("D"), (tuple(others[:before]), tuple(others[before:])),
        0, len(rules.script) - 2, (0, 0), pending,
    )  # fmt: skip
    table = opened(start)
    if announced:
        table = play(table, Announce(0))
    while table.result is None:
        table = play(table, next(a for a in legal(table) if isinstance(a, Play)))
    assert sum(table.tricks_won) == 8 or rules.choices["end"] == "when-decided"
    return table.result


@pytest.mark.parametrize("pending", [0, 1])
@pytest.mark.parametrize("declarers", range(9))
def test_omi_scores_as_the_page_says(declarers: int, pending: int) -> None:
    """Eight tricks are three points; five to seven one for declarers, two for others; four nothing but a bonus."""
    if declarers == 4:
        expected, after = (0, 0), 1
    elif declarers > 4:
        expected, after = ((3 if declarers == 8 else 1) + pending, 0), 0
    else:
        expected, after = (0, (3 if declarers == 0 else 2) + pending), 0
    result = omi(declarers, pending=pending)
    assert (result.count, result.game_points, result.pending) == ((declarers, 8 - declarers), expected, after)
    assert result.next_dealer == 0
    other = omi(8 - declarers, declaring=False, pending=pending)
    assert (other.game_points, other.pending) == (expected[::-1], after)
    assert other.next_dealer == 1


@pytest.mark.parametrize(
    "choice, declaring, points", [("flat-3", True, 3), ("flat-3", False, 3), ("2-or-3", True, 2), ("2-or-3", False, 3),
                                  ("announced", True, 1), ("announced", False, 2)]
)  # fmt: skip
def test_a_sweep_is_worth_what_the_house_says(choice: str, declaring: bool, points: int) -> None:
    """Three, or two for declarers, or no more than five tricks if nobody announced it; seven are never a sweep."""
    assert omi(8, declaring, {"kapothi": choice}).game_points == (points, 0)
    assert omi(7, declaring, {"kapothi": choice}).game_points == (1 if declaring else 2, 0)


ANNOUNCED = {"kapothi": "announced"}


@pytest.mark.parametrize("declaring", [True, False])
def test_an_announced_sweep_is_three_or_four_to_the_others(declaring: bool) -> None:
    """Announce after six tricks and take all eight: three points. Lose one of the last two: four to the other side."""
    assert omi(8, declaring, ANNOUNCED, announced=True).game_points == (3, 0)
    for mine in (6, 7):
        assert omi(mine, declaring, ANNOUNCED, announced=True).game_points == (0, 4)
        assert omi(mine, declaring, {**ANNOUNCED, "end": "when-decided"}, announced=True).game_points == (0, 4)
    assert omi(8, declaring, ANNOUNCED, pending=1, announced=True).game_points == (4, 0)
    assert omi(7, declaring, ANNOUNCED, pending=1, announced=True).game_points == (0, 5)


@pytest.mark.parametrize("mine", [0, 4, 5])
def test_nobody_announces_a_sweep_that_is_lost(mine: int) -> None:
    """Announcing needs the first six tricks in a row."""
    with pytest.raises(IllegalAction) as refused:
        omi(mine, choices=ANNOUNCED, announced=True)
    assert refused.value.objection.why == "not-six-tricks"


@pytest.mark.parametrize(
    "choice, bonuses", [("one", (1, 1, 1)), ("add", (1, 2, 3)), ("cancel", (1, 0, 1)), ("no-carry", (0, 0, 0))]
)
def test_ties_in_a_row(choice: str, bonuses: tuple[int, int, int]) -> None:
    """The bonus after a first, second and third tie, by house rule."""
    pending = 0
    for bonus in bonuses:
        result = omi(4, choices={"second-tie": choice}, pending=pending)
        assert (result.pending, result.game_points) == (bonus, (0, 0))
        pending = result.pending


@pytest.mark.parametrize("pending", [1, 3])
@pytest.mark.parametrize("choice", ["winner", "declarer-side"])
def test_the_bonus_goes_where_the_house_says(choice: str, pending: int) -> None:
    """To whoever wins, sweep or not; or only to the declarers, and not with a sweep."""
    anyone = choice == "winner"
    rules = {"bonus": choice, "second-tie": "add"}
    assert omi(5, True, rules, pending).game_points == (1 + pending, 0)
    assert omi(5, False, rules, pending).game_points == (2 + pending * anyone, 0)
    assert omi(8, True, rules, pending).game_points == (3 + pending * anyone, 0)
    assert omi(8, False, rules, pending).game_points == (3 + pending * anyone, 0)
    for mine, declaring in ((5, True), (5, False), (8, True), (8, False)):
        assert omi(mine, declaring, rules, pending).pending == 0


def test_play_stops_when_decided_only_where_the_house_says() -> None:
    """With five tricks against one the deal is over by house rule; five to none goes on, for the sweep."""
    early = {"end": "when-decided"}
    assert omi(7, choices=early).count == (5, 1)
    assert omi(8, choices=early).count == (8, 0)
    assert omi(4, choices=early).count == (4, 4)
    assert omi(5, choices=early).game_points == omi(5).game_points == (1, 0)


@given(st.integers(0, 9), st.integers(1, 8))
def test_a_score_may_pass_the_tokens(score: int, gained: int) -> None:
    """One token a point, until the payers have none left; the score itself is kept in full."""
    rules = GAMES["omi"].rules()
    match = Match(rules, 0, (score, 0)).after(Result((8, 0), (gained, 0), (), 1))
    assert match.scores == (score + gained, 0)
    assert tokens_paid(rules, match.scores) == (min(score + gained, TOKENS), 0)
    assert match.winner == (0 if score + gained >= 10 else None)
