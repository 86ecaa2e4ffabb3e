"""The example deals of Omi and Schembil teach what they set out to teach."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from threetables.actions import Answer, Ask, NameTrump, Order, Play
from threetables.cards import suit_of
from threetables.lessons.deals import ExampleDeal, Ref, read_deal
from threetables.match import Match
from threetables.seats import seat_name
from threetables.table import Start, Table

TUTORIALS = Path(__file__).parents[2] / "tutorials"
LEAST_NOTES = {"omi/first-deal": 10, "omi/tie-and-bonus": 10, "omi/after-the-tie": 8, "schembil/captains": 10}


def read(name: str) -> ExampleDeal:
    """The example deal of that name."""
    return read_deal(name, (TUTORIALS / f"{name}.toml").read_text(encoding="utf-8"))


def kinds(deal: ExampleDeal) -> set[str]:
    """The kinds of claims that its notes make."""
    return {claim.split()[0] for note in deal.notes for claim in note.claims}


def laws(deal: ExampleDeal) -> set[str]:
    """The laws that its notes explain, without the name of the game."""
    return {law.split(".")[1] for note in deal.notes for law in note.laws}


def end(deal: ExampleDeal) -> Table:
    """The table when the deal is over."""
    return deal.line[-1].table


def void_plays(deal: ExampleDeal) -> list[tuple[bool, bool]]:
    """For each card that did not follow suit: whether it was a trump, and whether it took the trick."""
    table = end(deal)
    return [
        (suit_of(card) == table.trump, trick.seat_of(place, len(trick.cards)) == trick.winner)
        for trick in table.taken
        for place, card in enumerate(trick.cards)
        if suit_of(card) != suit_of(trick.cards[0])
    ]


@pytest.mark.parametrize("name", LEAST_NOTES)
class TestEveryDeal:
    """What holds of each of them."""

    def test_is_played_to_its_score_and_well_annotated(self, name: str) -> None:
        """A reader sees a whole deal, from the shuffled pack to the count, with a word at every turn of it."""
        deal = read(name)
        assert isinstance(deal.record.start, Start)
        assert end(deal).result is not None
        assert len(deal.notes) >= LEAST_NOTES[name]
        assert deal.notes[-1].step == deal.line[-1].step, "the score is explained"

    def test_has_something_to_say_in_every_part_of_the_deal(self, name: str) -> None:
        """No trick goes by without a note at one of its cards or when it is taken."""
        deal = read(name)
        told = {len(deal.line[note.step - 1].table.taken) + 1 for note in deal.notes}
        assert set(range(1, len(end(deal).taken) + 1)) <= told

    def test_notes_come_in_the_order_of_play(self, name: str) -> None:
        """An author reads the file as the deal is played."""
        steps = [note.step for note in read(name).notes]
        assert steps == sorted(steps)

    def test_no_sentence_begins_with_a_small_letter(self, name: str) -> None:
        """A side is written small within a sentence, so none begins with it, nor does a note."""
        for note in read(name).notes:
            before = ""
            for part in note.parts:
                if isinstance(part, Ref) and part.kind in ("side", "card", "suit"):
                    assert before.strip() and before.rstrip()[-1] not in ".?!", note.parts
                before = part if isinstance(part, str) else "x"

    def test_says_what_it_has_to_say_in_few_words(self, name: str) -> None:
        """A note is read between two cards: three short sentences, one thing."""
        for note in read(name).notes:
            words = "".join(part if isinstance(part, str) else "it" for part in note.parts)
            assert len(words.split()) <= 60, words
            assert words.count(".") <= 3, words


class TestFirstDealOfOmi:
    """A first deal, for someone who has never played."""

    @pytest.fixture
    def deal(self) -> ExampleDeal:
        """The deal."""
        return read("omi/first-deal")

    def test_trumps_are_named_from_the_longest_of_four_cards(self, deal: ExampleDeal) -> None:
        """The declarer sees four cards and names the suit of which there are most."""
        named = deal.record.actions[0]
        assert isinstance(named, NameTrump)
        packet = next(m.table for m in deal.line if m.table.deals == 1).hands[named.seat]
        lengths = {suit: sum(suit_of(card) == suit for card in packet) for suit in "SHDC"}
        assert len(packet) == 4
        assert lengths[named.suit] == max(lengths.values()) == 3

    def test_shows_a_void_both_ways(self, deal: ExampleDeal) -> None:
        """Who is out of a suit may take the trick with a trump, or throw a card away."""
        plays = void_plays(deal)
        assert (True, True) in plays
        assert (False, False) in plays

    def test_proves_a_refusal_an_inference_and_a_price(self, deal: ExampleDeal) -> None:
        """It shows a card that may not be played, one that must lie somewhere, and one that would have been dear."""
        assert {"refused-by", "must-be-held-by", "costs", "legal", "takes", "worth", "score"} <= kinds(deal)
        assert any(
            claim.startswith("refused-by omi.follow-suit ") and len(claim.split()) > 4
            for note in deal.notes
            for claim in note.claims
        )

    def test_explains_the_laws_a_newcomer_needs(self, deal: ExampleDeal) -> None:
        """After this deal one could sit down and play."""
        needed = {
            "first-packet", "declarer", "name-trump", "no-advice", "second-packet", "first-lead", "follow-suit",
            "when-void", "trick-winner", "winner-leads", "all-eight", "declarers-win", "tokens-pay", "next-dealer",
        }  # fmt: skip
        assert needed <= laws(deal)

    def test_goes_on_after_the_fifth_trick(self, deal: ExampleDeal) -> None:
        """Five tricks decide a deal, and there is a note at the fifth; the others are played all the same."""
        fifth = next(m.step for m in deal.line if max(m.table.tricks_won) == 5)
        assert deal.notes_at(fifth)
        assert sum(end(deal).tricks_won) == 8
        assert sum(deal.line[fifth].table.tricks_won) < 8


class TestTieAndWhatFollows:
    """The tie, and the deal after it."""

    def test_three_deals_are_one_match(self) -> None:
        """Dealer, score and bonus of each deal are what the deal before it left."""
        match: Match | None = None
        for name in ("omi/first-deal", "omi/tie-and-bonus", "omi/after-the-tie"):
            deal = read(name)
            start, result = deal.record.start, end(deal).result
            assert result is not None
            before = Match(start.rules, start.dealer, start.scores, start.pending)
            if match is not None:
                assert (before.dealer, before.scores, before.pending) == (match.dealer, match.scores, match.pending)
            match = before.after(result)
        assert match is not None
        assert match.scores == (1, 3)

    def test_a_tie_scores_nothing_and_leaves_a_point(self) -> None:
        """Four tricks each score nothing, and a point waits."""
        result = end(read("omi/tie-and-bonus")).result
        assert result is not None
        assert (result.count, result.game_points, result.pending) == ((4, 4), (0, 0), 1)

    def test_the_trick_that_decided_has_its_price(self) -> None:
        """In the seventh trick one card instead of another would have turned the tie into a win."""
        deal = read("omi/tie-and-bonus")
        assert any(
            claim.startswith("costs ") and len(deal.line[note.step].table.taken) == 6
            for note in deal.notes
            for claim in note.claims
        )

    def test_the_other_lead_would_have_won(self) -> None:
        """As the note says: had the trump been led first, side A would have had five tricks."""
        deal = read("omi/tie-and-bonus")
        table = next(m.table for m in deal.line if len(m.table.taken) == 6)
        one, other = table.hands[table.leader]
        trump, sure = (one, other) if suit_of(one) == table.trump else (other, one)
        others = [card for seat, hand in enumerate(table.hands) if seat != table.leader for card in hand]
        strength = table.rules.strength
        left = [card for card in others if suit_of(card) == table.trump]
        assert len(left) == 1
        assert strength[left[0]] < strength[trump]
        assert not any(suit_of(c) == suit_of(sure) and strength[c] > strength[sure] for c in others)
        assert table.rules.sides[table.leader] == 0
        assert table.tricks_won[0] + 2 == 5

    def test_the_winner_of_the_next_deal_scores_one_more(self) -> None:
        """Two points for the dealer's side, and the one that waited."""
        deal = read("omi/after-the-tie")
        result = end(deal).result
        assert deal.record.start.pending == 1
        assert result is not None
        assert result.game_points == (0, 3)
        assert result.pending == 0
        assert {"tie-bonus", "defenders-win"} <= laws(deal)


