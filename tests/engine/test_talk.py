"""Who may say what, at which table, and from which chair."""

from __future__ import annotations

from threetables.actions import MakeSign
from threetables.deal import objection, opened, talk
from threetables.games import rules
from threetables.shuffle import dealt


def test_a_seat_that_is_not_at_the_table_can_do_nothing() -> None:
    """Neither a sign nor a word is taken from a chair that is not there."""
    skambil = opened(dealt(rules("skambil", choices={"sign-truth": "may-bluff"}), 1))
    schembil = opened(dealt(rules("schembil", choices={"signs": "italian"}), 1))
    for seat in (-1, 6, 17):
        assert objection(skambil, MakeSign(seat, "ace")) is not None
        assert objection(schembil, MakeSign(seat, "ace")) is not None


def test_a_pack_with_queens_has_the_queens_sign() -> None:
    """Who plays Schembil with kings, queens and jacks signs for a queen, and never for a knight that is not there."""
    for courts, there, absent in (("KNJ", "knight", "queen"), ("KQJ", "queen", "knight"), ("KJQ", "queen", "knight")):
        table = opened(dealt(rules("schembil", choices={"signs": "italian", "courts": courts}), 1))
        signs = {words.sign for words in talk(table) if isinstance(words, MakeSign)}
        assert there in signs
        assert absent not in signs
