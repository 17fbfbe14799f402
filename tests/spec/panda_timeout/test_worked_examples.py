"""A history of three snapshots in which some job meets each timeout rule.

Five minutes before noon all jobs are on their way to a limit, at noon all have reached
it, and a second later all are beyond it. Queue P is paused.
"""

from __future__ import annotations

from functools import cache

import pytest

from brokersql.cycle import FinishedCycle
from tests.spec.panda_timeout.jobs import drawn_jobs
from tests.spec.whole import decide

TABLES = {
    "queue": "queue_name: Q | O | P | C, status: online | offline | paused | online",
    "gdp_config": "component: rebroker, key: FAST_REBRO_THRESHOLD_NQUEUE_DP, "
    "type: int, value: 100",
    "work_queue": "queue_name",
}
#: Number, status, ages by creation, last change and change of status, and the rest.
JOBS = """
    1  pending      1-h
    2  waiting      1-h
    3  defined      .   4-h
    4  defined      4-h .      .    prod_source_label=panda
    5  assigned     .   12-h
    6  assigned     7-d
    7  activated    .   2-d
    8  starting     .   .      2-d
    9  activated    7-d
    10 activated    .   4-h    .    current_priority=900 queue_name=O
    11 sent         .   30-min
    12 running      21-d
    13 running      .   2-h
    14 running      .   2-h    .    prod_source_label=user
    15 transferring .   2-h    .    prod_source_label=user job_sub_status=to_transfer
    16 holding      .   3-h    .    current_priority=900
    17 holding      .   48-h
    18 holding      .   3-h    4-h  prod_source_label=user
    19 transferring .   1-d    .    current_priority=900 end_time=2-d
    20 throttled    7-d
    21 throttled    .   7-d    .    prod_source_label=test
    22 running      .   .      24-h current_priority=950 event_service=1
    23 activated    .   12-h   .    prod_source_label=user
    24 sent         .   30-min .    queue_name=P
    25 activated    .   .      .    queue_name=C gshare=DP
"""
#: Job -> the rules that it meets beside that of its own number.
OTHERS = {14: {"TO-13"}, 24: {"TO-11"}, 25: {"FR"}}
#: What the page does not do: jobs of a paused queue, and rules that are off.
NOT_ON_THE_PAGE = {
    *((24, "TO-11"), (9, "TO-09"), (18, "TO-18"), (22, "TO-22"), (23, "TO-23"))
}


@cache
def cycle(profile: str, time: str, n_waiting: int) -> FinishedCycle:
    """Return the cycle of one snapshot of the history."""
    drawn = {
        **TABLES,
        "snapshot": f"snapshot_time: {time}",
        "job": drawn_jobs(JOBS),
        "job_stats": f"queue_name: C, gshare: DP, activated: {n_waiting}",
    }
    return decide("panda_timeout", profile, {}, drawn)


def history(profile: str) -> tuple[FinishedCycle, FinishedCycle, FinishedCycle]:
    """Return the three cycles; in the meantime two more jobs of share DP wait at C."""
    return (
        cycle(profile, "11:55", 99),
        cycle(profile, "12:00", 100),
        cycle(profile, "12:00:01", 102),
    )


def met(profile: str) -> set[tuple[int, str]]:
    """Return which job meets which rule: job 1 meets TO-01, job 2 TO-02 and so on."""
    pairs = {(job, f"TO-{job:02}") for job in range(1, 24)}
    pairs |= {(job, rule) for job, rules in OTHERS.items() for rule in rules}
    return pairs - NOT_ON_THE_PAGE if profile == "page" else pairs


@pytest.mark.parametrize("profile", ["page", "asrun"])
def test_every_rule_is_met_a_second_after_its_limit(profile: str) -> None:
    """TO-24 is met by the job that is spared on the page."""
    before, at, after = history(profile)
    assert before.action.num_rows == at.action.num_rows == 0
    found = {(row["panda_id"], row["rule_id"]) for row in after.action.to_pylist()}
    assert found == met(profile)
    spared = after.sql("select panda_id, rule_id from exempt").to_pylist()
    told = [{"panda_id": 24, "rule_id": "TO-24"}] if profile == "page" else []
    assert spared == told


@pytest.mark.parametrize("profile", ["page", "asrun"])
def test_the_forecast_of_a_snapshot_is_what_the_next_one_does(profile: str) -> None:
    """All but fast rebrokerage, which has no clock, is foreseen to the second."""
    before, at, _ = history(profile)
    foreseen = met(profile) - {(25, "FR")}
    for found, seconds in ((before, 300), (at, 0)):
        rows = found.sql("select panda_id, rule_id, due_in_s from upcoming").to_pylist()
        due = {(row["panda_id"], row["rule_id"]): row["due_in_s"] for row in rows}
        assert {key for key, left in due.items() if left == seconds} == foreseen
        assert min(due.values()) == seconds
