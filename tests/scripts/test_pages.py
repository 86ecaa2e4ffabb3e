from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import jsonschema
import pytest

import gathered
import pages
from figures import FIGURES, figure
from prepare import ROOT, Trouble
from threetables.games import GAMES
from threetables.positions import BITES

DOCS = ROOT / "docs"

DEAL = '''
title = "Four seats, one trick"
summary = "The dealer deals, and a trick is played."
record = """
[Game "omi"]

hand A1 AS
hand B1 KS
hand A2 QS
hand B2 JS
trump H
won A rest
lead A1
1. A1 AS B1 KS A2 QS B2 JS
"""

[[note]]
at = "A1 AS"
text = "{A1} leads {AS}."
claims = ["takes 1 A1"]
'''

TOKENS = {
    "captains": ("schembil", "Side A at the table: A1 is the Rais"),
    "cite": ("documented garabed-2009", 'href="#c1"'),
    "compare": ("", "How trump is settled"),
    "deals": ("omi", "[Four seats, one trick](../omi/deals/ace.md)"),
    "family": ("diagram", "Every line in words"),
    "fig": ("skambil.general-6.pack", "42"),
    "gestures": ("", "Blink both eyes"),
    "hometable": ("schembil", "tt-board"),
    "houserules": ("skambil", "follow=after-stock"),
    "ladder": ("skambil general", "tt-ladder"),
    "ladders": ("omi", "Omi as written; Omi to the right"),
    "law": ("omi.follow-suit omi.rank", "[follow-suit](../omi/laws.md#omi.follow-suit)"),
    "laws": ("omi", f"the {len(GAMES['omi'].laws)} laws of Omi"),
    "ours": ("conjecture", "our conjecture"),
    "places": ("", "beyond the map"),
    "questions": ("schembil", "Who leads to the first trick?"),
    "report": ("", "How it goes at my table"),
    "sametrick": ("", "Another trick"),
    "seats": ("skambil-6", "B3"),
    "sheets": ("omi", "PDF on US Letter"),
    "signs": ("skambil", "Blink one eye"),
    "talk": ("schembil", "ask can-take"),
    "timeline": ("", "A French comedy mentions Brusquembille"),
    "values": ("schembil as-written", "| ace | 11 | 44 |"),
}

WRONG_TOKENS = {
    "captains": ("omi", "'omi' has no captains"),
    "cite": ("documented garabed-2008", "no source is called 'garabed-2008'; did you mean 'garabed-2009'?"),
    "compare": ("omi", "the comparison takes no words"),
    "deals": ("omi acce", "no example deal of omi is called 'acce'; did you mean 'ace'?"),
    "family": ("diagrams", "no part of the family is called 'diagrams'; did you mean 'diagram'?"),
    "gestures": ("skambil", "the gestures take no words"),
    "fig": ("skambil.general.packs", "no figure is called 'packs'; did you mean 'pack'?"),
    "hometable": ("schembill", "no game is called 'schembill'; did you mean 'schembil'?"),
    "houserules": ("skambul", "no game is called 'skambul'; did you mean 'skambil'?"),
    "ladder": ("skambil generel", "no set of rules of skambil is called 'generel'; did you mean 'general'?"),
    "ladders": ("omie", "no game is called 'omie'; did you mean 'omi'?"),
    "law": ("omi.folow-suit", "no law is called 'omi.folow-suit'; did you mean 'omi.follow-suit'?"),
    "laws": ("ommi", "no game is called 'ommi'; did you mean 'omi'?"),
    "ours": ("guess", "no mark of our own is called 'guess'; there are: conjecture, note"),
    "places": ("omi", "the map takes no words"),
    "questions": ("shembil", "no game is called 'shembil'; did you mean 'schembil'?"),
    "report": ("omi", "the form for corrections takes no words"),
    "sametrick": ("omi", "the same trick takes no words"),
    "seats": ("omi-6", "as-written is played by 4, not by 6"),
    "signs": ("schembil", "only skambil has signs of its own, not 'schembil'"),
    "sheets": ("skat", "cards are of a game, not of 'skat'"),
    "talk": ("omi", "only in schembil a captain speaks, not in 'omi'"),
    "timeline": ("omi", "the timeline takes no words"),
    "values": ("omi as-written", "no card of omi counts points"),
}

