"""Where the recorded decisions of the running systems stand, and how to read them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def recorded(name: str) -> list[Mapping[str, Any]]:
    """Return the lines of `checks/<name>.jsonl`; skip the module where it is absent."""
    folder = os.environ.get("BROKERSQL_CONFORMANCE")
    root = Path(folder) if folder else ROOT.parent / "shared" / "conformance"
    file = root / "checks" / f"{name}.jsonl"
    if not file.is_file():
        pytest.skip(
            f"no recorded decisions at {file}: set BROKERSQL_CONFORMANCE",
            allow_module_level=True,
        )
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
