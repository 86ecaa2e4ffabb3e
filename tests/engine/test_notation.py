"""Deals as text: what people type is read, what they mistype is pointed at, and nothing else comes out."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import Line, dice, examples, lines, played_out, position_of, shuffled
from threetables.actions import Answer, Ask, Cut, MakeSign, NameTrump, Order, Play
from threetables.cards import Card, pack_of
from threetables.deal import opened, play
from threetables.games import rules
from threetables.notation import (
    ACTIONS,
    LIMIT,
    NotationError,
    Record,
    action_text,
    read,
    read_action,
    read_card,
    write,
)
from threetables.table import Position, Start

OMI = '[Game "omi"]\n'
SKAMBIL = '[Game "skambil"]\n'
SCHEMBIL = '[Game "schembil"]\n'
P32 = "pack " + " ".join(pack_of("AKQJT987")) + "\n"
P40 = "pack " + " ".join(pack_of("3A2KQJT987")) + "\n"
P36 = "pack " + " ".join(rank + suit for suit in "DCSB" for rank in "A3RNF7654") + "\n"
KJQ = "pack " + " ".join(pack_of("A3KJQ7654")) + "\n"

DEAL = read(f"{OMI}{P32}A1: trump S\n1. A1 AS B1 TS A2 AH B2 TH\n2. A1 KS B1 9S\n")
"""Omi: A1 leads the ace and the king of trumps."""
NAMED, FIRST, SECOND = "A1: trump S\n", "1. A1 AS B1 TS A2 AH B2 TH\n", "2. A1 KS B1 9S\n"

THE_SAME: dict[str, str] = {
    "as it is written": write(DEAL),
    "without a Suits or a Seats tag": f'{OMI}[Rules "as-written"]\n{P32}{NAMED}{FIRST}{SECOND}',
    "in small letters": (OMI + P32 + NAMED + FIRST + SECOND).lower(),
    "in capitals": f'[GAME "OMI"]\n[RULES "AS-WRITTEN"]\n{P32.upper()}A1: TRUMP S\n{FIRST}{SECOND}',
    "with tens in figures": (OMI + P32.replace(" T", " 10") + NAMED + FIRST.replace(" T", " 10") + SECOND),
    "with suit symbols": OMI + re.sub("[SHDC]", lambda m: dict(zip("SHDC", "♠♥♦♣", strict=True))[m.group()], P32)
    + "A1: trump ♠\n1. A1 A♠ B1 10♠ A2 A♥ B2 10♥\n2. A1 K♠ B1 9♠",
    "with open suit symbols": OMI + P32 + "A1: trump ♤\n1. A1 A♤ B1 10♤ A2 A♡ B2 10♡\n2. A1 K♤ B1 9♤",
    "with suit pictures": OMI + P32 + "A1: trump ♠️\n1. A1 A♠️ B1 10♠️ A2 A♥️ B2 10♥️\n2. A1 K♠️ B1 9♠️",
    "without seats": OMI + P32 + NAMED + "1. AS TS AH TH\n2. KS 9S",
    "with the first seat only": OMI + P32 + NAMED + "1. A1 AS TS AH TH\n2. A1 KS 9S",
    "with colons after seats": OMI + P32 + NAMED + "1. A1: AS B1: TS A2: AH B2: TH\n2. A1: KS B1: 9S",
    "without a space after the number": OMI + P32 + NAMED + "1.AS TS AH TH\n2.A1 KS B1 9S",
    "without numbers": OMI + P32 + NAMED + "A1 AS B1 TS A2 AH B2 TH\nA1 KS B1 9S",
    "one card a line": OMI + P32 + NAMED + "1. AS\n1... TS\n1... AH\n1... TH\n2. A1 KS\n2... B1 9S",
    "one card a line with the same number": OMI + P32 + NAMED + "1. AS\n1. TS\n1. AH\n1. TH\n2. KS\nB1 9S",
    "without a colon": OMI + P32 + "A1 trump S\n" + FIRST + SECOND,
    "with a lower-case seat": OMI + P32 + "a1: Trump s\n1. a1 as b1 ts a2 ah b2 th\n2. a1 ks b1 9s",
    "with remarks": f"; a deal\n{OMI}; cards\n{P32.rstrip()} ; all of them\n{NAMED}{FIRST}  ; \n{SECOND}",
    "with remarks after tags": '[Game "omi"] ; four players\n[Dealer "B2"];\n' + P32 + NAMED + FIRST + SECOND,
    "with empty lines": "\n\n" + OMI + "\n" + P32 + "\n\n" + NAMED + "\n" + FIRST + "\n \n" + SECOND + "\n\n",
    "with Windows line ends": (OMI + P32 + NAMED + FIRST + SECOND).replace("\n", "\r\n"),
    "with old Macintosh line ends": (OMI + P32 + NAMED + FIRST + SECOND).replace("\n", "\r"),
    "with a byte-order mark": "\ufeff" + OMI + P32 + NAMED + FIRST + SECOND,
    "with tabs": (OMI + P32 + NAMED + FIRST + SECOND).replace(" A", "\tA"),
    "with lines pushed in": "".join(f"  {line}\n" for line in (OMI + P32 + NAMED + FIRST + SECOND).splitlines()),
    "with the pack in lines":
    OMI + P32.replace(" AH", "\npack AH").replace(" AD", "\npack: AD") + "A1: trump S\n" + FIRST + SECOND,
    "with all tags": f'{OMI}[Rules "as-written"]\n[Seats "4"]\n[Suits "french"]\n[Dealer "B2"]\n'
    f'[Score "0 0"]\n[Bonus "0"]\n[Title ""]\n{P32}{NAMED}{FIRST}{SECOND}',
    "with the tags in another order": f'[Dealer "b2"]\n[Rules "As-Written"]\n[Game "Omi"]\n{P32}{NAMED}{FIRST}{SECOND}',
    "with its default said": f'{OMI}[Set "cut=off direction=clockwise"]\n{P32}{NAMED}{FIRST}{SECOND}',
    "with house rules in any letters":
    f'{OMI}[Set "Cut=OFF DIRECTION=Clockwise"]\n{P32}{NAMED}{FIRST}{SECOND}',
    "as hands": OMI + "hand A1 AS KS QS JS / AD KD QD JD\nhand B1 TS 9S 8S 7S TD 9D 8D 7D\n"
    "hand A2 AH KH QH JH AC KC QC JC\nhand B2 TH 9H 8H 7H TC 9C 8C 7C\n" + NAMED + FIRST + SECOND,
    "as hands in another order": OMI + "hand B2: TH 9H 8H 7H 10C 9C 8C 7C\nhand A1: AS KS QS JS AD KD QD JD\n"
    "hand A2: AH KH QH JH\nhand A2: AC KC QC JC\nhand B1: TS 9S 8S 7S TD 9D 8D 7D\n" + NAMED + FIRST + SECOND,
}  # fmt: skip


@pytest.mark.parametrize("text", THE_SAME.values(), ids=THE_SAME.keys())
def test_people_write_one_deal_in_many_ways(text: str) -> None:
    """However it is typed, it is the same deal."""
    assert read(text) == DEAL


def test_what_is_written_is_the_one_form() -> None:
    """A deal as we write it: tags, the pack in rows of thirteen, one line a trick."""
    assert write(DEAL) == (
        '[Game "omi"]\n[Rules "as-written"]\n[Seats "4"]\n[Suits "french"]\n[Dealer "B2"]\n\n'
        "pack AS KS QS JS TS 9S 8S 7S AH KH QH JH TH\npack 9H 8H 7H AD KD QD JD TD 9D 8D 7D AC KC\n"
        "pack QC JC TC 9C 8C 7C\nA1: trump S\n1. A1 AS B1 TS A2 AH B2 TH\n2. A1 KS B1 9S\n"
    )


def test_hands_of_skambil_need_the_turn_up_and_the_stock() -> None:
    """Hands as dealt, the exposed card and the stock say as much as the pack."""
    from_pack = read(SKAMBIL + P40)
    stock = from_pack.start.stock if isinstance(from_pack.start, Position) else from_pack.start.pack[13:]
    text = "hand A1 3S QS 8S\nhand B1 AS JS 7S\nhand A2 2S TS 3H\nhand B2 KS 9S AH\nturn-up 2H\nstock "
    assert read(SKAMBIL + text + " ".join(stock)) == from_pack


def test_hands_of_schembil_hold_both_deals() -> None:
    """Six cards a hand; the exposed card is the dealer's last, and may be named or not."""
    from_pack = read(SCHEMBIL + P36)
    assert isinstance(from_pack.start, Start)
    hands = [
        "AD 6D NC 3S 5S FB", "3D 5D FC RS 4S 7B", "RD 4D 7C NS AB 6B", "ND AC 6C FS 3B 5B", "FD 3C 5C 7S RB 4B",
        "7D RC 4C 6S NB AS",
    ]  # fmt: skip
    text = "".join(
        f"hand {seat} {cards}\n" for seat, cards in zip(["A1", "B1", "A2", "B2", "A3", "B3"], hands, strict=True)
    )
    assert read(SCHEMBIL + text) == read(SCHEMBIL + text + "turn-up AS") == from_pack
    with pytest.raises(NotationError, match="last card dealt to the dealer"):
        read(SCHEMBIL + text + "turn-up AD")


