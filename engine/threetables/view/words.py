"""Every word that the player shows, in one place.

`Words` knows how this deal calls its cards (French or Latin suits) and how this reader calls the seats. The sentences
about events take events as a viewpoint saw them (`events.seen_by`), so a hidden card cannot be named: it is not there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from ..actions import (
    Action,
    Announce,
    Answer,
    Ask,
    Command,
    Cut,
    MakeSign,
    NameTrump,
    Order,
    Play,
    Question,
    Sign,
    Swap,
    ThrowIn,
)
from ..cards import Card, Rank, Suit, rank_of, suit_of
from ..events import (
    Announced,
    Answered,
    Asked,
    Counted,
    Dealt,
    Drew,
    Event,
    HandsShown,
    Ordered,
    PackCut,
    Played,
    Result,
    SignMade,
    Swapped,
    ThrownIn,
    TrickTaken,
    TrumpNamed,
    TurnedUp,
)
from ..laws import Objection
from ..rules import Rules
from ..seats import Place, Seat, Side, place, seat_name
from .faces import Suits

Calling = Literal["letters", "places"]

RANKS: Final[Mapping[Rank, str]] = {
    Rank("A"): "ace", Rank("K"): "king", Rank("Q"): "queen", Rank("J"): "jack", Rank("N"): "knight", Rank("T"): "ten",
    Rank("9"): "nine", Rank("8"): "eight", Rank("7"): "seven", Rank("6"): "six", Rank("5"): "five", Rank("4"): "four",
    Rank("3"): "three", Rank("2"): "two",
}  # fmt: skip

SUITS: Final[Mapping[Suits, Mapping[Suit, str]]] = {
    "french": {Suit("S"): "spades", Suit("H"): "hearts", Suit("D"): "diamonds", Suit("C"): "clubs"},
    "latin": {Suit("S"): "swords", Suit("H"): "cups", Suit("D"): "coins", Suit("C"): "clubs"},
}

PLACES: Final[Mapping[Place, str]] = {
    "near": "near", "left": "left", "near-left": "near left", "far-left": "far left", "across": "across",
    "far-right": "far right", "near-right": "near right", "right": "right",
}  # fmt: skip

SIGNS: Final[Mapping[str, str]] = {
    "trey": "I hold the three of trumps",
    "ace": "I hold the ace of trumps",
    "deuce": "I hold the two of trumps",
    "king": "I hold the king of trumps",
    "queen": "I hold the queen of trumps",
    "jack": "I hold the jack of trumps",
    "outside-trey": "I hold a three outside trumps",
    "load": "I hold an ace or a {second} outside trumps",
    "no-trumps": "I hold no trumps",
    "three": "I hold the three of trumps",
    "knight": "I hold the knight of trumps",
}

QUESTIONS: Final[Mapping[Question, str]] = {
    "any-trump": "Any trump?",
    "how-many": "How many trumps?",
    "ace-or-three": "In {suit}, the ace or the three?",
    "can-take": "Can you take this trick?",
}

COMMANDS: Final[Mapping[Command, str]] = {
    "take": "Take it.",
    "leave": "Leave it.",
    "load": "Load it.",
    "trump": "Trump it.",
    "play": "Play the {card}.",
}

REFUSALS: Final[Mapping[str, str]] = {
    "deal-over": "This deal is over; there is nothing left to play.",
    "not-held": "{seat} does not hold the {card}.",
    "not-your-turn": "It is not {seat}'s turn. {turn} is to play.",
    "table-first": "Nobody acts now. The table comes first: cards are dealt or drawn, or a trick is taken.",
    "must-follow": "{seat} has to follow suit, and holds {suits}.",
    "must-trump": "{seat} cannot follow suit and has to trump, and holds {suits}.",
    "trump-first": "No card is played before trumps are named. {turn} is to name them.",
    "cut-first": "No card is played before the pack is cut. {turn} is to cut.",
    "no-cut-now": "The pack is cut before the deal and at no other time.",
    "cut-size": "A cut leaves at least one card in each part of the pack.",
    "trump-named": "Trumps are named once, and not at this time.",
    "not-declarer": "{seat} does not name trumps in this deal. {turn} does.",
    "no-such-suit": "That is not one of the four suits.",
    "no-throw-in": "These rules have no new deal for weak cards.",
    "no-throw-in-now": "A new deal may be asked for only by the one who names trumps, and before naming them.",
    "not-weak": "{seat} holds {cards}, so the first four cards are not weak.",
    "no-announcing": "These rules have no announcing.",
    "announced-already": "Every trick has been announced already.",
    "not-six-tricks": "Every trick is announced after the side has won the first six, and before the seventh is led.",
    "not-the-rais": "{seat} is not a Rais, and only a Rais speaks first.",
    "not-your-sides-turn": "A Rais speaks while his own side is to play.",
    "not-your-partner": "A Rais speaks to his own partners.",
    "silence": "Nobody talks or signs in the first trick.",
    "no-such-question": "That question is not on the list.",
    "no-such-order": "That order is not on the list.",
    "not-asked": "{seat} has not been asked anything.",
    "answer-does-not-fit": "That does not answer what was asked.",
    "no-signs": "These rules have no signs.",
    "no-such-sign": "That sign is not on the list.",
    "not-now": "This is not the time for signs.",
    "sign-untrue": "{seat} does not hold what the sign says.",
    "no-swap": "In these rules the turn-up is not changed for another card.",
    "turn-up-gone": "The turn-up has been drawn already.",
    "low-trump-not-held": "{seat} does not hold the lowest trump.",
    "other-game": "That is not done in this game.",
}
"""Why an action is refused, by `Objection.why`. A breach without a sentence of its own is told by its law alone."""

BOARD: Final[Mapping[str, str]] = {
    "table": "The table, {game}",
    "trump": "Trump: {suit}",
    "no-trump": "No trump yet",
    "trumpless": "No trumps in this game",
    "trick-number": "Trick {number} of {of}",
    "to-play": "to play",
    "to-name": "to name trumps",
    "to-cut": "to cut",
    "dealer": "dealer",
    "declarer": "names trumps",
    "rais": "Rais",
    "promised": "promised all tricks",
    "cards-of": "Cards of {seat}",
    "face-down": "{number} face down",
    "trick": "The trick",
    "played-by": "{seat}:",
    "best": "winning so far",
    "stock": "{number} in the stock",
    "turn-up": "Turned up",
    "taken": "The trick just taken",
    "tricks": "{number} tricks",
    "tricks-one": "1 trick",
    "points": "{number} points",
    "points-one": "1 point",
    "score": "Score {number} of {target}",
    "pending": "Bonus waiting: {number}",
    "tokens": "{red} red and {black} black tokens",
    "result": "The count.",
    "plan": "The seats, seen from above. Partners share a letter; deal and play go {direction}.",
    "clockwise": "clockwise",
    "anticlockwise": "anticlockwise",
    "plan-turn": "deal and play",
    "plan-deals": "deals",
    "plan-cuts": "cuts",
    "plan-names": "names trumps",
    "plan-leads": "leads",
    "ladder": "From the highest to the lowest, in every suit.",
    "ladder-values": "From the highest to the lowest, in every suit; under each card its points.",
}
"""Phrases on the drawn table and in the figures. Where `number` is 1, the phrase under ``KEY-one`` is taken, if any."""

CONTROLS: Final[Mapping[str, str]] = {
    "player": "Deal: {title}",
    "toolbar": "Step through the deal",
    "first": "First step",
    "back": "One step back",
    "forward": "One step forward",
    "last": "Last step",
    "previous-trick": "Previous trick",
    "next-trick": "Next trick",
    "play": "Play",
    "speed": "Speed",
    "slow": "Slow",
    "steady": "Steady",
    "quick": "Quick",
    "eyes": "Whose eyes",
    "all-open": "All open",
    "eyes-of": "{seat}'s eyes",
    "copy": "Copy",
    "copy-link": "Copy a link to this step",
    "copy-record": "Copy the deal as a record",
    "copy-text": "Copy this step as text",
    "report": "Correct this step",
    "choose": "Do it",
    "settings": "Settings",
    "plays": "The plays",
    "retry": "Try again",
    "return": "Back to the deal as played",
    "dismiss": "Close",
    "options": "{seat} may also",
    "talk": "Signs and talk",
    "before": "The table is set.",
    "before-play": "Before the play",
    "unseen": "Something happened that this seat did not notice.",
    "to-come": "Step {step}",
    "trick": "Trick {number}",
    "count": "The count",
    "meter": "Loading the engine",
    "branch": "You have left the deal as it was played. Esc takes you back.",
    "by-hand": "You are playing this deal. The address of this page holds what you have played.",
    "start-again": "Drop these plays",
    "law": "The law",
    "at-work": "Laws at work here:",
    "at-work-next": "Laws for the next choice:",
    "folded": "The notes tell of all hands, so they are put away while you look with one seat's eyes.",
}
"""Labels of the player's controls and panels."""

