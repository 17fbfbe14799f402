"""-platform: the platform matches if the jobs require one."""

from __future__ import annotations

from tests.spec.check import Spec

DRAWN = {
    "dirac_job": """
        job_id | platforms
        1      | [slc5]
        2      | [slc5, slc6]
        3      |
    """,
    "dirac_pilot": """
        seq | platform
        1   | [slc5]
        2   | [slc6]
        3   | [el9, slc6]
        4   | [el9]
        5   |
    """,
}


def test_platforms(spec: Spec) -> None:
    """One in common is enough; none sent or asked is no condition."""
    spec.check(
        expected={
            (2, 1): "asks for [slc5], resource has [slc6]",
            (3, 1): "asks for [slc5], resource has [el9, slc6]",
            (4, 1): "asks for [slc5], resource has [el9]",
            (4, 2): "asks for [slc5, slc6], resource has [el9]",
        },
        world=DRAWN,
    )


def test_compatible_platforms(spec: Spec) -> None:
    """D8: a resource has the platforms whose systems contain its own; as they stand
    they are compared without a table, or without platform_compat."""
    table = """
        platform | os
        slc6     | el9
        slc6     | slc6
        slc5     | slc5
        slc5     |
    """
    spec.check(
        dirac_platform=table,
        expected={
            (2, 1): "asks for [slc5], resource has [slc6]",
            (3, 1): "asks for [slc5], resource has [el9, slc6]",
            (4, 1): "asks for [slc5], resource has [el9, slc6]",
        },
        world=DRAWN,
    )
    spec.check(
        parameters={"platform_compat": False},
        dirac_platform=table,
        expected={(2, 1), (3, 1), (4, 1), (4, 2)},
        world=DRAWN,
    )
