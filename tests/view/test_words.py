import ast
import re
from pathlib import Path

import pytest

import threetables
from threetables.actions import (
    Action,
    Announce,
    Answer,
    Ask,
    Cut,
    MakeSign,
    NameTrump,
    Order,
    Play,
    Swap,
    ThrowIn,
)
from threetables.cards import Card, Suit
from threetables.events import Drew, HandsShown, PackCut, Result
from threetables.games import rules
from threetables.laws import Objection
from threetables.view.words import MESSAGES, REFUSALS, Words

OMI = Words(rules("omi"))
SCHEMBIL = Words(rules("schembil"), "latin")


def reasons() -> set[str]:
    """Every `why` that stands in the engine's sources: the second argument of each `Objection(...)`."""
    package = Path(threetables.__file__).parent
    found: set[str] = set()
    for path in (package / "deal.py", *sorted((package / "games").glob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Objection":
                why = node.args[1]
                assert isinstance(why, ast.Constant)
                found.add(str(why.value))
    return found


def test_every_refusal_is_told_in_a_sentence() -> None:
    """Whatever the engine refuses, the reader hears why in plain words; and every sentence has its use."""
    assert reasons() == set(REFUSALS)


@pytest.mark.parametrize("why", sorted(REFUSALS))
def test_a_refusal_leaves_no_blank(why: str) -> None:
    """A sentence that refuses is complete: it names the seat, the card or the suit, and ends."""
    objection = Objection("omi.turn-order", why, (Card("KH"), Card("9H")))
    told = OMI.refused(objection, Play(1, Card("AS")), 2)
    assert told is not None
    assert told.endswith(".")
    assert "{" not in told


def test_the_script_and_the_catalogue_know_the_same_sentences() -> None:
    """Whatever the script in the page says stands in the catalogue, and nothing in the catalogue waits in vain."""
    folder = Path(__file__).parents[2] / "docs" / "assets" / "player"
    script = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.js")))
    for key in MESSAGES:
        assert f'"{key}"' in script, key
    for key in re.findall(r'#say\("([\w-]+)"|new LoadingError\("([\w-]+)"|#words\["([\w-]+)"\]', script):
        assert "".join(key) in MESSAGES


def test_a_breach_without_a_sentence_is_left_to_its_law() -> None:
    """Where the catalogue has nothing to say, the law speaks for itself."""
    assert OMI.refused(Objection("omi.turn-order", "unheard-of"), Play(0, Card("AS")), 0) is None


def test_a_revoke_names_the_suit_that_is_held() -> None:
    """Who has to follow hearts is told that it holds hearts, not merely that the card is wrong."""
    told = OMI.refused(Objection("omi.follow-suit", "must-follow", (Card("KH"),)), Play(3, Card("AS")), 3)
    assert told == "B2 has to follow suit, and holds hearts."


def test_nobody_plays_while_the_trick_is_gathered() -> None:
    """Between two tricks there is nobody to wait for, and no sentence says there is."""
    told = OMI.refused(Objection("omi.turn-order", "not-your-turn"), Play(0, Card("AS")), None)
    assert told is not None
    assert "Nobody acts now" in told


def test_cards_are_called_by_the_suits_of_the_record() -> None:
    """The same card is of spades in one pack and of swords in the other."""
    assert OMI.card(Card("9S")) == "nine of spades"
    assert SCHEMBIL.card(Card("NS")) == "knight of swords"
    assert SCHEMBIL.cards((Card("3D"), Card("AH"))) == "the three of coins and the ace of cups"


def test_the_near_seat_may_be_any() -> None:
    """From A2's chair, A2 is near and A1 sits across; the letters stay what they are."""
    from_a2 = Words(rules("omi"), near=2)
    assert [from_a2.place(seat) for seat in range(4)] == ["across", "right", "near", "left"]
    assert from_a2.seat_and_place(0) == "A1 (across)"
    assert Words(rules("omi"), calling="places").seat(1) == "Left"


def test_direction_mirrors_the_places() -> None:
    """When play goes the other way round, the next player sits on the other side."""
    assert Words(rules("omi", "traditional")).place(1) == "right"
    assert OMI.place(1) == "left"


@pytest.mark.parametrize(
    ("action", "label"),
    [
        (Play(0, Card("AS")), "Play the ace of swords"),
        (Cut(0, 0), "Leave the pack uncut"),
        (Cut(0, 1), "Cut off 1 card"),
        (NameTrump(0, Suit("H")), "Name cups as trumps"),
        (ThrowIn(0), "Ask for a new deal"),
        (Announce(0), "Announce every trick"),
        (Swap(0), "Change the lowest trump for the turn-up"),
        (MakeSign(0, "load"), "A1 signs: I hold an ace or a three outside trumps"),
        (Ask(0, 2, "ace-or-three", Suit("D")), "A1 asks A2: In coins, the ace or the three?"),
        (Order(0, 4, "play", Card("7C")), "A1 tells A3: Play the seven of clubs."),
        (Order(0, 4, "leave"), "A1 tells A3: Leave it."),
        (Answer(2, "2"), "A2 answers: 2."),
        (Answer(2, "S"), "A2 answers: Swords."),
        (Answer(2, "yes"), "A2 answers: Yes."),
    ],
)
def test_every_action_has_a_label(action: Action, label: str) -> None:
    """A button says what it does in the words of the game."""
    assert SCHEMBIL.offered(action) == label


def test_a_hidden_draw_names_no_card() -> None:
    """Who may not see a drawn card hears only that one was drawn."""
    assert OMI.happened(Drew(1, None)) == "B1 draws a card."
    assert OMI.happened(Drew(1, Card("AS"), turn_up=True)) == "B1 draws the ace of spades, the turn-up."
    together = OMI.happened_together((Drew(0, Card("KH")), Drew(1, None)))
    assert together == "Each seat draws: A1 the king of hearts and B1 a card."


def test_looks_are_told_in_one_breath() -> None:
    """Who looks at whose hand is one sentence, also where a seat looks at two."""
    assert OMI.happened(HandsShown(((0, 2), (1, 3)))) == "A1 looks at A2's hand and B1 at B2's."
    both = SCHEMBIL.happened(HandsShown(((0, 2), (0, 4), (1, 3))))
    assert both == "A1 looks at A2's hand and A3's hand and B1 at B2's."


def test_a_cut_says_what_it_decides() -> None:
    """A cut that shows the trump suit names the card; one that is declined says so."""
    assert OMI.happened(PackCut(3, 0)) == "B2 leaves the pack uncut."
    assert OMI.happened(PackCut(3, 5)) == "B2 cuts, lifting 5 cards."
    assert SCHEMBIL.happened(PackCut(3, 5, Card("AH"))) == "B2 cuts at the ace of cups: cups are trumps."


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (Result((5, 3), (1, 0), (), 0), "Side A has 5 tricks, side B 3. Side A scores 1 point."),
        (
            Result((4, 4), (0, 0), (), 0, 1),
            "Side A has 4 tricks, side B 4. Nobody scores. A bonus of 1 waits for the next deal.",
        ),
        (
            Result((0, 0), (0, 0), (), 0, void=True),
            "Side A has 0 tricks, side B 0. The deal counts for nothing and is dealt again.",
        ),
    ],
)
def test_the_count_is_told_whole(result: Result, told: str) -> None:
    """The last sentence of a deal says what each side took, what it scores, and what is carried over."""
    assert OMI.counted(result) == told


def test_one_is_not_many() -> None:
    """One trick is a trick and two are tricks."""
    assert OMI.phrase("tricks", number=1) == "1 trick"
    assert OMI.phrase("tricks", number=2) == "2 tricks"


def test_no_sentence_talks_like_a_machine() -> None:
    """Readers never see a key, a brace or a snake_case name."""
    for sentence in REFUSALS.values():
        assert not re.search(r"_|None|\bid\b", sentence)


@pytest.mark.parametrize(("words", "second"), [(Words(rules("skambil")), "two"), (SCHEMBIL, "three")])
def test_a_load_is_what_the_game_has_next_to_the_ace(words: Words, second: str) -> None:
    """Puffed cheeks promise an ace or a two at Skambil, where the three has its own sign; at Schembil, a three."""
    assert words.sign("load") == f"I hold an ace or a {second} outside trumps"