MESSAGES: Final[Mapping[str, str]] = {
    "progress": "Step {step} of {steps}",
    "asleep": "The engine starts when you touch a card.",
    "loading": "Loading the engine: {done} of {total} MB. Stepping works meanwhile.",
    "fetching": "Loading the engine: {done} of {total} MB. Your deal follows by itself.",
    "starting": "Starting the engine.",
    "live": "The engine is live. Touch any face-up card to try it.",
    "failed": "The engine did not load: {why} You can go on stepping.",
    "damaged-link": "This link was damaged on its way: a part of it is missing or changed. "
    "What is left of the deal is in the box; look it through before you open it.",
    "needs-engine": "This needs the engine, which is still loading. It will follow by itself.",
    "cut": "{file} came only in part ({done} of {total} bytes).",
    "unreachable": "{file} could not be fetched.",
    "answered": "{file} was answered with {status}.",
    "wrong-type": "{file} is not what it should be.",
    "broken": "Python did not start.",
    "fault": "The engine could not answer that.",
    "copied": "Copied.",
    "not-copied": "Your browser did not let us copy. Here it is:",
    "returned": "Back on the deal as played.",
    "dropped": "The plays are dropped.",
    "play": "Play",
    "pause": "Pause",
}
"""Sentences that the script in the page fills in by itself; they travel with each player as data."""

