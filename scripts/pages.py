"""Pages from the engine and from data: fill in what rules pages ask for, and write the pages nobody has to type.

A page asks by a token such as ``{{ values: skambil general }}``, or by a fence that holds a worked example. The list of
both is closed. Every id, figure and sum is checked against the engine, and the first that is wrong ends the build with
``file:line: sentence``.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final
from urllib.parse import quote
from xml.etree.ElementTree import Element

from citations import check_sentences, cite, label, named_sources, notes, ours, report, with_sources
from comparison import side_by_side
from figures import Counted, Played, Wrong, figure, read_count, read_match, read_trick, rules_of, unknown
from gathered import Explained, Page, Site, read_data
from glossary import Terms, words_page
from open_data import data_page, laws_as_data
from prepare import ROOT, Trouble
from record import (
    captains,
    family,
    gestures,
    places,
    question_element,
    questions_page,
    report_form,
    sources_page,
    timeline,
)
from same_trick import same_trick
from sheets import sheet_links
from threetables.actions import Answer, Ask, Order
from threetables.cards import SUITS, Rank
from threetables.deal import objection, opened, play
from threetables.events import Answered
from threetables.games import GAMES, LAWS
from threetables.games import schembil as schembil_book
from threetables.games import skambil as skambil_book
from threetables.laws import Law
from threetables.lessons.deals import ExampleDeal
from threetables.match import TOKENS as TOKENS_OF_A_COLOUR
from threetables.notation import NotationError, action_text, read, suits_of
from threetables.positions import BITES
from threetables.rules import Book, Rules
from threetables.seats import seat_name
from threetables.shuffle import dealt
from threetables.view import diagrams
from threetables.view.faces import card_element
from threetables.view.markup import append, el, to_html
from threetables.view.player import picture
from threetables.view.words import COMMANDS, QUESTIONS, RANKS, SIGNS, Words

TOKEN: Final = re.compile(r"\{\{\s*([a-z]+)\s*:\s*(.*?)\s*\}\}")
FENCE: Final = re.compile(r"(`{3,}|~{3,})\s*(.*)")
HEADING: Final = re.compile(r"(#+)\s+(.*?)\s*(?:\{[^}]*\})?$")
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


# --- the pages as they are filled in ----------------------------------------------------------------


def write_pages(pages: Path, docs: Path, tutorials: Path) -> Mapping[str, Sequence[str]]:
    """Fill in every page in the folder MkDocs reads, and add those made from the engine and from data.

    Return for each list of example deals the pages that belong under it in the navigation.
    """
    data = read_data(docs, tutorials)
    site = Site(data, deals=dict(data.deals))
    for path in sorted(pages.rglob("*.md")):
        name = str(path.relative_to(pages))
        path.write_text(fill_in(path.read_text(encoding="utf-8"), Page(name, site)), encoding="utf-8")
    written: dict[str, str] = {}
    for game, book in GAMES.items():
        written[f"{game}/laws.md"] = laws_page(book, site)
        written |= {f"{game}/deals/{deal.id}.md": deal_page(book, deal, site) for deal in site.deals[game]}
    for name, (title, about, made) in MADE.items():
        page = Page(name, site)
        written[name] = f"{_head(title, about, BOOSTS.get(name, 1))}\n# {title}\n\n{made(page)}"
    written["laws.json"] = json.dumps(laws_as_data(site), ensure_ascii=False, indent=1) + "\n"
    for name in COPIED:
        written[name] = (docs / "data" / name).read_text(encoding="utf-8")
    for name, text in written.items():
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        (pages / name).write_text(text, encoding="utf-8")
    return {f"{game}/deals.md": [f"{game}/deals/{deal.id}.md" for deal in site.deals[game]] for game in GAMES}


COPIED: Final = ("laws.schema.json", "sources.bib")
"""Data that readers may take away as it is."""


def with_deals(settings: str, deals: Mapping[str, Sequence[str]]) -> str:
    """The settings of MkDocs with the page of every example deal in the navigation, under the list of its game."""

    def nested(line: re.Match[str]) -> str:
        start, title, listed = line.groups()
        under = (listed, *deals.get(listed, ()))
        return "\n".join((f"{start}- {title}:", *(f"{start}    - {name}" for name in under)))

    return re.sub(r"^( *)- ([\w ]+): (\w+/deals\.md)$", nested, settings, flags=re.MULTILINE)


def fill_in(text: str, page: Page) -> str:
    """The text of a page with its tokens and worked examples filled in, and what its claims rest on at the end."""
    try:
        check_sentences(text, page)
    except Wrong as error:
        raise Trouble(f"docs/{page.name}:{error.below}: {error}") from error
    terms = Terms(page)
    filled: list[str] = []
    lines = iter(enumerate(text.split("\n"), start=1))
    head = re.match(r"---\n.*?\n---\n", text, re.DOTALL)
    # What stands above the page is for MkDocs.
    filled += (line for _, line in islice(lines, head[0].count("\n") if head else 0))
    for number, line in lines:
        try:
            if opening := FENCE.match(line):
                filled.append(_fence(opening.group(1), opening.group(2), lines, page) or line)
                continue
            if heading := HEADING.match(line):
                page.heading = heading.group(2)
                page.section = page.heading if len(heading.group(1)) <= 2 else page.section
            filled.append(_tokens(terms.explained(line), page))
        except Wrong as error:
            raise Trouble(f"docs/{page.name}:{number + error.below}: {error}") from error
    return "\n".join(filled) + notes(page)


def _tokens(line: str, page: Page) -> str:
    def expand(match: re.Match[str]) -> str:
        kind, words = match.groups()
        if kind not in TOKENS:
            raise unknown("token", kind, tuple(TOKENS))
        return TOKENS[kind](words, page)

    filled = TOKEN.sub(expand, line)
    if "{{" in filled or "}}" in filled:
        raise Wrong("a token is written {{ kind: words }}")
    return filled


def _fence(fence: str, info: str, lines: Iterator[tuple[int, str]], page: Page) -> str | None:
    """What stands in the place of a fence: a worked example for ours, else the fence itself."""
    kind, *words = info.split() or [""]
    body: list[str] = []
    for _, line in lines:
        if line.startswith(fence) and not line.strip(fence[0]).strip():
            break
        body.append(line)
    else:
        raise Wrong("this fence is not closed")
    if kind in FENCES:
        return FENCES[kind](words, body, page)
    if kind == "deal":
        body = [*(line for line in body if line.strip()), page.address("")]
    return "\n".join((fence + info, *body, fence))


# --- tokens -----------------------------------------------------------------------------------------


def words_for(rules: Rules) -> Words:
    """The catalogue of words for a game, with the suits its records are written in."""
    return Words(rules, suits_of(rules))


def _book(words: str) -> Book:
    return rules_of(words).book


def _game_and_rules(words: str) -> Rules:
    named = words.split()
    if len(named) not in (1, 2, 3):
        raise Wrong(f"expected GAME RULES, found {words!r}")
    return rules_of(*named)


def _seats(words: str, page: Page) -> str:
    game, _, seats = words.rpartition("-")
    if not game:
        raise Wrong(f"seats are drawn for GAME-NUMBER, such as omi-4, not for {words!r}")
    rules = rules_of(game, seats=seats)
    return _block(diagrams.seat_plan(rules, words_for(rules)))


def _ladder(words: str, page: Page) -> str:
    rules = _game_and_rules(words)
    return _block(diagrams.ladder(rules, words_for(rules)))


def _ladders(words: str, page: Page) -> str:
    """Every ladder of a game: sets of rules with the same cards, order and values share one."""
    book = _book(words)
    alike: dict[tuple[object, ...], list[tuple[str, Rules]]] = defaultdict(list)
    for preset in book.presets:
        for seats in preset.seats:
            rules = book.rules(preset.name, seats=seats)
            ranks = tuple(rank for rank in rules.order if any(card[0] == rank for card in rules.pack))
            name = f"{preset.title}, {seats} seats" if len(preset.seats) > 1 else preset.title
            alike[ranks, tuple(rules.values.get(rank, 0) for rank in ranks)].append((name, rules))
    drawn = []
    for sets in alike.values():
        names = "; ".join(name for name, _ in sets)
        rules = sets[0][1]
        drawn += [el("p", None, el("b", None, f"{book.title}: "), names), diagrams.ladder(rules, words_for(rules))]
    return _block(el("div", None, *drawn))


def _home_table(words: str, page: Page) -> str:
    rules = rules_of(words)
    return _block(el("div", {"data-search-exclude": True}, diagrams.home_table(rules, words_for(rules))))


def _values(words: str, page: Page) -> str:
    rules = _game_and_rules(words)
    if not any(rules.values.values()):
        raise Wrong(f"no card of {rules.game} counts points")
    rows = ["| card | points | all four |", "|---|---:|---:|"]
    for rank in rules.order:
        if worth := rules.values.get(rank):
            rows.append(f"| {RANKS[rank]} | {worth} | {worth * len(SUITS)} |")
    rows.append(f"| **the whole pack** | | **{sum(rules.points.values())}** |")
    return _table("\n".join(rows))


def _figure(words: str, page: Page) -> str:
    return figure(words)


def _law(words: str, page: Page) -> str:
    """The marks after a paragraph: the laws it explains, with how well each is known."""
    named = words.split()
    for name in named:
        if name not in LAWS:
            raise unknown("law", name, tuple(LAWS))
    if not named:
        raise Wrong("a law token names at least one law")
    anchor = page.anchor("why-" + LAWS[named[0]].id.partition(".")[2])
    groups: list[tuple[str, list[str]]] = []
    for law in (LAWS[name] for name in named):
        game, _, slug = law.id.partition(".")
        page.site.explained[law.id].append(Explained(page.section, page.heading, anchor))
        link = f"[{slug}]({page.link(f'{game}/laws.md')}#{law.id})"
        if groups and groups[-1][0] == law.evidence:
            groups[-1][1].append(link)
        else:
            groups.append((law.evidence, [link]))
    told = " · ".join(f"{', '.join(links)} {_label(evidence)}" for evidence, links in groups)
    return f'<span class="tt-laws" id="{anchor}" data-search-exclude>§ {told}</span>'


def _label(evidence: str) -> str:
    return to_html(label(evidence))


def _house_rules(words: str, page: Page) -> str:
    """Every house rule: the question, the choices with their label and source, and which of them is the usual one."""
    book = _book(words)
    told = []
    for rule in book.house_rules:
        choices = el("ul")
        for place, choice in enumerate(rule.choices):
            usual = el("strong", {"class": "tt-usual"}, "usual") if place == 0 else None
            name = el("code", None, f"{rule.name}={choice.name}")
            named = with_sources(choice.source, page, f"house-rule-{rule.name}")
            if choice.label in ("attested", "borrowed") and not named_sources(choice.source, page.site):
                raise Wrong(f"{book.name} {rule.name}={choice.name} is {choice.label}, and names no source we list")
            source = el("span", {"class": "tt-source"}, label(choice.label), " ", *named, " ", name)
            choices.append(el("li", None, choice.text, " ", usual, source))
        anchor = page.anchor(f"house-rule-{rule.name}")
        told.append(el("section", {"class": "tt-houserule"}, el("h3", {"id": anchor}, rule.question), choices))
    intro = (
        f"What is *usual* is what you get if you say nothing. Short names such as `{rule.name}={choice.name}` are for "
        f"[records]({page.link('notation.md')}#tags) and for [having a deal dealt]({page.link('open.md')})."
    )
    return intro + "\n" + _block(el("div", {"class": "tt-houserules"}, *told))


def _questions(words: str, page: Page) -> str:
    """The open questions of a game: the answers found, who gives them, and what we do meanwhile."""
    book = _book(words)
    asked = page.site.data.questions[book.name]
    plain = [question for question in asked if not question.topic]
    link = page.link("questions.md")
    intro = (
        f"Each question opens to the answers we found, and to what we do until someone knows better. "
        f"{NUMBERS[len(asked) - len(plain)].capitalize()} more, on which players visibly disagree, are on the page of "
        f"[open questions]({link}#{book.name})."
    )
    told = (question_element(question, page, book) for question in plain)
    return intro + "\n" + _block(el("div", {"class": "tt-questions"}, *told))


def _laws(words: str, page: Page) -> str:
    """How many laws a game has, by how well they are known, and the way to all of them."""
    book = _book(words)
    counts: dict[str, int] = defaultdict(int)
    for law in book.laws:
        counts[law.evidence] += 1
    told = ", ".join(f"{number} {_label(evidence)}" for evidence, number in counts.items())
    where = f"[the {len(book.laws)} laws of {book.title}]({page.link(f'{book.name}/laws.md')})"
    return f"This page explains {where}: {told}. Each is listed with the sentences of the text that it rests on."


def _signs(words: str, page: Page) -> str:
    """The signs of a game, each with what is done and what it says."""
    if words != skambil_book.BOOK.name:
        raise Wrong(f"only {skambil_book.BOOK.name} has signs of its own, not {words!r}")
    rows = ["| what you do | what it says |", "|---|---|"]
    for sign in skambil_book.SIGNS:
        told = page.site.data.signs.get(sign)
        if told is None:
            raise Wrong(f"docs/data/signs.toml does not say how the sign {sign!r} is made")
        rows.append(f"| {told.gesture} | {SIGNS[sign]} |")
    return _table("\n".join(rows))


def _talk(words: str, page: Page) -> str:
    """What a captain may say and what may be answered, as the engine has it."""
    if words != schembil_book.BOOK.name:
        raise Wrong(f"only in {schembil_book.BOOK.name} a captain speaks, not in {words!r}")
    rules = rules_of(words)
    table = opened(dealt(rules, seed=1))
    mate, tell = rules.partners(0)[0], words_for(rules)
    answers = [Answer(mate, text) for text in ("yes", "no", "0", "1", "2", "3", *SUITS)]
    rows = ["| the Rais says | it means | the mate answers | in a record |", "|---|---|---|---|"]
    sayings: tuple[Ask | Order, ...] = (
        *(Ask(0, mate, question, SUITS[2] if question == "ace-or-three" else None) for question in QUESTIONS),
        *(Order(0, mate, command, table.hands[mate][0] if command == "play" else None) for command in COMMANDS),
    )
    for said in sayings:
        heard = play(table, said)
        fitting = tuple(tell.says(Answered(a.seat, a.answer)) for a in answers if objection(heard, a) is None)
        name = said.question if isinstance(said, Ask) else said.command
        if name not in page.site.data.talk:
            raise Wrong(f"docs/data/talk.toml does not say what {name!r} means")
        spoken = _spoken(said, tell)
        written = action_text(said, suits_of(rules)).partition(": ")[2]
        means = page.site.data.talk[name].means
        rows.append(f"| {spoken} | {means} | {' '.join(fitting)} | `{written}` |")
    return _table("\n".join(rows))


def _spoken(said: Ask | Order, tell: Words) -> str:
    if isinstance(said, Ask):
        return QUESTIONS[said.question].format(suit=tell.suit(said.suit) if said.suit else "")
    return COMMANDS[said.command].format(card=tell.card(said.card) if said.card else "")


def _deals(words: str, page: Page) -> str:
    """The example deals of a game, with what each shows: first those named, in that order, then all others."""
    game, *first = words.split() or [""]
    book = _book(game)
    deals = {deal.id: deal for deal in page.site.data.deals[book.name]}
    for name in first:
        if name not in deals:
            raise unknown(f"example deal of {game}", name, tuple(deals))
    order = [deals[name] for name in dict.fromkeys((*first, *deals))]
    page.site.deals[book.name] = tuple(order)
    link = page.link(f"{book.name}/deals")
    listed = "".join(
        f'<section data-game="{book.name}" markdown>\n{_block(picture(deal))}\n'
        f"## [{deal.title}]({link}/{deal.id}.md)\n\n{deal.summary}\n\n</section>\n\n"
        for deal in order
    )
    return f'\n<div class="tt-shelf" markdown>\n\n{listed}</div>\n'


def _block(element: Element) -> str:
    """HTML on lines of its own."""
    # Markdown takes an element it has no list for as part of a sentence, and a paragraph would tear it open.
    whole = el("div", None, element) if "-" in element.tag else element
    return f"\n{to_html(whole)}\n"


def _table(rows: str) -> str:
    """A table that scrolls by itself where the window is too narrow for it."""
    return f'\n<div class="tt-scroll" markdown>\n\n{rows}\n\n</div>\n'


def _drawn(make: Callable[[str, Page], Element]) -> Callable[[str, Page], str]:
    """A token that becomes one element on lines of its own."""
    return lambda words, page: _block(make(words, page))


TOKENS: Final[Mapping[str, Callable[[str, Page], str]]] = {
    "captains": _drawn(captains),
    "cite": cite,
    "compare": _drawn(side_by_side),
    "family": _drawn(family),
    "gestures": _drawn(gestures),
    "ours": ours,
    "places": _drawn(places),
    "report": _drawn(report_form),
    "sametrick": _drawn(same_trick),
    "sheets": _drawn(sheet_links),
    "timeline": _drawn(timeline),
    "deals": _deals,
    "fig": _figure,
    "hometable": _home_table,
    "houserules": _house_rules,
    "ladder": _ladder,
    "ladders": _ladders,
    "law": _law,
    "laws": _laws,
    "questions": _questions,
    "seats": _seats,
    "signs": _signs,
    "talk": _talk,
    "values": _values,
}


# --- worked examples --------------------------------------------------------------------------------


def _count(words: Sequence[str], body: Sequence[str], page: Page) -> str:
    """A count: the cards of side A, the points and the game points that the page says they bring."""
    if not words:
        raise Wrong("a count names a game and its rules, such as count skambil general")
    said = _said(body, ("A", "points", "scores"))
    example = read_count(rules_of(*words[:3]), said["A"], said["points"], said["scores"])
    return _table(count_table(example)) + f"\n{count_sentence(example)}\n"


def _said(body: Sequence[str], needed: Sequence[str]) -> Mapping[str, str]:
    """The lines ``NAME: words`` of a fence."""
    said = {name.strip(): words.strip() for name, _, words in (line.partition(":") for line in body if line.strip())}
    if set(said) != set(needed):
        raise Wrong(f"this fence has the lines {', '.join(needed)}, each with a colon")
    return said


def count_table(example: Counted) -> str:
    """The cards that count, rank by rank, and their sum."""
    rows = ["| side A has won | points |", "|---|---:|"]
    for rank, number, points in example.by_rank:
        rows.append(f"| {NUMBERS[number]} {_plural(RANKS[Rank(rank)], number)} | {points} |")
    return "\n".join([*rows, f"| **together** | **{example.result.count[0]}** |"])


def count_sentence(example: Counted) -> str:
    """What is left for side B, and what the deal scores."""
    a, b = example.result.count
    return f"Side B has the rest: {a + b} − {a} = {b}. {_scored(example)}"


def _scored(example: Counted) -> str:
    """What the deal scores, in the words of the player."""
    return words_for(example.rules).counted(example.result).partition(". ")[2]


def _plural(name: str, number: int) -> str:
    if number == 1:
        return name
    return name + ("es" if name.endswith("x") else "s")


def _trick(words: Sequence[str], body: Sequence[str], page: Page) -> str:
    """A trick: the trump suit, the cards as played, the one that takes it, and the one that would without that."""
    if not words:
        raise Wrong("a trick names a game and its rules, such as trick omi as-written")
    trick = read_trick(rules_of(*words[:3]), _said(body, ("trump", "cards", "takes", "without")))
    tell = words_for(trick.rules)
    cards = el("ol", {"class": "tt-ladder"})
    for card in trick.cards:
        lit = "tt-lit" if card == trick.best else None
        cards.append(el("li", None, card_element(card, tell.card(card), tell.suits, extra=lit)))
    told = (
        f"{tell.suit(trick.trump).capitalize()} are trump, and the {tell.card(trick.cards[0])} is led. "
        f"The {tell.card(trick.best)} takes the trick. Without it, the {tell.card(trick.second)} would."
    )
    caption = el("figcaption", None, told)
    return _block(el("figure", {"class": f"tt-ranks tt-{tell.suits}"}, cards, caption))


def _match(words: Sequence[str], body: Sequence[str], page: Page) -> str:
    """A match deal by deal: who dealt, the tricks, and the score that the page says it comes to."""
    if not words:
        raise Wrong("a match names a game and its rules, such as match omi as-written")
    rules = rules_of(*words[:3])
    deals = read_match(rules, [line for line in body if line.strip()])
    return _table(match_table(deals)) + f"\n{_tokens_left(deals[-1])}\n"


def match_table(deals: Sequence[Played]) -> str:
    """The deals of a worked match, one in a row."""
    rows = ["| dealer | names trump | tricks A, B | points A, B | waiting | score A, B |", "|---|---|---|---|---:|---|"]
    for deal in deals:
        declarer = seat_name((deal.dealer + 1) % deal.after.rules.seats)
        tricks, points, score = (f"{a}, {b}" for a, b in (deal.tricks, deal.result.game_points, deal.after.scores))
        waiting = deal.after.pending or ""
        rows.append(f"| {seat_name(deal.dealer)} | {declarer} | {tricks} | {points} | {waiting} | {score} |")
    return "\n".join(rows)


def _tokens_left(deal: Played) -> str:
    """Where the tokens lie after the last deal of a worked match."""
    told = []
    for side, (won, paid) in enumerate(zip(deal.paid, reversed(deal.paid), strict=True)):
        told.append(f"side {'AB'[side]} has {TOKENS_OF_A_COLOUR - paid} of its own tokens left and has won {won}")
    text = ", ".join(told)
    return f"{text[:1].upper()}{text[1:]}."


def _record(words: Sequence[str], body: Sequence[str], page: Page) -> str:
    """A record that the engine reads, or with ``wrong`` one that it refuses, and what it says."""
    text = "\n".join(body)
    shown = "\n".join(("```text", *body, "```"))
    try:
        read(text)
    except NotationError as error:
        if words == ["wrong"]:
            return f"{shown}\n\n> {error}\n"
        raise Wrong(f"in this record: found {error.found}, expected {error.expected}", below=error.line) from error
    if words:
        raise Wrong("this record is called wrong, and the engine reads it")
    return shown


FENCES: Final[Mapping[str, Callable[[Sequence[str], Sequence[str], Page], str]]] = {
    "count": _count,
    "match": _match,
    "record": _record,
    "trick": _trick,
}


# --- pages that nobody types ------------------------------------------------------------------------


def _data_page(page: Page) -> str:
    return data_page(page, DATA / "laws.schema.json")


DATA: Final = ROOT / "docs" / "data"

MADE: Final[Mapping[str, tuple[str, str, Callable[[Page], str]]]] = {
    "questions.md": (
        "Open questions",
        "What players of Skambil, Omi and Schembil disagree about: who says what, and a deal to see the difference.",
        questions_page,
    ),
    "words.md": (
        "Words",
        "The words of Skambil, Omi and Schembil in their languages and scripts, and common words of games with tricks.",
        words_page,
    ),
    "data.md": ("The laws as data", "What the file laws.json holds, field by field.", _data_page),
    # The last, when all that is cited is known.
    "sources.md": ("Sources", "Every source this site rests on, and the pages that cite it.", sources_page),
}
"""Pages made from data alone: title, description, and what makes the rest."""


BOOSTS: Final[Mapping[str, float]] = {"sources.md": 0.0001}
"""What a page counts in the search. Whoever types the name of a game wants the game before the books named after it."""


def _head(title: str, description: str, boost: float = 1) -> str:
    # A text in JSON is a text in YAML; a summary may have been written over several lines.
    title, description = (json.dumps(" ".join(text.split()), ensure_ascii=False) for text in (title, description))
    search = f"search:\n  boost: {boost:f}\n" if boost != 1 else ""
    return f"---\ntitle: {title}\ndescription: {description}\n{search}---\n"


def deal_page(book: Book, deal: ExampleDeal, site: Site) -> str:
    """The page of one example deal."""
    others = [other for other in site.deals[book.name] if other is not deal]
    onward = "".join(f"- [{other.title}]({other.id}.md)\n" for other in others)
    page = Page(f"{book.name}/deals/{deal.id}.md", site)
    root = page.address("")
    wrong = el("a", {"href": report(page, deal=f"{book.name}/{deal.id}")}, "Something is wrong in this deal")
    return (
        f"{_head(deal.title, deal.summary)}\n# {deal.title}\n\n{deal.summary}\n\n"
        f"```deal\n{book.name}/{deal.id}\n{root}\n```\n\n"
        f"## More\n\n{onward}- [The rules of {book.title}](../index.md)\n- [The laws of {book.title}](../laws.md)\n"
        f"- {to_html(wrong)}\n"
    )


def laws_page(book: Book, site: Site) -> str:
    """Every law of a game, in the order in which the rules page explains them."""
    title = f"The laws of {book.title}"
    about = f"Every law of {book.title} in one sentence, with how well it is known and what it rests on."
    parts = [
        f"{_head(title, about)}\n# {title}\n",
        "Each law is one rule of the game, in one sentence. [The rules page](index.md) tells the same in order and at "
        "length. [What the labels mean](../about.md#how-we-know) is told once, on the page about this site.\n",
    ]
    section, page = "", Page(f"{book.name}/laws.md", site)
    for law in sorted(book.laws, key=lambda law: _place(law, book, site)):
        first = site.explained[law.id][0]
        if first.section != section:
            section = first.section
            parts.append(f"## {section}\n")
        parts.append(_one_law(law, book, page))
    parts.append(_not_rules(book, site))
    parts.append("[All laws of the three games as data](../data.md), for programs.\n")
    return "\n".join(parts)


def _place(law: Law, book: Book, site: Site) -> int:
    """Where the rules page first explains a law."""
    if law.id not in site.explained:
        raise Trouble(f"docs/{book.name}/index.md:1: no paragraph explains the law {law.id}")
    order = list(site.explained)
    return order.index(law.id)


def _seen(shown: Mapping[str, Sequence[int]], deals: Sequence[ExampleDeal]) -> Element:
    """The steps of the example deals at which a law is at work."""
    made = el("dd")
    for deal in deals:
        steps = shown.get(deal.id, ())
        if not steps:
            continue
        line = el("div", None, f"{deal.title}: step ")
        for place, step in enumerate(steps[:_SO_MANY]):
            append(line, ", " if place else None, el("a", {"href": f"../deals/{deal.id}/#step-{step}"}, str(step)))
        append(line, f" and {len(steps) - _SO_MANY} more" if len(steps) > _SO_MANY else None)
        append(made, line)
    return made


_SO_MANY: Final = 6
"""So many steps of one deal are named; a law that is at work all the time would fill the page."""


def _one_law(law: Law, book: Book, page: Page) -> str:
    site = page.site
    facts: list[tuple[str, Element]] = [("Known", el("dd", None, label(law.evidence)))]
    if law.source:
        facts.append(("From", el("dd", None, *with_sources(law.source, page, law.id))))
    for clause in law.clauses:
        told = site.data.clauses.get(clause)
        if told is None:
            raise Trouble(f"docs/data/clauses/{book.name}.toml:1: {law.id} rests on {clause}, which is not there")
        facts.append((clause, el("dd", None, told.text)))
    if law.house_rule:
        asked = next(rule.question for rule in book.house_rules if rule.name == law.house_rule)
        link = el("a", {"href": f"../#house-rule-{law.house_rule}"}, asked)
        facts.append(("House rule", el("dd", None, link)))
    if not law.enforced:
        facts.append(("Kept", el("dd", None, "by the players: the engine does not enforce it")))
    places = el("dd")
    headings = [place.heading for place in site.explained[law.id]]
    for number, place in enumerate(site.explained[law.id]):
        nth = f" ({headings[: number + 1].count(place.heading)})" if headings.count(place.heading) > 1 else ""
        append(places, ", " if number else None, el("a", {"href": f"../#{place.anchor}"}, f"{place.heading}{nth}"))
    facts.append(("Explained", places))
    if law.enforced:
        facts.append(("At work", _bites(BITES[law.id])))
    if shown := site.data.shown.get(law.id):
        facts.append(("Seen in", _seen(shown, site.deals[book.name])))
    wrong = el("a", {"class": "tt-report", "href": report(page, law=law.id)}, "correct this law")
    facts.append(("Wrong?", el("dd", None, wrong)))
    listed = el("dl", {"class": "tt-facts", "data-search-exclude": True})
    for term, fact in facts:
        listed.append(el("div", None, el("dt", None, term), fact))
    slug = law.id.partition(".")[2]
    return f"### {slug} {{#{law.id} .tt-law}}\n\n{law.text}\n{_block(listed)}"


def _bites(record: str) -> Element:
    """The smallest deal in which a law makes a difference, to read or to open."""
    told = el("summary", None, "the smallest deal that goes differently without it")
    opened_here = el("a", {"href": f"../../open/#record={quote(record)}"}, "Open it")
    return el("dd", None, el("details", None, told, el("pre", None, el("code", None, record)), opened_here))


def _not_rules(book: Book, site: Site) -> str:
    """The clauses of the text that are not rules of play, each with the reason."""
    rows = ["| clause | what it says | why it is not a rule |", "|---|---|---|"]
    prefix = next(clause[:3] for law in book.laws for clause in law.clauses)
    for name, clause in site.data.clauses.items():
        if name.startswith(prefix) and (reason := clause.not_a_rule):
            rows.append(f"| {name} | {clause.text} | {reason} |")
    intro = "The text also says things that no player can keep or break. They are listed so that nothing is lost.\n"
    return "\n".join(("## Clauses that are not rules of play\n", intro, _table("\n".join(rows))))
