"""Where the recorded decisions of the running systems stand, and how to read them.

The sample has their form. It is of our own making (make_sample.py) and always there;
the recordings are no part of the project, and come in addition where they are.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = Path(__file__).with_name("sample")
FOLDER = Path(
    os.environ.get("BROKERSQL_CONFORMANCE", ROOT.parent / "shared" / "conformance")
)
ROOTS = (SAMPLE, FOLDER)

Line = Mapping[str, Any]
#: What holds of a recorded decision that does not say otherwise.
DEFAULTS: Line = {
    **{name: [] for name in ("candidates", "candidates_jumbo", "destinations")},
    **{name: {} for name in ("weight_stage", "eliminated", "first_failure", "weights")},
    **dict.fromkeys(("tie_at_cut", "order_dependent"), False),
    "nucleus": None,
}


def recorded(name: str) -> list[Line]:
    """Return the lines of all `checks/<name>.jsonl`; skip the module without any."""
    files = [root / "checks" / f"{name}.jsonl" for root in ROOTS]
    found = [line for file in files if file.is_file() for line in lines_of(file)]
    if not found:
        pytest.skip(
            f"no recorded decisions in {FOLDER}: set BROKERSQL_CONFORMANCE",
            allow_module_level=True,
        )
    return found


def lines_of(file: Path) -> list[Line]:
    """Return the lines of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def lines(rows: Iterable[Line]) -> str:
    """Return the text of a file of lines, as short as can be."""
    dumped = (
        json.dumps(row, separators=(",", ":"), default=datetime.isoformat)
        for row in rows
    )
    return "".join(f"{text}\n" for text in dumped)


def panda_cases(kind: str, roots: Sequence[Path] = ROOTS) -> list[Path]:
    """Return the folders of the worlds of one kind of PanDA's brokers, if any."""
    return sorted(case for root in roots for case in root.glob(f"panda/{kind}_*"))


def decisions_of(case: Path) -> list[Line]:
    """Return the recorded decisions of a case; not those in which PanDA crashed."""
    rows = [{**DEFAULTS, **line} for line in lines_of(case / "expected.jsonl")]
    return [row for row in rows if row["status"] != "exception"]


def is_loose(line: Line) -> bool:
    """Tell whether the recorded choice depended on ties or on the order of a set."""
    return bool(line["tie_at_cut"] or line["order_dependent"])


def weight_notes(want: Mapping[str, float], got: Mapping[str, float]) -> list[str]:
    """Return the queues whose weights differ, or that only one side has."""
    return [
        f"{name}: {got.get(name)} instead of {want.get(name)}"
        for name in sorted(want.keys() | got.keys())
        if name not in want or name not in got or not same(want[name], got[name])
    ]


def same_numbers(left: Iterable[float], right: Iterable[float]) -> bool:
    """Tell whether the same weights stand on both sides, whosever they are."""
    one, other = sorted(left), sorted(right)
    return len(one) == len(other) and all(map(same, one, other))


def same(left: float, right: float) -> bool:
    """Tell whether two weights are equal up to rounding."""
    return math.isclose(left, right, rel_tol=1e-9)