SETTINGS: Final[tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]] = (
    ("faces", "Card faces", (("full", "Full pictures"), ("index", "Large index only"))),
    ("suits", "Suit colours", (("two", "Two colours"), ("four", "Four colours"))),
    ("scheme", "Light", (("system", "As this device asks"), ("light", "Light"), ("dark", "Dark"))),
    ("motion", "Moving cards", (("system", "As this device asks"), ("none", "No motion"))),
    (
        "near",
        "Seat near you",
        tuple((f"{'AB'[seat % 2]}{seat // 2 + 1}", f"{'AB'[seat % 2]}{seat // 2 + 1}") for seat in range(6)),
    ),
    ("calling", "Seats are called", (("letters", "A1, B1, …"), ("places", "Near, left, across, …"))),
)
"""The settings: name, question, and the choices with their labels. The first choice is the default."""

SETTINGS_TEXT: Final[Mapping[str, str]] = {
    "title": "Settings",
    "kept": "Kept on this device only, and sent nowhere.",
    "close": "Done",
    "forget": "Forget everything on this device",
    "forgotten": "Forgotten.",
}

OPENER: Final[Mapping[str, str]] = {
    "paste": "Paste a record or a link",
    "deal-one": "Or have one dealt",
    "noscript": "Opening a deal needs JavaScript, because the engine has to read it first.",
    "record": "A record, as the notation page describes it",
    "open": "Open it",
    "game": "Game",
    "rules": "Rules",
    "seats": "Seats",
    "usual": "As these rules have it",
    "house-rules": "House rules",
    "seed": "Number of the shuffle (the same number deals the same cards)",
    "shuffle": "Another number",
    "deal": "Deal me one",
    "retry": "Try again",
}
"""Labels of the forms that open a deal."""

