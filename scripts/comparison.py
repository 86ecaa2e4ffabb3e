"""The three games side by side: rows printed from the laws and the rules, and rows from the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from citations import attested, label, worded
from figures import Wrong, tricks_and_hand
from gathered import RECORD_ROWS, Page
from threetables.cards import Rank
from threetables.games import GAMES, LAWS
from threetables.laws import Law
from threetables.rules import BadRules, Book, Choice, Rules, preset_named
from threetables.view.markup import append, el
from threetables.view.words import RANKS

Fact = Callable[[Rules], str]


@dataclass(frozen=True)
class Row:
    """A row of rules: what is asked, a fact worked out from the rules, and the laws of each game that tell the rest."""

    title: str
    skambil: tuple[str, ...] = ()
    omi: tuple[str, ...] = ()
    schembil: tuple[str, ...] = ()
    fact: Fact | None = None

    def laws(self, game: str) -> tuple[str, ...]:
        """The laws of that game in this row, by their ids."""
        named: tuple[str, ...] = getattr(self, game)
        return tuple(f"{game}.{slug}" for slug in named)


def _seats(rules: Rules) -> str:
    return f"{rules.seats} seats."


def _direction(rules: Rules) -> str:
    return f"{rules.direction.capitalize()}."


def _pack(rules: Rules) -> str:
    return f"{len(rules.pack)} cards."


def _rank(rules: Rules) -> str:
    there = [rank for rank in rules.order if any(card[0] == rank for card in rules.pack)]
    return ", ".join(short_rank(rank) for rank in there) + "."


def short_rank(rank: Rank) -> str:
    """A rank in a row of ranks."""
    return RANKS[rank] if rank in "AKQJRNF" else "10" if rank == "T" else rank


def _values(rules: Rules) -> str:
    worth = [f"{short_rank(rank)} {rules.values[rank]}" for rank in rules.order if rules.values.get(rank)]
    return ", ".join(worth) + "." if worth else "Cards count nothing; tricks are counted."


def _total(rules: Rules) -> str:
    total = sum(rules.points.values())
    return (
        f"{total} points in the pack, {total // 2} of them half." if total else f"{tricks_and_hand(rules)[1]} tricks."
    )


def _tricks(rules: Rules) -> str:
    return f"{tricks_and_hand(rules)[1]} tricks of {rules.seats} cards."


def _hand(rules: Rules) -> str:
    return f"At most {tricks_and_hand(rules)[0]} cards at once."


def _target(rules: Rules) -> str:
    return f"{rules.target}."


ROWS: Final = (
    Row("Seats", ("sides",), ("sides",), ("sides", "rais"), _seats),
    Row("Who are partners", ("sides",), ("partners",), ("sides",)),
    Row("Which way round", ("turn-order",), ("turn-order",), ("turn-order",), _direction),
    Row("The first dealer", ("first-dealer",)),
    Row("The pack", ("pack", "sixes"), ("pack",), ("pack",), _pack),
    Row("Rank, from the highest", ("rank",), ("rank",), ("rank",), _rank),
    Row("What cards count", ("values", "values-dikranagerd"), (), ("values",), _values),
    Row("In all", ("values", "values-dikranagerd"), ("all-eight",), ("values",), _total),
    Row("Shuffle and cut", ("cut",), ("shuffle", "cut"), ("shuffle", "cut-card")),
    Row("The deal", ("three-each",), ("first-packet", "second-packet"), ("three-each", "second-deal"), _hand),
    Row("One by one, or in packets", ("singly",), ("deal-order",), ("singly",)),
    Row("Who is dealt to first", ("deal-order",), ("deal-order",), ("deal-order",)),
    Row("How trump is settled", ("turn-up", "trump"), ("name-trump",), ("turn-up", "cut-card")),
    Row("Who settles it", ("turn-up",), ("declarer", "no-advice"), ("turn-up",)),
    Row("A second try at trump", ("swap",), ("weak-four", "short-trumps")),
    Row("Who sees which cards", ("first-look", "two-passes"), ("first-four-only", "partner-waits"), ("rais-look",)),
    Row("The first lead", ("first-lead",), ("first-lead",), ("first-lead",)),
    Row("The duty to follow suit", ("follow-suit",), ("follow-suit",), ("no-duty", "follow")),
    Row("The duty to trump", ("when-void", "must-trump"), ("when-void",), ("no-duty",)),
    Row("Who takes a trick", ("trick-winner",), ("trick-winner",), ("trick-winner",)),
    Row("Who leads next", ("winner-leads",), ("winner-leads",), ("winner-leads",)),
    Row("Who keeps the tricks", ("keep-tricks",), ("keep-tricks",)),
    Row("Drawing", ("draw", "draw-order"), (), ("draw",)),
    Row("The last card of the stock", ("turn-up-last",), (), ("turn-up-last",)),
    Row("Looking again", ("second-look",), (), ("rais-look", "last-three-shown")),
    Row("The end of a deal", ("last-three",), ("all-eight",), ("second-deal",), _tricks),
    Row("Talk", (), ("no-advice",), ("rais-speaks", "answer", "heard-by-all")),
    Row("What may be said", (), (), ("ask", "order", "answer-words", "orders-advise")),
    Row("Signs", ("signs", "sign-secret"), (), ("signs",)),
    Row("When signs and talk are allowed", ("sign-time",), (), ("rais-turn", "silent-first-trick")),
    Row("May a sign lie", ("sign-truth",)),
    Row("What a won deal scores", ("win-one", "win-one-dikranagerd"), ("most-tricks", "declarers-win", "defenders-win"),
        ("win-deal",)),
    Row("What a big win scores", ("win-two", "win-two-dikranagerd")),
    Row("All the tricks", (), ("sweep", "announced-sweep")),
    Row("An even deal", ("half", "half-dikranagerd"), ("tie", "tie-bonus", "second-tie"), ("sixty-sixty",)),
    Row("Tokens", (), ("tokens", "tokens-pay", "overshoot")),
    Row("The next dealer", ("next-dealer",), ("next-dealer",), ("next-dealer",)),
    Row("The target", ("target", "target-dikranagerd"), ("target",), ("match",), _target),
    Row("Both sides there at once", ("both-reach",), (), ("both-reach",)),
)  # fmt: skip


# --- the ways to play each game ---------------------------------------------------------------------


@dataclass(frozen=True)
class Variant:
    """One way to fill a column: its key, what it is called, and the rules."""

    key: str
    title: str
    rules: Rules


def variants(book: Book) -> Iterator[tuple[str, tuple[Variant, ...]]]:
    """The sets of rules of a game, and its house rules one by one, under their headings; the usual rules come first."""
    sets = tuple(
        Variant(f"{preset.name}-{seats}", preset.title if len(preset.seats) == 1 else f"{preset.title}, {seats} seats",
                book.rules(preset.name, seats=seats))
        for preset in book.presets
        for seats in preset.seats
    )  # fmt: skip
    yield "Sets of rules", sets
    for rule in book.house_rules:
        found = []
        for choice in rule.choices[1:]:
            if (rules := _with(book, rule.name, choice.name)) is not None:
                found.append(Variant(f"{rule.name}={choice.name}", choice.text, rules))
        yield rule.question, tuple(found)


def _with(book: Book, name: str, choice: str) -> Rules | None:
    """The rules with that choice: the first set of rules and number of seats that it goes with."""
    for preset in book.presets:
        for seats in preset.seats:
            try:
                return book.rules(preset.name, {name: choice}, seats)
            except BadRules:
                continue
    return None


# --- cells ------------------------------------------------------------------------------------------


def told(rules: Rules, row: Row) -> tuple[tuple[str, str, str], ...]:
    """What a row says of a game under these rules: sentence, evidence, law; the fact comes first, with no law.

    A choice that changes several laws is told once.
    """
    found: dict[str, tuple[str, str, str]] = {}
    if row.fact is not None:
        fact = row.fact(rules)
        found[fact] = (fact, "", "")
    for name in row.laws(rules.game):
        sentence = _sentence(rules, name)
        if sentence is not None:
            found.setdefault(sentence[0], (*sentence, name))
    return tuple(found.values())


def _sentence(rules: Rules, name: str) -> tuple[str, str] | None:
    """A law as it stands under these rules; none where it is not in force."""
    law = LAWS[name]
    if not _of_this_preset(rules, name) or (name in FOR_SIX and len(rules.pack) not in FOR_SIX[name]):
        return None
    if law.house_rule is None or law.house_rule not in rules.choices:
        return law.text, evidence_under(rules, law)
    [rule] = [rule for rule in rules.book.house_rules if rule.name == law.house_rule]
    choice = rule.choice(rules.choices[law.house_rule])
    if choice.name not in ONLY_UNDER.get(name, (choice.name,)):
        return None
    if choice is rule.choices[0]:
        return law.text, evidence_under(rules, law)
    return choice.text, evidence_under(rules, law, choice)


def evidence_under(rules: Rules, law: Law, choice: Choice | None = None) -> str:
    """How well a law, or the choice that stands for it, is known under these rules.

    In a set that is put together from two sources only what its own source tells is attested.
    """
    preset = preset_named(rules.book.presets, rules.preset)
    if preset.evidence == "reconstructed":
        if law.id.partition(".")[2] in preset.attested:
            return "attested"
        if choice is None and law.evidence in ("stated", "implied"):
            return "reconstructed"
    return law.evidence if choice is None else choice.label


ONLY_UNDER: Final[Mapping[str, tuple[str, ...]]] = {
    "skambil.swap": ("low-trump",), "skambil.cut": ("right",), "skambil.must-trump": ("must-trump",),
    "skambil.when-void": ("free",), "omi.cut": ("offered", "always"), "omi.partner-waits": ("partner-waits",),
    "omi.weak-four": ("redeal",), "omi.short-trumps": ("redeal-under-two",), "omi.announced-sweep": ("announced",),
    "schembil.cut-card": ("cut-card",), "schembil.turn-up": ("turn-up", "none"),
    "schembil.turn-up-last": ("turn-up",), "schembil.draw": ("draw",), "schembil.follow": ("always",),
    "schembil.silent-first-trick": ("silent",), "schembil.signs": ("italian",),
    "schembil.last-three-shown": ("shown",),
}  # fmt: skip
"""The choices under which a law is in force, where it is not so under all."""


FOR_SIX: Final = {"skambil.sixes": (42,), "skambil.two-passes": (42, 48)}
"""Laws that only the packs of six players know, by the number of their cards."""


def _of_this_preset(rules: Rules, name: str) -> bool:
    """Whether the law belongs to the count of these rules."""
    slug = name.partition(".")[2]
    if rules.game != "skambil":
        return True
    other = rules.preset != "general"
    return slug.endswith("-dikranagerd") == other if slug.removesuffix("-dikranagerd") in _TWICE else True


_TWICE: Final = ("values", "half", "win-one", "win-two", "target")


def _cell(rules: Rules, row: Row, page: Page, key: str | None) -> Element:
    """One cell under one set of rules; `key` is None for the usual one."""
    made = el("div", {"data-variant": key, "hidden": key is not None})
    lines = told(rules, row)
    if not lines:
        append(made, el("p", {"class": "tt-none"}, NOTHING))
    for text, evidence, law in lines:
        if not law:
            append(made, el("p", {"class": "tt-fact"}, text))
            continue
        link = el("a", {"href": page.address(f"{rules.game}/laws.md#{law}")}, law.partition(".")[2])
        append(made, el("p", None, text, " ", el("span", {"class": "tt-source"}, link, " ", label(evidence))))
    return made


NOTHING: Final = "No law about this."


# --- the table --------------------------------------------------------------------------------------


def side_by_side(words: str, page: Page) -> Element:
    """The whole table, with a choice of rules over each column."""
    if words:
        raise Wrong("the comparison takes no words")
    ways = {game: tuple(variants(book)) for game, book in GAMES.items()}
    head = el("tr", {"role": "row"}, el("th", {"role": "columnheader", "scope": "col"}, "Asked"))
    for game, book in GAMES.items():
        append(head, el("th", {"role": "columnheader", "scope": "col", "data-game": game}, el("b", None, book.title)))
        append(head[-1], _choice(game, ways[game]))
    body = el("tbody", {"role": "rowgroup"})
    for name, title in RECORD_ROWS.items():
        append(body, _row(title, {game: _record(game, name, page) for game in GAMES}, f"record-{name}"))
    for row in ROWS:
        cells = {game: _cells(game, row, ways[game], page) for game in GAMES}
        append(body, _row(row.title, cells, "rule-" + row.title.lower().replace(",", "").replace(" ", "-")))
    table = el("table", {"class": "tt-compare", "role": "table"})
    append(table, el("thead", {"role": "rowgroup"}, head), body)
    return el(
        "tt-compare",
        {"data-search-exclude": True},
        el("p", {"class": "tt-vh", "role": "status", "data-told": "{number} rows differ."}),
        table,
    )


def _choice(game: str, ways: tuple[tuple[str, tuple[Variant, ...]], ...]) -> Element:
    """The choice over a column. It needs the script, and is shown once that is there."""
    select = el("select", {"data-game": game, "aria-label": f"{GAMES[game].title}: which rules"})
    for title, found in ways:
        group = el("optgroup", {"label": title})
        for variant in found:
            append(group, el("option", {"value": variant.key}, variant.title))
        append(select, group)
    return select


def _row(title: str, cells: Mapping[str, Element], anchor: str) -> Element:
    row = el("tr", {"role": "row", "id": anchor}, el("th", {"role": "rowheader", "scope": "row"}, title))
    for game, cell in cells.items():
        append(row, el("td", {"role": "cell", "data-game": game, "data-title": GAMES[game].title}, cell))
    return row


def _cells(game: str, row: Row, ways: tuple[tuple[str, tuple[Variant, ...]], ...], page: Page) -> Element:
    """A cell under the usual rules, and beside it, hidden, every other way in which it differs."""
    usual, *others = (variant for _, found in ways for variant in found)
    made = el("div", None, _cell(usual.rules, row, page, None))
    plain = told(usual.rules, row)
    for variant in others:
        if told(variant.rules, row) != plain:
            append(made, _cell(variant.rules, row, page, variant.key))
    return made


def _record(game: str, name: str, page: Page) -> Element:
    cell = page.site.data.record[game][name]
    known = attested(cell.evidence, cell.sources, page, f"record-{name}")
    return el("div", None, el("p", None, *worded(cell.text), " ", known))
