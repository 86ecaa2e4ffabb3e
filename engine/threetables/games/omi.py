"""Omi, of Sri Lanka.

The written source is a rules page of the Denexa playing-card company; its clauses are OM-01 to OM-51. House rules come
from programs and rules pages by Sri Lankan players, named at each choice.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final, Literal, cast

from ..actions import Action, Announce, Cut, NameTrump, Talk, ThrowIn
from ..cards import BRIDGE_PACK, SUITS, Rank, pack_of, rank_of
from ..deal import cut_objection, wrong_turn
from ..events import Counted, Event, Result, ThrownIn
from ..laws import Law, Objection, law
from ..rules import NEVER, BadRules, Choice, HouseRule, Preset, Rules, Step, preset_named, seats_for, settle
from ..seats import Direction, Seat, Side
from ..table import Table
from ..tricks import of_suit

ORDER: Final = "AKQJT987"
ALL_TRICKS: Final = 8
WEAK: Final = "T987"

_PAGE = "the Denexa page"
_MYTHKID = "MythKid/omi-multiplayer"
_NIRMAL = "Nirmal-C/omi-game"
_GAMBITER = "Omi, gambiter.com"

HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    HouseRule(
        "direction",
        "Which way round?",
        (
            Choice("clockwise", "Clockwise: the declarer sits at the dealer's left.", "stated", _PAGE),
            Choice("anticlockwise", "Anticlockwise: the declarer sits at the dealer's right.", "attested",
                   f"{_GAMBITER}; gamerules.com; {_MYTHKID}; {_NIRMAL}"),
        ),
    ),
    HouseRule(
        "cut",
        "Is the pack cut before the deal?",
        (
            Choice("off", "No; it is dealt as shuffled.", "our choice", "the Denexa page does not mention a cut"),
            Choice("offered", "It is offered to the player before the dealer, who may decline.", "attested",
                   "getbasicidea.com"),
            Choice("always", "Yes, by the player before the dealer.", "attested", f"{_GAMBITER}; {_MYTHKID}"),
        ),
    ),
    HouseRule(
        "packet",
        "Who may look at the first four cards before trumps are named?",
        (
            Choice("all-look", "Everyone, each at his own.", "our choice", "the Denexa page does not say"),
            Choice("partner-waits", "Everyone but the declarer's partner, whose four stay face down.", "attested",
                   f"{_MYTHKID}, where it is called a traditional table rule"),
        ),
    ),
    HouseRule(
        "weak-four",
        "May the declarer refuse four weak cards?",
        (
            Choice("play", "No; the deal is played.", "our choice", "the Denexa page does not mention it"),
            Choice("redeal", "Yes: with nothing above a 10 he may throw them in, and the same dealer deals again.",
                   "attested", "dhananjaya-hbc/OMI-GAME-DIGITAL-OMI-THE-TRUMPS"),
        ),
    ),
    HouseRule(
        "short-trumps",
        "What if one side has almost no trumps?",
        (
            Choice("play", "The deal is played.", "our choice", "the Denexa page does not mention it"),
            Choice("redeal-under-two", "With fewer than two trumps on a side when all cards are dealt, the same dealer "
                   "deals again.", "attested", _MYTHKID),
        ),
    ),
    HouseRule(
        "end",
        "Does play go on when the deal is decided?",
        (
            Choice("all-eight", "Yes, all eight tricks are played.", "stated", _PAGE),
            Choice("when-decided", "No: it ends when one side has five tricks and the other at least one.", "attested",
                   f"{_NIRMAL}; nipun-dezoysa/omigame (both stop at five tricks)"),
        ),
    ),
    HouseRule(
        "kapothi",
        "What are all eight tricks worth?",
        (
            Choice("flat-3", "Three points to either side.", "stated", _PAGE),
            Choice("2-or-3", "Two to the declarer's side, three to the dealer's.", "attested",
                   "dilshanwix717/Omi-Game-Back-End"),
            Choice("announced", "Three only if announced after six tricks in a row; a failed announcement gives the "
                   "other side four; without one, the sweep counts as five to seven tricks.", "attested", _MYTHKID),
        ),
    ),
    HouseRule(
        "second-tie",
        "What does a second tie in a row do to the waiting bonus?",
        (
            Choice("one", "It stays one point.", "our choice", "the Denexa page speaks of the next deal only"),
            Choice("add", "It grows by one point with each tie.", "attested", f"{_MYTHKID}; dihass/OmiGame"),
            Choice("cancel", "The second tie cancels it.", "attested",
                   "VibeNoobNotFound/NetDex2D; AdithyaWijewickrama/OmiGame"),
            Choice("no-carry", "There is no bonus at all.", "attested",
                   "dinalUdagedara/omi-card-game; lihini223/Omi-IP"),
        ),
    ),
    HouseRule(
        "bonus",
        "Who can win the waiting bonus?",
        (
            Choice("winner", "Whichever side wins the next deal.", "stated", _PAGE),
            Choice("declarer-side", "Only the declarer's side, and not with a sweep; else it is lost.", "attested",
                   "rasika/ballerina-omi; nipun-dezoysa/omigame; dilshanwix717/Omi-Game-Back-End"),
        ),
    ),
    HouseRule(
        "target",
        "How many points win the match?",
        (
            Choice("10", "Ten.", "stated", _PAGE),
            Choice("5", "Five.", "attested", "Payas Omi"),
            Choice("15", "Fifteen.", "attested", "Payas Omi"),
        ),
    ),
)  # fmt: skip

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        "as-written",
        "Omi as written",
        "As the Denexa page has it, clockwise.",
        "stated",
        (4,),
    ),
    Preset(
        "traditional",
        "Omi to the right",
        "The same in a mirror: deal, declarer, play and the next dealer go to the right, as nearly every other source "
        "has it.",
        "borrowed",
        (4,),
        {"direction": "anticlockwise"},
    ),
)


_law = partial(law, "omi", "OM")

LAWS: Final[tuple[Law, ...]] = (
    _law("sides", "Four play, two against two; partners face each other, so turns alternate between the sides.",
         3, 4, 14, 15),
    _law("partners", "Partners are settled by choice or by lot, such as drawing for the highest card.", 13,
         enforced=False),
    _law("pack", "The pack has 32 cards, from the ace down to the 7 in each suit.", 9, 10, 11, 12),
    _law("rank", "In every suit the cards rank ace, king, queen, jack, 10, 9, 8, 7.", 12, evidence="implied"),
    _law("tokens", "The twenty cards left over are score tokens: one side keeps the ten red, the other the ten black, "
         "in the hands of one partner.", 16, 17, 18),
    _law("tokens-pay", "For each point that a side scores, the other side pays it one token; it goes to the partner "
         "who began with none.", 19, 20, 21),
    _law("shuffle", "The pack is shuffled before each deal.", 22, enforced=False),
    _law("cut", "The player before the dealer may cut the pack, lifting at least one card and leaving at least one.",
         evidence="borrowed", house_rule="cut", source=f"{_GAMBITER}; {_MYTHKID}"),
    _law("first-packet", "Four cards go to each player, and the deal stops there.", 23),
    _law("deal-order", "The cards are dealt in packets of four, to the declarer first and then round in the direction "
         "of play.", evidence="borrowed", house_rule="direction", source=f"{_GAMBITER}; getbasicidea.com"),
    _law("declarer", "The player to the dealer's left is the declarer.", 24, house_rule="direction"),
    _law("name-trump", "The declarer names the trump suit, any of the four, before the deal goes on.", 25, 28),
    _law("first-four-only", "Only the first four cards are dealt when trumps are named.", 26),
    _law("no-advice", "The declarer may not ask the partner for advice.", 27, enforced=False),
    _law("partner-waits", "The declarer's partner leaves the first four cards face down until trumps are named.",
         evidence="borrowed", house_rule="packet", source=_MYTHKID),
    _law("weak-four", "A declarer whose first four cards hold nothing above a 10 may throw them in; the same dealer "
         "deals again.", evidence="borrowed", house_rule="weak-four",
         source="dhananjaya-hbc/OMI-GAME-DIGITAL-OMI-THE-TRUMPS"),
    _law("second-packet", "When trumps are named, four more cards go to each player, so that everyone holds eight.",
         29, 30),
    _law("short-trumps", "If the eight trumps lie so that one side holds fewer than two, the same dealer deals again.",
         evidence="borrowed", house_rule="short-trumps", source=_MYTHKID),
    _law("first-lead", "The declarer leads any card to the first trick.", 31, 32),
    _law("turn-order", "Each player in turn plays one card from his own hand, until four have been played.", 33,
         house_rule="direction"),
    _law("follow-suit", "A player who holds a card of the suit led must play one.", 34),
    _law("when-void", "A player who holds none of the suit led may play any card, trumps included.", 35),
    _law("trick-winner", "The highest trump takes the trick; with no trump in it, the highest card of the suit led.",
         36, 37),
    _law("winner-leads", "The winner of a trick leads to the next.", 40),
    _law("keep-tricks", "The winner gathers the trick to the pile shared with the partner, each laid across the one "
         "before.", 38, 39, enforced=False),
    _law("all-eight", "Play goes on until all eight tricks are done, and then each side counts its tricks.", 41, 42,
         house_rule="end"),
    _law("most-tricks", "The side with more tricks wins the deal.", 7, 8),
    _law("sweep", "All eight tricks score three points.", 43, house_rule="kapothi"),
    _law("announced-sweep", "A side with the first six tricks may announce all eight before the next card: three "
         "points if it takes them, four to the other side if not. A sweep without an announcement counts like five to "
         "seven tricks.", evidence="borrowed", house_rule="kapothi", source=_MYTHKID),
    _law("defenders-win", "Five, six or seven tricks score two points for the dealer's side.", 44),
    _law("declarers-win", "Five, six or seven tricks score one point for the declarer's side.", 45),
    _law("tie", "Four tricks each score nothing.", 46),
    _law("tie-bonus", "After a tie, the side that wins the next deal scores one point more.", 47, house_rule="bonus"),
    _law("second-tie", "A second tie in a row leaves the bonus at one point.", 47, evidence="our choice",
         house_rule="second-tie"),
    _law("next-dealer", "The next deal is dealt by the player to the dealer's left, so the declarer changes sides each "
         "time.", 48, 49, house_rule="direction"),
    _law("target", "The first side to reach ten points wins the match.", 50, 51, house_rule="target"),
    _law("overshoot", "A score may pass the target. Tokens are paid as far as they last; the score is kept in full.",
         evidence="our choice"),
)  # fmt: skip


class Omi:
    """The book of Omi."""

    name = "omi"
    title = "Omi"
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
        if settled["second-tie"] == "no-carry" and settled["bonus"] == "declarer-side":
            raise BadRules("bonus=declarer-side has no meaning with second-tie=no-carry: there is no bonus to win")
        off = {law.id.removeprefix("omi.") for law in LAWS if law.id in without}

        def on(slug: str) -> bool:
            return slug not in off

        direction = cast(Direction, settled["direction"])
        if not on("turn-order"):
            direction = "anticlockwise" if direction == "clockwise" else "clockwise"
        cut = cast(Literal["off", "offered", "always"], settled["cut"] if on("cut") else "off")
        script: list[Step] = [] if cut == "off" else ["cut"]
        script.append("deal")
        if not on("first-four-only"):
            script.append("deal")
        if on("name-trump"):
            script.append("name")
        if on("second-packet") and on("first-four-only"):
            script.append("deal")
        script += ["play", "count"]
        return Rules(
            book=BOOK,
            preset=chosen.name,
            seats=seats,
            choices=settled,
            without=without,
            direction=direction,
            sides=(0, 1, 0, 1) if on("sides") else (0, 0, 1, 1),
            pack=pack_of(ORDER) if on("pack") else BRIDGE_PACK,
            order=tuple(Rank(r) for r in ("AKQJT98765432" if on("rank") else "AT98765432KQJ")),
            values={},
            script=tuple(script),
            packets=(4 if on("first-packet") else 5, 4 if on("first-packet") else 3),
            singly=False,
            first_dealt=1 if on("deal-order") else 0,
            first_lead=1 if on("first-lead") else 0,
            follow="always" if on("follow-suit") else "never",
            must_trump=not on("when-void"),
            trump="named",
            trumps_win=on("trick-winner"),
            winner_leads=on("winner-leads"),
            cut=cut,
            winner_draws_first=True,
            turn_up_last=True,
            target=int(settled["target"]) if on("target") else NEVER,
        )

    def objection(self, table: Table, action: Action) -> Objection | None:
        """What stands against a cut, naming trumps, throwing in, or announcing a sweep."""
        match action:
            case Cut():
                return cut_objection(table, action)
            case NameTrump(seat, suit):
                if table.stretch != "name":
                    return Objection("omi.name-trump", "trump-named")
                if seat != table.turn:
                    return Objection("omi.declarer", "not-declarer")
                return None if suit in SUITS else Objection("omi.name-trump", "no-such-suit")
            case ThrowIn(seat):
                return _throw_in_objection(table, seat)
            case Announce(seat):
                return _announce_objection(table, seat)
            case _:
                return Objection("omi.turn-order", "other-game")

    def options(self, table: Table) -> tuple[Action, ...]:
        """Naming trumps, and what the house rules add to it."""
        turn = table.turn
        if turn is None:
            return ()
        if table.stretch == "name":
            return (*(NameTrump(turn, suit) for suit in SUITS), ThrowIn(turn))
        if table.rules.choices["kapothi"] == "announced" and sum(table.tricks_won) >= _ANNOUNCE_AFTER:
            return (Announce(turn),)
        return ()

    def talk(self, table: Table) -> tuple[Talk, ...]:
        """Omi is played without a word."""
        return ()

    def interruption(self, table: Table) -> Event | None:
        """A redeal for short trumps, or the count as soon as the deal is decided."""
        rules = table.rules
        weighed = rules.choices["short-trumps"] == "redeal-under-two" and rules.holds("short-trumps")
        if weighed and not any(table.won) and _short(table):
            return ThrownIn("omi.short-trumps")
        early = rules.choices["end"] == "when-decided" or not rules.holds("all-eight")
        won = table.tricks_won
        if early and max(won) > ALL_TRICKS // 2 and min(won) > 0:
            return Counted(self.count(table))
        return None

    def count(self, table: Table) -> Result:
        """Tricks to points."""
        rules = table.rules
        won = table.tricks_won
        pending = table.pending if rules.holds("tie-bonus") else 0
        if table.thrown is not None:
            return Result((0, 0), (0, 0), (table.thrown,), table.dealer, table.pending, void=True)
        next_dealer = (table.dealer + 1) % rules.seats if rules.holds("next-dealer") else table.dealer
        declaring = rules.sides[table.declarer]
        if won[0] == won[1]:
            after, law = _tied(table, pending)
            return Result(won, (0, 0) if rules.holds("tie") else (1, 1), ("omi.tie", law), next_dealer, after)
        winner = int((won[1] > won[0]) == rules.holds("most-tricks"))
        points, laws, swept = _worth(table, winner, declaring)
        if table.announced is not None and not swept:
            winner, points, laws = 1 - winner, 4, ("omi.announced-sweep",)
        if pending and (rules.choices["bonus"] == "winner" or (winner == declaring and not swept)):
            points, laws = points + pending, (*laws, "omi.tie-bonus")
        return Result(won, (points, 0) if winner == 0 else (0, points), laws, next_dealer)


_ANNOUNCE_AFTER: Final = 6


def _tied(table: Table, pending: int) -> tuple[int, str]:
    rules = table.rules
    if rules.choices["second-tie"] == "no-carry" or not rules.holds("tie-bonus"):
        return 0, "omi.second-tie"
    if not pending:
        return 1, "omi.tie-bonus"
    after = {"one": 1, "add": pending + 1, "cancel": 0}[rules.choices["second-tie"]]
    return after if rules.holds("second-tie") else pending + 1, "omi.second-tie"


def _worth(table: Table, winner: Side, declaring: Side) -> tuple[int, tuple[str, ...], bool]:
    """Points for the winner before any bonus, the laws that give them, and whether they are for a sweep."""
    rules = table.rules
    if winner == declaring:
        plain, law = int(rules.holds("declarers-win")), "omi.declarers-win"
    else:
        plain, law = 2 * int(rules.holds("defenders-win")), "omi.defenders-win"
    if table.tricks_won[winner] < ALL_TRICKS or not rules.holds("sweep"):
        return plain, (law,), False
    match rules.choices["kapothi"]:
        case "flat-3":
            return 3, ("omi.sweep",), True
        case "2-or-3":
            return 2 if winner == declaring else 3, ("omi.sweep",), True
        case _:
            if table.announced is None or not rules.holds("announced-sweep"):
                return plain, (law, "omi.announced-sweep"), False
            return 3, ("omi.announced-sweep",), True


def _throw_in_objection(table: Table, seat: Seat) -> Objection | None:
    if table.rules.choices["weak-four"] == "play" or not table.rules.holds("weak-four"):
        return Objection("omi.weak-four", "no-throw-in")
    if table.stretch != "name" or seat != table.turn:
        return Objection("omi.weak-four", "no-throw-in-now")
    if strong := tuple(card for card in table.hands[seat] if rank_of(card) not in WEAK):
        return Objection("omi.weak-four", "not-weak", strong)
    return None


def _announce_objection(table: Table, seat: Seat) -> Objection | None:
    rules = table.rules
    if rules.choices["kapothi"] != "announced" or not rules.holds("announced-sweep"):
        return Objection("omi.announced-sweep", "no-announcing")
    if (turned := wrong_turn(table, seat)) is not None:
        return turned
    if table.announced is not None:
        return Objection("omi.announced-sweep", "announced-already")
    won = table.tricks_won
    if table.trick or won[rules.sides[seat]] != _ANNOUNCE_AFTER or sum(won) != _ANNOUNCE_AFTER:
        return Objection("omi.announced-sweep", "not-six-tricks")
    return None


def _short(table: Table) -> bool:
    held = [0, 0]
    for seat, hand in enumerate(table.hands):
        held[table.rules.sides[seat]] += len(of_suit(hand, table.trump))
    return min(held) < 2


BOOK: Final = Omi()
