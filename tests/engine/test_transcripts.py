"""Whole deals as they were when somebody last read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.rewrite_transcripts import FOLDER, transcripts


@pytest.mark.parametrize("path, text", list(transcripts()), ids=lambda value: getattr(value, "stem", ""))
def test_a_deal_goes_as_it_went_before(path: Path, text: str) -> None:
    """If a deal goes differently from its transcript, a rule has changed: rewrite and read the difference."""
    assert path.read_text("utf-8") == text


def test_there_is_a_transcript_for_every_preset_and_no_other() -> None:
    """Nine ways to sit down, nine transcripts."""
    written = {path for path, _ in transcripts()}
    assert len(written) == 9
    assert set(FOLDER.glob("*")) == written