SPOKEN: list[tuple[str, object]] = [
    ("A1 to A2: ask any-trump", Ask(0, 2, "any-trump")),
    ("a1 TO a2: Ask How-Many", Ask(0, 2, "how-many")),
    ("A1 to A3: ask ace-or-three C", Ask(0, 4, "ace-or-three", pack_of("A", "H")[0][1])),  # type: ignore[arg-type]
    ("A1 to A3: ask can-take", Ask(0, 4, "can-take")),
    ("A1 to A3 order take", Order(0, 4, "take")),
    ("A1 to A3: order leave", Order(0, 4, "leave")),
    ("A1 to A3: order load", Order(0, 4, "load")),
    ("A1 to A3: order trump", Order(0, 4, "trump")),
    ("A1 to A3: order play RB", Order(0, 4, "play", Card("KC"))),
]


@pytest.mark.parametrize("text, action", SPOKEN, ids=[text for text, _ in SPOKEN])
def test_what_a_captain_says_is_read(text: str, action: object) -> None:
    """Questions and orders, each on a line of its own."""
    assert read(f"{SCHEMBIL}{P36}{text}").actions == (action,)


@pytest.mark.parametrize("question, answer, meant", [
    ("any-trump", "YES", "yes"), ("any-trump", "no", "no"), ("how-many", "2", "2"), ("can-take", "D", "D"),
    ("can-take", "c", "H"), ("can-take", "B", "C"),
])  # fmt: skip
def test_answers_are_read(question: str, answer: str, meant: str) -> None:
    """Yes, no, a number, or a suit in the letter of the record."""
    text = f"{SCHEMBIL}{P36}A1 to A2: ask {question}\nA2: answer {answer}"
    assert read(text).actions[-1] == Answer(2, meant)
    assert read(write(read(text))) == read(text)


def test_other_actions_are_read() -> None:
    """Cutting, declining, throwing in, announcing, swapping, signs."""
    assert read(f'{OMI}[Set "cut=offered"]\n{P32}A2: no cut').actions == (Cut(2, 0),)
    assert read(f'{OMI}[Set "cut=offered"]\n{P32}A2: cut 12').actions == (Cut(2, 12),)
    assert read(f"{SKAMBIL}{P40}A2: sign TREY").actions == (MakeSign(2, "trey"),)


