"""Each parameter, set to another value in one world: what that changes, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from brokersql.policy import named_parameter
from tests.spec.panda_timeout.jobs import drawn_jobs
from tests.spec.stage import Stage, load

POLICY = "panda_timeout"
WORLD: Mapping[str, str] = {
    "queue": 'queue_name: Q | O | P | S | T, params: | | | | {"transtimehi": 1}, '
    "status: online | offline | paused | online | online",
    "pilot_activity": "queue_name: S, flag: production, last_start: 3 h ago",
    "gdp_config": """
        app         | component | key                            | type | value
        pandaserver | watcher   | HEARTBEAT_TIMEOUT_slow         | int  | 6
        pandaserver | rebroker  | ANALY_TIMEOUT_phys             | int  | 12
        pandaserver | rebroker  | FAST_REBRO_THRESHOLD_NQUEUE_DP | int  | 101
    """,
    "job_stats": "queue_name: Q | S, gshare: DP | MC, "
    "activated: 102 | 100, running: 10 |",
    "work_queue": "queue_name",
}
#: number, status, times of creation, last change and change of status, and the rest.
JOBS = """
    1  pending      90-min
    2  waiting      90-min
    3  waiting      15-min  .       .       event_service=2
    4  defined      .       5-h
    5  assigned     .       13-h
    6  assigned     8-d
    7  activated    .       3-d
    8  starting     .       1-h     3-d
    9  activated    8-d     1-h
    10 activated    .       5-h     .       current_priority=900 queue_name=O
    11 activated    .       5-h     .       current_priority=900 queue_name=S
    12 sent         .       40-min
    13 running      22-d    1-h
    14 running      .       3-h
    15 holding      .       4-h     .       current_priority=900
    16 holding      .       4-h     5-h     prod_source_label=user
    17 holding      .       3-d
    18 transferring .       90-min  .       current_priority=900 end_time=3-d
    19 transferring .       3-h     .       end_time=7-d
    20 throttled    8-d
    21 merging      .       8-d     .       prod_source_label=test
    22 running      .       1-h     30-h    event_service=1 current_priority=950
    23 activated    .       13-h    .       prod_source_label=user
    24 activated    .       13-h    .       prod_source_label=user working_group=phys
    25 activated    .       4-h     .       prod_source_label=user queue_name=O
    26 activated    .       14-h    .       prod_source_label=user job_definition_id=1
    27 running      .       100-min .       job_definition_id=1
    28 transferring .       3-h     .       job_sub_status=to_transfer
    29 sent         .       1-h     .       queue_name=P
    30 defined      .       5-h     .       prod_source_label=user
    31 holding      22-d    1-h
    32 stagein      .       3-h
    33 running      .       3-h     .       workflow=slow
    34 holding      .       4-h     .       current_priority=800
    35 holding      .       3-d     .       current_priority=900
    36 transferring .       2-h     . current_priority=900 end_time=30-h queue_name=T
    37 activated    .       1-h     .       gshare=DP
    38 activated    .       1-min   6-h     current_priority=900 queue_name=O
    39 transferring .       3-h     .       prod_source_label=user end_time=7-d
    40 activated    .       1470-min
    41 defined      .       1-h