COUNT = ("count skambil general", "A: 3S 3H 3D AS AH 2C KS KH QS QH QD JC", "points: 141 99", "scores: 1 0")
MATCH = ("match omi as-written", "B2: 5 3 = 1 0", "A1: 4 4 = 1 0", "B1: 3 5 = 1 3")
TRICK = ("trick schembil", "trump: D", "cards: RC 4C AS 3C 5D 7B", "takes: 5D", "without: 3C")
RECORD = ("record", '[Game "omi"]', "", "hand A1 AS", "hand B1 KS", "hand A2 QS", "hand B2 JS", "trump H", "won A rest")
UNKNOWN_GAME = ("record wrong", '[Game "whist"]')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> gathered.Site:
    """The data of the project, with a single example deal."""
    tutorials = tmp_path_factory.mktemp("tutorials")
    (tutorials / "omi").mkdir()
    (tutorials / "omi" / "ace.toml").write_text(DEAL)
    return gathered.Site(gathered.read_data(DOCS, tutorials))


def filled(text: str, site: gathered.Site) -> str:
    """What a page of Omi's folder becomes."""
    return pages.fill_in(text, gathered.Page("omi/page.md", site))


def fence(lines: tuple[str, ...]) -> str:
    """A fence of those lines, on the third line of a page."""
    return "\n".join(("# Page", "", f"```{lines[0]}", *lines[1:], "```", "", "After it."))


def test_the_examples_here_are_of_every_kind() -> None:
    """No token or fence is added without an example and a mistake in these tests."""
    assert sorted(TOKENS) == sorted(WRONG_TOKENS) == sorted(pages.TOKENS)
    assert sorted(pages.FENCES) == ["count", "match", "record", "trick"]


@pytest.mark.parametrize("kind", sorted(TOKENS))
def test_a_token_is_filled_in(kind: str, site: gathered.Site) -> None:
    """Whatever a page asks for stands there in the end."""
    words, wanted = TOKENS[kind]
    text = filled(f"# Page\n\n{{{{ {kind}: {words} }}}}\n", site)
    assert wanted in text
    assert "{{" not in text


@pytest.mark.parametrize("kind", sorted(WRONG_TOKENS))
def test_a_wrong_token_stops_the_build(kind: str, site: gathered.Site) -> None:
    """A slip of the pen is told with its file, its line and the nearest name that exists."""
    words, sentence = WRONG_TOKENS[kind]
    with pytest.raises(Trouble) as told:
        filled(f"# Page\n\n{{{{ {kind}: {words} }}}}\n", site)
    assert str(told.value) == f"docs/omi/page.md:3: {sentence}"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{{ valuse: skambil general }}", "no token is called 'valuse'; did you mean 'values'?"),
        ("{{ values skambil general }}", "a token is written {{ kind: words }}"),
        ("{{ fig: skambil.general.pack }", "a token is written {{ kind: words }}"),
        (
            "{{ fig: omi.pack }}",
            "a figure is called GAME.PRESET.NAME or GAME.PRESET-SEATS.NAME, not 'omi.pack'",
        ),
        ("{{ fig: omi.as-written.half }}", "omi has no half: half of them"),
        ("{{ seats: omi }}", "seats are drawn for GAME-NUMBER, such as omi-4, not for 'omi'"),
        ("{{ law: }}", "a law token names at least one law"),
        ("```count skambil general", "this fence is not closed"),
    ],
)
def test_what_is_no_token_stops_the_build(line: str, sentence: str, site: gathered.Site) -> None:
    """Nothing that looks like a token is printed as it is."""
    with pytest.raises(Trouble) as told:
        filled(f"# Page\n\n{line}\n", site)
    assert str(told.value) == f"docs/omi/page.md:3: {sentence}"


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_every_figure_is_the_figure_of_some_game(name: str) -> None:
    """The engine knows each figure, and the numbers are those of the written texts."""
    known = {
        "pack": 40, "hand": 3, "tricks": 10, "total": 240, "half": 120, "win1": 121, "win2": 161, "target": 11,
    }  # fmt: skip
    asked = f"omi.as-written.{name}" if name == "tokens" else f"skambil.general.{name}"
    assert figure(asked) == str({"tokens": 10, **known}[name])


def test_code_is_left_alone(site: gathered.Site) -> None:
    """In a block of code a token is text, and so is whatever looks like a heading."""
    text = "```text\n# {{ fig: nonsense }}\n```"
    assert filled(text, site) == text


# --- worked examples --------------------------------------------------------------------------------


