"""Example deals as files: what is read, what is refused and where, and what a note may name."""

from __future__ import annotations

import pytest

from tests.lessons.test_claims import OMI, SKAMBIL, scene
from threetables.games import rules
from threetables.lessons.claims import WrongClaim
from threetables.lessons.deals import DealError, ExampleDeal, Ref, placeholder, read_deal

NOTE = """
[[note]]
at = "A1 KC"
text = "{A1} leads the {KC}."
claims = ["takes 1 A1"]
laws = ["skambil.first-lead"]
"""

DEAL = f'''title = "A deal"
summary = "What it shows."
record = """{SKAMBIL}"""
{NOTE}'''


def line_of(text: str, words: str) -> int:
    """The line of the first of these words, counted from 1."""
    return text[: text.index(words)].count("\n") + 1


def refused(text: str) -> DealError:
    """The error with which this file is refused."""
    with pytest.raises(DealError) as error:
        read_deal("a deal", text)
    return error.value


def with_text(text: str, claims: str = '"takes 1 A1"', at: str = "A1 KC") -> str:
    """The deal with another note."""
    return DEAL.replace(NOTE, f'[[note]]\nat = "{at}"\ntext = "{text}"\nclaims = [{claims}]\n')


def note_of(text: str, claims: str = '"takes 1 A1"', at: str = "A1 KC") -> ExampleDeal:
    """The deal with another note, read."""
    return read_deal("a deal", with_text(text, claims, at))


def test_a_deal_is_read() -> None:
    """A good file gives the deal, and its note stands at the step where the card is played."""
    deal = read_deal("skambil/a-deal", DEAL)
    assert (deal.id, deal.title, deal.summary) == ("skambil/a-deal", "A deal", "What it shows.")
    (note,) = deal.notes
    assert note.parts == (Ref("seat", 0), " leads the ", Ref("card", "KC"), ".")
    assert note.claims == ("takes 1 A1",)
    assert note.laws == ("skambil.first-lead",)
    assert deal.notes_at(note.step) == (note,)
    assert deal.notes_at(0) == ()


BROKEN = (
    ("title = ", "titel = ", "titel", "no key is called 'titel'; did you mean 'title'?"),
    ('title = "A deal"', "title = 1", "title", "an example deal needs a title, in quotes"),
    ('summary = "What it shows."', 'summary = " "', "title", "an example deal needs a summary, in quotes"),
    ('title = "A deal"', 'title = "A deal', "title", "this is not TOML"),
    ("1. A1 KC", "1. A1 KD", "1. A1 KD", 'in the record, column 7: found "KD", expected'),
    ("[[note]]", "[note]", "[note]", "notes are written as [[note]]"),
    ("[[note]]\n", "[[note]]\nlaw = 1\n", "law = 1", "no key of a note is called 'law'; did you mean 'laws'?"),
    ('at = "A1 KC"\n', "", "[[note]]", "a note needs at and text, both in quotes"),
    ('claims = ["takes 1 A1"]', 'claims = "takes 1 A1"', "claims", "claims is a list of texts in quotes"),
    ('laws = ["skambil.first-lead"]', "laws = [1]", "laws", "laws is a list of texts in quotes"),
    ('claims = ["takes 1 A1"]', "claims = []", "[[note]]", "a note needs at least one claim"),
    ('at = "A1 KC"', 'at = "A1 AC"', "at = ", "nothing in this deal happens at 'A1 AC'"),
    ("takes 1 A1", "takes 2 A1", "claims", "the claim 'takes 2 A1' is wrong: trick 2 is taken by B2, not by A1"),
    ("skambil.first-lead", "skambil.first-led", "laws", "no law is called 'skambil.first-led'; did you mean"),
    ("{KC}", "{KD}", "text", "{KD}: neither this step"),
    ("{A1} leads", "A1 leads", "text", "a seat is typed by hand in the note, 'A1'"),
)


@pytest.mark.parametrize(("good", "bad", "at", "sentence"), BROKEN, ids=[bad or good for good, bad, _, _ in BROKEN])
def test_a_bad_file_is_refused_at_its_line(good: str, bad: str, at: str, sentence: str) -> None:
    """Whoever writes a deal is told the line, and in one sentence what is wrong there."""
    assert good in DEAL
    head, tail = DEAL.rsplit(good, 1) if good in NOTE else DEAL.split(good, 1)
    text = head + bad + tail
    error = refused(text)
    assert sentence in error.sentence
    assert error.line == line_of(text, at)
    assert "\n" not in error.sentence


