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
from threetables.notation import Record
from threetables.rules import Rules
from threetables.shuffle import Chance, dealt

REPEATS = 5


def all_rules() -> Iterator[tuple[str, Rules]]:
    """Every preset for every number of seats, with a name to print."""
    for book in GAMES.values():
        for preset in book.presets:
            for seats in preset.seats:
                yield f"{book.name} {preset.name}, {seats} seats", book.rules(preset.name, seats=seats)


def decisions_a_second(rules: Rules, seconds: float) -> float:
    """Random play through `legal` and `play`, shuffling and dealing included, by the processor's time."""
    pack = list(rules.pack)
    start = dealt(rules, 0)
    made = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        random.shuffle(pack)
        table = opened(type(start)(rules, tuple(pack), start.dealer, rais=start.rais))
        while table.result is None:
            table = play(table, random.choice(legal(table)))  # noqa: S311 (cards, not secrets)
            made += 1
    return made / spent


def replay_milliseconds(rules: Rules, deals: int) -> float:
    """The time in which a whole deal is replayed from its start and its actions: the median of many deals.

    Each is replayed several times, and the quickest counts: the others were held up by other work of the machine.
    """
    return 1000 * median(_quickest(random_deal(dealt(rules, seed), Chance(seed))) for seed in range(deals))


def _quickest(record: Record) -> float:
    took = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        replay(record.start, record.actions)
        took.append(time.perf_counter() - begun)
    return min(took)


def replays(deals: int) -> str:
    """`replay_milliseconds` under all rules, as JSON."""
    return json.dumps({name: replay_milliseconds(rules, deals) for name, rules in all_rules()})
