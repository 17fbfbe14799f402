"""The reference agrees with recorded single checks of software and Zero Share.

As the recorded decisions they are no part of the project; without them the tests skip.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.property.reference.architecture import parse_architecture
from tests.property.reference.parameters import Parameters
from tests.property.reference.software import (
    SoftwareQuestion,
    SoftwareQueue,
    check_queue,
    read_tags,
)
from tests.property.reference.zero_share import has_zero_share
from tests.property.test_reference_conformance import FOLDER

SOFTWARE = FOLDER / "checks" / "software.jsonl"
ZERO_SHARE = FOLDER / "checks" / "zeroshare.jsonl"


def records(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def has_contract_types(record: dict[str, Any]) -> bool:
    """Tell whether versions of GPU rows are texts, as the contract has them."""
    return all(
        isinstance(row["framework_version"], str | None)
        for row in record["wn_gpus"] or []
    )


@pytest.mark.skipif(not SOFTWARE.exists(), reason=f"no recorded checks in {FOLDER}")
def test_software() -> None:
    parameters = Parameters("asrun")
    notes = []
    for record in filter(has_contract_types, records(SOFTWARE)):
        architecture = parse_architecture(record["architecture"], parameters)
        call, queue, want = record["call"], record["queue"], record["expected"]
        verdict, preference = check_queue(
            SoftwareQuestion(
                call["cvmfs_tag"],
                call["sw_project"],
                call["sw_version"],
                call["cmt_config"],
                call["need_container"],
                call["container_name"],
                call["only_tags_fc"],
                call["need_cvmfs"],
                call["cmt_config_only"],
            ),
            architecture,
            SoftwareQueue(
                queue["releases"],
                read_tags(queue["sw"]),
                record["wn_gpus"] or [],
                record["arch_pct"] or {},
            ),
            record["all_tags"] or [],
            parameters,
        )
        factor = want["pref_weight"] if verdict == "ok" else preference
        if (verdict, preference) != (want["verdict"], factor):
            notes.append(f"{record['id']}: {verdict} {preference} instead of {want}")
    assert not notes, "\n".join(notes)


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
