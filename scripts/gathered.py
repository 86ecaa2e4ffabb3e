"""What the pages are made from: the data under docs/data/ and the example deals, all of it read and checked.

`Site` also holds what is learnt while pages are filled in: where each law is explained, and where each source is cited.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from bibliography import Source, read_sources
from figures import Wrong, unknown
from prepare import Trouble
from threetables.games import GAMES
from threetables.games.skambil import SIGNS
from threetables.lessons.deals import DealError, ExampleDeal, read_deal

EVIDENCE: Final = ("documented", "reported", "conjecture", "unknown", "ours")
"""How well a claim about history or words is known; the last is for what we say ourselves."""

USED: Final = ("yes", "no", "partly", "unsaid")

RECORD_ROWS: Final = {
    "names": "Names",
    "place": "Where it is played",
    "people": "Who plays",
    "occasions": "When people play",
    "when": "How far back we can see",
    "pack-kind": "Which cards are used",
    "kin": "Nearest relatives",
    "script": "How the name is written",
    "written-source": "The text we read",
    "software": "In programs",
    "attested": "How well attested",
    "not-known": "What we do not know",
}
"""The rows of the comparison that are history and not rules, in the order in which the page has them."""


# --- what the data files hold -----------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Clause:
    """A clause of one of the three texts; `not_a_rule` is the reason why no law rests on it."""

    id: str
    about: str
    status: str
    text: str
    not_a_rule: str = ""


@dataclass(frozen=True, kw_only=True)
class Sign:
    """How a sign is made."""

    id: str
    gesture: str
    clause: str


@dataclass(frozen=True, kw_only=True)
class Said:
    """What something that a captain says means."""

    id: str
    means: str


@dataclass(frozen=True, kw_only=True)
class Found:
    """An answer to an open question: what is said, by which sources, and of which game if not of this one."""

    says: str
    who: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True, kw_only=True)
class Question:
    """What a text leaves open: the answers found, what we do meanwhile, and the house rule that settles it."""

    id: str
    question: str
    default: str
    answers: tuple[Found, ...] = ()
    found: str = ""
    house_rule: str = ""
    topic: str = ""


@dataclass(frozen=True, kw_only=True)
class Word:
    """A word of one of the games or of a relative."""

    id: str
    term: str
    language: str
    lang: str
    sense: str
    games: tuple[str, ...]
    evidence: str
    sources: tuple[str, ...]
    also: tuple[str, ...] = ()
    script: str = ""
    script_lang: str = ""
    translit: str = ""
    say: str = ""
    literal: str = ""
    first: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class General:
    """A general word of games with tricks, and which of the three games use what it names."""

    id: str
    term: str
    sense: str
    skambil: str
    omi: str
    schembil: str
    also: tuple[str, ...] = ()
    note: str = ""
    first: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Cell:
    """What the record says of one game on one point."""

    text: str
    evidence: str
    sources: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Relative:
    """A game of the wider family."""

    id: str
    name: str
    group: str
    where: str
    players: str
    pack: str
    hand: str
    top: str
    values: str
    follow: str
    see: str
    differs: str
    evidence: str
    sources: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Link:
    """What links two games of the family, and whether a source says so."""

    from_: str
    to: str
    kind: str
    text: str
    sources: tuple[str, ...] = ()
    evidence: str = ""


@dataclass(frozen=True, kw_only=True)
class Event:
    """A line of the timeline."""

    id: str
    year: int
    when: str
    text: str
    games: tuple[str, ...]
    evidence: str
    sources: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A place on the map, or beyond its edge."""

    id: str
    name: str
    lat: float
    lon: float
    text: str
    games: tuple[str, ...]
    evidence: str
    sources: tuple[str, ...]
    off_map: bool = False


@dataclass(frozen=True, kw_only=True)
class Elsewhere:
    """What a sign of Skambil, or one like it (`as_`), means in another game."""

    game: str
    means: str
    sources: tuple[str, ...]
    as_: str = ""


@dataclass(frozen=True, kw_only=True)
class Gesture:
    """One of the seven signs beside what the same gesture means elsewhere."""

    sign: str
    elsewhere: tuple[Elsewhere, ...]


@dataclass(frozen=True)
class Data:
    """What pages are made from, besides the engine."""

    sources: Mapping[str, Source]
    clauses: Mapping[str, Clause]
    questions: Mapping[str, tuple[Question, ...]]
    signs: Mapping[str, Sign]
    talk: Mapping[str, Said]
    words: Mapping[str, Word]
    general: Mapping[str, General]
    record: Mapping[str, Mapping[str, Cell]]
    relatives: Mapping[str, Relative]
    links: tuple[Link, ...]
    timeline: tuple[Event, ...]
    spots: tuple[Spot, ...]
    gestures: Mapping[str, Gesture]
    switches: Mapping[str, Mapping[str, Mapping[str, str]]]
    """The record of a deal for each game, house rule and choice beside the usual one."""
    deals: Mapping[str, tuple[ExampleDeal, ...]]

    @cached_property
    def shown(self) -> Mapping[str, Mapping[str, tuple[int, ...]]]:
        """For each law the example deals in which it is at work, by their ids, with the steps."""
        found: dict[str, dict[str, tuple[int, ...]]] = defaultdict(dict)
        for deal in (deal for deals in self.deals.values() for deal in deals):
            for step, laws in enumerate(deal.laws):
                for law in dict.fromkeys(laws.here + laws.next):
                    found[law][deal.id] = (*found[law].get(deal.id, ()), step)
        return found


