"""Writes what a profile decides about the recorded DIRAC scenarios, for comparison.

    python -m tests.conformance.dirac_results RESULTS.json [PROFILE] [--quirks]
    python ../shared/conformance/compare_dirac.py RESULTS.json --profile PROFILE

With --quirks the parameters are set that repeat quirks of the running system.
Frequencies are not among it: tests/conformance/test_dirac.py compares exact chances.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tests.conformance.dirac_scenario import ENGINES, history, play, scenarios
from tests.conformance.test_dirac import QUIRKS, SCENARIOS, decided


def results(profile: str, *, has_quirks: bool = False) -> dict[str, object]:
    """Return the results of a profile by scenario, in the form of compare_dirac.py."""
    found: dict[str, object] = {}
    for each in SCENARIOS:
        if ENGINES[profile] not in each["facts"]:
            continue
        quirk = QUIRKS.get(each["name"], {}) if has_quirks else {}
        made = decided(each, profile, **quirk)
        found[each["name"]] = {
            "task_queues": [
                {"jobs": list(jobs), "cpu_time": cpu_time, "priority": priority}
                for jobs, (cpu_time, priority, *_) in made.queues.items()
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
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("profile", nargs="?", default="page", choices=ENGINES)
    parser.add_argument("--quirks", action="store_true")
    told = parser.parse_args()
    text = json.dumps(results(told.profile, has_quirks=told.quirks), indent=1)
    told.file.write_text(f"{text}\n", encoding="utf-8")