def test_latin_suits_and_courts() -> None:
    """Denari, coppe, spade and bastoni; king, knight and foot."""
    record = read(f"{SCHEMBIL}{P36.lower()}1. ad 3d rd")
    assert record.suits == "latin"
    assert record.actions == (Play(0, Card("AD")), Play(1, Card("3D")), Play(2, Card("KD")))
    assert "pack AD 3D RD ND FD 7D 6D" in write(record)


@pytest.mark.parametrize("sign", "♠♥♦♣♤♡♢♧")
def test_french_suit_signs_have_no_place_among_latin_suits(sign: str) -> None:
    """Nobody can say whether a club is a cup or a cudgel, so the letters of the Latin suits are asked for."""
    stock = "hand A1 7C\nhand B1 7S\nhand A2 7D\nhand B2 6C\nhand A3 6S\nhand B3 6D\n"
    asked = SCHEMBIL + P36 + "A1 to A2: ask can-take\n"
    for text in (
        SCHEMBIL + P36.replace("AC", "A" + sign),
        SCHEMBIL + P36 + f"1. A1 A{sign}",
        f"{SCHEMBIL}{stock}trump {sign}\nwon A rest\nlead A1\n",
        f"{SCHEMBIL}{stock}trump B\nwon A rest\nwon B A{sign}\nlead A1\n",
        SCHEMBIL + P36 + f"A1 to A2: ask ace-or-three {sign}",
        SCHEMBIL + P36 + f"A1 to A2: order play A{sign}",
        asked + f"A2: answer {sign}",
    ):
        with pytest.raises(NotationError, match="by its letter, D C S B, and not a French suit sign") as refused:
            read(text)
        assert sign in refused.value.found
    with pytest.raises(NotationError, match="by its letter, D C S B"):
        read_card("A" + sign, read(SCHEMBIL + P36).rules, "latin")


@pytest.mark.parametrize("tags", ['[Courts "KJQ"]\n', '[courts "kjq"]\n[Suits "French"]\n', '[Set "Courts=kjq"]\n'])
def test_french_suits_at_schembil_need_the_order_of_the_courts(tags: str) -> None:
    """With the order said, queens and jacks are read; without it nobody can know which is higher."""
    record = read(SCHEMBIL + tags + KJQ)
    assert (record.suits, record.rules.choices["courts"]) == ("french", "KJQ")
    assert read(write(record)) == record
    with pytest.raises(NotationError) as refused:
        read(SCHEMBIL + KJQ)
    for reading in ("KJQ", "jack 3, queen 2", "KQJ", "queen 3, jack 2"):
        assert reading in refused.value.expected


def test_a_position_in_the_middle_of_a_deal() -> None:
    """Hands, trumps, what was won and who leads are enough to go on."""
    text = (
        f'{SKAMBIL}[Score "3 9"]\nhand A1 3S\nhand B1 AS\nhand A2 2S\nhand B2 KS\ntrump H\nwon A 3H AH 2H KH\n'
        "won B rest\nlead B1\n1. AS 2S KS 3S\n"
    )
    record = read(text)
    start = record.start
    assert isinstance(start, Position)
    assert (start.leader, start.trump, start.scores, len(start.won[0]), len(start.won[1])) == (1, "H", (3, 9), 4, 32)
    assert read(write(record)) == record
    assert opened(start).tricks_won == (1, 8)


def position(*lines_: str, hands: str = "AS/KS/QS/JS") -> str:
    """A position of Omi with these lines after the hands."""
    held = "".join(
        f"hand {seat} {cards}\n" for seat, cards in zip(("A1", "B1", "A2", "B2"), hands.split("/"), strict=True)
    )
    return OMI + held + "\n".join(lines_)