def test_a_count_is_added_up(site: gathered.Site) -> None:
    """Rank by rank, the sum, what is left, and what it scores."""
    text = filled(fence(COUNT), site)
    for part in (
        "| three threes | 90 |",
        "| **together** | **141** |",
        "240 − 141 = 99",
        "Side A scores 1 game point.",
    ):
        assert part in text


def test_a_match_is_followed_deal_by_deal(site: gathered.Site) -> None:
    """Who names trump, what each deal scores, and where the tokens are at the end."""
    text = filled(fence(MATCH), site)
    assert "| B1 | A2 | 3, 5 | 0, 3 |  | 1, 3 |" in text
    assert "Side A has 7 of its own tokens left and has won 1" in text


def test_a_trick_is_taken(site: gathered.Site) -> None:
    """The cards lie there as they were played, and the caption tells which of them takes the trick."""
    text = filled(fence(TRICK), site)
    assert text.count("data-card") == 6
    assert "Coins are trump, and the king of cups is led. The five of coins takes the trick." in text


def test_a_record_is_read_or_refused(site: gathered.Site) -> None:
    """A record stands on the page as it was typed; one that is meant to be wrong stands there with the answer."""
    good = (*RECORD, "lead A1")
    assert filled(fence(good), site).splitlines()[3:-3] == list(good[1:])
    assert "> line 1, column 8: found" in filled(fence(UNKNOWN_GAME), site)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((*COUNT[:2], "points: 142 98", COUNT[3]), "points: the page says 142 98, the engine counts 141 99"),
        ((*COUNT[:3], "scores: 2 0"), "scores: the page says 2 0, the engine counts 1 0"),
        (("count skambil general", "A: 3S 3S", *COUNT[2:]), "3S is there twice"),
        (("count skambil general", "A: 6S", *COUNT[2:]), 'found "6S", expected a card of the pack of 40 that'),
        (("count skambil genaral", *COUNT[1:]), "did you mean 'general'?"),
        (("count", *COUNT[1:]), "a count names a game and its rules"),
        (COUNT[:3], "this fence has the lines A, points, scores"),
        ((*COUNT[:3], "scores: one"), "'one' is not a number for each side"),
        ((*MATCH[:3], "B1: 3 5 = 1 2"), "the page says the score is 1 2, the engine makes it 1 3"),
        ((*MATCH[:2], "A2: 4 4 = 1 0"), "the page says A2 deals, and it is A1's turn to deal"),
        ((MATCH[0], "B2: 5 4 = 1 0"), "there are 8 tricks, not 9"),
        ((MATCH[0], "C2: 5 3 = 1 0"), "no seat 'C2' at a table of 4"),
        ((MATCH[0], "B2 5 3"), "a deal is written as DEALER: TRICKS TRICKS = SCORE SCORE"),
        (("match skambil general", *MATCH[1:]), "a worked match is counted in tricks, and skambil counts points"),
        (("match", *MATCH[1:]), "a match names a game and its rules"),
        ((*TRICK[:3], "takes: AS", TRICK[4]), "takes: the page says AS, the engine 5D"),
        ((*TRICK[:4], "without: RC"), "without: the page says RC, the engine 3C"),
        ((*TRICK[:2], "cards: RC 4C", *TRICK[3:]), "a trick has 6 cards, not 2"),
        ((TRICK[0], "trump: H", *TRICK[2:]), "no suit is written 'H'"),
        (("trick", *TRICK[1:]), "a trick names a game and its rules"),
        (("record wrong", *RECORD[1:], "lead A1"), "this record is called wrong, and the engine reads it"),
    ],
)
def test_a_wrong_example_stops_the_build(lines: tuple[str, ...], sentence: str, site: gathered.Site) -> None:
    """A sum, a score or a record that is not so never reaches a reader."""
    with pytest.raises(Trouble) as told:
        filled(fence(lines), site)
    assert str(told.value).startswith("docs/omi/page.md:3: ")
    assert sentence in str(told.value)


def test_a_wrong_record_is_told_with_its_own_line(site: gathered.Site) -> None:
    """Not the line of the fence, but the line of the slip."""
    with pytest.raises(Trouble, match=r'^docs/omi/page\.md:11: in this record: found "won", expected a lead line'):
        filled(fence(RECORD), site)


# --- data, and pages that nobody types --------------------------------------------------------------


