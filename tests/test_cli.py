import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threetables.actions import Ask, MakeSign, Play
from threetables.cli import dealt_text, legal_data, legal_text, main, random_deal, replay_data, replay_text
from threetables.deal import legal, objection, replay
from threetables.games import GAMES, LAWS, rules
from threetables.notation import LIMIT, Record, action_text, card_text, read, suits_of, write
from threetables.rules import BadRules, Rules
from threetables.seats import seat_name
from threetables.shuffle import SEEDS, Chance, dealt

SEED = st.integers(0, SEEDS - 1)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Any game by any preset, with any house rules that can be played together."""
    book = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    preset = draw(st.sampled_from(book.presets))
    choices = {rule.name: draw(st.sampled_from(rule.choices)).name for rule in book.house_rules if draw(st.booleans())}
    try:
        return book.rules(preset.name, choices, draw(st.sampled_from(preset.seats)))
    except BadRules:
        return book.rules(preset.name)


class Said:
    """What the command said, and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.status = main(arguments)
        self.out, self.err = capsys.readouterr()

    @property
    def json(self) -> Any:
        """The answer, read as JSON."""
        assert self.status == 0, self.err
        return json.loads(self.out)


# --- deal -------------------------------------------------------------------------------------------------------------


@given(some_rules=any_rules(), seed=SEED)
def test_the_hands_as_written_are_the_cards_as_dealt(some_rules: Rules, seed: int) -> None:
    """Reading the hands back finds the very pack they were dealt from."""
    start = dealt(some_rules, seed)
    assert read(dealt_text(start)) == Record(start, (), suits_of(some_rules))


def test_at_omi_the_first_four_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    """The declarer names trumps from the four cards before the stroke."""
    said = Said(capsys, "deal", "omi", "--seed", "3")
    first = {line.split()[1]: line.split(" / ")[0].split()[2:] for line in said.out.splitlines() if " / " in line}
    table = replay(read(said.out).start, ())
    assert table.stretch == "name"
    assert first == {seat_name(seat): list(hand) for seat, hand in enumerate(table.hands)}