OPENING: Final[Mapping[str, str]] = {
    "too-long": "That is too long: a record has less than 64 KB, and this has {size} KB.",
    "too-many": "One deal has at most {most} actions, signs and words among them.",
    "not-text": "That is not text that can be read.",
    "empty": "There is nothing to open yet. Paste a record first.",
    "bad-step": "There is no step {number} in this deal; the last is {most}.",
    "bad-branching": "A tried line cannot leave the deal after {number} actions; it has {most}.",
    "bad-seats": "There is no table with {number} seats.",
    "bad-seed": "{number} is no number of a shuffle: they go from 0 to {most}.",
    "bad-seat": "There is no seat {seat} at this table.",
    "bad-request": "The page asked the engine for something it does not know.",
    "bad-branch": "The tried line cannot be played: {why}",
    "untitled": "A deal of {game}",
    "where": "Line {line}, column {column}: found {found}, expected {expected}.",
    "not-face-up": "That card does not lie face up in that hand.",
    "not-yours": "With {seat}'s eyes you act for {seat} only.",
    "whole-record": "A record names every card, so it is not copied while you look with {seat}'s eyes.",
    "may-not": "That may not be played now.",
    "bad-rules": "Those rules cannot be played: {why}.",
}
"""What is said when a record, a link or a request cannot be read."""


