"""The table of actions: every rule that hits a job, the strongest of them marked."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.panda_timeout.jobs import drawn_jobs


def test_fail_is_stronger_than_kill_and_kill_than_reassign(spec: Spec) -> None:
    """Of two equally strong actions that of the earlier rule is marked."""
    spec.check_cycle(
        "action",
        ["panda_id", "rule_id", "action"],
        ["code", "age_s", "is_strongest"],
        profile="asrun",
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


#: The codes with which rules of the next test kill; None is a failure.
CODES = {
    "TO-12": (None, 2),
    **dict.fromkeys(("TO-09", "TO-22"), (2,)),
    **dict.fromkeys(("TO-07", "TO-08", "TO-23"), (51,)),
}


def test_no_limit_but_the_page_s_ends_waiting_running_and_held_jobs(spec: Spec) -> None:
    """V40, V42, V43: as run, TO-09, TO-18, TO-22 and TO-23 end them earlier. Every
    second job is a second beyond the limit of the page. Up to 6 they are merge jobs of
    the event service, then analysis jobs, which TO-07 does not take as run."""
    page = {(2, "TO-07"), (4, "TO-08"), (6, "TO-12"), (8, "TO-07"), (10, "TO-17")}
    sooner = {(1, "TO-09"), (3, "TO-22"), (5, "TO-22"), (7, "TO-23"), (9, "TO-18")}
    still = {(job + 1, rule) for job, rule in sooner}
    jobs = drawn_jobs("""
        1  activated 8-d      1-d       1-d     event_service=2
        2  activated 8-d      2-d-1-s   1-d     event_service=2
        3  starting  8-d      1-h       25-h    event_service=2
        4  starting  8-d      1-h       2-d-1-s event_service=2
        5  running   20-d     1-h       25-h    event_service=2
        6  running   21-d-1-s 1-h       25-h    event_service=2
        7  activated 3-d      1-d-23-h  1-d     prod_source_label=user
        8  activated 3-d      2-d-1-s   1-d     prod_source_label=user
        9  holding   3-d      1-d-23-h  3-d     prod_source_label=user
        10 holding   3-d      2-d-1-s   3-d     prod_source_label=user
    """)
    asrun = (page | sooner | still) - {(8, "TO-07")}
    for profile, expected in {"page": page, "asrun": asrun}.items():
        spec.check_cycle(
            "action",
            ["panda_id", "rule_id", "code"],
            "panda_id",
            profile=profile,
            job=jobs,
            expected={
                (job, rule, code): job
                for job, rule in expected
                for code in CODES.get(rule, (None,))
            },
        )
