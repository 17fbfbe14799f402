"""Which jobs timeouts are about: their statuses, labels, priorities and kinds."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both
from tests.spec.panda_timeout.jobs import drawn_jobs

POLICY = "panda_timeout"
#: Jobs that nothing has happened to for long.
OLD = {
    "creation_time": "99 d ago",
    "modification_time": "98 d ago",
    "state_change_time": "99 d ago",
}
WAITING = {**OLD, "table_name": "defined4", "job_status": "waiting"}


@pytest.mark.parametrize(
    ("rule", "taken"), [("waiting", {1, 2, 3}), ("waiting_merge", {3})]
)
def test_waiting_jobs_of_the_event_service(rule: str, taken: set[int]) -> None:
    """TO-02: co-jumbo jobs (5) may wait, the shorter limit is for merge jobs (2)."""
    job = "panda_id: 1 | 2 | 3 | 4, event_service: | 1 | 2 | 5"
    Spec(POLICY, rule).check_jobs(every=WAITING, job=job, expected=taken)


def test_defined_jobs_that_nobody_holds() -> None:
    """TO-04: build jobs, of label panda, and jobs without a holder."""
    Spec(POLICY, "defined_unowned").check_jobs(
        every={**WAITING, "job_status": "defined"},
        job="panda_id: 1 | 2 | 3 | 4, prod_source_label: panda | managed | managed |, "
        "locked_by: jedi | | jedi | jedi",
        expected={1, 2},
    )


def test_jobs_that_are_failed_for_their_age() -> None:
    """TO-12: those that are killed for it. D54: as run, of every active status."""
    Spec(POLICY, "running_old_failed").check_jobs(
        job="panda_id: 1 | 2 | 3, job_status: running | running | holding, "
        "creation_time: 21 d ago | 21 d 1 s ago | 22 d ago",
        expected=both(page={2}, asrun={2, 3}),
    )


@pytest.mark.parametrize("rule", ["heartbeat", "heartbeat_analysis"])
def test_statuses_with_heartbeats(rule: str) -> None:
    """TO-13, TO-14. D56: as run, jobs that stage in or out send heartbeats too."""
    Spec(POLICY, rule).check_jobs(
        every={**OLD, "prod_source_label": "user"},
        job="panda_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "job_status: running | starting | stagein | stageout | holding | transferring",
        expected=both(page={1, 2}, asrun={1, 2, 3, 4}),
    )


@pytest.mark.parametrize(
    ("rule", "taken"), [("heartbeat_analysis", {1, 2}), ("analysis_old", {1, 2, 3})]
)
def test_labels_of_analysis(rule: str, taken: set[int]) -> None:
    """TO-14, TO-21: user and panda jobs, and those of label test for their age."""
    Spec(POLICY, rule).check_jobs(
        every={**OLD, "job_status": "running"},
        job="panda_id: 1 | 2 | 3 | 4 | 5, "
        "prod_source_label: user | panda | test | managed |",
        expected=taken,
    )


def test_jobs_that_stage_out_themselves() -> None:
    """TO-15. D40: a sub status shows it; as run, it is analysis jobs instead. Limits
    are those of the job's workflow on the page, as run that of analysis."""
    Spec(POLICY, "stage_out").check_jobs(
        gdp_config="component: watcher, type: int, value: 6 | 4, "
        "key: HEARTBEAT_TIMEOUT_stager | HEARTBEAT_TIMEOUT_analysis",
        every={"job_status": "transferring"},
        job="""
            panda_id | job_sub_status | prod_source_label | workflow | modification_time
            1        | to_transfer    | managed           |          | 98 d ago
            2        |                | managed           |          | 98 d ago
            3        |                | user              |          | 98 d ago
            4        | to_transfer    | panda             |          | 98 d ago
            5        |                |                   |          | 98 d ago
            6        | to_transfer    | user              | stager   | 6 h ago
            7        | to_transfer    | user              | stager   | 6 h 1 s ago
            8        | to_transfer    | user              | other    | 3 h ago
        """,
        expected=both(page={1, 4, 7, 8}, asrun={3, 4, 6, 7}),
    )


@pytest.mark.parametrize(
    ("rule", "limit", "priority", "page", "asrun"),
    [
        ("holding_urgent", "3 h", 900, {2, 3, 6, 7, 8}, {3, 6, 7, 8}),
        ("holding", "48 h", 500, {1, 4, 6, 7, 8}, {1, 2, 3, 4, 6, 7, 8}),
    ],
)
def test_priorities_and_clocks_of_holding_jobs(
    rule: str, limit: str, priority: int, page: set[int], asrun: set[int]
) -> None:
    """TO-16, TO-17: the last change or the end of the job, whichever is earlier. D37:
    the page parts them at 800, which is urgent; as run only more is urgent, and the
    long limit is for all."""
    Spec(POLICY, rule).check_jobs(
        every={"job_status": "holding"},
        job=f"""
            panda_id | current_priority | modification_time | end_time
            1        | 799              | 98 d ago          |
            2        | 800              | 98 d ago          |
            3        | 801              | 98 d ago          |
            4        |                  | 98 d ago          |
            5        | {priority}       | 1 s ago           | {limit} ago
            6        | {priority}       | 1 s ago           | {limit} 1 s ago
            7        | {priority}       | {limit} 1 s ago   | 1 s ago
            8        | {priority}       |                   | {limit} 1 s ago
            9        | {priority}       |                   |
        """,
        expected=both(page=page, asrun=asrun),
    )


def test_held_analysis_jobs_of_which_nothing_is_on_the_way() -> None:
    """TO-18. V43: off on the page; as run, three hours from the last change or the end,
    where some change came after that of the status and no report waits."""
    Spec(POLICY, "holding_analysis").check_jobs(
        job=drawn_jobs("""
            1  holding . 2-h-59-min 9-h prod_source_label=user
            2  holding . 3-h        9-h prod_source_label=user
            3  holding . 3-h-1-s    9-h prod_source_label=user
            4  holding . 4-h        9-h prod_source_label=panda
            5  holding . 4-h        9-h prod_source_label=managed
            6  holding . 4-h        9-h prod_source_label=
            7  running . 4-h        9-h prod_source_label=user
            8  holding . .          9-h prod_source_label=user
            9  holding . 4-h        4-h prod_source_label=user has_output_report=false
            10 holding . 4-h        .   prod_source_label=user has_output_report=false
            11 holding . 4-h        5-h prod_source_label=user has_output_report=false
            12 holding . 4-h        5-h prod_source_label=user has_output_report=true
            13 holding . 1-h        9-h prod_source_label=user end_time=3-h
            14 holding . 1-h        9-h prod_source_label=user end_time=4-h
        """),
        expected=both(page=set(), asrun={3, 4, 11, 14}),
    )


def test_urgent_jobs_of_the_event_service() -> None:
    """TO-22. V42: off on the page; as run, running and starting jobs from priority 900
    on, cooperating jumbo jobs (5) among them, and merge jobs (2) of any."""
    Spec(POLICY, "event_service").check_jobs(
        every=OLD,
        job="""
            panda_id | job_status | event_service | current_priority
            1        | running    | 1             | 899
            2        | running    | 1             | 900
            3        | running    | 1             | 901
            4        | running    | 1             |
            5        | running    | 2             | 100
            6        | running    | 2             |
            7        | running    | 4             | 950
            8        | running    |               | 950
            9        | starting   | 1             | 900
            10       | activated  | 1             | 900
            11       | running    | 5             | 899
            12       | running    | 5             | 900
        """,
        expected=both(page=set(), asrun={2, 3, 5, 6, 9, 12}),
    )
