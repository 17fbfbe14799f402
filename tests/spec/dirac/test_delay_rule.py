"""How long a site refuses jobs of a kind after it took one."""

from __future__ import annotations

from tests.spec.check import Spec


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
