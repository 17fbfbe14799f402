"""What DIRAC's own integration test expects of its task queues, in profile modern."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conformance.dirac_scenario import (
    SETUP,
    Row,
    pilot_row,
    play,
)
from tests.conformance.recorded import FOLDER

FILE = FOLDER / "dirac_integration_facts.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cases"] if FILE.is_file() else []


@pytest.mark.parametrize("case", CASES, ids=[f"dirac-{each['case']}" for each in CASES])
def test_a_dirac_case(case: dict[str, Any]) -> None:
    """Eligible jobs are all jobs of all task queues that fit."""
    queries = case["queries"]
    pilots = [
        pilot_row(seq, {"pilot": each["why"], **each["pilot"]})
        for seq, each in enumerate(queries, start=1)
    ]
    jobs: list[Row] = [{"setup": SETUP, **row} for row in case["jobs"]]
    database = play({"dirac_job": jobs, "dirac_pilot": pilots}, "modern")
    queues: dict[int, list[int]] = {}
    for row in database.table("from waiting_job order by job_id").to_pylist():
        queues.setdefault(row["tq_id"], []).append(row["job_id"])
    if "same_tq_partition" in case:
        assert sorted(queues.values()) == sorted(case["same_tq_partition"])
    fits: dict[int, list[int]] = {}
    for row in database.table("from survivor").to_pylist():
        fits.setdefault(row["seq"], []).extend(queues[row["tq_id"]])
    refused = {row["seq"] for row in database.table("from gate_hit").to_pylist()}
    for seq, each in enumerate(queries, start=1):
        if each["expect"].get("error"):
            assert seq in refused, each["why"]
        else:
            assert sorted(fits.get(seq, [])) == each["expect"]["eligible_jobs"], each
