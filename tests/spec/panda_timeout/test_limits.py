"""Rules that give jobs of one status so much time by one clock: to the second."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

POLICY = "panda_timeout"
CLOCKS = ("creation_time", "modification_time", "state_change_time")
#: Rule, table and status of its jobs, its clock, an age below the limit, the limit.
LIMITS = (
    ("pending", "defined4", "pending", "creation_time", "59 min", "1 h"),
    ("waiting", "defined4", "waiting", "creation_time", "59 min", "1 h"),
    ("waiting_merge", "defined4", "waiting", "creation_time", "9 min", "10 min"),
    ("defined", "defined4", "defined", "modification_time", "3 h 59 min", "4 h"),
    ("defined_unowned", "defined4", "defined", "creation_time", "3 h 59 min", "4 h"),
    ("assigned", "defined4", "assigned", "modification_time", "11 h 59 min", "12 h"),
    ("defined_old", "defined4", "assigned", "creation_time", "6 d 23 h", "7 d"),
    ("activated", "active4", "activated", "modification_time", "1 d 23 h", "2 d"),
    ("starting", "active4", "starting", "state_change_time", "1 d 23 h", "2 d"),
    ("activated_old", "active4", "activated", "creation_time", "6 d 23 h", "7 d"),
    ("sent", "active4", "sent", "modification_time", "29 min", "30 min"),
    ("running_old", "active4", "running", "creation_time", "20 d 23 h", "21 d"),
    ("heartbeat", "active4", "running", "modification_time", "1 h 59 min", "2 h"),
    ("heartbeat_analysis", "active4", "running", "modification_time", "119 min", "2 h"),
    ("stage_out", "active4", "transferring", "modification_time", "119 min", "2 h"),
    ("holding_urgent", "active4", "holding", "modification_time", "2 h 59 min", "3 h"),
    ("holding", "active4", "holding", "modification_time", "47 h", "48 h"),
    ("throttled", "active4", "throttled", "creation_time", "6 d 23 h", "7 d"),
    ("analysis_old", "active4", "running", "modification_time", "6 d 23 h", "7 d"),
    ("event_service", "active4", "running", "state_change_time", "23 h", "24 h"),
)
#: What else the jobs of a rule have.
KINDS = {
    "waiting_merge": {"event_service": "2"},
    "defined_unowned": {"prod_source_label": "panda"},
    "heartbeat_analysis": {"prod_source_label": "user"},
    "stage_out": {"prod_source_label": "panda", "job_sub_status": "to_transfer"},
    "holding_urgent": {"current_priority": "900"},
    "analysis_old": {"prod_source_label": "user"},
    "event_service": {"event_service": "1", "current_priority": "900"},
}
#: D54: rules that take every status of the table, the second ones as run.
ANY_STATUS = ("defined_old", "analysis_old")
ANY_STATUS_AS_RUN = ("assigned", "running_old")
#: V40, V42: rules that the page does not have.
AS_RUN = ("activated_old", "event_service")


@pytest.mark.parametrize("row", LIMITS, ids=[row[0] for row in LIMITS])
def test_below_at_and_above_the_limit(row: tuple[str, ...]) -> None:
    """At the limit a job stays, as one whose clock is unknown. Job 3 is beyond it, and
    new by other clocks. Jobs of other statuses (5 and 6) and tables (7 and 8) stay."""
    rule, table, status, clock, below, limit = row
    first, second = (name for name in CLOCKS if name != clock)
    other = "active4" if table == "defined4" else "defined4"
    taken = {3, 5, 6} if rule in ANY_STATUS else {3}
    Spec(POLICY, rule).check_jobs(
        every=KINDS.get(rule, {}),
        job=f"""
            panda_id | table_name | job_status | {clock}         | {first}  | {second}
            1        | {table}    | {status}   | {below} ago     | 99 d ago | 99 d ago
            2        | {table}    | {status}   | {limit} ago     | 99 d ago | 99 d ago
            3        | {table}    | {status}   | {limit} 1 s ago | 1 s ago  | 1 s ago
            4        | {table}    | {status}   |                 | 99 d ago | 99 d ago
            5        | {table}    | merging    | 99 d ago        | 99 d ago | 99 d ago
            6        | {table}    |            | 99 d ago        | 99 d ago | 99 d ago
            7        | {other}    | {status}   | 99 d ago        | 99 d ago | 99 d ago
            8        |            | {status}   | 99 d ago        | 99 d ago | 99 d ago
        """,
        expected=both(
            page=set() if rule in AS_RUN else taken,
            asrun=taken | {5, 6} if rule in ANY_STATUS_AS_RUN else taken,
        ),
    )


@pytest.mark.parametrize("rule", ["defined", "defined_unowned", "holding"])
def test_limits_of_gdpconfig(rule: str) -> None:
    """TIMEOUT_defined and TIMEOUT_holding of component job_timeout, in hours."""
    _, table, status, clock, *_ = next(row for row in LIMITS if row[0] == rule)
    Spec(POLICY, rule).check_jobs(
        gdp_config=f"component: job_timeout, key: TIMEOUT_{status}, "
        "type: float, value: 6.5",
        every={"table_name": table, "job_status": status, **KINDS.get(rule, {})},
        job=f"panda_id: 1 | 2, {clock}: 390 min ago | 390 min 1 s ago",
        expected={2},
    )
