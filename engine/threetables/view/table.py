"""The table, drawn from above: one function from a `Sight` to an element, used by the build and by the worker alike.

Where things lie::

    div.tt-board                 the near seat below, the others round it as they sit
      p.tt-state                 trump, trick and bonus in words
      div.tt-felt
        div.tt-seat  × seats     in playing order from the near seat: who, speech, cards
        ol.tt-trick              each card where its seat throws it
        div.tt-stock             the stock on the turn-up
        div.tt-tray  × 2         what each side has won, and its tokens
      p.tt-end                   the count, once the deal is over

Every card that lies face up carries ``data-card``; that is the key by which a script may let it travel. A card lies at
one place of the board only. Nothing here knows more than the sight, and a card face down has no attribute of its own.
"""

from collections.abc import Iterable
from typing import Final, Protocol
from xml.etree.ElementTree import Element

from ..cards import Card, Suit, suit_of
from ..events import Answered, Asked, Event, Ordered, Result, SignMade, TrickTaken
from ..rules import Rules
from ..seats import Place, Seat, Side, in_turn, place, seat_name
from ..sight import Sight
from ..tricks import winning
from .faces import Suits, back, card_element, suit_sign
from .markup import append, classes, el


class Words(Protocol):
    """What the table asks of the catalogue of words.

    `says` is what stands in the bubble of one who talks. `phrase` takes these keys: ``table`` (game), ``trump`` (suit),
    ``no-trump``, ``trumpless``, ``trick-number`` (number, of), ``to-play``, ``to-name``, ``to-cut``, ``dealer``,
    ``declarer``, ``rais``, ``promised``, ``cards-of`` (seat), ``face-down`` (number), ``trick``, ``played-by`` (seat),
    ``best``, ``stock`` (number), ``turn-up``, ``taken``, ``tricks`` (number), ``points`` (number), ``score`` (number,
    target), ``pending`` (number), ``tokens`` (red, black) and ``result``; for the figures of `diagrams` also
    ``clockwise``, ``anticlockwise``, ``plan`` (direction), ``plan-turn``, ``plan-deals``, ``plan-cuts``,
    ``plan-names``, ``plan-leads``, ``ladder`` and ``ladder-values``.
    """

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""

    @property
    def suits(self) -> Suits:
        """Which family of suits the cards are drawn and called by."""

    @property
    def near(self) -> Seat:
        """The seat near the reader."""

    def seat(self, seat: Seat) -> str:
        """What the reader calls a seat."""

    def place(self, seat: Seat) -> str:
        """Where a seat is, seen from the near one."""

    def side(self, side: Side) -> str:
        """What the reader calls a side."""

    def card(self, card: Card) -> str:
        """The name of a card."""

    def suit(self, suit: Suit) -> str:
        """The name of a suit."""

    def says(self, utterance: Event) -> str:
        """What one who talks or signs is heard to say."""

    def counted(self, result: Result) -> str:
        """How the deal ended."""

    def phrase(self, key: str, **values: object) -> str:
        """One of the phrases named above."""


TOKENS: Final = 10
"""How many tokens each side of an Omi table begins with: ten red, ten black."""

_SUITS_IN_HAND: Final = "SHCD"

_TURN: Final = {"name": "to-name", "cut": "to-cut"}


def draw(
    sight: Sight,
    *,
    words: Words,
    lit: frozenset[Card] = frozenset(),
    playable: bool | frozenset[Card] = True,
    last: Event | None = None,
    scores: tuple[int, int] | None = None,
) -> Element:
    """The table as this sight has it.

    `lit` cards are held up as proof; `playable` says which face-up cards of the hands are buttons (all, none, or
    those); `last` is the event that led here, so that a trick just taken still lies open on the winner's pile;
    `scores` are the match scores.
    """
    return _Board(sight, words, lit, playable, last, scores).drawn()


