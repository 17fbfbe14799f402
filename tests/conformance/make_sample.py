"""Makes the decisions of the sample: what plain Python decides on its small worlds.

    python -m tests.conformance.make_sample

Its files have the form of the recordings, so the same adapters read them, also in a
clone without recordings. No decision in it comes from the product.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tests.conformance.recorded import SAMPLE, lines, lines_of
from tests.conformance.sample_checks import CHECKS
from tests.conformance.sample_dirac import FACTS
from tests.conformance.sample_panda import CASES, decided


def decisions() -> Mapping[Path, str]:
    """Return the text of each file of the sample that holds decisions."""
    found: dict[Path, str] = {}
    for name, check in CHECKS.items():
        file = SAMPLE / "checks" / f"{name}.jsonl"
        found[file] = lines([{**line, **check(line)} for line in lines_of(file)])
    for file in SAMPLE.glob("dirac/*.json"):
        scenario = json.loads(file.read_text(encoding="utf-8"))
        made = {**scenario, "facts": FACTS[scenario["kind"]](scenario)}
        found[file] = lines([made])
    for name in CASES:
        case = SAMPLE / "panda" / name
        found[case / "expected.jsonl"] = lines(decided(case))
    return found


if __name__ == "__main__":
    for file, text in decisions().items():
        file.write_text(text, encoding="utf-8")