DEALT = "hand A1 3S AS 2S\nhand B1 KS QS JS\nhand A2 TS 9S 8S\nhand B2 3H AH 2H\n"
OPENING = ("trump S", "won A rest", "lead A1")
LAST_DRAW = (
    SKAMBIL + "hand A1 7S 7D 7C\nhand B1 8S 8D 8C\nhand A2 9S 9D 9C\nhand B2 TS TD TC\nstock 7H 8H 9H\nturn-up TH\n"
    "trump H\nwon A rest\nlead A1\n1. A1 7S"
)
UNPLAYED = (
    OMI + "hand A1 AS KS QS JS AD KD QD JD\nhand B1 TS 9S 8S 7S TD 9D 8D 7D\nhand A2 AH KH QH JH AC KC QC JC\n"
    "hand B2 TH 9H 8H 7H TC 9C 8C 7C\ntrump S\n"
)
WRONG: list[tuple[str, int, int, str, str]] = [
    ("", 1, 1, "nothing", 'a tag [Game "…"]'),
    ('[Game "omi"] four players', 1, 1, '[Game "omi"] four', "a tag such as"),
    ('[Game "omi ; four players"]', 1, 8, "omi ; four players", "rules that can be played"),
    ('[Game "omi" ; four players]', 1, 1, '[Game "omi" ;', "a tag such as"),
    ("  \n\n", 1, 1, "nothing", "skambil, omi, schembil"),
    ("\n  good morning", 2, 3, "good morning", 'a tag [Game "…"]'),
    (P32, 1, 1, "pack AS", "Game"),
    ('[Game "omi]\n', 1, 1, '[Game "omi]', 'a tag such as [Game "omi"]'),
    ("[Game omi]\n", 1, 1, "[Game omi]", "a tag such as"),
    ('[Game "omi"', 1, 1, '[Game "omi"', "a tag such as"),
    (' [Gme "omi"]\n', 1, 3, "Gme", "Game"),
    (OMI + '[Weather "fine"]\n', 2, 2, "Weather", "one of the tags"),
    (OMI + OMI, 2, 2, "Game", "each tag once"),
    ('[Rules "as-written"]\n[Game "omni"]\n', 2, 8, "omni", "no game 'omni'"),
    (OMI + '[Rules "seed"]\n', 2, 9, "seed", "as-written, traditional"),
    (OMI + '[Seats "6"]\n', 2, 9, "6", "played by 4, not by 6"),
    (OMI + '[Seats "four"]\n', 2, 9, "four", "a number from 4 to 6"),
    (OMI + '[Seats "٤"]\n', 2, 9, "٤", "a number from 4 to 6"),
    (OMI + '[Set "cut"]\n', 2, 7, "cut", "cut=always"),
    (OMI + '[Set "cut=off cut=off"]\n', 2, 7, "cut=off cut=off", "once each"),
    (OMI + '[Set "cut=maybe"]\n', 2, 7, "cut=maybe", "off, offered, always"),
    (OMI + '[Set "bonus=declarer-side second-tie=no-carry"]\n', 2, 7, "bonus=", "there is no bonus to win"),
    (OMI + '[Dealer "C1"]\n' + P32, 2, 10, "C1", "a seat: A1 B1 A2 B2"),
    (OMI + '[Dealer "A3"]\n' + P32, 2, 10, "A3", "a seat: A1 B1 A2 B2"),
    (OMI + '[Rais "A1 B1"]\n' + P32, 2, 8, "A1 B1", "no captains in this game"),
    (SCHEMBIL + '[Rais "A1 A2"]\n' + P36, 2, 8, "A1 A2", "one of each side"),
    (SCHEMBIL + '[Rais "A1"]\n' + P36, 2, 8, "A1", "two seats"),
    (SCHEMBIL + '[Rais "A1 X9"]\n' + P36, 2, 8, "X9", "a seat"),
    (OMI + '[Score "3"]\n' + P32, 2, 9, "3", "such as 3 5"),
    (OMI + '[Score "-1 2"]\n' + P32, 2, 9, "-1 2", "such as 3 5"),
    (OMI + '[Dealer "B2"]\n[Score "12 3"]\n' + P32, 3, 9, "12 3", "the match was over at 12 to 3"),
    (OMI + '[Score "10 10"]\n' + P32, 2, 9, "10 10", "the match was over before 10 to 10"),
    (OMI + '[Score "999 999"]\n' + P32, 2, 9, "999 999", "only one side scores in a deal"),
    (SCHEMBIL + '[Score "3 3"]\n' + P36, 2, 9, "3 3", "the match was over before 3 to 3"),
    (OMI + '[Set "second-tie=no-carry"]\n[Bonus "1"]\n' + P32, 3, 9, "1", "second-tie=no-carry no bonus of 1"),
    (OMI + '[Set "second-tie=cancel"]\n[Bonus "2"]\n' + P32, 3, 9, "2", "second-tie=cancel no bonus of 2"),
    (OMI + '[Bonus "2"]\n' + P32, 2, 9, "2", "second-tie=one no bonus of 2"),
    (OMI + '[Bonus "ten"]\n' + P32, 2, 9, "ten", "a number from 0 to 9"),
    (SKAMBIL + '[Bonus "1"]\n' + P40, 2, 9, "1", "no bonus in this game"),
    (OMI + '[Suits "german"]\n' + P32, 2, 9, "german", "french or latin"),
    (OMI + '[Suits "latin"]\n' + P32, 2, 9, "latin", "french suits"),
    (SCHEMBIL + '[Suits "french"]\n' + P36, 2, 9, "french", "the order of the court cards"),
    (SCHEMBIL + '[Courts "QKJ"]\n' + P36, 2, 10, "QKJ", "KNJ, KJQ, KQJ"),
    (SCHEMBIL + '[Set "follow=always"]\n[Courts "XYZ"]\n' + P36, 3, 10, "XYZ", "KNJ, KJQ, KQJ"),
    (SCHEMBIL + '[Courts "KJQ"]\n[Set "follow=alwys"]\n' + KJQ, 3, 7, "follow=alwys", "no, always"),
    (SCHEMBIL + '[Set "courts=KQJ"]\n[Courts "KJQ"]\n' + P36, 3, 10, "KJQ", "the court cards once"),
    (OMI + f'[Set "{"x" * 5000}=on"]\n' + P32, 2, 7, "x" * 40 + "…", "no house rule"),
    (OMI + f'[Rules "{"x" * 5000}"]\n' + P32, 2, 9, "x" * 40 + "…", "no rules"),
    (f'[Game "{"x" * 5000}"]\n' + P32, 1, 8, "x" * 40 + "…", "no game"),
    (OMI + '[Courts "KQJ"]\n' + P32, 2, 10, "KQJ", "no house rule 'courts'"),
    (OMI, 2, 1, "nothing", "a pack line, or a hand line"),
    (OMI + NAMED, 2, 1, "A1:", "a pack line, or a hand line"),
    (OMI + "pack", 2, 1, "pack", "32 of the 32 cards are missing"),
    (OMI + "pack AS KS", 2, 1, "pack", "30 of the 32 cards are missing"),
    (OMI + P32.replace("KS", "AS"), 2, 9, "AS", "stands in line 2, column 6 already"),
    (OMI + P32 + "pack 7C", 3, 6, "7C", "already"),
    (OMI + P32.replace("KS", "6S"), 2, 9, "6S", "a card of the pack of 32"),
    (OMI + P32.replace("KS", "XS"), 2, 9, "XS", "a card such as AS or 10H"),
    (OMI + P32.replace("KS", "K"), 2, 9, "K", "a card such as"),
    (OMI + P32.replace("KS", "KSS"), 2, 9, "KSS", "a card such as"),
    (OMI + P32.replace("KS", "KÿS"), 2, 9, "KÿS", "a card such as"),
    (SCHEMBIL + '[Courts "KJQ"]\n' + KJQ.replace("KS", "XS"), 3, 12, "XS", "a card such as AS or KH"),
    (SKAMBIL + P40.replace("AS", "NS"), 2, 9, "NS", "a card of the pack of 40"),
    (SCHEMBIL + P36.replace("RD", "KD"), 2, 12, "KD", "R, N or F"),
    (SCHEMBIL + P36.replace("RD", "QD"), 2, 12, "QD", '[Courts "KJQ"]'),
    (SCHEMBIL + P36.replace("RD", "AH"), 2, 12, "AH", "a card such as AD or RB"),
    (SCHEMBIL + P36.replace(" RC", ""), 2, 1, "pack", "RC is missing from the pack of 36"),
    (OMI + P32 + "hand A1 AS", 3, 1, "hand", "not both"),
    (OMI + "hand A1 AS", 2, 1, "hand", "8 cards for A1"),
    (OMI + "hand", 2, 1, "hand", "a seat and its cards"),
    (SCHEMBIL + "hand A1 5C / NS FB / / 7C 3S 7B", 2, 12, "/", "one stroke at most, after the first 3 cards"),
    (SCHEMBIL + "hand A1 5C NS FB / / 7C 3S 7B", 2, 20, "/", "one stroke at most, after the first 3 cards"),
    (SCHEMBIL + "hand A1 5C NS FB / 7C\nhand A1 3S / 7B", 3, 12, "/", "one stroke at most"),
    (SCHEMBIL + "hand A1 5C NS FB 7C 3S 7B /", 2, 27, "/", "one stroke at most, after the first 3 cards"),
    (OMI + "hand A1 AS KS QS / JS", 2, 18, "/", "one stroke at most, after the first 4 cards"),
    (SKAMBIL + "hand A1 AH / 9H / TH", 2, 12, "/", "where hands come in two packets"),
    (position(*OPENING, hands="AS ! KS/QS JS/TS 9S/8S 7S").replace("!", "/"), 2, 12, "/", "only in a hand as dealt"),
    (OMI + "han A1 AS\nhand B1 KS", 2, 1, "han", "a line that begins with hand"),
    (OMI + "hand A1 AS\nhnad B1 KS\nhand A2 QS", 3, 1, "hnad", "a line that begins with hand"),
    (OMI + "h\u0430nd A1 AS", 2, 1, "CYRILLIC SMALL LETTER A", "a line that begins with hand"),
    (OMI + P32.replace("pack", "Pakc:"), 2, 1, "Pakc:", "a line that begins with pack"),
    (SKAMBIL + DEALT + "turnup 7S\nstock 7D", 6, 1, "turnup", "a line that begins with turn-up"),
    (SKAMBIL + DEALT + "turn-up 7S\nstok 7D", 7, 1, "stok", "a line that begins with stock"),
    (position("trump S", "won A rest", "leed A1"), 8, 1, "leed", "a line that begins with lead"),
    (OMI + "hand C9 AS", 2, 6, "C9", "a seat"),
    (OMI + '[Set "cut=always"]\nhand A1 AS', 3, 1, "hand", "the pack in a record where the pack is cut"),
    (SKAMBIL + DEALT, 6, 1, "nothing", "a turn-up line"),
    (SKAMBIL + DEALT + "1. A1 3S", 6, 1, "1.", "a turn-up line"),
    (SKAMBIL + DEALT + "turn-up 7S", 7, 1, "nothing", "a stock of 27 cards, but it has 0"),
    (SKAMBIL + DEALT + "turn-up 7S\nstock 7D", 7, 1, "stock", "a stock of 27 cards, but it has 1"),
    (position(*OPENING, hands="AS/KS/QS/AS"), 5, 9, "AS", "stands in line 2, column 9 already"),
    (position(*OPENING, hands="AS TS/KS/QS/JS"), 2, 1, "hand", "the hands have 1 or 2 cards"),
    (position(*OPENING, hands="AS/KS TS/QS/JS"), 3, 1, "hand", "the hands have 1 or 2 cards"),
    (position(*OPENING).replace("hand B2 JS\n", ""), 8, 1, "nothing", "the hands have 0 or 1 cards"),
    (position("won A rest", "lead A1"), 8, 1, "nothing", "there is no trump suit"),
    (position("trump S", "won A rest", "won B rest", "lead A1"), 7, 1, "won", "for one side only"),
    (position("trump S", "won A rest", "won A TS 9S 8S 7S", "lead A1"), 8, 1, "won", "whose rest was said before"),
    (position("trump S", "won A rest", "won A rest", "lead A1"), 8, 1, "won", "no more for A"),
    (position("trump S", "won C rest", "lead A1"), 7, 1, "won", "won A or won B"),
    (position("trump S", "won A TS 9S 8S", "won B rest", "lead A1"), 7, 1, "won", "not whole tricks of 4"),
    (position("trump S", "won A rest", "won B TS 9S 8S", "lead A1"), 8, 1, "won", "not whole tricks of 4"),
    (position("trump S", "won A TS 9S 8S 7S", "lead A1"), 9, 1, "nothing", "24 of the 32 cards are missing"),
    (position("trump S", "won A rest", "turn-up AH", "lead A1"), 8, 9, "AH", "the stock and the turn-up are 1 cards"),
    (position("trump S", "won A rest", "stock AH", "lead A1"), 8, 1, "stock", "the stock and the turn-up are 1 cards"),
    (LAST_DRAW.replace("trump H", "trump S"), 7, 9, "TH", "the turn-up is not of the trump suit"),
    (LAST_DRAW.replace("turn-up TH\n", ""), 6, 1, "stock", "are 3 cards, which do not go round"),
    (LAST_DRAW.replace("\nturn-up", ""), 10, 1, "1.", "there is no turn-up"),
    (LAST_DRAW.replace("trump H\n", ""), 10, 1, "1.", "there is no trump suit"),
    (LAST_DRAW.replace("turn-up TH", "turn-up 7H"), 7, 9, "7H", "7H is there twice"),
    (UNPLAYED + "lead B1\n", 7, 6, "B1", "no trick is won yet, and A1 leads to the first"),
    (position("trump S", "won A rest", "lead A1 B1"), 8, 1, "lead", "one lead line with one word"),
    (position("trump S", "won A rest", "lead A1", "lead A1"), 8, 1, "lead", "one lead line"),
    (position("trump S", "won A rest", "lead"), 8, 1, "lead", "one lead line"),
    (position("trump S", "won A rest", "lead X1"), 8, 6, "X1", "a seat"),
    (position("trump X", "won A rest", "lead A1"), 6, 7, "X", "a suit: S H D C"),
    (position("trump S", "won A rest"), 7, 1, "won", "a lead line too"),
    (OMI + P32 + "1. A1 AS", 3, 7, "AS", "omi.name-trump"),
    (OMI + P32 + "B1: trump S", 3, 1, "B1: trump S", "omi.declarer"),
    (OMI + P32 + "A1: trump", 3, 5, "trump", "trump SUIT"),
    (OMI + P32 + "A1: trump X", 3, 11, "X", "a suit: S H D C"),
    (OMI + P32 + "A1: names S", 3, 5, "names", "trump SUIT, cut NUMBER"),
    (OMI + P32 + "A1:", 3, 1, "A1:", "what the seat does"),
    (OMI + P32 + "X1: trump S", 3, 1, "X1:", "a seat"),
    (OMI + P32 + NAMED + "2. A1 AS", 4, 1, "2.", "trick 1"),
    (OMI + P32 + NAMED + "1. A1 AS A1", 4, 10, "A1", "a card after the seat"),
    (OMI + P32 + NAMED + "1. AS TS AH TH KS", 4, 16, "KS", "the end of the line"),
    (OMI + P32 + NAMED + "1. A1 AS B1 AD", 4, 13, "AD", "omi.turn-order"),
    (OMI + P32 + NAMED + "1. A1 AS A2 AH", 4, 13, "AH", "omi.turn-order"),
    (OMI + P32 + NAMED + "1. AS 10D", 4, 7, "10D", "omi.follow-suit"),
    (OMI + P32 + NAMED + "1. AS TS AH TH\n2. AD 9S", 5, 7, "9S", "omi.follow-suit"),
    (OMI + P32 + NAMED + "1. AS\npack AS", 5, 1, "pack", "the cards before the first action"),
    (OMI + P32 + NAMED + '[Title "x"]', 4, 1, "[Title", "the tags before the cards"),
    (OMI + P32 + "A1: cut 5", 3, 1, "A1: cut 5", "omi.cut"),
    (OMI + P32 + "A1: throw in", 3, 1, "A1: throw in", "omi.weak-four"),
    (OMI + P32 + NAMED + "A1: announce", 4, 1, "A1: announce", "omi.announced-sweep"),
    (OMI + P32 + NAMED + "A1: sign ace", 4, 1, "A1: sign ace", "omi.turn-order"),
    (SKAMBIL + P40 + "A1: sign wink", 3, 10, "wink", "a sign: trey, ace"),
    (SKAMBIL + P40 + "A1: sign ace", 3, 1, "A1: sign ace", "skambil.sign-truth"),
    (SKAMBIL + P40 + "A1: swap", 3, 1, "A1: swap", "skambil.swap"),
    (SKAMBIL + P40 + "A1 to A2: ask how-many", 3, 1, "A1 to A2:", "skambil.turn-order"),
    (SKAMBIL + P40 + "1. 8S 7S TS 7H", 3, 13, "7H", "skambil."),
    (SKAMBIL + '[Set "cut=right"]\n' + P40 + "A2: cut 99", 4, 9, "99", "a number from 1 to 40"),
    (SKAMBIL + '[Set "cut=right"]\n' + P40 + "A2: cut 40", 4, 1, "A2: cut 40", "skambil.cut"),
    (SKAMBIL + '[Set "cut=right"]\n' + P40 + "A1: cut 5", 4, 1, "A1: cut 5", "skambil.turn-order"),
    (SCHEMBIL + P36 + "B1 to B2: ask how-many", 3, 1, "B1 to B2:", "schembil.rais-turn"),
    (SCHEMBIL + P36 + "A1 to B2: ask how-many", 3, 1, "A1 to B2:", "schembil.rais-speaks"),
    (SCHEMBIL + P36 + "A1 to A2: ask why", 3, 15, "why", "any-trump | how-many"),
    (SCHEMBIL + P36 + "A1 to A2: ask ace-or-three", 3, 15, "ace-or-three", "with a suit after"),
    (SCHEMBIL + P36 + "A1 to A2: ask ace-or-three H", 3, 28, "H", "a suit: D C S B"),
    (SCHEMBIL + P36 + "A1 to A2: order play", 3, 17, "play", "with a card after play"),
    (SCHEMBIL + P36 + "A1 to A2:", 3, 7, "A2:", "any-trump | how-many"),
    (SCHEMBIL + P36 + "A2: answer yes", 3, 1, "A2: answer yes", "schembil.answer"),
    (SCHEMBIL + P36 + "A1 to A2: ask how-many\nA2: answer yes", 4, 1, "A2: answer yes", "schembil.answer-words"),
    (SCHEMBIL + P36 + "A1 to A2: ask how-many\nA2: answer maybe", 4, 12, "maybe", "yes, no, a number from 0 to 3"),
    (SCHEMBIL + P36 + "A1: cut 5", 3, 1, "A1: cut 5", "schembil.cut-card"),
    (SCHEMBIL + '[Set "trump=cut-card"]\n' + P36 + "1. AD", 4, 4, "AD", "schembil.cut-card"),
    ("<script>alert(1)</script>", 1, 1, "<script>", "a tag"),
    ('[Game "omi"]\x00', 1, 1, "[Game", "a tag such as"),
    ("\ud800", 1, 1, "�", "a tag"),
    (OMI + "x" * 1000, 2, 1, "x" * 40 + "…", "a pack line"),
]  # fmt: skip