def test_a_wrong_deal_stops_the_build(tmp_path: Path) -> None:
    """An example deal is told with its own file and line, and lies in the folder of its game."""
    (tmp_path / "omi").mkdir()
    (tmp_path / "skambil").mkdir()
    (tmp_path / "omi" / "ace.toml").write_text(DEAL.replace("takes 1 A1", "takes 1 B1"))
    with pytest.raises(Trouble, match=r"^tutorials/omi/ace\.toml:20: the claim 'takes 1 B1' is wrong"):
        gathered.read_deals(tmp_path)
    (tmp_path / "omi" / "ace.toml").rename(tmp_path / "skambil" / "ace.toml")
    (tmp_path / "skambil" / "ace.toml").write_text(DEAL)
    with pytest.raises(Trouble, match=r"^tutorials/skambil/ace\.toml:1: this is a deal of omi, in the folder of"):
        gathered.read_deals(tmp_path)


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        ("questions/skambil.toml", 'house_rule = "void"', 'house_rule = "voit"', "did you mean 'void'?"),
        ("questions/omi.toml", "[[question]]", "[question]", "this is not TOML"),
        ("questions/skambil.toml", '"trevoux-1771"', '"trevoux-1871"', "no who is called 'trevoux-1871'; did you mean"),
        ("signs.toml", 'gesture = "Blink one eye"', "", "sign has no gesture"),
        ("clauses/omi.toml", 'text = "Four sit', 'txt = "Four sit', "no field is called 'txt'; did you mean 'text'?"),
        ("words/skambil.toml", 'sources = ["pagat-syria"]', 'sources = ["pagat-siria"]', "did you mean 'pagat-syria'?"),
        ("words/skambil.toml", 'sources = ["pagat-syria"]', "sources = []", "word is documented and names no source"),
        ("words/skambil.toml", 'evidence = "reported"', 'evidence = "rumoured"', "no evidence is called 'rumoured'"),
        ("words/general.toml", 'omi = "yes"', 'omi = "yess"', "no omi is called 'yess'; did you mean 'yes'?"),
        ("words/general.toml", 'id = "trick"', 'id = "koz"', "two words have the id 'koz'"),
        ("record/omi.toml", "[people]", "[peopel]", "no row of the record is called 'peopel'; did you mean 'people'?"),
        ("record/omi.toml", "[people]", '[people]\nevidence = "ours"\n[people-too]', "no row of the record is called"),
        (
            "relatives.toml",
            'to = "briscola"',
            'to = "briskola"',
            "did you mean 'briscola'?",
        ),
        ("gestures.toml", 'sign = "trey"', 'sign = "tray"', "no sign is called 'tray'; did you mean 'trey'?"),
        ("timeline.toml", "year = 1707", 'years = "1707"', "no field is called 'years'; did you mean 'year'?"),
        ("places.toml", 'games = ["omi"]', 'games = ["oombi"]', "no game is called 'oombi'; did you mean 'omi'?"),
        ("sources.bib", "national/syria.html},", "national/syria.html,", "this is not BibTeX"),
        ("sources.bib", "shorttitle = {Adithya", "shortitle = {Adithya", "has no shorttitle"),
    ],
)
def test_wrong_data_stops_the_build(tmp_path: Path, name: str, old: str, new: str, sentence: str) -> None:
    """Data is told with its file and line too, and with the nearest name that exists."""
    shutil.copytree(DOCS / "data", tmp_path / "data")
    text = (DOCS / "data" / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "data" / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Trouble) as told:
        gathered.read_data(tmp_path, tmp_path / "tutorials")
    where = "words" if "two words" in sentence else name
    assert re.match(rf"docs/data/{where}:\d+: ", str(told.value))
    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("It is old. {{ ours: note }} It is good.", "this sentence has no mark: 'It is good.'"),
        ("It is old. It is good. {{ ours: note }}", "this sentence has no mark: 'It is old.'"),
        ("It is old. {{ ours: note }} {{ ours: note }}", "this mark stands after no sentence"),
        ("- It is old. {{ ours: note }}\n- It is good.", "this sentence has no mark: 'It is good.'"),
        ("It is old.\n\nIt is good. {{ ours: note }}", "this sentence has no mark: 'It is old.'"),
        ("It is old. {{ cite: rumoured garabed-2009 }}", "no label is called 'rumoured'"),
        ("It is old. {{ cite: documented }}", "a sentence that is documented names a source"),
    ],
)
def test_a_sentence_of_history_without_its_source_stops_the_build(
    text: str, sentence: str, site: gathered.Site
) -> None:
    """On a page of history every sentence says how we know."""
    with pytest.raises(Trouble) as told:
        pages.fill_in(f"# History\n\n{text}\n", gathered.Page("omi/history.md", site))
    assert re.match(r"docs/omi/history\.md:\d: ", str(told.value))
    assert sentence in str(told.value)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, site: gathered.Site) -> Path:
    """The folder MkDocs would read, with the real rules pages and a single deal."""
    tutorials = tmp_path_factory.mktemp("deals")
    (tutorials / "omi").mkdir()
    (tutorials / "omi" / "ace.toml").write_text(DEAL)
    made = tmp_path_factory.mktemp("pages")
    for path in DOCS.rglob("*.md"):
        copy = made / path.relative_to(DOCS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        # The deal in the folder is the only one.
        copy.write_text(re.sub(r"(\{\{ deals: \w+)[^}]*", r"\1 ", path.read_text(encoding="utf-8")), encoding="utf-8")
    pages.write_pages(made, DOCS, tutorials)
    return made


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_law_is_listed_and_explained(game: str, folder: Path) -> None:
    """From a paragraph one comes to each law that it explains, and from each law back to the paragraph."""
    rules, laws = ((folder / game / name).read_text(encoding="utf-8") for name in ("index.md", "laws.md"))
    for law in GAMES[game].laws:
        assert f"](../{game}/laws.md#{law.id})" in rules
        [part] = re.findall(rf"^### [\w-]+ {{#{re.escape(law.id)} [^\n]*\n(.*?)(?=^##)", laws, re.M | re.S)
        assert law.text in part
        back = re.findall(r'href="\.\./#(why-[\w-]+)"', part)
        assert back
        assert all(f'id="{anchor}"' in rules for anchor in back)
        assert (law.id in BITES) == ("open/#record=" in part)


def test_a_law_that_nobody_explains_stops_the_build(site: gathered.Site) -> None:
    """A law without a paragraph is a gap in the rules page."""
    silent = gathered.Site(site.data)
    filled("{{ law: omi.pack }}", silent)
    with pytest.raises(Trouble, match=r"^docs/omi/index\.md:1: no paragraph explains the law omi\.\S+"):
        pages.laws_page(GAMES["omi"], silent)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_clause_is_accounted_for(game: str, folder: Path, site: gathered.Site) -> None:
    """Each clause of a text stands on the page of laws: under a law, or among those that are no rules of play."""
    text = (folder / game / "laws.md").read_text(encoding="utf-8")
    prefix = {"skambil": "SK", "omi": "OM", "schembil": "SC"}[game]
    clauses = [name for name in site.data.clauses if name.startswith(prefix)]
    assert clauses
    assert [name for name in clauses if f">{name}<" not in text and f"| {name} |" not in text] == []


def test_the_laws_are_there_for_programs(folder: Path) -> None:
    """A program can read every law, in the shape that the schema describes, with its sources and the steps it is at."""
    data = json.loads((folder / "laws.json").read_text(encoding="utf-8"))
    schema = json.loads((folder / "laws.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, schema, cls=jsonschema.Draft202012Validator)
    laws = [law for game in data["games"] for law in game["laws"]]
    assert [law["id"] for law in laws] == [law.id for book in GAMES.values() for law in book.laws]
    assert sum(len(game["clauses"]) for game in data["games"]) == 72 + 51 + 44
    known = {source["id"] for source in data["sources"]}
    named = {key for law in laws for key in law["sources"]} | {game["text"] for game in data["games"]}
    choices = [choice for game in data["games"] for rule in game["house_rules"] for choice in rule["choices"]]
    assert known == named | {key for choice in choices for key in choice["sources"]}
    assert all(law["clauses"] or law["sources"] or law["evidence"] == "our choice" for law in laws)
    assert any(shown["steps"] for law in laws for shown in law["shown"])


def test_a_deal_gets_its_page(folder: Path) -> None:
    """The page holds the player of that deal, and its place in the navigation is under the list."""
    text = (folder / "omi" / "deals" / "ace.md").read_text(encoding="utf-8")
    assert "\n# Four seats, one trick\n" in text
    assert "\n```deal\nomi/ace\n../../../\n```\n" in text
    settings = "nav:\n  - Omi:\n      - omi/index.md\n      - Example deals: omi/deals.md\n      - Laws: omi/laws.md\n"
    assert pages.with_deals(settings, {"omi/deals.md": ["omi/deals/ace.md"]}) == (
        "nav:\n  - Omi:\n      - omi/index.md\n      - Example deals:\n          - omi/deals.md\n"
        "          - omi/deals/ace.md\n      - Laws: omi/laws.md\n"
    )
