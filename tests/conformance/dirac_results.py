"""Writes what a profile decides about the recorded DIRAC scenarios, for comparison.

    python -m tests.conformance.dirac_results RESULTS.json [PROFILE]
    python ../shared/conformance/compare_dirac.py RESULTS.json --profile PROFILE

Frequencies are not among it: tests/conformance/test_dirac.py compares exact chances.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.conformance.dirac_scenario import ENGINES, history, play, scenarios
from tests.conformance.test_dirac import SCENARIOS, decided


def results(profile: str) -> dict[str, object]:
    """Return the results of a profile by scenario, in the form of compare_dirac.py."""
    found: dict[str, object] = {}
    for each in SCENARIOS:
        if ENGINES[profile] not in each["facts"]:
            continue
        made = decided(each, profile)
        found[each["name"]] = {
            "task_queues": [
                {"jobs": list(jobs), "cpu_time": cpu_time, "priority": priority}
                for jobs, (cpu_time, priority) in made.queues.items()
            ],
            "pilots": {
                pilot["pilot"]: {
                    "eligible_tq_keys": made.fits.get(seq, []),
                    "error": made.reasons[seq] not in (None, "-no_eligible_queue"),
                }
                for seq, pilot in enumerate(each.get("pilots") or [], start=1)
            },
        }
    for each in scenarios("corrector"):
        if ENGINES[profile] in each["facts"]:
            database = play(history(each), profile, enable_shares_correction="true")
            query = "select entity, factor from share_correction where scope = ''"
            rows = database.table(query).to_pylist()
            factors = {row["entity"]: row["factor"] for row in rows}
            found[each["name"]] = {"factor": factors}
    return found


if __name__ == "__main__":
    profile = sys.argv[2] if len(sys.argv) > 2 else "page"
    text = json.dumps(results(profile), indent=1)
    Path(sys.argv[1]).write_text(f"{text}\n", encoding="utf-8")
