"""The engine against plain retellings of the written rules, which share no code with it."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import Line, examples, lines, moments, presets_and_seats, starts
from threetables.actions import Cut, Play
from threetables.cards import SUITS, Card, Suit
from threetables.deal import legal
from threetables.events import Drew, TrickTaken
from threetables.rules import Rules
from threetables.table import Table
from threetables.tricks import winning

# From the texts, highest first. The column on Skambil writes "10-7 (or 6)"; Oochlee keeps the 5s too.
HIGHEST_FIRST = {
    "skambil": ["3", "A", "2", "K", "Q", "J", "T", "9", "8", "7", "6", "5"],
    "omi": ["A", "K", "Q", "J", "T", "9", "8", "7"],
    "schembil": ["A", "3", "K", "N", "J", "7", "6", "5", "4"],
}
FRENCH_SCHEMBIL = {
    "KJQ": ["A", "3", "K", "J", "Q", "7", "6", "5", "4"],
    "KQJ": ["A", "3", "K", "Q", "J", "7", "6", "5", "4"],
}


def order_of(rules: Rules) -> list[str]:
    """The ranks from the highest, by the texts."""
    return FRENCH_SCHEMBIL.get(rules.choices.get("courts", ""), HIGHEST_FIRST[rules.game])


def takes(cards: list[Card], trump: str | None, order: list[str]) -> int:
    """Which card takes the trick: no other beats it."""

    def beats(one: Card, other: Card, led: str) -> bool:
        if one[1] == trump and other[1] != trump:
            return True
        if one[1] != trump and other[1] == trump:
            return False
        if one[1] == led and other[1] != led and other[1] != trump:
            return True
        return one[1] == other[1] and order.index(one[0]) < order.index(other[0])

    led = cards[0][1]
    best = [
        place
        for place, card in enumerate(cards)
        if not any(beats(other, card, led) for other in cards)
        and (card[1] == trump or (card[1] == led and all(other[1] != trump for other in cards)))
    ]
    assert len(best) == 1
    return best[0]


GAMES_PLAYED = [(book.rules(preset.name, seats=seats)) for book, preset, seats in presets_and_seats()]
COURTS = [GAMES_PLAYED[-1].book.rules(choices={"courts": courts}) for courts in FRENCH_SCHEMBIL]


@pytest.mark.parametrize("rules", GAMES_PLAYED + COURTS, ids=lambda rules: f"{rules.preset}-{rules.seats}")
def test_of_any_two_cards_the_right_one_takes_the_trick(rules: Rules) -> None:
    """Every pair of cards, either led, under every trump suit and none."""
    order = order_of(rules)
    for one, other in combinations(rules.pack, 2):
        for cards in ([one, other], [other, one]):
            for trump in (None, *SUITS):
                assert winning(cards, trump, rules.strength) == takes(cards, trump, order)


@given(st.sampled_from(GAMES_PLAYED), st.data())
def test_the_right_card_takes_a_whole_trick(rules: Rules, data: st.DataObject) -> None:
    """Any cards that could lie in one trick, with and without trumps."""
    cards = data.draw(st.permutations(rules.pack))[: rules.seats]
    trump: Suit | None = data.draw(st.sampled_from([None, *SUITS]))
    assert winning(cards, trump, rules.strength) == takes(list(cards), trump, order_of(rules))


def may_play(table: Table) -> list[Card]:
    """What the seat in turn may play, by the words of the texts and of the house rules."""
    rules = table.rules
    assert table.turn is not None
    hand = list(table.hands[table.turn])
    if not table.trick:
        return hand
    must = {
        "always": True,
        "never": False,
        "no": False,
        "after-stock": table.stock == () and table.turn_up is None,
    }[rules.choices.get("follow", "always")]
    if not must:
        return hand
    led = table.trick[0][1]
    same = [card for card in hand if card[1] == led]
    if same:
        return same
    trumps = [card for card in hand if card[1] == table.trump]
    return trumps if trumps and rules.choices.get("void") == "must-trump" else hand


@examples(0.5)
@given(moments())
def test_one_may_play_what_the_texts_let_one_play(moment: tuple[Line, int]) -> None:
    """Follow suit if you must and can; if you cannot, play what you like, or trump where that is the house rule."""
    line, number = moment
    table = line.tables[number]
    if table.turn is None or table.stretch not in ("play", "draw-play"):
        return
    assert [a.card for a in legal(table) if isinstance(a, Play)] == may_play(table)


class PlainDeal:
    """A deal kept with lists and a loop, as one would at a table: who holds what after each trick, who takes it."""

    def __init__(self, line: Line) -> None:
        self.n = line.rules.seats
        self.dealer = line.start.dealer
        self.deck = list(line.start.pack)
        self.hands: list[list[Card]] = [[] for _ in range(self.n)]
        self.turn_up: Card | None = None
        self.trump: str | None = None
        self.order = order_of(line.rules)
        self.plays = [action.card for action in line.actions if isinstance(action, Play)]
        self.leader = (self.dealer + 1) % self.n
        self.told: list[tuple[int, list[list[Card]]]] = []
        for action in line.actions:
            if isinstance(action, Cut):
                if line.rules.game == "schembil":
                    self.trump = self.deck[action.at - 1][1]
                self.deck = self.deck[action.at :] + self.deck[: action.at]
        getattr(self, line.rules.game)(line)

    def singly(self, times: int) -> None:
        """One card to each, from the seat after the dealer, so many times round."""
        for _ in range(times):
            for step in range(1, self.n + 1):
                self.hands[(self.dealer + step) % self.n].append(self.deck.pop(0))

    def trick(self) -> None:
        """Cards from the leader round; the best one takes it and leads next."""
        cards = []
        for step in range(self.n):
            card = self.plays.pop(0)
            self.hands[(self.leader + step) % self.n].remove(card)
            cards.append(card)
        self.leader = (self.leader + takes(cards, self.trump, self.order)) % self.n

    def note(self) -> None:
        """Remember who took the trick and what everyone holds now."""
        self.told.append((self.leader, [sorted(hand) for hand in self.hands]))

    def draw(self) -> None:
        """One card to each from the winner round, the turn-up to the last."""
        for step in range(self.n):
            if self.deck:
                self.hands[(self.leader + step) % self.n].append(self.deck.pop(0))
            elif self.turn_up is not None:
                self.hands[(self.leader + step) % self.n].append(self.turn_up)
                self.turn_up = None

    def skambil(self, line: Line) -> None:
        """Three each, one turned up, draw until there is nothing to draw."""
        self.singly(3)
        self.turn_up = self.deck.pop(0)
        self.trump = self.turn_up[1]
        while self.plays:
            self.trick()
            self.draw()
            self.note()

    def omi(self, line: Line) -> None:
        """Four in a row to each, trumps named, four more."""
        for _ in range(2):
            for step in range(1, 5):
                seat = (self.dealer + step) % 4
                self.hands[seat] += self.deck[:4]
                del self.deck[:4]
        self.trump = line.end.trump
        while self.plays:
            self.trick()
            self.note()

    def schembil(self, line: Line) -> None:
        """Three each and three each again, or three each and a stock; the exposed card goes under the rest."""
        choices = line.rules.choices
        self.singly(3)
        if choices["trump"] == "turn-up":
            self.trump = self.deck[0][1]
            self.deck.append(self.deck.pop(0))
        drawing = choices["cards"] == "draw"
        while self.plays:
            self.trick()
            if drawing:
                self.draw()
            elif not any(self.hands) and self.deck:
                self.singly(3)
            self.note()


@examples(0.5)
@given(lines(starts(), chatter=0))
def test_cards_come_to_the_players_as_the_texts_deal_them(line: Line) -> None:
    """Deal, draw and take tricks by hand beside the engine: the same cards lie in the same hands all the time."""
    if line.end.thrown is not None or any("swap" in str(action).lower() for action in line.actions):
        return
    told = []
    for event, table in zip(line.events, line.tables[1:], strict=True):
        if isinstance(event, TrickTaken):
            told.append((event.seat, table))
        elif told and (isinstance(event, Drew) or not table.trick):
            told[-1] = (told[-1][0], table)
    engine = [(winner, [sorted(hand) for hand in table.hands]) for winner, table in told]
    assert engine == PlainDeal(line).told
