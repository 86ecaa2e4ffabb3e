"""The same trick at three tables: the same hands and the same wishes, and what each engine makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final
from xml.etree.ElementTree import Element

from citations import label
from figures import Wrong
from gathered import Page
from threetables.actions import Play
from threetables.cards import Card, Suit, card, rank_of, suit_of
from threetables.deal import objection, opened, play
from threetables.games import GAMES, LAWS
from threetables.notation import read
from threetables.rules import Rules
from threetables.seats import Seat, seat_name
from threetables.table import Table
from threetables.tricks import winning
from threetables.view.faces import card_element
from threetables.view.markup import append, el
from threetables.view.words import Words

TAGS: Final = {"skambil": "", "omi": "", "schembil": '[Set "courts=KQJ"]\n'}
"""Schembil is played with French suits here, so that the cards are the same."""

SEATS: Final = 4
"""So many play the wished cards; at a table of six the last two add small cards of the suit led."""


@dataclass(frozen=True)
class Wish:
    """A trick to try: the trump suit, and for each seat in turn the card it would play and the one it plays if not."""

    title: str
    trump: str
    cards: tuple[tuple[str, str], ...]


CHOSEN: Final = (
    Wish("Everyone follows", "H", (("KS", "7D"), ("QS", "7C"), ("AS", "KD"), ("JS", "QD"))),
    Wish("A trump while one can follow", "H", (("AS", "7D"), ("7H", "7S"), ("KS", "QD"), ("QS", "JD"))),
    Wish("The three on the ace", "H", (("AS", "7D"), ("3S", "7S"), ("KS", "QD"), ("JS", "KD"))),
)
ANOTHER: Final = 9
"""So many more are drawn by chance from one fixed seed."""


@dataclass(frozen=True)
class Laid:
    """One card of the trick: who laid it, what he would have laid and why not, and which card is winning then."""

    seat: Seat
    card: Card
    wished: str | None
    law: str | None
    best: int


def tricks() -> Iterator[Wish]:
    """The chosen tricks, then others in which the three tables do not agree."""
    yield from CHOSEN
    random, found = Random(1), 0  # noqa: S311 - which trick comes next is no secret
    while found < ANOTHER:
        pool = [rank + suit for suit in "SHDC" for rank in "3AKQJ7"]
        random.shuffle(pool)
        led = pool[0][1]
        pairs = tuple((pool[2 * seat], pool[2 * seat + 1]) for seat in range(SEATS))
        if any(instead not in GAMES["omi"].rules().pack for _, instead in pairs):
            continue
        wish = Wish("", random.choice("SHDC"), pairs)
        followed = sum(one[1] == led for one, _ in pairs) > 1
        if followed and len({(laid[-1].best, tuple(one.card for one in laid[:SEATS])) for laid in _three(wish)}) > 1:
            found += 1
            yield wish


def _three(wish: Wish) -> Iterator[tuple[Laid, ...]]:
    for game in GAMES:
        yield laid_down(game, wish)[1]


def laid_down(game: str, wish: Wish) -> tuple[Rules, tuple[Laid, ...]]:
    """The trick as that game's engine lets it be played."""
    rules, table = _dealt(game, wish)
    made: list[Laid] = []
    trick: list[Card] = []
    for seat in range(rules.seats):
        hand = table.hands[seat]
        wished, instead = wish.cards[seat] if seat < SEATS else (hand[0], hand[1])
        law = None
        if wished in rules.pack:
            against = objection(table, Play(seat, Card(wished)))
            chosen, law = (wished, None) if against is None else (instead, against.law)
        else:
            chosen, law = instead, f"{game}.pack"
        trick.append(Card(chosen))
        best = winning(tuple(trick), Suit(wish.trump), rules.strength)
        made.append(Laid(seat, Card(chosen), wished if law else None, law, best))
        table = play(table, Play(seat, Card(chosen)))
    return rules, tuple(made)


def _dealt(game: str, wish: Wish) -> tuple[Rules, Table]:
    """The table of that game just before the trick, with two cards in every hand."""
    rules = GAMES[game].rules(choices={"courts": "KQJ"} if game == "schembil" else None)
    used = {name for pair in wish.cards for name in pair}
    led = suit_of(Card(wish.cards[0][0]))
    small = sorted(
        (one for one in rules.pack if one not in used and rules.points[one] == 0),
        key=lambda one: (suit_of(one) != led, rules.strength[one]),
    )
    plain = [one for one in small if suit_of(one) not in (led, wish.trump)]
    hands: list[Sequence[str]] = []
    for seat in range(rules.seats):
        if seat < SEATS:
            there = [name for name in wish.cards[seat] if name in rules.pack]
            hands.append((*there, *(plain.pop() for _ in range(2 - len(there)))))
        else:
            hands.append((small.pop(0), plain.pop()))
    lines = "\n".join(f"hand {seat_name(seat)} {' '.join(hand)}" for seat, hand in enumerate(hands))
    text = f'[Game "{game}"]\n{TAGS[game]}\n{lines}\ntrump {wish.trump}\nwon A rest\nlead A1\n'
    return rules, opened(read(text).start)


