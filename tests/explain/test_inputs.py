"""How old what a queue's decisions rest on is, and which of it no longer counts."""

from __future__ import annotations

from pathlib import Path

import pytest

import brokersql
from brokersql.snapshot import Snapshot

NOW = "(select snapshot_time from snapshot)"
QUEUE, SITE = "CEVENNES_UCORE", "IN2P3-CEVENNES"


def aged(demo: Path, start_s: int, metric_s: int) -> Snapshot:
    """Return the demo with inputs of one queue of these ages."""
    ages = f"to_seconds({start_s})", f"to_seconds({metric_s})"
    return Snapshot.open(str(demo)).rewritten(
        [
            f"update pilot_activity set last_start = {NOW} - {ages[0]} "
            f"where queue_name = '{QUEUE}'",
            f"update network_metric set ts = {NOW} - {ages[1]} "
            f"where src_site = '{SITE}'",
            f"insert into worker_stats (queue_name, status, n_workers, last_update) "
            f"values ('{QUEUE}', 'running', 5, {NOW} - {ages[1]})",
        ]
    )


@pytest.mark.parametrize(
    ("start_s", "metric_s", "stale"),
    [
        (7200, 3599, set[str]()),
        (7201, 3600, {"last start of a job", "links", "workers"}),
    ],
)
def test_inputs_at_and_beyond_their_limits(
    start_s: int, metric_s: int, stale: set[str], demo: Path
) -> None:
    """A queue is silent after more than 2 h; values of 60 min do not count."""
    cycle = brokersql.run(aged(demo, start_s, metric_s), tasks=[47110000])
    story = cycle.explain(queue=QUEUE)
    inputs = {each["source"]: each for each in story.document()["inputs"]}
    assert {name for name, each in inputs.items() if each["stale"]} == stale
    assert inputs["last start of a job"]["limit_s"] == 7200
    assert (inputs["links"]["age_s"], inputs["links"]["limit_s"]) == (metric_s, 3600)
    assert inputs["storage space"]["limit_s"] is None
    (silent,) = cycle.sql(
        f"select is_silent from queue_pilot where queue_name = '{QUEUE}'"
    ).to_pylist()
    assert silent["is_silent"] == ("last start of a job" in stale)
    workers = cycle.sql(f"from queue_worker where queue_name = '{QUEUE}'").num_rows
    assert bool(workers) == ("workers" not in stale)
    line = str(story).splitlines()[-1]
    assert line.startswith("Inputs: ")
    assert "storage space 25 min, read by -disk" in line
    said = "! links 60 min, absent (limit 60 min), read by -link_unusable"
    assert (said in line) == bool(stale)


def test_a_nucleus_has_no_inputs_of_a_queue(demo: Path) -> None:
    cycle = brokersql.run(str(demo), "panda_task")
    assert cycle.explain(queue="RHEINTAL-T1").document()["inputs"] == []
