"""The words: their page, and the explanation at the first use of each on every other page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final
from xml.etree.ElementTree import Element

from citations import attested, plain, report, worded
from gathered import General, Page, Word
from threetables.games import GAMES
from threetables.view.markup import append, el, to_html

PAGE: Final = "words.md"

# What is never explained: code, links, tags, tokens, and what stands between the tags of a foreign word or a link.
_KEPT: Final = re.compile(r"`[^`]*`|!?\[[^\]]*\]\([^)]*\)|<(i|a|b|span)\b[^>]*>.*?</\1>|<[^>]*>|\{\{.*?\}\}|\{[^}]*\}")
_NOT_THERE: Final = re.compile(r"\s*(#|\||\{\{|!!!|<)")
_USED: Final = {"yes": "yes", "no": "no", "partly": "in part", "unsaid": "not said"}


class Terms:
    """The words still to be explained on a page; each is, once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._forms: dict[str, Word | General] = {}
        game = page.name.partition("/")[0]
        everything: tuple[Word | General, ...] = (*page.site.data.words.values(), *page.site.data.general.values())
        for word in everything:
            if isinstance(word, General) or game not in GAMES or game in word.games:
                self._forms |= {form.lower(): word for form in word.first}
        self._any: re.Pattern[str] | None = self._pattern()

    def _pattern(self) -> re.Pattern[str] | None:
        if not self._forms:
            return None
        # The longest first, so that “follow suit” is not taken for “suit”.
        forms = "|".join(re.escape(form) for form in sorted(self._forms, key=len, reverse=True))
        return re.compile(rf"(?<![\w-])({forms})(?![\w-])", re.IGNORECASE)

    def explained(self, line: str) -> str:
        """The line with each word that is met for the first time leading to its place on the page of words."""
        if not self._forms or _NOT_THERE.match(line):
            return line
        made: list[str] = []
        end = 0
        for kept in _KEPT.finditer(line):
            made += (self._plain(line[end : kept.start()]), kept[0])
            end = kept.end()
        return "".join((*made, self._plain(line[end:])))

    def _plain(self, text: str) -> str:
        made: list[str] = []
        while self._any is not None and (met := self._any.search(text)) is not None:
            word = self._forms[met[0].lower()]
            href = self._page.address(f"{PAGE}#{word.id}")
            link = el("a", {"class": "tt-term", "href": href, "title": plain(word.sense)}, met[0])
            made += (text[: met.start()], to_html(link))
            text = text[met.end() :]
            self._forms = {form: other for form, other in self._forms.items() if other is not word}
            self._any = self._pattern()
        return "".join((*made, text))


# --- the page ---------------------------------------------------------------------------------------


def words_page(page: Page) -> str:
    """All words: by game, the general ones, and by language."""
    data = page.site.data
    parts = [
        "Words of the three games, and of games with tricks in general. A word stands in another script only where a "
        "source prints it so. How to say a word is our own help for readers of English, by the spelling of its "
        "language. Elsewhere on the site the first use of a word on a page leads here.\n"
    ]
    for game, book in GAMES.items():
        parts.append(f"## {book.title} {{#{game}}}\n")
        parts.append(_entries((word for word in data.words.values() if word.games[:1] == (game,)), page))
    if others := [word for word in data.words.values() if not word.games]:
        parts += ["## Words of relatives {#relatives}\n", _entries(others, page)]
    parts.append("## Words of games with tricks {#general}\n")
    parts.append("Common words, as this site uses them, with the games in which there is such a thing.\n")
    parts.append(_general(data.general.values(), page))
    parts.append("## By language {#languages}\n")
    parts.append(_by_language(data.words, page))
    return "\n".join(parts)


def _entries(words: Iterable[Word], page: Page) -> str:
    made = el("dl", {"class": "tt-words"})
    for word in words:
        append(made, el("div", {"id": word.id}, el("dt", None, *_heads(word)), *_told(word, page)))
    return f"{to_html(made)}\n"


def _heads(word: Word) -> tuple[Element, ...]:
    """The word itself, and how it is written in its own script."""
    rtl = {"dir": "rtl"} if word.script_lang == "ar" else {}
    script = el("span", {"class": "tt-script", "lang": word.script_lang, **rtl}, word.script) if word.script else None
    heads = (el("b", {"lang": word.lang}, word.term), script)
    return tuple(head for head in heads if head is not None)


def _told(word: Word, page: Page) -> tuple[Element, ...]:
    facts = [word.language]
    if word.also:
        facts.append("also " + ", ".join(word.also))
    if word.translit and word.translit != word.term:
        facts.append(word.translit)
    if word.say:
        facts.append(f"say {word.say}")
    if word.literal:
        facts.append(f"literally {plain(word.literal)}")
    wrong = el("a", {"class": "tt-report", "href": report(page, word=word.id)}, "correct this")
    return (
        el("dd", {"class": "tt-word-facts"}, " · ".join(facts)),
        el("dd", None, *worded(word.sense)),
        el("dd", None, attested(word.evidence, word.sources, page, word.id), " ", wrong),
    )


def _general(terms: Iterable[General], page: Page) -> str:
    made = el("dl", {"class": "tt-words"})
    for term in terms:
        used = ", ".join(f"{book.title} {_USED[getattr(term, game)]}" for game, book in GAMES.items())
        name = term.term + "".join(f", {other}" for other in term.also)
        note = el("dd", {"class": "tt-word-facts"}, *worded(term.note)) if term.note else None
        entry = el("div", {"id": term.id}, el("dt", None, el("b", None, name)), el("dd", None, *worded(term.sense)))
        append(entry, note, el("dd", {"class": "tt-word-facts"}, used))
        append(made, entry)
    return f"{to_html(made)}\n"


def _by_language(words: Mapping[str, Word], page: Page) -> str:
    groups: dict[str, list[Word]] = defaultdict(list)
    for word in words.values():
        groups[word.language].append(word)
    made = el("dl", {"class": "tt-languages"})
    for language in sorted(groups):
        line = el("dd")
        for place, word in enumerate(sorted(groups[language], key=lambda word: word.term.lower())):
            append(line, ", " if place else None, el("a", {"href": f"#{word.id}", "lang": word.lang}, word.term))
        append(made, el("div", None, el("dt", None, language), line))
    return f"{to_html(made)}\n"