"""
#: Parameter, its other value, the profile, and the jobs and rules that this changes.
CASES: tuple[tuple[str, object, str, set[tuple[int, str]]], ...] = (
    ("pending_hours", 2, "page", {(1, "TO-01")}),
    ("waiting_hours", 2, "page", {(2, "TO-02")}),
    ("waiting_merge_minutes", 20, "page", {(3, "TO-02")}),
    ("TIMEOUT_defined", 6, "page", {(4, "TO-03"), (30, "TO-03")}),
    ("assigned_hours", 14, "page", {(5, "TO-05")}),
    ("defined_old_days", 9, "page", {(6, "TO-06")}),
    ("activated_days", 4, "page", {(7, "TO-07")}),
    ("starting_days", 4, "page", {(8, "TO-08")}),
    ("activated_old_days", 9, "asrun", {(9, "TO-09")}),
    ("urgent_hours", 6, "page", {(10, "TO-10"), (11, "TO-10")}),
    ("inactive_hours", 4, "page", {(11, "TO-10")}),
    ("urgent_clock", "queue", "page", {(38, "TO-10")}),
    ("sent_minutes", 50, "page", {(12, "TO-11")}),
    ("running_days", 23, "page", {(13, "TO-12")}),
    ("HEARTBEAT_TIMEOUT_production", 4, "page", {(14, "TO-13"), (28, "TO-15")}),
    ("heartbeat_statuses", ("running", "stagein"), "page", {(32, "TO-13")}),
    ("heartbeat_workflow", "queue", "page", {(33, "TO-13")}),
    ("to15_workflow", False, "page", {(28, "TO-15"), (39, "TO-15")}),
    ("holding_urgent_hours", 5, "page", {(15, "TO-16"), (34, "TO-16")}),
    ("holding_prio_op", ">", "page", {(34, "TO-16")}),
    ("TIMEOUT_holding", 96, "page", {(17, "TO-17")}),
    ("holding_all_priorities", True, "page", {(35, "TO-17")}),
    ("holding_analysis_hours", 5, "asrun", {(16, "TO-18")}),
    ("transtime_hi_days", 4, "page", {(18, "TO-19")}),
    ("transtime_lo_days", 8, "page", {(19, "TO-19"), (39, "TO-19")}),
    ("transtime_source", "constant", "page", {(36, "TO-19")}),
    ("transferring_scan", True, "page", {(39, "TO-19")}),
    ("transferring_urgent_hours", 2, "asrun", {(18, "TO-19")}),
    ("transferring_hours", 4, "asrun", {(19, "TO-19")}),
    ("throttled_days", 9, "page", {(20, "TO-20")}),
    ("analysis_old_days", 9, "page", {(21, "TO-21")}),
    ("event_service_hours", 36, "asrun", {(22, "TO-22")}),
    ("top_prio", 960, "asrun", {(22, "TO-22")}),
    ("ANALY_TIMEOUT", 14, "asrun", {(23, "TO-23")}),
    ("ANALY_TIMEOUT_phys", 14, "asrun", {(24, "TO-23")}),
    ("analysis_scan_hours", 5, "asrun", {(25, "TO-23")}),
    ("analysis_progress_hours", 1, "asrun", {(26, "TO-23")}),
    ("pause_disables_all", False, "page", {(29, "TO-11")}),
    ("rules_off", ("TO-20",), "asrun", {(20, "TO-20")}),
    ("timeout_preconditions", True, "page", {(30, "TO-03")}),
    ("timeout_status_scope", "any", "page", {(31, "TO-12")}),
    ("FAST_REBRO_THRESHOLD_NQUEUE_DP", 102, "page", {(37, "FR")}),
    ("FAST_REBRO_THRESHOLD_NQNR_RATIO", 20, "page", {(37, "FR")}),
    ("FAST_REBRO_THRESHOLD_NQUEUE_FRAC", 1, "page", {(37, "FR")}),
    ("fr_rownum_quirk", True, "page", {(37, "FR")}),
    # PanDA takes 0 for these keys as if they were unset
    ("FAST_REBRO_THRESHOLD_NQUEUE_DP", 0, "page", {(37, "FR")}),
    ("TIMEOUT_defined", 0, "page", set()),
    ("TIMEOUT_holding", 0, "page", set()),
    (
        "high_prio",
        950,
        "page",
        {
            *((10, "TO-10"), (11, "TO-10"), (15, "TO-16"), (34, "TO-16")),
            *((35, "TO-16"), (35, "TO-17"), (18, "TO-19"), (36, "TO-19")),
        },
    ),
)


@cache
def told(
    profile: str, name: str = "", value: object = None, table: str = "action"
) -> frozenset[tuple[object, ...]]:
    """Return what a relation tells with one parameter set: jobs and rules."""
    keys = ("queue_name",) if table == "queue_excess" else ("panda_id", "rule_id")
    changed = {name: value} if name else {}
    stage = Stage(load(POLICY), profile, changed, {**WORLD, "job": drawn_jobs(JOBS)})
    return frozenset(tuple(row[key] for key in keys) for row in stage.rows(table))


@pytest.mark.parametrize(("name", "value", "profile", "changed"), CASES)
def test_another_value_changes_what_the_parameter_is_about(
    name: str, value: object, profile: str, changed: set[tuple[int, str]]
) -> None:
    assert told(profile) ^ told(profile, name, value) == changed


def test_how_far_the_forecast_looks() -> None:
    """Job 40 has half an hour less than a day left."""
    less = told("page", "forecast_hours", 23, "upcoming")
    assert told("page", table="upcoming") ^ less == {(40, "TO-07")}


def test_the_limit_of_the_dry_run() -> None:
    """Share MC has none of its own at queue S."""
    fewer = told("asrun", "fast_rebro_dry_run_limit", 100, "queue_excess")
    assert told("asrun", table="queue_excess") ^ fewer == {("S",)}


def test_every_parameter_is_set_here() -> None:
    policy = load(POLICY)
    found = [named_parameter(policy, name) for name, *_ in CASES]
    here = {each[0].name for each in found if each is not None}
    elsewhere = {"SEED", "forecast_hours", "fast_rebro_dry_run_limit"}
    assert {each.name for each in policy.parameters} == here | elsewhere