def listed(parts: tuple[str, ...]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


@dataclass(frozen=True)
class Words:
    """How one reader is told about one deal.

    `near` is the seat near the reader; `calling` whether seats are called by their letters or by their places.
    """

    rules: Rules
    suits: Suits = "french"
    near: Seat = 0
    calling: Calling = "letters"

    def rank(self, rank: Rank) -> str:
        """``three``, ``knight``."""
        return RANKS[rank]

    def suit(self, suit: Suit) -> str:
        """``spades``, or ``swords`` with Latin suits."""
        return SUITS[self.suits][suit]

    def card(self, card: Card) -> str:
        """``three of spades``."""
        return f"{RANKS[rank_of(card)]} of {self.suit(suit_of(card))}"

    def cards(self, cards: tuple[Card, ...]) -> str:
        """``the three of spades and the ace of hearts``."""
        return listed(tuple(f"the {self.card(card)}" for card in cards))

    def place(self, seat: Seat) -> str:
        """``near``, ``far left``."""
        return PLACES[place(seat, self.near, self.rules.seats, self.rules.direction)]

    def seat(self, seat: Seat) -> str:
        """``A1``, or ``Near left`` where the reader calls seats by their places."""
        if self.calling == "places":
            return self.place(seat).capitalize()
        return seat_name(seat)

    def seat_and_place(self, seat: Seat) -> str:
        """``A1 (near)``, whichever way the reader calls seats."""
        return f"{seat_name(seat)} ({self.place(seat)})"

    def named(self, kind: Literal["card", "suit", "number", "side"], value: int | str) -> str:
        """What a placeholder of a note stands for, in words."""
        match kind:
            case "card":
                return self.card(Card(str(value)))
            case "suit":
                return self.suit(Suit(str(value)))
            case "side":
                return self.side(int(value))
            case "number":
                return str(value)

    def side(self, side: Side) -> str:
        """``side A``."""
        return f"side {'AB'[side]}"

    def happened(self, event: Event) -> str:
        """One sentence on an event as a viewpoint saw it."""
        match event:
            case PackCut(seat, 0, _):
                return f"{self.seat(seat)} leaves the pack uncut."
            case PackCut(seat, at, None):
                return f"{self.seat(seat)} cuts, lifting {counted(at, 'card')}."
            case PackCut(seat, at, shown):
                assert shown is not None
                return f"{self.seat(seat)} cuts at the {self.card(shown)}: {self.suit(suit_of(shown))} are trumps."
            case Dealt(packets):
                return f"{counted(len(packets[0][1]), 'card')} to each seat."
            case TurnedUp(card):
                return f"The {self.card(card)} is turned up: {self.suit(suit_of(card))} are trumps."
            case TrumpNamed(seat, suit):
                return f"{self.seat(seat)} names {self.suit(suit)} as trumps."
            case HandsShown(looks):
                return self._looks(looks)
            case Played(seat, card):
                return f"{self.seat(seat)} plays the {self.card(card)}."
            case TrickTaken(seat):
                return f"{self.seat(seat)} takes the trick."
            case Drew(seat, None, _):
                return f"{self.seat(seat)} draws a card."
            case Drew(seat, card, turn_up):
                assert card is not None
                return f"{self.seat(seat)} draws the {self.card(card)}{', the turn-up' if turn_up else ''}."
            case Swapped(seat, gave, took):
                return f"{self.seat(seat)} changes the {self.card(gave)} for the {self.card(took)}."
            case Announced(seat):
                return f"{self.seat(seat)} announces that {self.side(self.rules.sides[seat])} will take every trick."
            case SignMade(seat, None, _):
                return f"{self.seat(seat)} makes a sign."
            case SignMade(seat, sign, _):
                assert sign is not None
                return f"{self.seat(seat)} makes a sign: {self.sign(sign)}."
            case Asked(seat, to, question, suit):
                return f"{self.seat(seat)} asks {self.seat(to)}: {self._question(question, suit)}"
            case Ordered(seat, to, command, card):
                return f"{self.seat(seat)} tells {self.seat(to)}: {self._command(command, card)}"
            case Answered(seat, answer):
                return f"{self.seat(seat)} answers: {self._answer(answer)}"
            case ThrownIn(_, None):
                return "The deal is thrown in, and dealt again by the same dealer."
            case ThrownIn(_, seat):
                assert seat is not None
                return f"{self.seat(seat)} asks for a new deal; the same dealer deals again."
            case Counted(result):
                return self.counted(result)
            case _:
                assert_never(event)

    def happened_together(self, events: tuple[Event, ...]) -> str:
        """One sentence on a whole step: a round of draws is told in one breath."""
        draws = tuple(event for event in events if isinstance(event, Drew))
        if len(draws) < 2 or len(draws) < len(events):
            return " ".join(map(self.happened, events))
        named = tuple(
            f"{self.seat(draw.seat)}" + (f" the {self.card(draw.card)}" if draw.card else " a card") for draw in draws
        )
        return f"Each seat draws: {listed(named)}."

    def phrase(self, key: str, **values: object) -> str:
        """One of the phrases of `BOARD`, filled in."""
        phrase = BOARD.get(f"{key}-one") if values.get("number") == 1 else None
        return (phrase or BOARD[key]).format(**values)

    def says(self, utterance: Event) -> str:
        """What stands in the bubble of one who talks or signs."""
        match utterance:
            case Asked(_, to, question, suit):
                return f"To {self.seat(to)}: {self._question(question, suit)}"
            case Ordered(_, to, command, card):
                return f"To {self.seat(to)}: {self._command(command, card)}"
            case Answered(_, answer):
                return self._answer(answer)
            case SignMade(_, sign, _):
                return "makes a sign" if sign is None else f"{self.sign(sign)}."
            case _:
                raise TypeError(f"nothing is said by {utterance!r}")

    def sign(self, sign: Sign) -> str:
        """What a sign says. A load is the card next to the ace in value, and so differs with the game."""
        return SIGNS[sign].format(second="two" if self.rules.game == "skambil" else "three")

    def counted(self, result: Result) -> str:
        """How the deal ended."""
        unit = "trick" if self.rules.trump == "named" else "point"
        a, b = result.count
        ended = f"Side A has {counted(a, unit)}, side B {b}."
        if result.void:
            return f"{ended} The deal counts for nothing and is dealt again."
        scoring = {self.side(side): points for side, points in enumerate(result.game_points) if points}
        if not scoring:
            told = " Nobody scores."
        elif self.rules.game == "schembil":
            told = " Each side scores the deal." if len(scoring) > 1 else f" {_capital(*scoring)} wins the deal."
        else:
            won = "game point" if self.rules.game == "skambil" else "point"
            scored = tuple(f"{side} scores {counted(points, won)}" for side, points in scoring.items())
            told = f" {_capital(listed(scored))}."
        waits = f" A bonus of {result.pending} waits for the next deal." if result.pending else ""
        return ended + told + waits

    def refused(self, objection: Objection, action: Action, turn: Seat | None) -> str | None:
        """Why the action is refused, or None where only the law's own words will do."""
        why = "table-first" if turn is None and objection.why == "not-your-turn" else objection.why
        sentence = REFUSALS.get(why)
        if sentence is None:
            return None
        suits = tuple(dict.fromkeys(suit_of(card) for card in objection.cards))
        return sentence.format(
            seat=self.seat(action.seat),
            turn="Nobody" if turn is None else self.seat(turn),
            card=self.card(action.card) if isinstance(action, Play) else "card",
            suits=listed(tuple(self.suit(suit) for suit in suits)),
            cards=self.cards(objection.cards),
        )

    def offered(self, action: Action) -> str:
        """The label of the button that takes an action."""
        match action:
            case Play(_, card):
                return f"Play the {self.card(card)}"
            case Cut(_, 0):
                return "Leave the pack uncut"
            case Cut(_, at):
                return f"Cut off {counted(at, 'card')}"
            case NameTrump(_, suit):
                return f"Name {self.suit(suit)} as trumps"
            case ThrowIn():
                return "Ask for a new deal"
            case Announce():
                return "Announce every trick"
            case Swap():
                return "Change the lowest trump for the turn-up"
            case MakeSign(seat, sign):
                return f"{self.seat(seat)} signs: {self.sign(sign)}"
            case Ask(seat, to, question, suit):
                return f"{self.seat(seat)} asks {self.seat(to)}: {self._question(question, suit)}"
            case Order(seat, to, command, card):
                return f"{self.seat(seat)} tells {self.seat(to)}: {self._command(command, card)}"
            case Answer(seat, answer):
                return f"{self.seat(seat)} answers: {self._answer(answer)}"
            case _:
                assert_never(action)

    def _looks(self, looks: tuple[tuple[Seat, Seat], ...]) -> str:
        owners: dict[Seat, list[Seat]] = {}
        for viewer, owner in looks:
            owners.setdefault(viewer, []).append(owner)
        told = tuple(
            f"{self.seat(viewer)} {'at' if place else 'looks at'} "
            + listed(tuple(f"{self.seat(owner)}'s{'' if place else ' hand'}" for owner in seen))
            for place, (viewer, seen) in enumerate(owners.items())
        )
        return f"{listed(told)}."

    def _question(self, question: Question, suit: Suit | None) -> str:
        return QUESTIONS[question].format(suit=self.suit(suit) if suit else "")

    def _command(self, command: Command, card: Card | None) -> str:
        return COMMANDS[command].format(card=self.card(card) if card else "card")

    def _answer(self, answer: str) -> str:
        for suit in SUITS[self.suits]:
            if answer == suit:
                return f"{_capital(self.suit(suit))}."
        return f"{_capital(answer)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