def test_the_line_is_that_of_the_right_note() -> None:
    """Of several notes alike, the one that is wrong is pointed at."""
    text = DEAL + NOTE.replace("[[note]]", "[[ note ]]  # once more").replace("takes 1 A1", "takes 1 B1")
    assert refused(text).line == line_of(text, "takes 1 B1")


def test_a_note_is_a_table() -> None:
    """A note that is only a text is refused, not passed over."""
    assert (
        "notes are written as [[note]]"
        in refused(DEAL.replace(NOTE, "").replace("record", 'note = ["x"]\nrecord')).sentence
    )


def test_a_deal_is_no_book() -> None:
    """A file that is far too long is not read at all."""
    assert "an example deal has less than 256 KB" in refused(DEAL + "#" * 256 * 1024).sentence


STEPS = (
    ("start", 0),
    ("deal", 1),
    ("deal 1", 1),
    ("turn-up", 2),
    ("look 1", 3),
    ("A1 KC", 4),
    ("taken 1", 8),
    ("draw 1", 9),
    ("A1 QS", 10),
)


@pytest.mark.parametrize(("at", "step"), STEPS)
def test_steps_are_found_by_name(at: str, step: int) -> None:
    """A note stands where its deal comes to, not at a number that shifts."""
    assert scene(at).step == step


LOOKED_UP = (
    ("taken 1", "side B", Ref("side", 1)),
    ("taken 1", "suit S", Ref("suit", "S")),
    ("taken 1", "trump", Ref("suit", "H")),
    ("taken 1", "dealer", Ref("seat", 3)),
    ("draw 2", "leader", Ref("seat", 3)),
    ("A1 KC", "turn", Ref("seat", 1)),
    ("taken 1", "winner 2", Ref("seat", 3)),
    ("taken 1", "worth 1", Ref("number", 14)),
    ("taken 1", "worth 3S", Ref("number", 30)),
    ("taken 2", "taken B", Ref("number", 24)),
    ("taken 1", "score A", Ref("number", 2)),
    ("taken 1", "count B", Ref("number", 69)),
    ("look 1", "held A1 S", Ref("number", 2)),
    ("A1 KC", "hand A1", Ref("number", 2)),
    ("look 1", "stock", Ref("number", 28)),
    ("taken 1", "trick", Ref("number", 2)),
    ("taken 1", "tricks", Ref("number", 10)),
    ("taken 1", "seats", Ref("number", 4)),
    ("taken 1", "half", Ref("number", 120)),
    ("taken 1", "target", Ref("number", 11)),
)


@pytest.mark.parametrize(("at", "words", "ref"), LOOKED_UP)
def test_the_engine_fills_in(at: str, words: str, ref: Ref) -> None:
    """Numbers, seats and suits in a note come from the table at its step."""
    assert placeholder(words, scene(at), set()) == ref


def test_omi_has_a_declarer_and_schembil_a_rais() -> None:
    """What only some games have can be named in those, and nowhere else."""
    assert placeholder("declarer", scene("trump", OMI), set()) == Ref("seat", 0)
    schembil = """
[Game "schembil"]
[Rais "A2 B1"]

pack {}
"""
    pack = " ".join(rules("schembil").pack).replace("K", "R").replace("J", "F")
    suits = str.maketrans("SHDC", "SCDB")
    text = schembil.format(" ".join(word[0] + word[1].translate(suits) for word in pack.split()))
    assert placeholder("rais A", scene("deal", text), set()) == Ref("seat", 2)
    with pytest.raises(WrongClaim):
        placeholder("rais A", scene("deal"), set())


NOTHING = (
    ("start", "trump", "there is no trump suit at this step"),
    ("count", "turn", "{turn} stands for nothing here"),
    ("start", "winner 11", "{winner 11} stands for nothing here"),
    ("start", "winner x", "{winner x}: 'x' is not a number"),
    ("start", "worth 11", "there is no trick 11 in this deal"),
    ("start", "worth ²", "{worth ²}"),
    ("start", "suit X", "'X' is not a suit of this record"),
    ("start", "side C", "'C' is not a side"),
    ("start", "held A9 S", "no seat 'A9'"),
    ("start", "4S", "{4S}: "),
    ("start", "", "{}"),
    ("start", "the winner", "{the winner} stands for nothing here; there are: {A1}"),
)


