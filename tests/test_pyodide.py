from __future__ import annotations

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

import prepare


@pytest.mark.slow
def test_the_engine_passes_its_tests_in_the_browsers_python(site_dir: Path) -> None:
    """What a reader's browser runs keeps the same laws as what we run here."""
    command: list[str | Path] = [
        prepare.VENV / "bin" / "node",
        prepare.ROOT / "scripts" / "pyodide_tests.mjs",
        site_dir / "assets" / "pyodide",
        sysconfig.get_path("purelib"),
        "--quiet",
    ]
    done = subprocess.run(command, env=prepare.tool_environment(), capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert re.search(r"^[1-9]\d* passed", said, re.MULTILINE), said
