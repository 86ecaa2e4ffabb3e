"""What a law is, and what it says when it is broken.

A law is one rule of one game: an id, one sentence, how well it is attested, the clauses of the written sources that it
rests on, and the house rule (if any) that changes it. Everything a reader is told about a rule comes from here.
"""

from dataclasses import dataclass
from typing import Literal

from .cards import Card

Evidence = Literal["stated", "implied", "borrowed", "reconstructed", "our choice"]
"""How we know a law: the source says it; it follows from what the source says; it is taken from a named relative; it is
put together from parts of two sources; or nothing says it and we had to choose."""


@dataclass(frozen=True, slots=True)
class Law:
    """One rule of one game.

    `id` is ``game.slug``. `clauses` are ids of the lists in ``docs/data/clauses``. `enforced` laws change what the
    engine does (a test switches each of them off and must notice); the others are customs of the table that no
    program can keep or break. `source` names the relative for a borrowed law, or the source beyond the clauses.
    """

    id: str
    text: str
    evidence: Evidence
    clauses: tuple[str, ...] = ()
    house_rule: str | None = None
    enforced: bool = True
    source: str = ""


def law(
    game: str,
    text_mark: str,
    slug: str,
    text: str,
    *clauses: int,
    evidence: Evidence = "stated",
    house_rule: str | None = None,
    enforced: bool = True,
    source: str = "",
) -> Law:
    """A law of that game; `clauses` are numbers in the written source whose clause ids begin with `text_mark`."""
    ids = tuple(f"{text_mark}-{number:02}" for number in clauses)
    return Law(f"{game}.{slug}", text, evidence, ids, house_rule, enforced, source)


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an action may not be taken: the law it breaks, which kind of breach, and the cards that prove it.

    `why` is a key of the view's catalogue of refusals; `cards` are the cards that prove it (for a revoke, the cards of
    the led suit in the offender's own hand) and never cards that the offender may not see.
    """

    law: str
    why: str
    cards: tuple[Card, ...] = ()


class IllegalAction(ValueError):
    """An action was taken against a law; `objection` says which."""

    def __init__(self, objection: Objection) -> None:
        super().__init__(f"{objection.law}: {objection.why} {' '.join(objection.cards)}".rstrip())
        self.objection = objection