class _Board:
    """The arguments of one drawing, shared by its parts."""

    def __init__(
        self,
        sight: Sight,
        words: Words,
        lit: frozenset[Card],
        playable: bool | frozenset[Card],
        last: Event | None,
        scores: tuple[int, int] | None,
    ) -> None:
        self.sight = sight
        self.rules = sight.rules
        self.words = words
        self.lit = lit
        self.playable = playable
        self.scores = scores
        self.gathered = sight.taken[-1] if isinstance(last, TrickTaken) and sight.taken else None

    def drawn(self) -> Element:
        """The whole board."""
        felt = el("div", {"class": "tt-felt"})
        append(felt, *(self.seat(seat) for seat in in_turn(self.words.near, self.rules.seats)))
        append(felt, self.trick(), self.stock(), self.tray(1 - self.near_side), self.tray(self.near_side))
        attributes = {
            "class": f"tt-board tt-{self.rules.seats} tt-{self.words.suits} tt-h{sum(self.rules.packets)}",
            "role": "group",
            "aria-label": self.words.phrase("table", game=self.rules.book.title),
        }
        return el("div", attributes, self.state(), felt, self.end())

    @property
    def near_side(self) -> Side:
        """The side of the near seat."""
        return self.rules.sides[self.words.near]

    def where(self, seat: Seat) -> Place:
        """The place of a seat at the drawn table."""
        return place(seat, self.words.near, self.rules.seats, self.rules.direction)

    def state(self) -> Element:
        """Trump, trick and waiting bonus, in words."""
        phrase, sight = self.words.phrase, self.sight
        line = el("p", {"class": "tt-state"}, self.trump())
        number = len(sight.taken) + (1 if sight.turn is not None or sight.trick else 0)
        if number and sight.result is None and sight.stretch in ("play", "draw-play"):
            append(line, " ", el("span", None, phrase("trick-number", number=number, of=self.tricks_in_deal)))
        if sight.pending:
            append(line, " ", el("span", {"class": "tt-pending"}, phrase("pending", number=sight.pending)))
        return line

    @property
    def tricks_in_deal(self) -> int:
        """How many tricks there are when the deal is played out."""
        return len(self.rules.pack) // self.rules.seats

    def trump(self) -> Element:
        """The trump suit in words, with its sign."""
        suit = self.sight.trump
        if suit is not None:
            name = self.words.phrase("trump", suit=self.words.suit(suit))
            return el("b", {"class": "tt-trump"}, name, " ", suit_sign(suit, self.words.suits))
        return el(
            "b", {"class": "tt-trump"}, self.words.phrase("trumpless" if self.rules.trump == "none" else "no-trump")
        )

    def card(self, card: Card, *, seat: Seat | None = None, extra: str | None = None) -> Element:
        """A card that lies face up; in the hand of `seat` it may be a button."""
        button = seat is not None and (self.playable if isinstance(self.playable, bool) else card in self.playable)
        return card_element(
            card,
            self.words.card(card),
            self.words.suits,
            tag="button" if button else "span",
            extra=classes("tt-lit" if card in self.lit else None, extra),
            data={"data-seat": None if seat is None else seat_name(seat)},
        )

    def backs(self, number: int) -> tuple[Element, ...]:
        """Cards face down, told by their number alone."""
        told = el("span", {"class": "tt-vh"}, self.words.phrase("face-down", number=number))
        return (*(back() for _ in range(number)), told)

    def seat(self, seat: Seat) -> Element:
        """One player: who, what is said, and the cards."""
        sight = self.sight
        turn = sight.turn == seat
        name = self.words.seat(seat)
        attributes = {
            "class": classes(
                "tt-seat", f"tt-{self.where(seat)}", f"tt-side-{self.rules.sides[seat]}", "tt-turn" if turn else None
            ),
            "role": "group",
            "aria-label": name,
        }
        return el("div", attributes, self.who(seat, name), self.speech(seat), self.hand(seat, name))

    def who(self, seat: Seat, name: str) -> Element:
        """The label of a seat, and what it is at this deal."""
        sight, phrase = self.sight, self.words.phrase
        spot = self.words.place(seat)
        line = el("p", {"class": "tt-who"}, el("b", None, name))
        if spot.lower() != name.lower():
            append(line, " ", el("span", None, spot))
        marks = (
            ("dealer", sight.dealer == seat),
            ("declarer", sight.declarer == seat and sight.stretch != "name"),
            ("rais", seat in sight.rais),
            ("promised", sight.announced == seat),
        )
        for mark, holds in marks:
            if holds:
                append(line, " ", el("em", {"class": f"tt-{mark}"}, phrase(mark)))
        if sight.turn == seat:
            append(line, " ", el("strong", None, phrase(_TURN.get(sight.stretch, "to-play"))))
        return line

    def speech(self, seat: Seat) -> Element | None:
        """What this seat said or signed last during this trick."""
        for heard in reversed(self.sight.heard):
            if isinstance(heard, SignMade | Asked | Ordered | Answered) and heard.seat == seat:
                signed = " tt-signed" if isinstance(heard, SignMade) else ""
                return el("p", {"class": f"tt-says{signed}"}, self.words.says(heard))
        return None

    def hand(self, seat: Seat, name: str) -> Element | None:
        """The cards of one seat: those that are seen one by one, the others as so many backs."""
        cards = self.sight.hands[seat]
        if not cards:
            return None
        seen = self.sorted(card for card in cards if card is not None)
        hand = el("ul", {"class": "tt-hand", "aria-label": self.words.phrase("cards-of", seat=name)})
        append(hand, *(el("li", None, self.card(card, seat=seat)) for card in seen))
        hidden = len(cards) - len(seen)
        if hidden:
            append(hand, el("li", {"class": "tt-hid"}, *self.backs(hidden)))
        return hand

    def sorted(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Cards as a player sorts them: by suits, colours in turn, the highest first."""
        return tuple(sorted(cards, key=lambda card: (_SUITS_IN_HAND.index(suit_of(card)), -self.rules.strength[card])))

    def trick(self) -> Element | None:
        """The trick, each card in front of the seat that threw it."""
        sight, rules, phrase = self.sight, self.rules, self.words.phrase
        if not sight.trick:
            return None
        best = winning(sight.trick, sight.trump if rules.trumps_win else None, rules.strength)
        trick = el("ol", {"class": "tt-trick", "aria-label": phrase("trick")})
        for turn, card in enumerate(sight.trick):
            seat = (sight.leader + turn) % rules.seats
            thrown = el("li", {"class": f"tt-{self.where(seat)}"})
            append(thrown, el("span", {"class": "tt-vh"}, phrase("played-by", seat=self.words.seat(seat))), " ")
            append(thrown, self.card(card, extra="tt-best" if turn == best else None))
            if turn == best:
                append(thrown, " ", el("span", {"class": "tt-vh"}, phrase("best")))
            append(trick, thrown)
        return trick

    def stock(self) -> Element | None:
        """The stock, lying across the turn-up."""
        sight, phrase = self.sight, self.words.phrase
        if not sight.stock and sight.turn_up is None:
            return None
        stock = el("div", {"class": "tt-stock"})
        if sight.turn_up is not None:
            label = el("span", {"class": "tt-vh"}, phrase("turn-up"))
            append(stock, label, " ", self.card(sight.turn_up, extra="tt-up"), " ")
        if sight.stock:
            append(stock, back(), el("small", None, phrase("stock", number=sight.stock)))
        return stock

    def tray(self, side: Side) -> Element:
        """What one side has won: its tricks laid crosswise, card points where they count, tokens, score."""
        sight, rules, phrase = self.sight, self.rules, self.words.phrase
        won = sight.tricks_won[side]
        own = side == self.near_side
        tray = el("div", {"class": f"tt-tray tt-side-{side} {'tt-ours' if own else 'tt-theirs'}"})
        append(tray, el("p", None, el("b", None, _capital(self.words.side(side))), " ", self.taken_so_far(side)))
        gathered = self.gathered
        if gathered is not None and rules.sides[gathered.winner] == side:
            cards = (el("li", None, self.card(card)) for card in gathered.cards)
            append(tray, el("ul", {"class": "tt-taken", "aria-label": phrase("taken")}, *cards))
        else:
            append(tray, el("span", {"class": "tt-pile", "aria-hidden": "true"}, *(el("i") for _ in range(won))))
        if self.scores is not None:
            append(tray, *self.score(side, self.scores))
        return tray

    def taken_so_far(self, side: Side) -> Element:
        """Tricks, and card points where the game counts them."""
        told = self.words.phrase("tricks", number=self.sight.tricks_won[side])
        if any(self.rules.values.values()):
            told = f"{self.words.phrase('points', number=self.sight.points_won[side])}, {told}"
        return el("span", None, told)

    def score(self, side: Side, scores: tuple[int, int]) -> tuple[Element, ...]:
        """The match score of a side; at Omi also its tokens: what is left of its own, and what the others paid."""
        target = self.rules.target
        told = el("p", {"class": "tt-score"}, self.words.phrase("score", number=scores[side], target=target))
        if self.rules.game != "omi":
            return (told,)
        kept, gained = TOKENS - min(scores[1 - side], TOKENS), min(scores[side], TOKENS)
        red, black = (kept, gained) if side == 0 else (gained, kept)
        stacks = (f"tt-red tt-n{red}", f"tt-black tt-n{black}")
        picture = el("span", {"class": "tt-tokens", "aria-hidden": "true"}, *(el("i", {"class": s}) for s in stacks))
        return (told, picture, el("span", {"class": "tt-vh"}, self.words.phrase("tokens", red=red, black=black)))

    def end(self) -> Element | None:
        """The count, once the deal is over."""
        result = self.sight.result
        if result is None:
            return None
        title = el("b", None, self.words.phrase("result"))
        return el("p", {"class": "tt-end"}, title, " ", self.words.counted(result))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
