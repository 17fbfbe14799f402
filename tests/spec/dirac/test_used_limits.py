"""Limits and delays of sites: what earlier pilots of the same cycle got counts."""

from __future__ import annotations

from tests.spec.check import Spec

JOBS = """
    job_id | job_types | owner | cpu_time
    1      | [Merge]   | ann   | 300
    2      | [Merge]   | ann   | 300
    3      | [Merge]   | ann   | 300
    4      | [Merge]   | ann   | 300
    5      | [Merge]   | ann   | 300
    6      | [User]    | bob   | 300
"""


def test_a_limit_below_at_and_above(spec: Spec) -> None:
    """As many jobs of a value as the limit leaves are matched at the site, in turn.

    One merge job runs at each of S and U. A limit that is reached from the beginning
    leaves nothing that fits; one that earlier pilots reach says so. At T there is no
    limit, and a pilot that sends both sites gets what one of them may take.
    """
    spec.check_cycle(
        "match",
        ["seq"],
        ["n_eligible", "criterion"],
        profile="modern",
        dirac_job=JOBS,
        dirac_running_job="""
            job_id | site | job_type | status
            11     | S    | Merge    | Running
            12     | U    | Merge    | Running
        """,
        dirac_running_limit="""
            site | attribute | value | max_jobs
            S    | JobType   | Merge | 3
            U    | JobType   | Merge | 1
            T    | JobType   | Merge |
        """,
        dirac_pilot="""
            seq | site   | job_type
            1   | [U]    | [Merge]
            2   | [S]    | [Merge]
            3   | [S]    | [Merge]
            4   | [S]    | [Merge]
            5   | [S]    | [User]
            6   | [S, T] | [Merge]
            7   | [T]    | [Merge]
            8   | [S]    | [Merge]
            9   | [T]    | [Merge]
            10  | [T]    | [Merge]
        """,
        expected={
            (1,): (0, "-no_eligible_queue"),
            (2,): (1, None),
            (3,): (1, None),
            (4,): (0, "-limit"),
            (5,): (1, None),
            (6,): (1, None),
            (7,): (1, None),
            (8,): (0, "-limit"),
            (9,): (1, None),
            (10,): (0, "-outdrawn"),
        },
    )


def test_a_delay_before_at_and_after(spec: Spec) -> None:
    """A match takes a token of its value at the site; another comes every delay_s.

    A pilot of other jobs takes none, one that does not say when it came knows no delay,
    and one of a time before finds what there was then.
    """
    drawn = {
        "dirac_job": JOBS,
        "dirac_matching_delay": """
            site | attribute | value | delay_s | burst
            S    | JobType   | Merge | 10      |
            T    | JobType   | Merge | 10      | 2
        """,
    }
    spec.check_cycle(
        "match",
        ["seq"],
        "criterion",
        profile="modern",
        dirac_pilot="""
            seq | site | job_type | arrival_time
            1   | [S]  | [Merge]  | 2025-01-01 00:00:00
            2   | [S]  | [User]   | 2025-01-01 00:00:05
            3   | [S]  | [Merge]  | 2025-01-01 00:00:09.9
            4   | [S]  | [Merge]  | 2025-01-01 00:00:10
            5   | [S]  | [Merge]  | 2025-01-01 00:00:19.9
            6   | [S]  | [Merge]  | 2025-01-01 00:00:05
            7   | [S]  | [Merge]  | 2025-01-01 00:00:20
        """,
        expected={
            (1,): None,
            (2,): None,
            (3,): "-delay",
            (4,): None,
            (5,): "-delay",
            (6,): "-delay",
            (7,): None,
        },
        world=drawn,
    )
    spec.check_cycle(
        "match",
        ["seq"],
        "criterion",
        profile="modern",
        dirac_pilot="""
            seq | site | job_type | arrival_time
            1   | [T]  | [Merge]  | 2025-01-01 00:00:00
            2   | [T]  | [Merge]  | 2025-01-01 00:00:01
            3   | [T]  | [Merge]  | 2025-01-01 00:00:02
            4   | [T]  | [Merge]  |
            5   | [T]  | [Merge]  | 2025-01-01 00:01:00
            6   | [T]  | [Merge]  | 2025-01-01 00:01:00
        """,
        expected={
            (1,): None,
            (2,): None,
            (3,): "-delay",
            (4,): None,
            (5,): None,
            (6,): None,
        },
        world=drawn,
    )
