"""Skambil, which the Dikranagerd Armenians call Ooshli Oyin.

The written source is one newspaper column (C.K. Garabed, "Skambil/Ooshli Oyin", Uncle Garabed's Notebook, The Armenian
Weekly); its clauses are SK-01 to SK-72. The sister game Oochlee, played by Christians of north Syria, is described in a
few lines on pagat.com (Card games in Syria); the preset ``oochlee`` is put together from both.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal, cast

from ..actions import Action, Cut, MakeSign, Sign, Swap, Talk
from ..cards import BRIDGE_PACK, Card, Rank, card, rank_of, suit_of
from ..deal import cut_objection, lowest_trump, wrong_turn
from ..events import Event, Result
from ..laws import Law, Objection, law
from ..rules import NEVER, BadRules, Choice, HouseRule, Preset, Rules, Step, preset_named, seats_for, settle
from ..seats import Direction
from ..table import Table
from ..tricks import of_suit

ORDER: Final = "3A2KQJT98765"
VALUES: Final[Mapping[Rank, int]] = {Rank(r): v for r, v in zip("3A2KQJ", (30, 11, 10, 4, 3, 2), strict=True)}
VALUES_DIKRANAGERD: Final[Mapping[Rank, int]] = {Rank(r): v for r, v in zip("3A2", (3, 1, 1), strict=True)}
DIKRANAGERD_TARGET: Final = 7
SIXES_KEPT: Final[tuple[Card, ...]] = (Card("6S"), Card("6H"))
"""Our choice: no source says which two sixes stay in the pack of 42; we keep one black and one red."""

SIGNS: Final[tuple[Sign, ...]] = ("trey", "ace", "deuce", "king", "queen", "jack", "outside-trey")
ITALIAN_SIGNS: Final[tuple[Sign, ...]] = ("load", "no-trumps")

_BRISCA = "a rules page on Brisca, naipes-casino.com.ar"
_BRUSQUEMBILLE = "Brusquembille in the Dictionnaire de Trévoux, 1771"
_COLETTI = "Coletti on Briscola"
_PAGINAINIZIO = "Briscola, paginainizio.com"
_FREE = f"{_COLETTI}; {_PAGINAINIZIO}"
_SIGNS_OF_BRISCOLA = "signs of Briscola, auraweb.it; signs of Briscola, casinosulweb.it"

HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    HouseRule(
        "follow",
        "Must a player follow the suit led?",
        (
            Choice("always", "Always, if able.", "stated", "Garabed's column"),
            Choice("never", "Never; any card may be played to any trick.", "borrowed", _FREE),
            Choice("after-stock", "Only once the stock is gone.", "borrowed", _BRUSQUEMBILLE),
        ),
    ),
    HouseRule(
        "void",
        "What may a player who cannot follow suit play?",
        (
            Choice("free", "Any card.", "stated", "Garabed's column"),
            Choice("must-trump", "A trump, if able.", "borrowed", _BRISCA),
        ),
    ),
    HouseRule(
        "swap",
        "May the lowest trump be changed for the turn-up?",
        (
            Choice("off", "No; the turn-up stays.", "our choice", "Garabed's column does not mention it"),
            Choice("low-trump", "Yes, by its holder when it is his turn to play.", "borrowed", _BRUSQUEMBILLE),
        ),
    ),
    HouseRule(
        "cut",
        "Is the pack cut before the deal?",
        (
            Choice("off", "No; it is dealt as shuffled.", "our choice",
                   "Garabed's column does not mention a cut"),
            Choice("right", "Yes, by the player on the dealer's right.", "borrowed", _COLETTI),
        ),
    ),
    HouseRule(
        "sign-time",
        "When may signs be made?",
        (
            Choice("after-inspection", "At any time after the first look at hands.", "our choice",
                   "Garabed's column sets no time"),
            Choice("not-in-trick-1", "Not during the first trick.", "borrowed", "Briscola at briscola.it"),
        ),
    ),
    HouseRule(
        "sign-truth",
        "Must a sign be true?",
        (
            Choice("true", "Signs are true.", "our choice", "Garabed's column ties each sign to a card that one holds"),
            Choice("may-bluff", "A false sign is fair.", "borrowed",
                   "Briscola at Finale Ligure, albarnardon.it"),
        ),
    ),
    HouseRule(
        "extra-signs",
        "Are there signs beyond the seven?",
        (
            Choice("none", "Only the seven.", "stated", "Garabed's column lists seven"),
            Choice("italian", "Two from Briscola: cheeks puffed for a load (here an ace or a two outside "
                   "trumps), eyes squeezed shut for no trumps.",
                   "borrowed", _SIGNS_OF_BRISCOLA),
        ),
    ),
    HouseRule(
        "target",
        "How many game points win the match?",
        (
            Choice("11", "Eleven.", "stated", "Garabed's column"),
            Choice("21", "Twenty-one.", "stated", "Garabed's column"),
        ),
    ),
    HouseRule(
        "direction",
        "Which way round?",
        (
            Choice("clockwise", "Clockwise.", "stated", "Garabed's column"),
            Choice("anticlockwise", "Anticlockwise.", "borrowed", f"{_PAGINAINIZIO}; {_BRISCA}"),
        ),
    ),
    HouseRule(
        "pack",
        "Which pack do six players use?",
        (
            Choice("42", "42 cards: fours, fives and two sixes left out.", "stated", "Garabed's column"),
            Choice("48", "48 cards: only the fours left out.", "borrowed", "Oochlee, Card games in Syria, pagat.com"),
        ),
    ),
)  # fmt: skip

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        "general",
        "Skambil, general scoring",
        "Four or six players; 240 card points; the match is to 11 game points.",
        "stated",
        (4, 6),
    ),
    Preset(
        "dikranagerd",
        "Ooshli Oyin, Dikranagerdtsi scoring",
        "The same game with the simpler count of 20 points; the match is to 7 game points.",
        "stated",
        (4, 6),
    ),
    Preset(
        "oochlee",
        "Oochlee of north Syria",
        "Six players with 48 cards. The pack, the order and the values are on record; the rest is taken from "
        "Garabed's column, so this is a reconstruction.",
        "reconstructed",
        (6,),
        {"pack": "48"},
        ("pack", "rank", "three-each", "draw", "values-dikranagerd"),
    ),
)


_law = partial(law, "skambil", "SK")

LAWS: Final[tuple[Law, ...]] = (
    _law("sides", "Four or six play in two sides; the seats of the two sides alternate, so with four, partners "
         "face each other.", 8, 9, 10, 11),
    _law("pack", "From the pack of 52, take out the fours, fives and sixes for four players (40 cards stay), or the "
         "fours, the fives and two sixes for six players (42 cards stay).", 12, 13, 14, house_rule="pack"),
    _law("sixes", "Of the sixes, those of spades and hearts stay in the pack of 42.", 14, evidence="our choice"),
    _law("first-dealer", "The first dealer is chosen in any way the players like.", 15, enforced=False),
    _law("cut", "The player before the dealer cuts the pack, lifting at least one card and leaving at least one.",
         evidence="borrowed", house_rule="cut", source=_COLETTI),
    _law("three-each", "Every player gets three cards.", 16),
    _law("singly", "The cards are dealt one at a time.", 17),
    _law("deal-order", "The deal begins with the player to the dealer's left and goes round in the direction of play.",
         18, house_rule="direction"),
    _law("turn-up", "When all have three cards the dealer exposes the next one; the rest is the stock, face down "
         "beside it.", 19, 20),
    _law("trump", "The suit of the turn-up is trump.", 21),
    _law("rank", "In every suit the cards rank, from the highest: 3, ace, 2, king, queen, jack, 10, 9, 8, 7, and "
         "below them the 6 where it is in play.", 22),
    _law("first-look", "Before play, partners look at each other's hands, hidden from the other side, and give them "
         "back.", 23, 24, 25),
    _law("two-passes", "With six, each hand goes to the next partner, once more to the one after, and then home, so "
         "everyone sees the hands of both partners.", 26),
    _law("first-lead", "The player to the dealer's left leads any card to the first trick.", 27),
    _law("turn-order", "Play goes round clockwise; each player in turn plays one card from his own hand.", 28,
         house_rule="direction"),
    _law("follow-suit", "A player who holds a card of the suit led must play one.", 29, house_rule="follow"),
    _law("when-void", "A player who holds none of the suit led may play any card, trumps included.", 30,
         house_rule="void"),
    _law("must-trump", "A player who cannot follow suit must play a trump if he has one.", evidence="borrowed",
         house_rule="void", source=_BRISCA),
    _law("trick-winner", "The highest trump takes the trick; with no trump in it, the highest card of the suit led.",
         31, evidence="implied"),
    _law("winner-leads", "The winner of a trick leads to the next.", evidence="borrowed", source=_COLETTI),
    _law("keep-tricks", "One player of each side keeps the cards that the side has won.", 32, enforced=False),
    _law("draw", "After each trick every player draws one card from the stock, so that hands stay at three, until the "
         "stock is gone.", 33, 34, 36),
    _law("draw-order", "The winner of the trick draws first, then the others in turn.", 35, 37, evidence="implied"),
    _law("turn-up-last", "The turn-up goes to the player who draws last in the last round of drawing.", 37),
    _law("swap", "The holder of the lowest trump may put it in the place of the turn-up, when it is his turn and the "
         "turn-up is still on the table.", evidence="borrowed", house_rule="swap", source=_BRUSQUEMBILLE),
    _law("second-look", "When the stock is gone and three cards are left in every hand, partners look at each other's "
         "hands again.", 38),
    _law("last-three", "The last three cards are played out, and the count follows the last trick.", 39,
         evidence="implied"),
    _law("values", "A trey counts 30, an ace 11, a deuce 10, a king 4, a queen 3, a jack 2, and no other card counts: "
         "60 in each suit and 240 in the pack.", 40, 41, 42, 43, 44, 45, 46, 47),
    _law("half", "120 points each give each side one game point.", 48),
    _law("win-one", "A side with 121 points or more wins one game point.", 49),
    _law("win-two", "A side with 161 points or more wins two game points.", 50),
    _law("next-dealer", "The next deal is dealt by the player to the dealer's left.", 51, house_rule="direction"),
    _law("target", "The match is to 11 game points, or to 21.", 52, house_rule="target"),
    _law("values-dikranagerd", "In the Dikranagerdtsi count a trey is 3, an ace 1, a deuce 1, and court cards count "
         "nothing: 5 in each suit and 20 in the pack.", 53, 54, 55, 56, 57),
    _law("half-dikranagerd", "In the Dikranagerdtsi count, 10 points each give each side one game point.", 58,),
    _law("win-one-dikranagerd", "In the Dikranagerdtsi count, a side with 11 points or more wins one game point.", 59,),
    _law("win-two-dikranagerd", "In the Dikranagerdtsi count, a side with 13 points or more wins two game points.", 60),
    _law("target-dikranagerd", "With the Dikranagerdtsi count the match is to 7 game points.", 61, house_rule="target"),
    _law("both-reach", "If both sides have reached the target with the same score, another deal is played, until one "
         "is ahead.", evidence="our choice"),
    _law("signs", "Seven signs tell a partner of a card that one holds: one eye blinked, the ace of trumps; both eyes, "
         "the deuce; tongue out, the trey; jaw from side to side, the king; tongue in cheek, the queen; one shoulder "
         "up and down, the jack; head jerked aside, a trey outside trumps.", 62, 63, 64, 65, 66, 67, 68,
         house_rule="extra-signs"),
    _law("sign-truth", "A sign is made only by one who holds what it stands for.", evidence="our choice",
         house_rule="sign-truth"),
    _law("sign-time", "Signs may be made at any time after the first look at hands, until the last card is played.",
         evidence="our choice", house_rule="sign-time"),
    _law("sign-secret", "Signs are meant for partners only, and kept from the other side.", 69),
)  # fmt: skip


class Skambil:
    """The book of Skambil."""

    name = "skambil"
    title = "Skambil / Ooshli Oyin"
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
        if settled["pack"] == "48" and seats != 6:
            raise BadRules("pack=48 is a pack for six: with four players use the 40 cards of the column")
        if settled["follow"] == "never" and settled["void"] == "must-trump":
            raise BadRules("void=must-trump has no meaning with follow=never: nobody has to follow in the first place")
        general = chosen.name == "general"
        if not general and "target" in (choices or {}):
            raise BadRules(f"target is settled in {chosen.name}: the Dikranagerdtsi count is played to 7")
        off = {law.id.removeprefix("skambil.") for law in LAWS if law.id in without}

        def on(slug: str) -> bool:
            return slug not in off

        scale = VALUES if general else VALUES_DIKRANAGERD
        counted = on("values" if general else "values-dikranagerd")
        looks = 2 if seats == 6 and on("two-passes") else 1
        target = int(settled["target"]) if general else DIKRANAGERD_TARGET
        target_law = "target" if general else "target-dikranagerd"
        direction = cast(Direction, settled["direction"])
        if not on("turn-order"):
            direction = "anticlockwise" if direction == "clockwise" else "clockwise"
        return Rules(
            book=BOOK,
            preset=chosen.name,
            seats=seats,
            choices=settled,
            without=without,
            direction=direction,
            sides=tuple(seat % 2 for seat in range(seats))
            if on("sides")
            else tuple(int(seat >= seats // 2) for seat in range(seats)),
            pack=_pack(seats, settled["pack"], on("sixes")) if on("pack") else BRIDGE_PACK,
            order=tuple(Rank(r) for r in (ORDER + "4" if on("rank") else "AKQJT98765432")),
            values=scale if counted else {},
            script=_script(settled["cut"] == "right" and on("cut"), on, looks),
            packets=(3 if on("three-each") else 2,),
            singly=on("singly"),
            first_dealt=1 if on("deal-order") else 0,
            first_lead=1 if on("first-lead") else 0,
            follow=cast(Literal["always", "never", "after-stock"], settled["follow"] if on("follow-suit") else "never"),
            must_trump=on("must-trump") if settled["void"] == "must-trump" else not on("when-void"),
            trump="turn-up",
            trumps_win=on("trick-winner"),
            winner_leads=on("winner-leads"),
            cut="always" if settled["cut"] == "right" else "off",
            winner_draws_first=on("draw-order"),
            turn_up_last=on("turn-up-last"),
            target=target if on(target_law) else NEVER,
        )

    def objection(self, table: Table, action: Action) -> Objection | None:
        """What stands against a cut, a swap or a sign."""
        rules = table.rules
        match action:
            case Cut():
                return cut_objection(table, action)
            case Swap(seat):
                return _swap_objection(table, seat)
            case MakeSign(seat, sign):
                known = SIGNS + (ITALIAN_SIGNS if rules.choices["extra-signs"] == "italian" else ())
                if sign not in known or not rules.holds("signs"):
                    return Objection("skambil.signs", "no-such-sign")
                silent = rules.choices["sign-time"] == "not-in-trick-1" and not any(table.won)
                if rules.holds("sign-time") and (table.stretch not in ("draw-play", "play") or silent):
                    return Objection("skambil.sign-time", "not-now")
                honest = rules.choices["sign-truth"] == "true" and rules.holds("sign-truth")
                if honest and not sign_is_true(table, seat, sign):
                    return Objection("skambil.sign-truth", "sign-untrue")
                return None
            case _:
                return Objection("skambil.turn-order", "other-game")

    def options(self, table: Table) -> tuple[Action, ...]:
        """The swap, where the house rule has it."""
        turn = table.turn
        return () if turn is None or table.rules.choices["swap"] == "off" else (Swap(turn),)

    def talk(self, table: Table) -> tuple[Talk, ...]:
        """Every sign of every seat."""
        return tuple(MakeSign(seat, sign) for seat in range(table.rules.seats) for sign in SIGNS + ITALIAN_SIGNS)

    def interruption(self, table: Table) -> Event | None:
        """Nothing ends a deal of Skambil early."""
        return None

    def count(self, table: Table) -> Result:
        """Card points to game points."""
        rules = table.rules
        points = table.points_won
        general = rules.preset == "general"
        half, two = (120, 161) if general else (10, 13)
        ending = "" if general else "-dikranagerd"
        next_dealer = (table.dealer + 1) % rules.seats if rules.holds("next-dealer") else table.dealer
        if points[0] == points[1] == half:
            each = 1 if rules.holds("half" + ending) else 0
            return Result(points, (each, each), (f"skambil.half{ending}",), next_dealer)
        best = max(points)
        slug, game_points = "win-one", int(best > half and rules.holds("win-one" + ending))
        if best >= two and rules.holds("win-two" + ending):
            slug, game_points = "win-two", 2
        pair = (game_points, 0) if points[0] > points[1] else (0, game_points)
        return Result(points, pair, (f"skambil.{slug}{ending}",), next_dealer)


def _pack(seats: int, size: str, our_sixes: bool) -> tuple[Card, ...]:
    if size == "48":
        out = "4"
        kept: tuple[Card, ...] = ()
    else:
        out = "456"
        kept = () if seats == 4 else SIXES_KEPT if our_sixes else (Card("6D"), Card("6C"))
    return tuple(c for c in BRIDGE_PACK if rank_of(c) not in out or c in kept)


def _script(cut: bool, on: Callable[[str], bool], looks: int) -> tuple[Step, ...]:
    script: list[Step] = ["cut"] if cut else []
    script.append("deal")
    if on("turn-up"):
        script.append("turn-up")
    if on("first-look"):
        script += ["look"] * looks
    if on("draw"):
        script.append("draw-play")
        if on("second-look"):
            script += ["look"] * looks
    if on("last-three"):
        script.append("play")
    script.append("count")
    return tuple(script)


def _swap_objection(table: Table, seat: int) -> Objection | None:
    if table.rules.choices["swap"] == "off" or not table.rules.holds("swap"):
        return Objection("skambil.swap", "no-swap")
    if (turned := wrong_turn(table, seat)) is not None:
        return turned
    if table.turn_up is None:
        return Objection("skambil.swap", "turn-up-gone")
    low = lowest_trump(table)
    if low not in table.hands[seat]:
        return Objection("skambil.swap", "low-trump-not-held")
    return None


def sign_is_true(table: Table, seat: int, sign: Sign) -> bool:
    """Whether that seat holds what the sign stands for."""
    hand, trump = table.hands[seat], table.trump
    if trump is None:
        return False
    match sign:
        case "outside-trey":
            return any(rank_of(c) == "3" and suit_of(c) != trump for c in hand)
        case "load":
            return any(rank_of(c) in "A2" and suit_of(c) != trump for c in hand)
        case "no-trumps":
            return not of_suit(hand, trump)
        case _:
            return card(SIGN_RANKS[sign], trump) in hand


SIGN_RANKS: Final[Mapping[Sign, str]] = {
    "trey": "3", "ace": "A", "deuce": "2", "king": "K", "queen": "Q", "jack": "J", "three": "3", "knight": "N",
}  # fmt: skip

BOOK: Final = Skambil()
