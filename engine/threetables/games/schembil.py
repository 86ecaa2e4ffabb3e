"""Schembil, of Libya: Briscola for six, led by two captains.

The written source is a page of the Digitalmoka card-game site; its clauses are SC-01 to SC-44. It never says how the
trump suit is fixed: that is borrowed from Briscola, as are most house rules. The closed list of what a captain may say
is our choice.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final, Literal, cast

from ..actions import Action, Answer, Ask, Command, Cut, MakeSign, Order, Question, Sign, Talk
from ..cards import SUITS, Rank, pack_of
from ..deal import cut_objection
from ..events import Asked, Event, Result
from ..laws import Law, Objection, law
from ..rules import NEVER, BadRules, Choice, HouseRule, Preset, Rules, Step, preset_named, seats_for, settle
from ..seats import Seat
from ..table import Table

VALUES: Final = (11, 10, 4, 3, 2)
"""Card points of the five ranks that count, from the highest."""
WORTH_OF_THE_DEAL: Final = 61
QUESTIONS: Final[tuple[Question, ...]] = ("any-trump", "how-many", "ace-or-three", "can-take")
COMMANDS: Final[tuple[Command, ...]] = ("take", "leave", "load", "trump", "play")
SIGNS: Final[tuple[Sign, ...]] = ("ace", "three", "king", "knight", "jack", "load", "no-trumps")

_PAGE = "the Digitalmoka page"
_COLETTI = "Coletti on Briscola"
_WIKIPEDIA = "Briscola, Italian Wikipedia"
_TURNED = f"Briscola, paginainizio.com; {_WIKIPEDIA}"
_FREE = f"{_COLETTI}; Briscola, paginainizio.com"
_SINGLY = f"{_WIKIPEDIA}, older text"
_SIGNS = "signs of Briscola, auraweb.it; signs of Briscola, casinosulweb.it"
_ROTATION = "a rules page on Briscola, spazioinwind.libero.it"
_BRISCOLA_IT = "Briscola in six, briscola.it"

HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    HouseRule(
        "trump",
        "How is the trump suit fixed?",
        (
            Choice("turn-up", "The card exposed after the first three each; it goes under the rest and ends with the "
                   "dealer.", "borrowed", _TURNED),
            Choice("cut-card", "By the card at the cut, before the deal.", "borrowed",
                   "Briscola in Istria, Istrapedia"),
            Choice("none", "There are no trumps.", "borrowed", "Briscolone, in an old Italian manual"),
        ),
    ),
    HouseRule(
        "cards",
        "How do the second three cards come to the players?",
        (
            Choice("two-deals", "The dealer deals again when the first three are played.", "stated", _PAGE),
            Choice("draw", "One by one from the stock, after each trick.", "borrowed", _COLETTI),
        ),
    ),
    HouseRule(
        "follow",
        "Must a player follow the suit led?",
        (
            Choice("no", "No; any card may be played.", "borrowed", _FREE),
            Choice("always", "Always, if able.", "borrowed", "a rules page on Brisca, naipes-casino.com.ar"),
        ),
    ),
    HouseRule(
        "sixty-sixty",
        "What if each side takes 60?",
        (
            Choice("void-same-dealer", "The deal is void and the same dealer deals again.", "borrowed",
                   "a rules page on Briscola, spazioinwind.libero.it"),
            Choice("last-trick", "The side that took the last trick wins.", "borrowed",
                   "a rules page on Briscola, paginainizio.com"),
            Choice("shared", "Each side scores the deal.", "borrowed", "a Briscola program that calls 60-60 a draw, "
                   "mpiorowski/late-sh"),
        ),
    ),
    HouseRule(
        "first-trick",
        "May the captains speak during the first trick?",
        (
            Choice("talk", "Yes, from the first trick on.", "our choice", "the Digitalmoka page sets no limit"),
            Choice("silent", "No; nobody talks or signs in the first trick.", "borrowed", _BRISCOLA_IT),
        ),
    ),
    HouseRule(
        "signs",
        "Are signs made?",
        (
            Choice("off", "No signs are made.", "our choice", "the Digitalmoka page does not mention signs"),
            Choice("italian", "The signs of Briscola, to one's own side.", "borrowed", _SIGNS),
        ),
    ),
    HouseRule(
        "last-three",
        "Do partners see each other's last three cards?",
        (
            Choice("own", "No, except the captain's look.", "our choice", "the Digitalmoka page does not mention it"),
            Choice("shown", "Yes, all partners show their hands.", "borrowed", _BRISCOLA_IT),
        ),
    ),
    HouseRule(
        "courts",
        "Which are the court cards, from the highest?",
        (
            Choice("KNJ", "King, knight, jack: a pack with Latin suits.", "stated", _PAGE),
            Choice("KJQ", "King, jack, queen: French suits, as in Tunisian Chkobba.", "borrowed",
                   "Chkobba, French Wikipedia"),
            Choice("KQJ", "King, queen, jack: French suits, Italian usage.", "borrowed", _WIKIPEDIA),
        ),
    ),
    HouseRule(
        "match",
        "How many deals win the match?",
        (
            Choice("3", "Three.", "stated", _PAGE),
            Choice("4", "Four.", "borrowed",
                   "Briscola in Istria, Istrapedia"),
        ),
    ),
)  # fmt: skip

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        "as-written",
        "Schembil as written",
        "Two deals of three cards, led by the captains, as the Digitalmoka page has it. The trump suit is fixed as in "
        "Briscola, because the page does not say how.",
        "stated",
        (6,),
    ),
    Preset(
        "six-handed-briscola",
        "Schembil with a stock",
        "The same with cards drawn from a stock after each trick, as in Briscola for six.",
        "borrowed",
        (6,),
        {"cards": "draw"},
    ),
)


_law = partial(law, "schembil", "SC")

LAWS: Final[tuple[Law, ...]] = (
    _law("sides", "Six play, three against three; no two of a side sit next to each other, so the sides alternate.",
         4, 5, 9),
    _law("rais", "Each side is led by a captain, the Rais, chosen by the side itself.", 6, 7, 8),
    _law("pack", "From a pack of 40 the dealer takes out the four 2s; 36 cards are left, the same number for "
         "everyone.", 10, 12, 13, house_rule="courts"),
    _law("shuffle", "The dealer shuffles.", 14, enforced=False),
    _law("three-each", "Every player gets three cards, face down.", 15, 16),
    _law("deal-order", "The deal begins with the player at the dealer's right and goes round anticlockwise.", 17, 18),
    _law("singly", "The cards are dealt one at a time.", evidence="borrowed", source=_SINGLY),
    _law("second-deal", "When all have played their three cards, the dealer deals three more to each; when those are "
         "played, the points are counted.", 21, 22, house_rule="cards"),
    _law("turn-up", "After the first three each, the next card is exposed; its suit is trump.", evidence="borrowed",
         house_rule="trump", source=_TURNED),
    _law("turn-up-last", "The exposed card goes under the rest and is the last to be dealt, so the dealer gets it.",
         evidence="borrowed", house_rule="trump", source=_TURNED),
    _law("cut-card", "The player before the dealer cuts, and the suit of the card at the cut is trump.",
         evidence="borrowed", house_rule="trump", source="Briscola in Istria, Istrapedia"),
    _law("draw", "After each trick every player draws a card from the stock, the winner of the trick first; the "
         "exposed card is drawn last.", evidence="borrowed", house_rule="cards", source=_COLETTI),
    _law("rank", "In every suit the cards rank, from the highest: ace, 3, king, knight, jack (or lady), 7, 6, 5, 4.",
         24, 25, 26, house_rule="courts"),
    _law("trick-winner", "As in Briscola, the highest trump takes the trick; with no trump in it, the highest card of "
         "the suit led.", 19, 23, evidence="implied"),
    _law("first-lead", "The player at the dealer's right leads to the first trick.", evidence="borrowed",
         source=_FREE),
    _law("turn-order", "Play goes round anticlockwise, as the deal does; each player in turn plays one card from his "
         "own hand.", 18, 20, evidence="implied"),
    _law("no-duty", "There is no duty to follow suit: any card may be played.", 19, evidence="borrowed",
         house_rule="follow", source=_FREE),
    _law("follow", "A player who holds a card of the suit led must play one.", evidence="borrowed",
         house_rule="follow", source="a rules page on Brisca, naipes-casino.com.ar"),
    _law("winner-leads", "The winner of a trick leads to the next, also across the second deal.", evidence="borrowed",
         source=_COLETTI),
    _law("rais-look", "After each deal, each Rais looks at the cards of the partner at his right.", 31, 32,
         evidence="implied"),
    _law("rais-speaks", "Partners may talk, but only the Rais may speak first: he asks his partners or tells them what "
         "to play.", 27, 28),
    _law("rais-turn", "A Rais speaks while it is his side's turn to play.", evidence="our choice"),
    _law("ask", "A Rais may ask: any trump? how many? the ace or three of a suit? can you take this trick?", 28,
         evidence="our choice"),
    _law("order", "A Rais may say: take it, leave it, load it, trump it, or play a card that he names.", 28,
         evidence="our choice"),
    _law("answer", "The others do not speak, except to answer the Rais.", 29, 30),
    _law("answer-words", "An answer is yes, no, a number or a suit, as the question asks; an order is answered with "
         "yes or no.", 30, evidence="our choice"),
    _law("heard-by-all", "What is said is heard by everyone.", evidence="our choice", enforced=False),
    _law("orders-advise", "An order is advice: the partner may play any legal card.", evidence="our choice",
         enforced=False),
    _law("silent-first-trick", "Nobody speaks during the first trick.", evidence="borrowed", house_rule="first-trick",
         source=_BRISCOLA_IT),
    _law("signs", "Partners may make the signs of Briscola: lips pressed, ace of trumps; mouth twisted, three; eyes "
         "up, king; tip of the tongue, knight; shoulder, jack; cheeks puffed, a load; eyes squeezed, no trumps.",
         evidence="borrowed", house_rule="signs", source=_SIGNS),
    _law("last-three-shown", "Partners show each other their last three cards.", evidence="borrowed",
         house_rule="last-three", source=_BRISCOLA_IT),
    _law("values", "An ace counts 11, a 3 counts 10, a king 4, a knight 3, a jack (or lady) 2, and 7, 6, 5, 4 count "
         "nothing: 120 in the pack. Nothing else scores.", 33, 34, 35, 36, 37, 38, 39, 40, 41),
    _law("win-deal", "A side with more than 60 points wins the deal.", 42),
    _law("sixty-sixty", "If each side has 60 points the deal is void, and the same dealer deals again.",
         evidence="borrowed", house_rule="sixty-sixty", source="a rules page on Briscola, spazioinwind.libero.it"),
    _law("next-dealer", "The next deal is dealt by the player at the dealer's right.", evidence="borrowed",
         source=_ROTATION),
    _law("match", "The first side to win three deals wins the match.", 43, house_rule="match"),
    _law("both-reach", "If a shared deal brings both sides to the target at once, another deal is played, until one is "
         "ahead.", evidence="our choice"),
)  # fmt: skip


class Schembil:
    """The book of Schembil."""

    name = "schembil"
    title = "Schembil"
    laws: tuple[Law, ...] = LAWS
    presets: tuple[Preset, ...] = PRESETS
    house_rules: tuple[HouseRule, ...] = HOUSE_RULES

    def rules(
        self,
        preset: str | None = None,
        choices: Mapping[str, str] | None = None,
        seats: int | None = None,
        without: frozenset[str] = frozenset(),
    ) -> Rules:
        """The rules of a preset with these house rules. Raises `BadRules`."""
        chosen = preset_named(PRESETS, preset)
        seats = seats_for(chosen, seats)
        settled = settle(chosen, HOUSE_RULES, choices)
        if settled["signs"] == "italian" and settled["trump"] == "none":
            raise BadRules("signs=italian has no meaning with trump=none: the signs tell of trumps")
        off = {law.id.removeprefix("schembil.") for law in LAWS if law.id in without}

        def on(slug: str) -> bool:
            return slug not in off

        courts = tuple(settled["courts"])
        ranks = tuple(Rank(r) for r in ("A", "3", *courts, *"7654"))
        trump = cast(Literal["turn-up", "cut-card", "none"], settled["trump"])
        if (trump == "turn-up" and not on("turn-up")) or (trump == "cut-card" and not on("cut-card")):
            trump = "none"
        drawing = settled["cards"] == "draw" and on("draw")
        return Rules(
            book=BOOK,
            preset=chosen.name,
            seats=seats,
            choices=settled,
            without=without,
            direction="anticlockwise" if on("turn-order") else "clockwise",
            sides=tuple(seat % 2 for seat in range(seats)) if on("sides") else (0, 0, 0, 1, 1, 1),
            pack=pack_of(ranks) if on("pack") else pack_of((*ranks, "2")),
            order=(*ranks, Rank("2")) if on("rank") else tuple(Rank(r) for r in (*courts, *"765432A")),
            values=dict(zip(ranks, VALUES, strict=False)) if on("values") else {},
            script=_script(trump, drawing, settled["last-three"] == "shown" and on("last-three-shown"), off),
            packets=(3,) if drawing else ((3, 3) if on("three-each") else (2, 2)),
            singly=on("singly"),
            first_dealt=1 if on("deal-order") else 0,
            first_lead=1 if on("first-lead") else 0,
            follow="always" if (settled["follow"] == "always" and on("follow")) or not on("no-duty") else "never",
            must_trump=False,
            trump=trump,
            trumps_win=on("trick-winner"),
            winner_leads=on("winner-leads"),
            cut="always" if trump == "cut-card" else "off",
            winner_draws_first=True,
            turn_up_last=on("turn-up-last"),
            target=int(settled["match"]) if on("match") else NEVER,
            captains=on("rais"),
        )

    def objection(self, table: Table, action: Action) -> Objection | None:
        """What stands against a cut, a sign, a question, an order or an answer."""
        match action:
            case Cut():
                return cut_objection(table, action)
            case MakeSign(_, sign):
                return _sign_objection(table, sign)
            case Ask(seat, to, question, suit):
                return _speech_objection(table, seat, to) or _question_objection(table, question, suit)
            case Order(seat, to, command, card):
                if (against := _speech_objection(table, seat, to)) is not None:
                    return against
                fits = command in COMMANDS and (card in table.rules.pack if command == "play" else card is None)
                trumpless = command == "trump" and table.trump is None
                if fits and not trumpless and table.rules.holds("order"):
                    return None
                return Objection("schembil.order", "no-such-order")
            case Answer(seat, answer):
                return _answer_objection(table, seat, answer)
            case _:
                return Objection("schembil.turn-order", "other-game")

    def options(self, table: Table) -> tuple[Action, ...]:
        """Nothing beside playing a card."""
        return ()

    def talk(self, table: Table) -> tuple[Talk, ...]:
        """What the captains may say, what may be answered, and the signs where they are made."""
        rules = table.rules
        said: list[Talk] = []
        for seat in table.rais if rules.holds("rais-speaks") else range(rules.seats):
            for mate in rules.partners(seat):
                said += (Ask(seat, mate, question) for question in QUESTIONS if question != "ace-or-three")
                said += (Ask(seat, mate, "ace-or-three", suit) for suit in SUITS)
                said += (Order(seat, mate, command) for command in COMMANDS if command != "play")
                said += (Order(seat, mate, "play", c) for c in table.hands[mate] if c in table.seen[seat])
        if table.asked is not None:
            answers = ("yes", "no", "0", "1", "2", "3", *SUITS)
            said += (Answer(seat, words) for seat in range(rules.seats) for words in answers)
        said += (MakeSign(seat, sign) for seat in range(rules.seats) for sign in signs_of(rules))
        return tuple(said)

    def interruption(self, table: Table) -> Event | None:
        """Nothing ends a deal of Schembil early."""
        return None

    def count(self, table: Table) -> Result:
        """Card points to deals won."""
        rules = table.rules
        points = table.points_won
        next_dealer = (table.dealer + 1) % rules.seats if rules.holds("next-dealer") else table.dealer
        if max(points) >= WORTH_OF_THE_DEAL and rules.holds("win-deal"):
            pair = (1, 0) if points[0] > points[1] else (0, 1)
            return Result(points, pair, ("schembil.win-deal",), next_dealer)
        law = ("schembil.sixty-sixty",)
        if not rules.holds("sixty-sixty"):
            return Result(points, (0, 0), law, next_dealer)
        match rules.choices["sixty-sixty"]:
            case "void-same-dealer":
                return Result(points, (0, 0), law, table.dealer, void=True)
            case "last-trick":
                last = rules.sides[table.taken[-1].winner]
                return Result(points, (1, 0) if last == 0 else (0, 1), law, next_dealer)
            case _:
                return Result(points, (1, 1), law, next_dealer)


def _script(trump: str, drawing: bool, shown: bool, off: set[str]) -> tuple[Step, ...]:
    look: list[Step] = [] if {"rais-look", "rais"} & off else ["look"]
    script: list[Step] = ["cut"] if trump == "cut-card" else []
    script.append("deal")
    if trump == "turn-up":
        script.append("turn-up")
    script += look
    script.append("draw-play" if drawing else "play")
    if not drawing and "second-deal" not in off:
        script += ["deal", *look]
    if shown:
        script.append("show")
    if drawing or "second-deal" not in off:
        script.append("play")
    script.append("count")
    return tuple(script)


def _playing(table: Table) -> bool:
    return table.stretch in ("play", "draw-play")


def _silent(table: Table) -> bool:
    quiet = table.rules.choices["first-trick"] == "silent" and table.rules.holds("silent-first-trick")
    return quiet and not any(table.won)


def _speech_objection(table: Table, seat: Seat, to: Seat) -> Objection | None:
    rules = table.rules
    if seat not in table.rais and rules.holds("rais-speaks"):
        return Objection("schembil.rais-speaks", "not-the-rais")
    if to not in rules.partners(seat):
        return Objection("schembil.rais-speaks", "not-your-partner")
    theirs = _playing(table) and table.turn is not None and rules.sides[table.turn] == rules.sides[seat]
    if not theirs and rules.holds("rais-turn"):
        return Objection("schembil.rais-turn", "not-your-sides-turn")
    return Objection("schembil.silent-first-trick", "silence") if _silent(table) else None


def _question_objection(table: Table, question: Question, suit: object) -> Objection | None:
    fits = question in QUESTIONS and (suit in SUITS if question == "ace-or-three" else suit is None)
    trumpless = question in ("any-trump", "how-many") and table.trump is None
    if fits and not trumpless and table.rules.holds("ask"):
        return None
    return Objection("schembil.ask", "no-such-question")


def _answer_objection(table: Table, seat: Seat, answer: str) -> Objection | None:
    asked = table.asked
    if asked is None or asked.to != seat:
        return Objection("schembil.answer", "not-asked") if table.rules.holds("answer") else None
    if not table.rules.holds("answer-words"):
        return None
    fitting: tuple[str, ...] = ("yes", "no")
    if isinstance(asked, Asked):
        if asked.question == "how-many":
            fitting = ("0", "1", "2", "3")
        elif asked.question == "can-take":
            fitting = ("yes", "no", *SUITS)
    return None if answer in fitting else Objection("schembil.answer-words", "answer-does-not-fit")


def signs_of(rules: Rules) -> tuple[Sign, ...]:
    """The signs at that table: in a pack with queens the sign of the knight tells of the queen."""
    return tuple("queen" if sign == "knight" and "Q" in rules.order else sign for sign in SIGNS)


def _sign_objection(table: Table, sign: Sign) -> Objection | None:
    if table.rules.choices["signs"] == "off" or not table.rules.holds("signs"):
        return Objection("schembil.signs", "no-signs")
    if sign not in signs_of(table.rules):
        return Objection("schembil.signs", "no-such-sign")
    if not _playing(table):
        return Objection("schembil.signs", "not-now")
    return Objection("schembil.silent-first-trick", "silence") if _silent(table) else None


BOOK: Final = Schembil()
