"""How long a site refuses jobs of a kind after it took one."""

from __future__ import annotations

from datetime import datetime

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


def test_rows_and_configuration(spec: Spec) -> None:
    """A burst is one job where none is told; a delay of 0 is none. An extra (D9)."""
    drawn = {
        "dirac_matching_delay": """
            site | attribute | value | delay_s | burst
            S    | JobType   | MC    | 10      |
            S    | JobType   | User  | 5.5     | 3
            S    | JobType   | Test  | 0       |
        """,
        "dirac_cfg": """
            path                              | content
            Operations/Defaults/JobScheduling/MatchingDelay | T { JobType { MC = 7 } }
            /Operations/Defaults/JobScheduling/MatchingDelay/T/Burst/JobType | MC = 2
        """,
    }
    spec.check_fact(
        "delay_rule",
        ["delay_s", "burst"],
        profile="modern",
        expected={
            ("S", "JobType", "MC"): (10.0, 1),
            ("S", "JobType", "User"): (5.5, 3),
            ("T", "JobType", "MC"): (7.0, 2),
        },
        world=drawn,
    )
    spec.check_fact("delay_rule", "delay_s", profile="page", expected={}, world=drawn)


def test_what_is_left_when_a_cycle_begins(spec: Spec) -> None:
    """Matches that are left, and since when; without both as many as burst."""
    spec.check_fact(
        "delay_rule",
        ["burst", "n_left", "since"],
        profile="modern",
        expected={
            ("S", "JobType", "MC"): (2, 0.5, datetime(2025, 1, 1)),
            ("S", "JobType", "User"): (1, None, None),
        },
        dirac_matching_delay="""
            site | attribute | value | delay_s | burst | n_left | since
            S    | JobType   | MC    | 10      | 2     | 0.5    | 2025-01-01 00:00:00
            S    | JobType   | User  | 10      |       |        |
        """,
    )


def test_rules_of_names_that_count_as_one(spec: Spec) -> None:
    """The longest delay, the largest burst, the fewest left, the latest match."""
    spec.check_fact(
        "delay_rule",
        ["delay_s", "burst", "n_left", "since"],
        profile="modern",
        parameters={"collation": "nocase"},
        expected={("s", "JobType", "mc"): (20.0, 3, 0.5, datetime(2025, 1, 2))},
        dirac_matching_delay="""
            site | attribute | value | delay_s | burst | n_left | since
            S    | JobType   | MC    | 10      | 3     | 0.5    | 2025-01-01 00:00:00
            s    | JobType   | mc    | 20      | 2     | 1.5    | 2025-01-02 00:00:00
        """,
    )


def test_before_at_and_after_the_delay(spec: Spec) -> None:
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
