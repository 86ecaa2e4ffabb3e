"""How fast the engine is, measured with nothing but the engine and the standard library.

`bench.py` uses it here; `bench_pyodide.mjs` runs this same file inside Pyodide.
"""

import json
import random
import time
from collections.abc import Iterator
from statistics import median

from threetables.cli import random_deal
from threetables.deal import legal, opened, play, replay
from threetables.games import GAMES
from threetables.rules import Rules
from threetables.shuffle import Chance, dealt


def all_rules() -> Iterator[tuple[str, Rules]]:
    """Every preset for every number of seats, with a name to print."""
    for book in GAMES.values():
        for preset in book.presets:
            for seats in preset.seats:
                yield f"{book.name} {preset.name}, {seats} seats", book.rules(preset.name, seats=seats)


def decisions_a_second(rules: Rules, seconds: float) -> float:
    """Random play through `legal` and `play`, shuffling and dealing included."""
    pack = list(rules.pack)
    start = dealt(rules, 0)
    made = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        random.shuffle(pack)
        table = opened(type(start)(rules, tuple(pack), start.dealer, rais=start.rais))
        while table.result is None:
            table = play(table, random.choice(legal(table)))  # noqa: S311 (cards, not secrets)
            made += 1
    return made / spent


def replay_milliseconds(rules: Rules, deals: int) -> float:
    """The median time in which a whole deal is replayed from its start and its actions."""
    took = []
    for seed in range(deals):
        record = random_deal(dealt(rules, seed), Chance(seed))
        begun = time.perf_counter()
        replay(record.start, record.actions)
        took.append(1000 * (time.perf_counter() - begun))
    return median(took)


def replays(deals: int) -> str:
    """`replay_milliseconds` under all rules, as JSON."""
    return json.dumps({name: replay_milliseconds(rules, deals) for name, rules in all_rules()})
