"""Where the recorded decisions of the running systems stand, and how to read them."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(
    os.environ.get("BROKERSQL_CONFORMANCE", ROOT.parent / "shared" / "conformance")
)

Line = Mapping[str, Any]
#: What the engine decided about one line, as a test of its policy holds it.
F = TypeVar("F")


def recorded(name: str) -> list[Line]:
    """Return the lines of `checks/<name>.jsonl`; skip the module where it is absent."""
    file = FOLDER / "checks" / f"{name}.jsonl"
    if not file.is_file():
        pytest.skip(
            f"no recorded decisions at {file}: set BROKERSQL_CONFORMANCE",
            allow_module_level=True,
        )
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def panda_cases(kind: str) -> list[Path]:
    """Return the folders of the worlds of one kind of PanDA's brokers, if any."""
    return sorted((FOLDER / "panda").glob(f"{kind}_*"))


def decisions_of(case: Path) -> list[Line]:
    """Return the recorded decisions of a case; not those in which PanDA crashed."""
    text = (case / "expected.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    return [line for line in lines if line["status"] != "exception"]


def check_decisions(
    case: Path, found: Callable[[Line], F], notes: Callable[[Line, F], list[str]]
) -> None:
    """Compare each recorded decision of a case with what was `found` for it."""
    lines = decisions_of(case)
    assert lines
    told = [
        f"task {line['jedi_task_id']} chunk {line.get('chunk_no') or 0}: {note}"
        for line in lines
        for note in notes(line, found(line))
    ]
    assert not told, "\n".join(told[:20])


def weight_notes(want: Mapping[str, float], got: Mapping[str, float]) -> list[str]:
    """Return the queues whose weights differ, or that only one side has."""
    return [
        f"{name}: {got.get(name)} instead of {want.get(name)}"
        for name in sorted(want.keys() | got.keys())
        if name not in want or name not in got or not same(want[name], got[name])
    ]


def same(left: float, right: float) -> bool:
    """Tell whether two weights are equal up to rounding."""
    return math.isclose(left, right, rel_tol=1e-9)