@pytest.mark.parametrize("text, line, column, found, expected", WRONG, ids=range(len(WRONG)))
def test_a_mistake_is_pointed_at(text: str, line: int, column: int, found: str, expected: str) -> None:
    """Where it is, what stands there, and what should: in one plain sentence."""
    with pytest.raises(NotationError) as refused:
        read(text)
    error = refused.value
    assert (error.line, error.column) == (line, column), error
    assert found in error.found
    assert expected in error.expected
    assert str(error) == f"line {line}, column {column}: found {error.found}, expected {error.expected}"
    assert "\n" not in str(error)
    assert len(str(error)) < 500


LOOK_ALIKES = [
    (OMI + P32 + NAMED + "1. \u0410S", 4, 4, "CYRILLIC CAPITAL LETTER A (U+0410)"),
    (OMI + P32 + NAMED + "1. \u039aS", 4, 4, "GREEK CAPITAL LETTER KAPPA (U+039A)"),
    (OMI + P32 + NAMED + "1. \u212aS", 4, 4, "KELVIN SIGN (U+212A)"),
    (OMI + P32 + NAMED + "1. A\u017f", 4, 4, "LATIN SMALL LETTER LONG S (U+017F)"),
    (OMI + P32 + NAMED + "1. \uff21S", 4, 4, "FULLWIDTH LATIN CAPITAL LETTER A (U+FF21)"),
    (OMI + P32 + NAMED + "1. A\u054f", 4, 4, "ARMENIAN CAPITAL LETTER TIWN (U+054F)"),
    (OMI + P32 + NAMED + "1. 1\u0555H", 4, 4, "ARMENIAN CAPITAL LETTER OH (U+0555)"),
    (OMI + P32 + NAMED + "1. \u00b2S", 4, 4, "SUPERSCRIPT TWO (U+00B2)"),
    (OMI + P32 + NAMED + "1. A\u200bS", 4, 4, "ZERO WIDTH SPACE (U+200B)"),
    (OMI + P32 + NAMED + "1. A\x07S", 4, 4, "the character U+0007"),
    (OMI + P32 + "A1: trump \u0405", 3, 11, "CYRILLIC CAPITAL LETTER DZE (U+0405)"),
    (OMI + P32 + "\u04101: trump S", 3, 1, "CYRILLIC CAPITAL LETTER A (U+0410)"),
    (OMI + P32 + "\u0661. AS", 3, 1, "ARABIC-INDIC DIGIT ONE (U+0661)"),
    ('[Game "s\u212aambil"]\n' + P40, 1, 8, "KELVIN SIGN (U+212A)"),
    ('[G\u0430me "omi"]\n' + P32, 1, 2, "CYRILLIC SMALL LETTER A (U+0430)"),
    (OMI + '[Seats "\u0de7"]\n' + P32, 2, 9, "SINHALA LITH DIGIT ONE (U+0DE7)"),
    (OMI + '[Score "\uff17 \u0667"]\n' + P32, 2, 9, "FULLWIDTH DIGIT SEVEN (U+FF17)"),
    (OMI + '[Set "target=1\u2460"]\n' + P32, 2, 7, "CIRCLED DIGIT ONE (U+2460)"),
    (OMI + '[Set "cut=offered packet=partner-waits weak-four=r\u0435deal"]\n' + P32, 2, 7, "LETTER IE (U+0435)"),
    (OMI + '[Dealer "B2\u00a0"]\n' + P32, 2, 10, "NO-BREAK SPACE (U+00A0)"),
    (SKAMBIL + "hand A1 3S 7D\nhand \u0412" + "1 2S 8D", 3, 6, "CYRILLIC CAPITAL LETTER VE (U+0412)"),
]