@pytest.mark.parametrize(("at", "words", "sentence"), NOTHING)
def test_a_placeholder_for_nothing_is_refused(at: str, words: str, sentence: str) -> None:
    """A placeholder that stands for nothing at its step is an error, and not an empty place in the note."""
    with pytest.raises(WrongClaim) as error:
        placeholder(words, scene(at), set())
    assert sentence in str(error.value)


def test_a_deal_without_an_end_has_no_score() -> None:
    """A record broken off has nothing to say of its count, nor has Omi of half its points."""
    for words in ("score A", "count A", "half"):
        with pytest.raises(WrongClaim, match="stands for nothing here"):
            placeholder(words, scene("taken 1", OMI), set())


BY_HAND = (
    ("Take 30 points", "a number", "30"),
    ("Take thirty points", "a number", "thirty"),
    ("Take seventeen points", "a number", "seventeen"),
    ("Take seventy points", "a number", "seventy"),
    ("the second trick", "a number", "second"),
    ("the tenth trick", "a number", "tenth"),
    ("Not twice", "a number", "twice"),
    ("a high ♥", "a suit sign", "♥"),
    ("The hand of B2", "a seat", "B2"),
    ("Now side A leads", "a side", "side A"),
    ("The ace of spades", "a card", "ace of spades"),
    ("The Trey of trumps", "a card", "Trey of trumps"),
    ("Now AS falls", "a card", "AS"),
    ("Now 3S falls", "a card", "3S"),
    ("Now 10S falls", "a card", "10S"),
    ("Hearts are trumps", "a suit", "Hearts"),
    ("a {trump", "a placeholder is not closed", ""),
    ("a A1}", "a seat", "A1"),
)


@pytest.mark.parametrize(("words", "what", "found"), BY_HAND)
def test_nothing_is_typed_by_hand(words: str, what: str, found: str) -> None:
    """A card, a seat, a suit or a number in a note is filled in by the engine, or the note is refused."""
    error = refused(with_text(words))
    assert error.sentence.startswith(f"{what} is typed by hand in the note, {found!r}" if found else what)


def test_no_card_is_put_together_from_halves() -> None:
    """A rank typed by hand and a suit filled in would name a card that no claim is about."""
    for words in ("The ace of {trump}", "The kings of {suit S}"):
        assert refused(with_text(words)).sentence.startswith("half a card is typed by hand in the note")
    assert note_of("The cards of {suit S}")


@pytest.mark.parametrize("words", ["As one does at first", "The second look", "a trey, an ace, a deuce", "Both treys"])
def test_plain_words_pass(words: str) -> None:
    """Words that name no card in particular are free."""
    (note,) = note_of(words).notes
    assert note.parts == (words,)


def test_a_seat_or_card_needs_a_ground() -> None:
    """A note names only what its step, the trick on the table or one of its claims is about."""
    assert note_of("{A1} leads the {KC}.")
    assert note_of("The {KC} is beaten by nothing.", at="B1 9D")
    assert note_of("{A2} has the {3S}.", '"must-be-held-by A2 3S A1"')
    for words in ("{A2}", "{3S}"):
        assert refused(with_text(words)).sentence.startswith(f"{words}: neither this step")


def test_rule_events_have_their_own_grounds() -> None:
    """At a look its seats may be named, at a turn-up the card, at a draw who drew what, at a taken trick its cards."""
    for at, words in (
        ("look 1", "{A1} and {B2}"),
        ("turn-up", "{2H}"),
        ("draw 1", "{A1} {8C} {B1} {8D}"),
        ("taken 1", "{A1} {9D} {TC}"),
        ("count", "no more"),
    ):
        assert note_of(words, at=at)
    assert refused(with_text("{KC}", at="turn-up")).sentence.startswith("{KC}: neither this step")


def test_a_note_before_anything_is_done() -> None:
    """A record with no action yet can have notes on the deal."""
    record = SKAMBIL[: SKAMBIL.index("1. ")]
    text = with_text("The {2H}.", '"worth 2H 10"', "turn-up").replace(SKAMBIL, record)
    assert read_deal("a deal", text).notes[0].parts == ("The ", Ref("card", "2H"), ".")
