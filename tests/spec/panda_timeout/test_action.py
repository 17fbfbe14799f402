"""The table of actions: every rule that hits a job, the strongest of them marked."""

from __future__ import annotations

from tests.spec.check import Spec


def test_fail_is_stronger_than_kill_and_kill_than_reassign(spec: Spec) -> None:
    """Of two equally strong actions that of the earlier rule is marked."""
    spec.check_cycle(
        "action",
        ["panda_id", "rule_id", "action"],
        ["code", "age_s", "is_strongest"],
        profile="page",
        job="""
            panda_id | table_name | job_status | creation_time | modification_time
            1        | active4    | running    | 22 d ago      | 3 h ago
            2        | active4    | activated  | 8 d ago       | 3 d ago
            3        | defined4   | defined    | 8 d ago       | 5 h ago
            4        | active4    | sent       | 40 min ago    | 31 min ago
            5        | active4    | running    | 40 min ago    | 31 min ago
        """,
        expected={
            (1, "TO-12", "kill"): (2, 22 * 86400, False),
            (1, "TO-12", "fail"): (None, 22 * 86400, True),
            (1, "TO-13", "fail"): (None, 3 * 3600, False),
            (2, "TO-07", "reassign"): (51, 3 * 86400, False),
            (2, "TO-09", "kill"): (2, 8 * 86400, True),
            (3, "TO-03", "reassign"): (51, 5 * 3600, False),
            (3, "TO-06", "kill"): (2, 8 * 86400, True),
            (4, "TO-11", "fail"): (None, 31 * 60, True),
        },
    )


def test_the_age_is_that_of_the_rule_s_clock(spec: Spec) -> None:
    """In whole seconds; times before and beyond all calendars stop nobody."""
    spec.check_cycle(
        "action",
        ["panda_id", "rule_id"],
        "age_s",
        profile="asrun",
        job="""
            panda_id | job_status | creation_time       | modification_time
            1        | sent       | 12:00               | 11:29:58.7
            2        | sent       | 12:00               | 0001-01-01 00:00:00
            3        | sent       | 12:00               | 9999-12-31 23:59:59
            4        | throttled  | infinity            | infinity
        """,
        expected={(1, "TO-11"): 1801, (2, "TO-11"): 63902865600},
    )
