"""Pages and figures made from the record: sources, open questions, timeline, family, map, and signs elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote
from xml.etree.ElementTree import Element

from citations import attested, listed, report, source_links, worded
from drawings import captains_drawing, family_drawing, gesture_drawing, map_drawing
from figures import Wrong, unknown
from gathered import Page, Question, Site
from prepare import Trouble
from switches import first_difference, switched
from threetables import __version__
from threetables.deal import opened
from threetables.games import GAMES
from threetables.games.skambil import SIGNS as THE_SEVEN
from threetables.rules import Book, HouseRule
from threetables.shuffle import dealt
from threetables.sight import look
from threetables.view.markup import append, el, to_html
from threetables.view.words import SIGNS

# --- sources ----------------------------------------------------------------------------------------


def sources_page(page: Page) -> str:
    """The bibliography, with the pages on which each source is cited. Made last, when all of them are known."""
    site = page.site
    for key in site.data.sources:
        if not site.cited.get(key):
            raise Trouble(f"docs/data/sources.bib:{_line(site, key)}: no claim on the site rests on {key}")
    entries = el("ol", {"class": "tt-sources"})
    for key, source in sorted(site.data.sources.items(), key=lambda item: item[1].short.lower()):
        cited = el("p", {"class": "tt-source"}, "Cited on ", _cited(site.cited[key], page))
        told = el("p", None, el("b", None, source.short), ". ", *worded(source.full))
        append(entries, el("li", {"id": key}, told, cited))
    return (
        f"Everything on this site that comes from elsewhere rests on one of these {len(site.data.sources)} sources. "
        "Each line says what kind of witness the source is, and on which pages it is cited.\n\n"
        "[sources.bib](sources.bib) holds the same list as BibTeX, which Zotero and other programs read.\n\n"
        f"{to_html(entries)}\n"
    )


def _line(site: Site, key: str) -> int:
    return list(site.data.sources).index(key) + 1


def _cited(pages: dict[str, str], page: Page) -> Element:
    names = sorted(pages.items())
    return listed(el("a", {"href": page.address(f"{name}#{anchor}")}, _called(name)) for name, anchor in names)


_PAGES: Final = {
    "family.md": "the family",
    "questions.md": "open questions",
    "side-by-side.md": "side by side",
    "timeline.md": "timeline",
    "words.md": "words",
    "signs.md": "signs",
}
_PARTS: Final = {"index": "rules", "laws": "laws", "history": "history", "deals": "deals"}


def _called(name: str) -> str:
    """What a page is called in a list of pages."""
    if name in _PAGES:
        return _PAGES[name]
    game, _, part = name.removesuffix(".md").partition("/")
    return f"{GAMES[game].title}: {_PARTS.get(part, part)}" if game in GAMES else name.removesuffix(".md")


# --- open questions ---------------------------------------------------------------------------------


def question_element(question: Question, page: Page, book: Book) -> Element:
    """A question that opens to the answers found, who gives them, and what we do."""
    anchor = page.anchor(question.id)
    told = el("details", {"class": "tt-question", "id": anchor}, el("summary", None, question.question))
    append(told, *_answers(question, page, anchor))
    append(told, el("p", None, el("b", None, "What we do: "), *worded(question.default)))
    if question.house_rule:
        href = page.address(f"{book.name}/index.md#house-rule-{question.house_rule}")
        append(told, el("p", None, "There is a ", el("a", {"href": href}, "house rule"), " for this."))
    return told


def _answers(question: Question, page: Page, anchor: str) -> Iterable[Element]:
    if question.found:
        yield el("p", None, *worded(question.found))
    if question.answers:
        answers = el("ul", {"class": "tt-answers"})
        for answer in question.answers:
            page.cite(answer.who, anchor)
            about = el("span", None, f"{answer.about}: ") if answer.about else None
            who = el("span", {"class": "tt-source"}, listed(source_links(answer.who, page)))
            append(answers, el("li", None, about, *worded(answer.says), " ", who))
        yield answers


def questions_page(page: Page) -> str:
    """What players visibly disagree about, with deals that can be opened under each answer."""
    parts = [
        "Players of these games do not agree on everything, and neither do those who wrote about them. Here is where "
        "they differ, who says what, and what we do. Where the answer is a house rule, a deal shows the first step at "
        "which it matters, and can be opened under both. What the texts merely leave open is told at the end of each "
        "rules page.\n"
    ]
    for game, book in GAMES.items():
        parts.append(f"## {book.title} {{#{game}}}\n")
        for question in page.site.data.questions[game]:
            if question.topic:
                parts.append(_dispute(question, page, book))
    return "\n".join(parts)


def _dispute(question: Question, page: Page, book: Book) -> str:
    told = el("div", {"class": "tt-dispute"}, *_answers(question, page, question.id))
    append(told, el("p", None, el("b", None, "What we do: "), *worded(question.default)))
    if question.house_rule:
        [rule] = [rule for rule in book.house_rules if rule.name == question.house_rule]
        append(told, *_switches(rule, page, book))
    about = report(page, question=question.id)
    append(told, el("p", None, el("a", {"class": "tt-report", "href": about}, "How is it at your table?")))
    return f"### {question.question} {{#{question.id}}}\n\n{to_html(told)}\n"


def _switches(rule: HouseRule, page: Page, book: Book) -> Iterable[Element]:
    """For each other choice of the house rule, a deal in which it makes a difference."""
    usual = rule.choices[0]
    for choice in rule.choices[1:]:
        record = page.site.data.switches.get(book.name, {}).get(rule.name, {}).get(choice.name)
        if record is None:
            raise Wrong(f"docs/data/switches.toml has no deal for {book.name} {rule.name}={choice.name}")
        one, other = switched(record, rule.name, choice.name)
        differ = first_difference(one, other)
        rows = el("dl", {"class": "tt-switch"})
        for named, played, told in ((usual, one, differ and differ[0]), (choice, other, differ and differ[1])):
            link = None
            if played.text is not None:
                href = page.address("open.md") + f"#record={quote(played.text)}&step=999"
                link = el("a", {"href": href}, "Open it so")
            said = el("dd", None, told or "", " " if told else None, link)
            append(rows, el("div", None, el("dt", None, named.text), said))
        yield el("div", {"class": "tt-switches"}, el("p", None, "One deal, two ways:"), rows)


# --- corrections ------------------------------------------------------------------------------------


def report_form(words: str, page: Page) -> Element:
    """The form that a correction starts from; the address says what it is about."""
    if words:
        raise Wrong("the form for corrections takes no words")
    text = "\n".join((*(f"{name}: " for name in _ASKED), "", f"Version of the site: {__version__}"))
    area = el("textarea", {"rows": "12", "aria-labelledby": "report-text", "data-part": "text"}, text)
    copy = el("button", {"type": "button", "class": "tt-btn", "data-do": "copy"}, "Copy the text")
    buttons = el("p", None, copy, " ", el("a", {"data-part": "send", "hidden": True}, "Send it as a report"))
    done = {"data-done": "Copied.", "data-by": "The text is marked; copy it with your keyboard."}
    status = el("p", {"data-part": "status", "role": "status", **done})
    name = el("p", {"id": "report-text"}, "What to tell us")
    return el(
        "tt-report",
        {"data-search-exclude": True},
        name,
        area,
        buttons,
        status,
    )


_ASKED: Final = ("What it is about", "How it goes at my table", "Where that table is", "How I learned the game")


def captains(words: str, page: Page) -> Element:
    """The captain's table: who may say what to whom, drawn and told."""
    if words not in GAMES or not GAMES[words].rules().captains:
        raise Wrong(f"{words!r} has no captains")
    rules = GAMES[words].rules()
    table = opened(dealt(rules, seed=1))
    looked = next(owner for owner in rules.partners(0) if table.hands[owner] == look(table, 0).hands[owner])
    caption = "What each may do. Side B has the same, and everyone hears every word."
    drawing = captains_drawing(rules, table.rais, looked)
    return el("figure", {"class": "tt-plan tt-captains"}, drawing, el("figcaption", None, caption))


