"""The reference agrees with recorded single checks of software and Zero Share.

As the recorded decisions they are no part of the project; without them the tests skip.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.software_words import deciding_test
from tests.conformance.test_checks_software import case
from tests.facts.asking import ASKS_ALL, QUESTION
from tests.property.reference.architecture import parse_architecture
from tests.property.reference.parameters import Parameters
from tests.property.reference.software import (
    SoftwareQueue,
    decide_described,
    read_data,
)
from tests.property.reference.zero_share import has_zero_share
from tests.property.test_reference_conformance import FOLDER

SOFTWARE = FOLDER / "checks" / "software.jsonl"
ZERO_SHARE = FOLDER / "checks" / "zeroshare.jsonl"


def records(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.skipif(not SOFTWARE.exists(), reason=f"no recorded checks in {FOLDER}")
def test_software() -> None:
    parameters = Parameters("asrun")
    expected: dict[str, str] = {}
    found: dict[str, str] = {}
    for record in records(SOFTWARE):
        given = case(record)
        queue = SoftwareQueue(given.releases, read_data(given.data), given.gpus)
        question = {**dict.fromkeys(QUESTION), **ASKS_ALL, **given.asked}
        spec = parse_architecture(given.architecture, parameters)
        tags = record["all_tags"] or []
        expected[given.name] = deciding_test(record["expected"]["reason"])
        found[given.name] = decide_described(question, spec, queue, tags, parameters)
    assert found == expected


@pytest.mark.skipif(not ZERO_SHARE.exists(), reason=f"no recorded checks in {FOLDER}")
def test_zero_share() -> None:
    for record in records(ZERO_SHARE):
        refused = has_zero_share(
            record["policy"],
            record["processingType"],
            record["workingGroup"],
            record["gshare"],
            record["currentPriority"],
            record["ignore_priority"],
        )
        assert refused is record["expected"]["zero_share"], record["id"]
