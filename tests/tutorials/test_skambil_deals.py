"""The example deals of Skambil show what a newcomer has to see once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.tutorials.test_omi_schembil_deals import end, kinds, laws, read
from threetables.actions import MakeSign
from threetables.cards import Card, rank_of, suit_of
from threetables.events import Drew
from threetables.lessons.claims import CLAIMS
from threetables.lessons.deals import ExampleDeal
from threetables.seats import Seat
from threetables.table import Start, Table

NAMES = ("skambil/general-4", "skambil/dikranagerd-6")


@pytest.fixture(params=NAMES)
def deal(request: pytest.FixtureRequest) -> ExampleDeal:
    """Each of the two deals."""
    return read(request.param)


def thrown(table: Table) -> Iterator[tuple[int, Seat, Card, Seat]]:
    """Every card played: number of the trick, who played it, the card, who took it."""
    for number, trick in enumerate(table.taken, start=1):
        for place, card in enumerate(trick.cards):
            yield number, trick.seat_of(place, len(trick.cards)), card, trick.winner


def claims(deal: ExampleDeal) -> list[str]:
    """All claims of all notes."""
    return [claim for note in deal.notes for claim in note.claims]


def test_it_is_a_whole_deal_with_much_to_read(deal: ExampleDeal) -> None:
    """A deal to learn from goes from the shuffled pack to the count and is explained all the way."""
    assert isinstance(deal.record.start, Start)
    assert end(deal).result is not None
    assert len(deal.notes) >= 10
    assert deal.notes[-1].step == deal.line[-1].step
    assert [note.step for note in deal.notes] == sorted(note.step for note in deal.notes)
    assert {"first-look", "second-look", "follow-suit", "when-void", "turn-up-last", "signs"} <= laws(deal)


def test_what_is_told_is_what_one_has_to_see(deal: ExampleDeal) -> None:
    """A look at a partner's hand, a refusal with its proof, an inference, a price, the count: all are claimed."""
    assert kinds(deal) == set(CLAIMS)
    assert any(len(claim.split()) > 4 for claim in claims(deal) if claim.startswith("refused-by"))


def test_signs_are_made_for_a_card_just_drawn(deal: ExampleDeal) -> None:
    """The looks show what was dealt, so a sign is for what came since; and each sign is explained."""
    signs = [action for action in deal.record.actions if isinstance(action, MakeSign)]
    assert len(signs) >= 2
    dealt = deal.line[1].table.hands
    for moment in deal.line:
        action = deal.record.actions[moment.acted - 1] if moment.acted else None
        if isinstance(action, MakeSign) and moment.table.heard and moment.events[-1] == moment.table.heard[-1][1]:
            assert deal.notes_at(moment.step)
            treys = {card for card in moment.table.hands[action.seat] if rank_of(card) == "3"}
            assert treys
            assert not treys & set(dealt[action.seat])


def test_an_ace_is_caught(deal: ExampleDeal) -> None:
    """Somebody has to follow with an ace to a trick of the other side, though the hand has other cards."""
    by_force = {
        tuple(claim.split()[2:]) for claim in claims(deal) if claim.startswith("refused-by skambil.follow-suit")
    }
    caught = {
        str(card)
        for _, seat, card, winner in thrown(end(deal))
        if rank_of(card) == "A" and end(deal).rules.sides[seat] != end(deal).rules.sides[winner]
    }
    assert any(words[-1] in caught for words in by_force)


def test_the_turn_up_goes_to_the_side_that_lost(deal: ExampleDeal) -> None:
    """The last card to be drawn comforts the losers of the trick, and here it takes a trick of the last three."""
    last = next(event for moment in reversed(deal.line) for event in reversed(moment.events) if isinstance(event, Drew))
    table = end(deal)
    rounds = len(table.taken) - 3
    assert last.turn_up
    assert last.card is not None
    assert table.rules.sides[last.seat] != table.rules.sides[table.taken[rounds - 1].winner]
    assert any(last.card in trick.cards and trick.winner == last.seat for trick in table.taken[rounds:])


class TestGeneralForFour:
    """The trey that waited too long."""

    @pytest.fixture
    def deal(self) -> ExampleDeal:
        """The deal."""
        return read("skambil/general-4")

    def test_two_game_points_hang_on_one_trey(self, deal: ExampleDeal) -> None:
        """161 points make two game points; without the trey there would be one."""
        result = end(deal).result
        assert result is not None
        assert result.game_points == (2, 0)
        assert sum(result.count) == 240
        assert 121 <= result.count[0] - 30 < 161 <= result.count[0]

    def test_a_trey_is_lost_the_trick_after_it_was_safe(self, deal: ExampleDeal) -> None:
        """Its holder could have taken a trick with it as the last to play, and must give it up in the next."""
        table = end(deal)
        number, loser, trey, _ = next(
            play
            for play in thrown(table)
            if rank_of(play[2]) == "3" and table.rules.sides[play[1]] != table.rules.sides[play[3]]
        )
        before = table.taken[number - 2]
        assert before.seat_of(3, 4) == loser
        assert suit_of(before.cards[0]) == suit_of(trey)
        assert table.trump not in {suit_of(card) for card in before.cards}
        assert table.rules.sides[before.winner] != table.rules.sides[loser]


class TestDikranagerdForSix:
    """Small cards, large tricks."""

    @pytest.fixture
    def deal(self) -> ExampleDeal:
        """The deal."""
        return read("skambil/dikranagerd-6")

    def test_thirteen_of_twenty_in_seven_tricks(self, deal: ExampleDeal) -> None:
        """With 42 cards there are seven tricks; 13 points of 20 are just enough for two game points."""
        table = end(deal)
        assert len(table.rules.pack) == 42
        assert len(table.taken) == 7
        assert table.result is not None
        assert (table.result.count, table.result.game_points) == ((7, 13), (0, 2))

    def test_the_last_trick_decides(self, deal: ExampleDeal) -> None:
        """Before it neither side has passed half, and either could still win."""
        table = end(deal)
        last = sum(table.rules.points[card] for card in table.taken[-1].cards)
        before = (7, 13 - last)
        assert max(before) < 10
        assert before[0] + last > 10

    def test_aces_and_deuces_fight_it_out(self, deal: ExampleDeal) -> None:
        """One trick counts for its ace and its deuces alone, and a deuce takes it."""
        table = end(deal)
        assert any(
            {rank_of(card) for card in trick.cards if table.rules.points[card]} == {"A", "2"}
            and rank_of(next(c for p, c in enumerate(trick.cards) if trick.seat_of(p, 6) == trick.winner)) == "2"
            and all(suit_of(card) != table.trump for card in trick.cards)
            for trick in table.taken
        )

    def test_both_passes_are_shown(self, deal: ExampleDeal) -> None:
        """With six, the hands are passed on two times at each look."""
        assert "two-passes" in laws(deal)

    def test_a_sign_says_more_to_one_who_counts(self, deal: ExampleDeal) -> None:
        """A trey outside trumps can be named by a partner who knows where the others are."""
        signed = next(note for note in deal.notes if "must-be-held-by A1 3H A3" in note.claims)
        assert deal.line[signed.step].table.heard