# --- timeline, family, map, signs -------------------------------------------------------------------


def timeline(words: str, page: Page) -> Element:
    """What happened when, from the earliest."""
    if words:
        raise Wrong("the timeline takes no words")
    made = el("ol", {"class": "tt-timeline"})
    for event in page.site.data.timeline:
        known = attested(event.evidence, event.sources, page, event.id)
        games = el("span", {"class": "tt-games"}, *(el("span", {"data-game": game}) for game in event.games))
        told = el("p", None, el("b", None, event.when), " ", *worded(event.text), " ", known)
        append(made, el("li", {"id": event.id}, games, told))
    return made


def places(words: str, page: Page) -> Element:
    """The map, and under it what is known of each place on it and beyond it."""
    if words:
        raise Wrong("the map takes no words")
    spots = [spot for spot in page.site.data.spots if not spot.off_map]
    beyond = [spot for spot in page.site.data.spots if spot.off_map]
    listing = el("ol", {"class": "tt-places"})
    for spot in (*spots, *beyond):
        known = attested(spot.evidence, spot.sources, page, f"place-{spot.id}")
        name = f"{spot.name} (beyond the map)" if spot.off_map else spot.name
        append(listing, el("li", {"id": f"place-{spot.id}"}, el("b", None, name), ". ", *worded(spot.text), " ", known))
    caption = el("figcaption", None, "Coasts after Natural Earth. The numbers are those of the list below.")
    return el("div", None, el("figure", {"class": "tt-map"}, map_drawing(spots), caption), listing)


