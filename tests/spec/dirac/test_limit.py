"""-limit: as many jobs of the kind run at the site as may."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

JOBS = """
    job_id | job_types     | sites | owner
    1      | [Merge]       |       | ann
    2      | [Merge, User] |       | ann
    3      | [User]        |       | ann
    4      |               |       | ann
    5      | [Merge]       | [B]   | ann
    6      | [Merge]       |       | bob
"""
FIVE = """
    job_id | job_types | owner | cpu_time
    1      | [Merge]   | ann   | 300
    2      | [Merge]   | ann   | 300
    3      | [Merge]   | ann   | 300
    4      | [Merge]   | ann   | 300
    5      | [Merge]   | ann   | 300
    6      | [User]    | bob   | 300
"""
RUNNING = """
    job_id | job_type | status
    11     | Merge    | Running
    12     | Merge    | Stalled
    13     | Merge    | Done
    14     | User     | Matched
"""


def test_below_at_and_above_the_limit(spec: Spec) -> None:
    """Running, matched and stalled jobs count; a job without a type is not limited.

    An extra of the running system (D9).
    """
    drawn = {
        "dirac_job": JOBS,
        "dirac_running_job": RUNNING,
        "dirac_running_limit": """
            attribute | value | max_jobs | ce
            JobType   | Merge | 2        |
            JobType   | User  | 2        |
            JobType   | User  | 1        | ce1
            Unknown   | x     | 0        |
        """,
        "dirac_pilot": """
            seq | site   | grid_ce
            1   | [S]    |
            2   | [S]    | [ce1]
            3   | [T]    |
            4   | [S, B] |
            5   |        |
        """,
    }
    full = "JobType Merge at S: 2 of 2 jobs run"
    expected: dict[Key, object] = {
        **{(pilot, queue): full for pilot in (1, 2) for queue in (1, 2, 6)},
        (2, 3): "JobType User at S: 1 of 1 jobs run",
    }
    spec.check(profile="modern", expected=expected, world=drawn)
    spec.check(profile="page", expected=set(), world=drawn)
    spec.check(
        profile="modern",
        parameters={"check_job_limits": False},
        expected=set(),
        world=drawn,
    )


def test_limits_of_two_attributes(spec: Spec) -> None:
    """Each refuses on its own; with limits_compat a task queue must hit both (Q2)."""
    drawn = {
        "dirac_job": JOBS,
        "dirac_running_limit": """
            attribute | value | max_jobs
            JobType   | Merge | 0
            Owner     | bob   | 0
        """,
        "dirac_pilot": "seq: 1, site: [S]",
    }
    spec.check(profile="modern", expected={(1, 1), (1, 2), (1, 6)}, world=drawn)
    spec.check(
        profile="modern",
        parameters={"limits_compat": True},
        expected={(1, 6): "JobType Merge at S: 0 of 0 jobs run"},
        world=drawn,
    )


def test_limits_of_two_owners(spec: Spec) -> None:
    """Both are refused; with limit_values_compat none is, as jobs have one owner (Q3).

    Of job types, which jobs may have two of, each value refuses in either case.
    """
    drawn = {
        "dirac_job": JOBS,
        "dirac_running_limit": """
            site | attribute | value | max_jobs
            S    | Owner     | ann   | 0
            S    | Owner     | bob   | 0
            T    | Owner     | bob   | 0
            T    | JobType   | Merge | 0
            T    | JobType   | User  | 0
        """,
        "dirac_pilot": "seq: 1 | 2, site: [S] | [T]",
    }
    at_t: set[Key] = {(2, 1), (2, 2), (2, 3), (2, 6)}
    at_s: set[Key] = {(1, queue) for queue in (1, 2, 3, 4, 6)}
    compat = {"limit_values_compat": True}
    spec.check(profile="modern", expected=at_s | at_t, world=drawn)
    spec.check(profile="modern", parameters=compat, expected=at_t, world=drawn)


def test_several_sites(spec: Spec) -> None:
    """Refused is what no site may take that the jobs accept (Q5).

    With limit_sites_compat it is what asks for each limited site and is refused there.
    """
    drawn = {
        "dirac_job": f"""{JOBS.rstrip()}
            7      | [Merge]       | [S, B] | ann
            8      | [User]        | [S, B] | ann
        """,
        "dirac_running_limit": """
            site | attribute | value | max_jobs
            S    | JobType   | Merge | 0
            B    | JobType   | Merge | 0
            B    | JobType   | User  | 0
        """,
        "dirac_pilot": "seq: 1 | 2, site: [S, B] | [B]",
    }
    at_b: set[Key] = {(2, queue) for queue in (1, 2, 3, 5, 6, 7, 8)}
    ours: set[Key] = {(1, 1), (1, 2), (1, 5), (1, 6), (1, 7), *at_b}
    compat = {"limit_sites_compat": True}
    spec.check(profile="modern", expected=ours, world=drawn)
    spec.check(
        profile="modern", parameters=compat, expected={(1, 7), *at_b}, world=drawn
    )


def test_what_earlier_pilots_got_counts(spec: Spec) -> None:
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
        dirac_job=FIVE,
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