# --- reading them -----------------------------------------------------------------------------------


def line_of(path: Path, wanted: str, after: str = "") -> int:
    """The first line of a file with these words on it, at or below the first with `after`; else the line of `after`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next((number for number, line in enumerate(lines) if after in line), 0)
    return next((number + 1 for number in range(start, len(lines)) if wanted in lines[number]), start + 1)


@dataclass(frozen=True)
class _File:
    """One TOML file under docs/data/, as its entries are made into objects."""

    folder: Path
    name: str

    @cached_property
    def path(self) -> Path:
        return self.folder / self.name

    @cached_property
    def content(self) -> Mapping[str, Any]:
        try:
            return tomllib.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise Trouble(f"docs/data/{self.name}:1: there is no such file") from error
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            raise Trouble(
                f"docs/data/{self.name}:{found.group(1) if found else 1}: this is not TOML: {error}"
            ) from error

    def wrong(self, sentence: object, wanted: str, after: str = "") -> Trouble:
        """What is wrong with the line on which these words stand."""
        return Trouble(f"docs/data/{self.name}:{line_of(self.path, wanted, after)}: {sentence}")

    def read[T](self, key: str, kind: type[T], known: Mapping[str, Iterable[str]]) -> tuple[T, ...]:
        """The tables with that key. `known` lists the names that a field of that name may hold."""
        return tuple(self.made(entry, kind, known, key) for entry in self.content.get(key, ()))

    def made[T](self, entry: Mapping[str, Any], kind: type[T], known: Mapping[str, Iterable[str]], what: str) -> T:
        """One table as an object."""
        there = {made.name.rstrip("_"): made for made in fields(kind)}  # type: ignore[arg-type]
        after = str(next(iter(entry.values()), what))
        for name, value in entry.items():
            if name not in there:
                raise self.wrong(unknown("field", name, tuple(there)), name, after)
            for one in value if isinstance(value, list) else (value,):
                if name in known and one not in known[name]:
                    raise self.wrong(unknown(name.removesuffix("s"), str(one), tuple(known[name])), f'"{one}"', after)
        for name, made in there.items():
            if made.default is MISSING and entry.get(name) in (None, ""):
                raise self.wrong(f"{what} has no {name}", after, after)
        values = {there[name].name: self._value(kind, name, value, known) for name, value in entry.items()}
        if values.get("evidence") not in (None, "ours", "unknown") and not values.get("sources", ()):
            raise self.wrong(f"{what} is {values['evidence']} and names no source", after, after)
        return kind(**values)

    def _value(self, kind: type[object], name: str, value: Any, known: Mapping[str, Iterable[str]]) -> Any:
        nested = {"answers": Found, "elsewhere": Elsewhere}.get(name)
        if nested:
            return tuple(self.made(one, nested, known, name) for one in value)
        return tuple(value) if isinstance(value, list) else value


def read_data(docs: Path, tutorials: Path) -> Data:
    """Everything under docs/data/ and all example deals. Raises `Trouble` with file, line and sentence."""
    folder = docs / "data"
    try:
        sources = read_sources(folder / "sources.bib")
    except Wrong as error:
        raise Trouble(f"docs/data/sources.bib:1: {error}") from error
    known: dict[str, Iterable[str]] = {
        "sources": tuple(sources),
        "who": tuple(sources),
        "evidence": EVIDENCE,
        "games": tuple(GAMES),
        **dict.fromkeys(GAMES, USED),
    }

    def of[T](name: str, key: str, kind: type[T], /, **more: Iterable[str]) -> tuple[T, ...]:
        return _File(folder, name).read(key, kind, known | more)

    clauses = {c.id: c for game in GAMES for c in of(f"clauses/{game}.toml", "clause", Clause)}
    words = [word for game in GAMES for word in of(f"words/{game}.toml", "word", Word)]
    general = of("words/general.toml", "general", General)
    _all_different(folder, [*(word.id for word in words), *(term.id for term in general)])
    relatives = {r.id: r for r in of("relatives.toml", "game", Relative)}
    kinds = {"from": tuple(relatives), "to": tuple(relatives), "kind": ("documented", "conjecture")}
    rules = {game: {"house_rule": tuple(rule.name for rule in book.house_rules)} for game, book in GAMES.items()}
    return Data(
        sources=sources,
        clauses=clauses,
        questions={game: of(f"questions/{game}.toml", "question", Question, **rules[game]) for game in GAMES},
        signs={sign.id: sign for sign in of("signs.toml", "sign", Sign)},
        talk={said.id: said for said in of("talk.toml", "words", Said)},
        words={word.id: word for word in words},
        general={term.id: term for term in general},
        record={game: _record(_File(folder, f"record/{game}.toml"), known) for game in GAMES},
        relatives=relatives,
        links=of("relatives.toml", "link", Link, **kinds),
        timeline=tuple(sorted(of("timeline.toml", "event", Event), key=lambda event: event.year)),
        spots=of("places.toml", "place", Spot),
        gestures={g.sign: g for g in of("gestures.toml", "gesture", Gesture, sign=SIGNS)},
        switches=_switches(_File(folder, "switches.toml")),
        deals=read_deals(tutorials),
    )


def _switches(file: _File) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return {
        game: {
            rule: {choice: str(deal["record"]) for choice, deal in choices.items()} for rule, choices in rules.items()
        }
        for game, rules in file.content.items()
    }


def _record(file: _File, known: Mapping[str, Iterable[str]]) -> Mapping[str, Cell]:
    """The cells of one game; every row has one."""
    for name in file.content:
        if name not in RECORD_ROWS:
            raise file.wrong(unknown("row of the record", name, tuple(RECORD_ROWS)), f"[{name}]")
    for name in RECORD_ROWS:
        if name not in file.content:
            raise file.wrong(f"the record has no {name}", "[")
    return {name: file.made(cell, Cell, known, name) for name, cell in file.content.items()}


def _all_different(folder: Path, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise Trouble(f"docs/data/words:1: two words have the id {name!r}")


def read_deals(tutorials: Path) -> Mapping[str, tuple[ExampleDeal, ...]]:
    """The example deals of each game, by the names of their files."""
    found: dict[str, tuple[ExampleDeal, ...]] = {}
    for game in GAMES:
        paths = sorted((tutorials / game).glob("*.toml"))
        found[game] = tuple(_read_deal(path, f"tutorials/{game}/{path.name}") for path in paths)
    return found


def _read_deal(path: Path, shown: str) -> ExampleDeal:
    try:
        deal = read_deal(path.stem, path.read_text(encoding="utf-8"))
    except DealError as error:
        raise Trouble(f"{shown}:{error.line}: {error.sentence}") from error
    if deal.record.rules.game != path.parent.name:
        raise Trouble(f"{shown}:1: this is a deal of {deal.record.rules.game}, in the folder of {path.parent.name}")
    return deal


# --- what is learnt while pages are filled in -------------------------------------------------------


@dataclass(frozen=True)
class Explained:
    """A place on a rules page that explains a law."""

    section: str
    heading: str
    anchor: str


@dataclass(frozen=True)
class Claim:
    """A sentence with what it rests on: how well it is known, and the sources that say it."""

    number: int
    evidence: str
    sources: tuple[str, ...]
    sentence: str


@dataclass
class Site:
    """The data, and what has been learnt from the pages filled in so far."""

    data: Data
    explained: dict[str, list[Explained]] = field(default_factory=lambda: defaultdict(list))
    deals: dict[str, tuple[ExampleDeal, ...]] = field(default_factory=dict)
    cited: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    """For each source, the pages on which it is cited, each with the first anchor there."""


@dataclass
class Page:
    """One page while it is filled in: where it is, and the headings above the present line."""

    name: str
    site: Site
    title: str = ""
    section: str = ""
    heading: str = ""
    anchors: set[str] = field(default_factory=set)
    claims: list[Claim] = field(default_factory=list)

    def link(self, target: str) -> str:
        """The way from this page's file to another in docs/, as Markdown writes it."""
        return "../" * self.name.count("/") + target

    def address(self, target: str) -> str:
        """The way from this page to another in docs/, as a browser follows it."""
        here = self.name.removesuffix("index.md").removesuffix(".md")
        deep = len([part for part in here.split("/") if part])
        path, mark, anchor = target.partition("#")
        path = re.sub(r"(^|/)index\.md$", r"\1", path)
        path = f"{path.removesuffix('.md')}/" if path.endswith(".md") else path
        return ("../" * deep + path or "./") + mark + anchor

    def anchor(self, wanted: str) -> str:
        """An id that no other token of this page has."""
        found, number = wanted, 1
        while found in self.anchors:
            number += 1
            found = f"{wanted}-{number}"
        self.anchors.add(found)
        return found

    def cite(self, keys: Iterable[str], anchor: str) -> None:
        """Note that these sources are cited here. Raises `Wrong` for one that is not in the bibliography."""
        for key in keys:
            if key not in self.site.data.sources:
                raise unknown("source", key, tuple(self.site.data.sources))
            self.site.cited[key].setdefault(self.name, anchor)