@pytest.mark.parametrize("text, line, column, named", LOOK_ALIKES, ids=[name for *_, name in LOOK_ALIKES])
def test_a_letter_that_only_looks_right_is_named(text: str, line: int, column: int, named: str) -> None:
    """Nobody can see what is wrong with the A of another alphabet, so it is refused and called by its name."""
    with pytest.raises(NotationError) as refused:
        read(text)
    assert (refused.value.line, refused.value.column) == (line, column), refused.value
    assert named in refused.value.found


def test_a_card_that_only_looks_right_is_refused_alone_too() -> None:
    """What a page sends, or an author claims, is read as carefully as a record."""
    table = opened(DEAL.start)
    with pytest.raises(NotationError, match="KELVIN SIGN"):
        read_action("A1 \u212aS", table, "french")
    with pytest.raises(NotationError, match="LATIN SMALL LETTER LONG S"):
        read_card("A\u017f", DEAL.rules, "french")


def test_a_title_may_be_in_any_script() -> None:
    """Letters that no card has are welcome in a name for the deal, and in a remark."""
    title = "\u0555\u0575\u056b\u0576 \u0d95\u0db8\u0dd2 \u0634\u0643\u0628\u0629"
    record = read(f'{OMI}[Title "{title}"]\n{P32}{NAMED}; {title}\n{FIRST}')
    assert record.title == title
    assert read(write(record)) == record


