"""Write the transcripts anew after a rule has changed: python tests/engine/rewrite_transcripts.py

Look at the difference before you commit it: a changed rule shows as changed play.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[2] / "engine")]

from tests.engine.strategies import played_out, presets_and_seats, shuffled
from tests.engine.telling import transcript
from threetables.table import Start

FOLDER = Path(__file__).parents[1] / "transcripts"


def transcripts() -> Iterator[tuple[Path, str]]:
    """One whole random deal, with talk, for each preset and number of seats."""
    for number, (book, preset, seats) in enumerate(presets_and_seats(), start=1):
        rules = book.rules(preset.name, seats=seats)
        rais = (2, 3) if rules.captains else ()
        line = played_out(Start(rules, shuffled(rules, number), number % seats, rais=rais), number, chatter=0.1)
        yield FOLDER / f"{book.name}-{preset.name}-{seats}.txt", transcript(line)


if __name__ == "__main__":
    for path, text in transcripts():
        path.write_text(text, "utf-8")
