from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from threetables.cards import Card
from threetables.games import GAMES, rules
from threetables.notation import Record, suits_of, write
from threetables.shuffle import SEEDS, Chance, dealt, shuffled

SEED = st.integers(0, SEEDS - 1)


def test_the_stream_is_splitmix64() -> None:
    """Anyone can write this shuffle again from its published description."""
    chance = Chance(1234567)
    assert [chance.number() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_one_seed_is_one_deal_for_ever() -> None:
    """A link to deal 2026 shows the same cards next year."""
    start = dealt(rules("omi"), 2026)
    assert write(Record(start, (), suits_of(start.rules))).split("\n\n")[1].splitlines() == [
        "pack TS QC 7S AS 7H QH 7C JH 7D QS 8S TC AD",
        "pack KS JD KH AH 9S QD TH AC JC 9H 8C 8D 9C",
        "pack 9D KD KC 8H TD JS",
    ]


@given(seed=SEED, game=st.sampled_from(sorted(GAMES)))
def test_no_card_is_lost_in_the_shuffle(seed: int, game: str) -> None:
    """The pack is the same pack, in another order."""
    some_rules = rules(game)
    pack = shuffled(some_rules.pack, seed)
    assert sorted(pack) == sorted(some_rules.pack)
    assert pack == shuffled(some_rules.pack, seed)


def test_every_order_comes_up_as_often_as_any_other() -> None:
    """Neighbouring seeds, as people choose them, still give fair shuffles: chi-squared over the 24 orders of 4."""
    cards = tuple(map(Card, ("AS", "KS", "QS", "JS")))
    shuffles = 24_000
    seen = Counter(shuffled(cards, seed) for seed in range(shuffles))
    assert set(seen) == set(permutations(cards))
    expected = shuffles / 24
    # 23 degrees of freedom: one fair shuffle in a thousand would pass this line, and this one never changes.
    assert sum((number - expected) ** 2 / expected for number in seen.values()) < 49.7


def test_every_card_comes_to_every_place() -> None:
    """The ace of spades is no oftener on top than at the bottom."""
    pack = rules("omi").pack
    shuffles = 16_000
    places = Counter(shuffled(pack, seed).index(Card("AS")) for seed in range(shuffles))
    expected = shuffles / len(pack)
    assert sum((places[place] - expected) ** 2 / expected for place in range(len(pack))) < 61.1


@given(seed=SEED, limit=st.integers(1, 2**64))
def test_a_number_is_below_its_limit(seed: int, limit: int) -> None:
    """A cut at 12 of 12 cards would be no cut."""
    assert 0 <= Chance(seed).below(limit) < limit


def test_numbers_that_would_favour_a_card_are_thrown_away() -> None:
    """With a limit just above half the range, about every other draw must be repeated."""
    limit = 2**63 + 1
    chance, twin = Chance(7), Chance(7)
    fair = [number for number in (twin.number() for _ in range(100)) if number < limit]
    assert len(fair) < 70
    assert [chance.below(limit) for _ in fair] == fair
