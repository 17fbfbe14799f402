"""Which jobs timeouts are about: their statuses, labels, priorities and kinds."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

POLICY = "panda_timeout"
#: Jobs that nothing has happened to for long.
OLD = {
    "creation_time": "99 d ago",
    "modification_time": "98 d ago",
    "state_change_time": "99 d ago",
}
WAITING = {**OLD, "table_name": "defined4", "job_status": "waiting"}
HOLDING = {**OLD, "job_status": "holding"}


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
    """TO-15. D40: a sub status shows it; as run, it is analysis jobs instead."""
    Spec(POLICY, "stage_out").check_jobs(
        every={**OLD, "job_status": "transferring"},
        job="panda_id: 1 | 2 | 3 | 4 | 5, "
        "job_sub_status: to_transfer | | | to_transfer |, "
        "prod_source_label: managed | managed | user | panda |",
        expected=both(page={1, 4}, asrun={3, 4}),
    )


def test_limits_of_jobs_that_stage_out() -> None:
    """TO-15. D40: on the page that of the job's workflow, as run that of analysis."""
    Spec(POLICY, "stage_out").check_jobs(
        gdp_config="component: watcher, type: int, value: 6 | 4, "
        "key: HEARTBEAT_TIMEOUT_stager | HEARTBEAT_TIMEOUT_analysis",
        every={"job_status": "transferring", "prod_source_label": "user"},
        job="panda_id: 1 | 2 | 3, job_sub_status: to_transfer, "
        "workflow: stager | stager | other, "
        "modification_time: 6 h ago | 6 h 1 s ago | 3 h ago",
        expected=both(page={2, 3}, asrun={1, 2}),
    )


@pytest.mark.parametrize(
    ("rule", "page", "asrun"),
    [("holding_urgent", {2, 3}, {3}), ("holding", {1, 4}, {1, 2, 3, 4})],
)
def test_priorities_of_holding_jobs(rule: str, page: set[int], asrun: set[int]) -> None:
    """TO-16, TO-17. D37: the page parts them at 800, which is urgent; as run only more
    is urgent, and the long limit is for all."""
    Spec(POLICY, rule).check_jobs(
        every=HOLDING,
        job="panda_id: 1 | 2 | 3 | 4, current_priority: 799 | 800 | 801 |",
        expected=both(page=page, asrun=asrun),
    )


@pytest.mark.parametrize(
    ("rule", "limit", "priority"),
    [("holding_urgent", "3 h", "900"), ("holding", "48 h", "500")],
)
def test_clocks_of_holding_jobs(rule: str, limit: str, priority: str) -> None:
    """TO-16, TO-17: the last change or the end of the job, whichever is earlier."""
    Spec(POLICY, rule).check_jobs(
        every={"job_status": "holding", "current_priority": priority},
        job=f"panda_id: 1 | 2 | 3 | 4 | 5, "
        f"modification_time: 1 s ago | 1 s ago | {limit} 1 s ago | |, "
        f"end_time: {limit} ago | {limit} 1 s ago | 1 s ago | {limit} 1 s ago |",
        expected={2, 3, 4},
    )


def test_held_analysis_jobs_of_which_nothing_is_on_the_way() -> None:
    """TO-18. V43: off on the page; as run, three hours from the last change, where some
    change came after that of the status and no report waits."""
    rule = Spec(POLICY, "holding_analysis")
    rule.check_jobs(
        every={"state_change_time": "9 h ago"},
        job="""
            panda_id | job_status | prod_source_label | modification_time
            1        | holding    | user              | 2 h 59 min ago
            2        | holding    | user              | 3 h ago
            3        | holding    | user              | 3 h 1 s ago
            4        | holding    | panda             | 4 h ago
            5        | holding    | managed           | 4 h ago
            6        | holding    |                   | 4 h ago
            7        | running    | user              | 4 h ago
            8        | holding    | user              |
        """,
        expected=both(page=set(), asrun={3, 4}),
    )
    rule.check_jobs(
        every={**HOLDING, "prod_source_label": "user", "modification_time": "4 h ago"},
        job="panda_id: 1 | 2 | 3 | 4 | 5, state_change_time: 4 h ago | | 5 h ago | "
        "5 h ago | 5 h ago, has_output_report: false | false | false | true |",
        expected=both(page=set(), asrun={3, 5}),
    )


def test_urgent_jobs_of_the_event_service() -> None:
    """TO-22. V42: off on the page; as run, running and starting jobs from priority 900
    on, and merge jobs (2) of any."""
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
        """,
        expected=both(page=set(), asrun={2, 3, 5, 6, 9}),
    )