@pytest.mark.parametrize("letter", ["x", "é", "\n", "[", " "])
def test_a_record_of_64_kb_is_refused(letter: str) -> None:
    """No deal is that long, whatever it is made of; a byte less is looked at."""
    size = len(letter.encode())
    with pytest.raises(NotationError, match="a record of less than 64 KB"):
        read(letter * (LIMIT // size))
    with pytest.raises(NotationError, match=r"line 1, column 1: found .* expected a tag"):
        read(letter * ((LIMIT - 1) // size))
    assert read(write(DEAL) + "\n" * (LIMIT - 1 - len(write(DEAL)))) == DEAL


def test_a_record_of_too_many_actions_is_refused() -> None:
    """No deal has four hundred signs and plays, and one that goes on is stopped where it goes too far."""
    at_most = read(SKAMBIL + P40 + "A2: sign trey\n" * ACTIONS)
    assert len(at_most.actions) == ACTIONS
    with pytest.raises(NotationError, match="at most 400 actions in one deal") as refused:
        read(write(at_most) + "  1. A1 8S\n")
    assert (refused.value.line, refused.value.column) == (write(at_most).count("\n") + 1, 9)


def test_a_semicolon_in_a_title_is_part_of_it() -> None:
    """What stands in quotes is text to its end; the remark begins after them."""
    record = read(f'{OMI}[Title "first; second"] ; third\n{P32}')
    assert record.title == "first; second"
    assert read(write(record)) == record


def test_a_position_before_the_first_trick() -> None:
    """With all tricks to come, the seat after the dealer leads."""
    record = read(UNPLAYED + "lead A1\n1. A1 AS\n")
    assert (record.start.dealer, record.actions) == (3, (Play(0, Card("AS")),))
    assert read(UNPLAYED.replace(OMI, OMI + '[Dealer "A1"]\n') + "lead B1\n").start.dealer == 0


def test_strokes_between_packets() -> None:
    """A stroke stands where the second packet begins, on the line or at the end of one."""
    hands = "\n".join(line for line in THE_SAME["as hands"].splitlines() if line.startswith("hand"))
    divided = hands.replace("hand B1 TS 9S 8S 7S", "hand B1 TS 9S 8S 7S /\nhand B1")
    divided = divided.replace("hand A2 AH KH QH JH", "hand A2 AH KH QH JH\nhand A2 /")
    assert read(OMI + divided) == read(OMI + hands)


def test_one_action_can_be_read_alone() -> None:
    """What a page sends when a card is tried."""
    table = opened(DEAL.start)
    for action in DEAL.actions:
        assert read_action(action_text(action, "french"), table, "french") == action
        table = play(table, action)
    assert read_action("a1: trump h", table, "french") == NameTrump(0, pack_of("A", "H")[0][1])  # type: ignore[arg-type]
    for text in ("", "A1", "A1 XX", "Z9 AS", "AS A1 AS", "A1: dance"):
        with pytest.raises(NotationError):
            read_action(text, table, "french")


@examples(0.3)
@given(lines())
def test_every_action_has_a_line_of_its_own(line: Line) -> None:
    """Each thing that was done can be written alone and read again at its moment."""
    table = opened(line.start)
    suits = line.record.suits
    for action in line.actions:
        assert read_action(action_text(action, suits), table, suits) == action
        table = play(table, action)


WORDS = [
    *("A1", "B3", "AS", "10h", "RB", "1.", "1...", "rest", "pack", "hand", "lead", "won", "trump", "turn-up", "stock"),
    *("[Game", '"omi"]', '[Set "cut=always"]', '[Rais "A1 B1"]', "to", "ask", "order", "sign", "♠", ":", ";"),
    *("\ufeff", "\x00", "\ud800"),
]


def mangled(text: str, seed: int) -> str:
    """The text after a few slips of the pen."""
    chance = dice(seed)

    def change_letter(some: str) -> str:
        place = chance.randrange(len(some) + 1)
        new = chance.choice(["", chance.choice('AKQJT9876543210SHDCBRNF[]"=:.; \n\t/x') + some[place : place + 1]])
        return some[:place] + new + some[place + 1 :]

    def change_word(some: str) -> str:
        words = re.split(r"(\s+)", some)
        words[chance.randrange(len(words))] = chance.choice([*WORDS, *words])
        return "".join(words)

    def change_line(some: str) -> str:
        rows = some.split("\n")
        row = rows.pop(chance.randrange(len(rows)))
        for _ in range(chance.randrange(3)):
            rows.insert(chance.randrange(len(rows) + 1), row)
        return "\n".join(rows)

    edits: list[Callable[[str], str]] = [change_letter, change_word, change_line]
    for _ in range(chance.randint(1, 5)):
        text = chance.choice(edits)(text)
    return text


def read_or_refused(text: str) -> Record | None:
    """A record that can be written and read again, or a refusal that points into the text."""
    try:
        record = read(text)
    except NotationError as error:
        assert 1 <= error.line <= text.count("\n") + text.count("\r") + 2
        assert error.column >= 1
        return None
    assert read(write(record)) == record
    return record


@pytest.mark.slow
@given(lines(), st.lists(st.integers(0, 2**32), min_size=4, max_size=4), st.booleans())
def test_a_spoilt_record_is_read_or_refused(line: Line, seeds: list[int], as_position: bool) -> None:
    """Whatever slips into a record, it is either a record still or it is refused; nothing else ever happens."""
    record = line.record
    if as_position:
        table = next(t for t in reversed(line.tables) if not t.trick and t.result is None and not t.to_draw)
        if table.stretch in ("play", "draw-play") and table.announced is None:
            record = replace(record, start=position_of(table), actions=())
    for seed in seeds:
        read_or_refused(mangled(write(record), seed))


@given(st.text(max_size=300))
def test_anything_at_all_is_refused_politely(text: str) -> None:
    """Nonsense gets the same plain sentence, with or without a proper beginning."""
    for beginning in ("", OMI, OMI + P32, OMI + P32 + NAMED, SCHEMBIL + P36):
        read_or_refused(beginning + text)


def test_after_the_end_of_a_deal_nothing_is_read() -> None:
    """A ninth trick is no breach of a law of play: the deal is over, and that is said."""
    start = Start(rules("omi"), shuffled(rules("omi"), 3), 0)
    whole = write(Record(start, played_out(start, 3).actions, "french"))
    with pytest.raises(NotationError, match="nothing more, because the deal is over"):
        read(f"{whole}9. A1 AS\n")