# --- drawing it -------------------------------------------------------------------------------------


def same_trick(words: str, page: Page) -> Element:
    """All tricks, one of them shown, each to be stepped through card by card."""
    if words:
        raise Wrong("the same trick takes no words")
    made = el("tt-same", {"data-search-exclude": True}, _buttons())
    for place, wish in enumerate(tricks()):
        title = wish.title or f"Another trick, {place - len(CHOSEN) + 1} of {ANOTHER}"
        shown = el("section", {"hidden": place > 0, "data-trick": place}, el("h3", None, title), _wishes(wish))
        columns = el("div", {"class": "tt-same-tables"})
        for game in GAMES:
            append(columns, _column(game, wish, page))
        append(shown, columns)
        append(made, shown)
    append(made, el("p", {"class": "tt-vh", "role": "status"}))
    return made


def _buttons() -> Element:
    """The choice of a trick and the steps through it. They need the script, and are shown once that is there."""
    picks = [
        el("button", {"type": "button", "class": "tt-btn", "data-pick": n}, wish.title) for n, wish in enumerate(CHOSEN)
    ]
    picks.append(el("button", {"type": "button", "class": "tt-btn", "data-pick": "another"}, "Another"))
    told = (("first", "First card"), ("-1", "Back"), ("1", "Forward"))
    steps = [el("button", {"type": "button", "class": "tt-btn", "data-step": step}, name) for step, name in told]
    choice = el("div", {"role": "group", "aria-label": "Which trick"}, *picks)
    return el("div", {"class": "tt-same-bar"}, choice, el("div", {"role": "group", "aria-label": "Steps"}, *steps))


def _wishes(wish: Wish) -> Element:
    words = Words(GAMES["omi"].rules(), "french")
    told = [f"{seat_name(seat)} would lay the {_named(words, one)}" for seat, (one, _) in enumerate(wish.cards)]
    return el("p", None, f"{words.suit(Suit(wish.trump)).capitalize()} are trump. {', '.join(told)}.")


def _named(words: Words, name: str) -> str:
    return words.card(card(rank_of(Card(name)), suit_of(Card(name))))


def _column(game: str, wish: Wish, page: Page) -> Element:
    rules, laid = laid_down(game, wish)
    words = Words(rules, "french")
    cards = el("ol", {"class": "tt-ladder tt-same-cards"})
    for step, one in enumerate(laid, start=1):
        lit = "tt-lit" if one.seat == laid[-1].best else None
        picture = card_element(one.card, words.card(one.card), "french", extra=lit)
        append(cards, el("li", {"data-step": step}, picture, " ", el("small", None, seat_name(one.seat))))
    column = el("div", {"class": "tt-french", "data-game": game}, el("h4", None, GAMES[game].title), cards)
    for step in range(1, len(laid) + 1):
        append(column, el("p", {"data-only": step, "hidden": step < len(laid)}, _says(words, laid, step)))
    for step, one in enumerate(laid, start=1):
        if one.law is not None and one.wished is not None:
            append(column, _refused(words, one, step, page))
    append(column, el("p", {"class": "tt-same-worth", "data-step": len(laid)}, _worth(rules, laid)))
    return column


def _says(words: Words, laid: tuple[Laid, ...], step: int) -> str:
    """Who is ahead after so many cards."""
    best = laid[laid[step - 1].best]
    verb = "takes the trick" if step == len(laid) else "is ahead"
    return f"{seat_name(best.seat)} {verb} with the {words.card(best.card)}."


def _refused(words: Words, one: Laid, step: int, page: Page) -> Element:
    assert one.law is not None and one.wished is not None
    law = LAWS[one.law]
    link = el("a", {"href": page.address(f"{words.rules.game}/laws.md#{law.id}")}, law.id.partition(".")[2])
    name = _named(Words(GAMES["skambil"].rules(), "french"), one.wished)
    why = f"{seat_name(one.seat)} may not lay the {name}, and lays the {words.card(one.card)}: "
    return el("p", {"class": "tt-same-why", "data-step": step}, why, link, " ", label(law.evidence))


def _worth(rules: Rules, laid: tuple[Laid, ...]) -> str:
    """What the trick is worth to the side that takes it."""
    cards = [one.card for one in laid]
    if not rules.values:
        return "Worth one trick of eight, whatever cards are in it."
    points = sum(rules.points[one] for one in cards)
    total = sum(rules.points.values())
    if rules.game != "skambil":
        return f"Worth {points} points of {total}."
    other = GAMES["skambil"].rules("dikranagerd")
    fewer = sum(other.points[one] for one in cards)
    return f"Worth {points} points of {total}; in the Dikranagerdtsi count {fewer} of {sum(other.points.values())}."