def family(words: str, page: Page) -> Element:
    """The family: ``diagram`` or ``table``."""
    data = page.site.data
    if words == "diagram":
        caption = el("figcaption", None, "A solid line: a source says so. A dashed line: a guess, ours or a source's.")
        drawing = el("div", {"class": "tt-scroll", "tabindex": "0", "role": "group", "aria-label": "The family"})
        append(drawing, family_drawing(tuple(data.relatives.values()), data.links))
        told = el("ul", {"class": "tt-family-links"})
        for link in data.links:
            names = f"{data.relatives[link.from_].name} and {data.relatives[link.to].name}"
            known = attested(link.evidence or link.kind, link.sources, page, "family-links")
            append(told, el("li", None, el("b", None, names), ": ", *worded(link.text), " ", known))
        listing = el("details", {"id": "family-links"}, el("summary", None, "Every line in words"), told)
        return el("figure", {"class": "tt-family"}, drawing, caption, listing)
    if words != "table":
        raise unknown("part of the family", words, ("diagram", "table"))
    made = el("div", {"class": "tt-relatives"})
    for game in data.relatives.values():
        facts = el("dl")
        rows = (("where", game.where), ("players", game.players), ("pack", game.pack), ("hand", game.hand),
                ("highest", game.top), ("values", game.values), ("following suit", game.follow),
                ("partners", game.see))  # fmt: skip
        for term, fact in rows:
            append(facts, el("div", None, el("dt", None, term), el("dd", None, *worded(fact))))
        known = attested(game.evidence, game.sources, page, f"game-{game.id}")
        summary = el("summary", None, el("b", None, game.name), " ", *worded(game.differs))
        append(made, el("details", {"id": f"game-{game.id}"}, summary, facts, el("p", None, known)))
    return made


def gestures(words: str, page: Page) -> Element:
    """The seven signs, drawn, each beside what the same gesture says elsewhere."""
    if words:
        raise Wrong("the gestures take no words")
    made = el("div", {"class": "tt-gestures"})
    for sign in THE_SEVEN:
        told, found = page.site.data.signs[sign], page.site.data.gestures.get(sign)
        here = el("p", None, el("b", None, f"{told.gesture}."), f" At Skambil: {SIGNS[sign]}.")
        card = el("section", {"id": f"sign-{sign}"}, gesture_drawing(sign, told.gesture), here)
        elsewhere = el("ul")
        for other in found.elsewhere if found else ():
            page.cite(other.sources, f"sign-{sign}")
            like = f" ({other.as_})" if other.as_ else ""
            who = el("span", {"class": "tt-source"}, listed(source_links(other.sources, page)))
            append(elsewhere, el("li", None, f"{other.game}{like}: ", *worded(other.means), " ", who))
        append(card, elsewhere if len(elsewhere) else el("p", {"class": "tt-none"}, "No other game was found with it."))
        append(made, card)
    return made