class TestCaptains:
    """Schembil, with the Rais speaking."""

    @pytest.fixture
    def deal(self) -> ExampleDeal:
        """The deal."""
        return read("schembil/captains")

    def test_both_captains_ask_and_order_and_are_answered(self, deal: ExampleDeal) -> None:
        """Each Rais speaks, in questions and in orders, and mates of both sides answer."""
        actions = deal.record.actions
        rais = set(deal.record.start.rais)
        assert {a.seat for a in actions if isinstance(a, Ask)} == rais
        assert {a.seat for a in actions if isinstance(a, Order)} == rais
        answers = {a.seat for a in actions if isinstance(a, Answer)}
        assert {deal.record.rules.sides[seat] for seat in answers} == {0, 1}
        assert not answers & rais

    def test_answers_are_true(self, deal: ExampleDeal) -> None:
        """These mates do not bluff: no trick can be taken, one trump is held, the ace or the three is there."""
        said = [(m.table, a) for m in deal.line for a in [deal.record.actions[m.acted - 1]] if isinstance(a, Answer)]
        for table, answer in said:
            hand, rules = table.hands[answer.seat], table.rules
            trumps = [card for card in hand if suit_of(card) == table.trump]
            match answer.answer:
                case "no":
                    led = suit_of(table.trick[0])
                    best = max(rules.strength[card] for card in table.trick if suit_of(card) == led)
                    assert not trumps
                    assert not any(suit_of(card) == led and rules.strength[card] > best for card in hand)
                case "yes":
                    assert any(card[0] in "A3" for card in trumps)
                case number:
                    assert len(trumps) == int(number)

    def test_an_order_is_advice(self, deal: ExampleDeal) -> None:
        """Once a mate is told to load and plays a card that counts nothing."""
        actions = deal.record.actions
        points = deal.record.rules.points
        followed = [
            points[after.card] >= 10
            for order, after in pairwise(actions)
            if isinstance(order, Order) and order.command == "load" and isinstance(after, Play)
        ]
        assert sorted(followed) == [False, True]
        assert "orders-advise" in laws(deal)

    def test_a_captain_names_only_cards_he_has_seen(self, deal: ExampleDeal) -> None:
        """To order a card by name one must have looked at it."""
        for moment in deal.line:
            action = deal.record.actions[moment.acted - 1] if moment.acted else None
            if isinstance(action, Order) and action.card and action.card in moment.table.hands[action.to]:
                assert action.card in moment.table.seen[action.seat], seat_name(action.seat)

    def test_the_turn_up_ends_with_the_dealer(self, deal: ExampleDeal) -> None:
        """The card that was turned up is the dealer's last card, and everyone knows it."""
        exposed = next(m.table.turn_up for m in deal.line if m.table.turn_up)
        dealt = next(m.table for m in deal.line if m.table.deals == 2)
        assert exposed in dealt.hands[dealt.dealer]
        assert "must-be-held-by" in kinds(deal)

    def test_the_way_trumps_are_found_is_called_borrowed(self, deal: ExampleDeal) -> None:
        """The page that tells of Schembil is silent on trumps, and the reader hears so."""
        note = next(note for note in deal.notes if "schembil.turn-up" in note.laws)
        words = "".join(part for part in note.parts if isinstance(part, str))
        assert "borrowed from Briscola" in words

    def test_the_count_is_as_close_as_can_be(self, deal: ExampleDeal) -> None:
        """Sixty-one wins a deal, and every load counts."""
        result = end(deal).result
        assert result is not None
        assert result.count == (61, 59)
        assert result.game_points == (1, 0)
        assert {"seen-by", "costs", "legal", "worth", "takes", "score"} <= kinds(deal)
        assert {"rais", "rais-look", "rais-speaks", "no-duty", "values", "second-deal", "win-deal"} <= laws(deal)