def test_a_deal_to_be_cut_is_written_as_a_pack(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody has a hand before the cut."""
    said = Said(capsys, "deal", "omi", "--set", "cut=always", "--seed", "3")
    assert "pack " in said.out
    assert "hand " not in said.out


def test_the_same_seed_is_the_same_deal(capsys: pytest.CaptureFixture[str]) -> None:
    """Two people with one number have one deal, and another number is another deal."""
    one, same, other = (Said(capsys, "deal", "skambil", "--seed", seed).out for seed in ("41", "41", "42"))
    assert one == same != other


def test_without_a_seed_the_deals_differ(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names no number is dealt something new."""
    assert len({Said(capsys, "deal", "omi").out for _ in range(4)}) == 4


def test_options_become_the_rules_of_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    """What was asked for stands in the record's head."""
    said = Said(capsys, "deal", "skambil", "--rules", "dikranagerd", "--seats", "6", "--set", "follow=never")
    assert read(said.out).rules == rules("skambil", "dikranagerd", {"follow": "never"}, 6)


# --- play -------------------------------------------------------------------------------------------------------------


@given(some_rules=any_rules(), seed=SEED)
def test_a_random_deal_is_a_whole_record_in_its_one_form(some_rules: Rules, seed: int) -> None:
    """It can be read back, it reaches its end, and reading and writing it again changes nothing."""
    record = random_deal(dealt(some_rules, seed), Chance(seed))
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
    assert replay(record.start, record.actions).result is not None


@pytest.mark.parametrize(("game", "talks"), [("skambil", MakeSign), ("schembil", Ask), ("omi", None)])
def test_there_is_talk_where_the_game_has_it(game: str, talks: type | None) -> None:
    """Skambil has its signs, Schembil its captains; Omi is played without a word."""
    kinds = {
        type(action) for seed in range(20) for action in random_deal(dealt(rules(game), seed), Chance(seed)).actions
    }
    spoken = {kind for kind in kinds if kind.__name__ in ("MakeSign", "Ask", "Order", "Answer")}
    assert talks in spoken if talks else not spoken


def test_deal_and_play_shuffle_alike(capsys: pytest.CaptureFixture[str]) -> None:
    """Seed 8 played out begins with the cards of seed 8."""
    dealt_here, played = (Said(capsys, verb, "schembil", "--seed", "8").out for verb in ("deal", "play"))
    assert read(dealt_here).start == read(played).start


# --- replay -----------------------------------------------------------------------------------------------------------


@given(some_rules=any_rules(), seed=SEED, part=st.floats(0, 1))
def test_the_replay_agrees_with_the_engine(some_rules: Rules, seed: int, part: float) -> None:
    """Whoever took a trick, and whatever it held, is told; the game points are those of the count."""
    whole = random_deal(dealt(some_rules, seed), Chance(seed))
    record = Record(whole.start, whole.actions[: round(part * len(whole.actions))], whole.suits)
    table = replay(record.start, record.actions)
    told: Any = json.loads(json.dumps(replay_data(record)))
    assert [trick["winner"] for trick in told["tricks"]] == [seat_name(trick.winner) for trick in table.taken]
    assert [[play["card"] for play in trick["plays"]] for trick in told["tricks"]] == [
        [card_text(card, record.suits) for card in trick.cards] for trick in table.taken
    ]
    assert sum(trick["points"] for trick in told["tricks"]) == sum(table.points_won)
    if table.result is None:
        assert told["result"] is None
        assert f"{told['turn']} is to act" in replay_text(record)
    else:
        result = told["result"]
        assert tuple(result["game_points"].values()) == table.result.game_points
        assert tuple(result["count"].values()) == table.result.count
        assert result["bonus_pending"] == table.result.pending
        assert result["next_dealer"] == seat_name(table.result.next_dealer)
        assert f"next dealer: {result['next_dealer']}" in replay_text(record)


def test_a_tie_at_omi_leaves_a_bonus(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Four tricks each score nothing, and the winner of the next deal scores one more."""
    file = tmp_path / "tie.tt"
    file.write_text(Said(capsys, "play", "omi", "--seed", "2").out, encoding="utf-8")
    result = Said(capsys, "replay", str(file), "--json").json["result"]
    assert result == {
        "count": {"A": 4, "B": 4},
        "game_points": {"A": 0, "B": 0},
        "laws": ["omi.tie", "omi.tie-bonus"],
        "bonus_pending": 1,
        "next_dealer": "A1",
        "void": False,
    }
    assert "bonus pending: 1\n" in Said(capsys, "replay", str(file)).out


def test_latin_suits_are_answered_in_latin_letters(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A Schembil record has coins, cups, swords and clubs, and kings, knights and jacks by the letters R, N and F."""
    file = tmp_path / "deal.tt"
    file.write_text(Said(capsys, "play", "schembil", "--seed", "2").out, encoding="utf-8")
    told = Said(capsys, "replay", str(file), "--json").json
    cards = {play["card"] for trick in told["tricks"] for play in trick["plays"]}
    assert cards == {rank + suit for rank in "A3RNF7654" for suit in "DCSB"}
    assert told["trump"] in "DCSB"


# --- legal ------------------------------------------------------------------------------------------------------------


@given(some_rules=any_rules(), seed=SEED, part=st.floats(0, 1))
def test_every_card_in_a_hand_is_legal_or_is_told_why_not(some_rules: Rules, seed: int, part: float) -> None:
    """No card is forgotten, and the law and the proof are the engine's own."""
    whole = random_deal(dealt(some_rules, seed), Chance(seed))
    record = Record(whole.start, whole.actions[: round(part * len(whole.actions))], whole.suits)
    table = replay(record.start, record.actions)
    told: Any = json.loads(json.dumps(legal_data(record)))
    assert told["legal"] == [action_text(action, record.suits) for action in legal(table)]
    refused = {(each["seat"], each["card"]): each for each in told["refused"]}
    for seat, hand in enumerate(table.hands):
        for card in hand:
            text = card_text(card, record.suits)
            against = objection(table, Play(seat, card))
            if against is None:
                assert f"{seat_name(seat)} {text}" in told["legal"]
            else:
                told_here = refused[seat_name(seat), text]
                assert (told_here["law"], told_here["why"]) == (against.law, against.why)
                assert told_here["proof"] == [card_text(proof, record.suits) for proof in against.cards]
                assert told_here["law"] in LAWS
                assert told_here["text"] in legal_text(record)


def test_a_revoke_is_proved_by_the_cards_of_the_suit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Who holds a heart must follow to hearts, and the hearts are shown."""
    file = tmp_path / "deal.tt"
    file.write_text(REVOKE, encoding="utf-8")
    told = Said(capsys, "legal", str(file), "--json").json
    assert told["turn"] == "B1"
    assert told["legal"] == ["B1 8H"]
    spade = next(each for each in told["refused"] if each["card"] == "AS")
    assert (spade["law"], spade["why"], spade["proof"]) == ("omi.follow-suit", "must-follow", ["8H"])
    assert "refused: B1 AS: " in Said(capsys, "legal", str(file)).out


REVOKE = """
[Game "omi"]
hand A1 7H KS
hand B1 8H AS
hand A2 9H QS
hand B2 TH JS
won A rest
lead A1
trump S
1. A1 7H
"""


# --- laws -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_laws_are_told_in_full(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each law comes with its words, how well it is known, and what it rests on."""
    told = Said(capsys, "laws", game, "--json").json
    assert told["game"] == game
    read_aloud = Said(capsys, "laws", game).out
    assert len(told["laws"]) == len(GAMES[game].laws)
    for law in told["laws"]:
        ours = LAWS[law["id"]]
        assert (law["text"], law["evidence"], law["enforced"]) == (ours.text, ours.evidence, ours.enforced)
        assert tuple(law["clauses"]) == ours.clauses
        assert law["house_rule"] == ours.house_rule
        assert (law["source"] or "") == ours.source
        assert law["id"] in read_aloud
        assert law["text"] in read_aloud


# --- bad input --------------------------------------------------------------------------------------------------------

BAD = [
    ([], "COMMAND"),
    (["dael", "omi"], "dael"),
    (["deal"], "GAME"),
    (["deal", "omni"], "did you mean omi?"),
    (["play", "bridge"], "there are: skambil, omi, schembil"),
    (["laws", "skambil-6"], "did you mean skambil"),
    (["deal", "omi", "--rules", "tradicional"], "did you mean traditional?"),
    (["deal", "omi", "--rules", "zz"], "there are: as-written, traditional"),
    (["deal", "omi", "--set", "cutt=off"], "did you mean cut?"),
    (["deal", "omi", "--set", "cut=of"], "did you mean off"),
    (["deal", "omi", "--set", "cut"], "NAME=CHOICE"),
    (["deal", "omi", "--set", "cut=off", "--set", "cut=always"], "twice"),
    (["deal", "omi", "--seats", "5"], "played by 4, not by 5"),
    (["deal", "omi", "--seats", "many"], "'many'"),
    (["deal", "skambil", "--seats", "4.0"], "--seats takes 4 or 6, and '4.0' is not that"),
    (["deal", "skambil", "--seats", "\uff16"], "--seats takes 4 or 6, and '\uff16' with FULLWIDTH DIGIT SIX (U+FF16)"),
    (["deal", "schembil", "--seats", "six"], "--seats takes 6, and"),
    (["deal", "omi", "--seed", "-1"], "'-1'"),
    (["deal", "omi", "--seed", "1.5"], "'1.5'"),
    (["deal", "omi", "--seed", "²"], "'²'"),
    (["deal", "omi", "--seed", str(SEEDS)], f"{SEEDS - 1}"),
    (["deal", "omi", "--sed", "1"], "--sed"),
    (["deal", "schembil", "--set", "signs=italian", "--set", "trump=none"], "no meaning with trump=none"),
    (["replay", ""], "FILE is empty"),
    (["replay", "no-such-file"], "no-such-file cannot be read: no such file"),
    (["legal", "."], ". cannot be read: is a directory"),
]


@pytest.mark.parametrize(("arguments", "part"), BAD)
def test_bad_input_gets_one_sentence(arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever mistypes is told what is wrong, in one line, and nothing else is printed."""
    said = Said(capsys, *arguments)
    assert (said.status, said.out) == (2, "")
    assert part in said.err
    assert said.err.count("\n") == 1


ODD_LETTERS = [
    (["deal", "\u043emi"], "'\u043emi' with CYRILLIC SMALL LETTER O (U+043E); did you mean omi?"),
    (["laws", "skamb\u0456l"], "CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I (U+0456)"),
    (["d\u0435al", "omi"], "CYRILLIC SMALL LETTER IE (U+0435)"),
    (["deal", "omi", "--rules", "tr\u0430ditional"], "CYRILLIC SMALL LETTER A (U+0430)"),
    (["deal", "omi", "--set", "cut=\u0430lways"], "CYRILLIC SMALL LETTER A (U+0430)"),
    (["deal", "omi", "--set", "\u0441ut=always"], "CYRILLIC SMALL LETTER ES (U+0441)"),
    (["deal", "omi", "--set", "cut\uff1dalways"], "FULLWIDTH EQUALS SIGN (U+FF1D)"),
    (["deal", "omi", "--seed", "\uff11"], "FULLWIDTH DIGIT ONE (U+FF11)"),
]


@pytest.mark.parametrize(("arguments", "part"), ODD_LETTERS, ids=[part for _, part in ODD_LETTERS])
def test_a_letter_that_only_looks_right_is_named(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody can see what is wrong with a letter of another alphabet, so it is called by its name here too."""
    assert part in Said(capsys, *arguments).err


FILES = [
    (b"", "line 1, column 1"),
    (b'[Game "omi"]\npack AS\n', "line 2, column 1"),
    (b'[Game "omi"]\nhand A1 AS \xff\n', "not text in UTF-8: line 2, column 12 has the byte 0xff"),
    (
        b'\xef\xbb\xbf[Game "omi"]\rhand A1\r\n\xe2\x99\xa0 \xfe',
        "not text in UTF-8: line 3, column 3 has the byte 0xfe",
    ),
    ('[Game "omi"]\npack AS\n'.encode("utf-16"), "not text in UTF-8"),
    (b'[Game "omi"]\n\0', "line 2, column 1 has a zero byte"),
    (b'[Game "omi"]\r\r\xe2\x99\xa0 A\0', "line 3, column 4 has a zero byte"),
    (b";" * LIMIT, "too long: a record has less than 64 KB"),
    (bytes(range(256)) * 8, "has"),
]


@pytest.mark.parametrize(("content", "part"), FILES)
@pytest.mark.parametrize("verb", ["replay", "legal"])
def test_a_bad_file_gets_one_sentence(
    verb: str, content: bytes, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is no record is named, with what is wrong in it."""
    file = tmp_path / "bad.tt"
    file.write_bytes(content)
    said = Said(capsys, verb, str(file))
    assert (said.status, said.out) == (2, "")
    assert "bad.tt" in said.err
    assert part in said.err
    assert said.err.count("\n") == 1


@given(st.binary(max_size=400))
def test_no_bytes_bring_it_down(content: bytes) -> None:
    """Whatever lies in the file, the answer is a sentence."""
    stdin, stdout, stderr = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BytesIO(content)),
        io.TextIOWrapper(io.BytesIO()),
        io.StringIO(),
    )
    try:
        status = main(["replay", "-"])
        said = sys.stderr.getvalue()
    finally:
        sys.stdin, sys.stdout, sys.stderr = stdin, stdout, stderr
    assert status == 2
    assert said.startswith("the standard input")


# --- as a program -----------------------------------------------------------------------------------------------------


def run(*arguments: str, stdin: bytes = b"", **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a program of its own."""
    engine = Path(__file__).parent.parent / "engine"
    command = [sys.executable, "-m", "threetables", *arguments]
    env = os.environ | {"PYTHONPATH": str(engine)}
    return subprocess.run(command, input=stdin, env=env, timeout=60, **{"capture_output": True} | more)


@pytest.mark.native
def test_commands_go_together_in_a_pipe() -> None:
    """What one command writes, the next one reads."""
    played = run("play", "omi", "--seed", "2")
    assert (played.returncode, played.stderr) == (0, b"")
    replayed = run("replay", "-", "--json", stdin=played.stdout)
    assert (replayed.returncode, replayed.stderr) == (0, b"")
    assert len(json.loads(replayed.stdout)["tricks"]) == 8


@pytest.mark.native
def test_a_reader_that_has_gone_is_told_in_one_sentence() -> None:
    """When nobody reads the answer any more, there is no traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        left = run("laws", "omi", capture_output=False, stdout=writing, stderr=subprocess.PIPE)
    finally:
        os.close(writing)
    assert left.returncode == 2
    assert left.stderr == b"The answer could not be written: whatever was to read it is gone.\n"


@pytest.mark.native
def test_every_python_deals_alike() -> None:
    """The seed decides, whichever Python is installed."""
    import prepare

    here = write(random_deal(dealt(rules("skambil"), 77), Chance(77)))
    code = (
        "import sys; from threetables.cli import *; from threetables.games import rules;"
        "sys.stdout.write(write(random_deal(dealt(rules('skambil'), 77), Chance(77))))"
    )
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent / "engine")}
    for python in {sys.executable, *filter(prepare.can_make_environments, prepare.other_pythons())}:
        there = subprocess.run([python, "-c", code], capture_output=True, text=True, env=env, timeout=60)
        assert (there.stdout, there.stderr) == (here, ""), python
