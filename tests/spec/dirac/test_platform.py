"""-platform: the platform matches if the jobs require one."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

DRAWN = {
    "dirac_job": "job_id: 1 | 2 | 3, platforms: [slc5] | [slc5, slc6] |",
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
    """One in common is enough; none required accepts all.

    A resource that sends none gets no job that requires one; in the code it is not
    restricted.
    """
    other: dict[Key, object] = {
        (2, 1): "asks for [slc5], resource has [slc6]",
        (3, 1): "asks for [slc5], resource has [el9, slc6]",
        (4, 1): "asks for [slc5], resource has [el9]",
        (4, 2): "asks for [slc5, slc6], resource has [el9]",
    }
    none: dict[Key, object] = {
        (5, 1): "asks for [slc5], resource has nothing",
        (5, 2): "asks for [slc5, slc6], resource has nothing",
    }
    spec.check(profile="page", expected=other | none, world=DRAWN)
    spec.check(profile="dirac2009", expected=other, world=DRAWN)
    spec.check(profile="modern", expected=other, world=DRAWN)
    for profile, is_strict in (("page", False), ("modern", True)):
        spec.check(
            profile=profile,
            parameters={"platform_strict": is_strict},
            expected=other | none if is_strict else other,
            world=DRAWN,
        )


def test_any_platform(spec: Spec) -> None:
    """ANY is not none: who sends it is held to no platform, where ANY counts."""
    drawn = {**DRAWN, "dirac_pilot": "seq | platform\n1 | [a-n-y]\n2 | [slc6]"}
    names: set[Key] = {(1, 1), (1, 2), (2, 1)}
    for any_values, expected in ((False, names), (True, names - {(1, 1), (1, 2)})):
        spec.check(
            profile="page",
            parameters={"any_values": any_values},
            expected=expected,
            world=drawn,
        )


def test_platforms_in_another_case(spec: Spec) -> None:
    """Names are compared as they stand; with nocase SLC5 is slc5."""
    drawn = {**DRAWN, "dirac_pilot": "seq | platform\n1 | [SLC5]"}
    refused: dict[str, set[Key]] = {"exact": {(1, 1), (1, 2)}, "nocase": set()}
    for collation, expected in refused.items():
        spec.check(parameters={"collation": collation}, expected=expected, world=drawn)


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
        parameters={"platform_strict": False},
        dirac_platform=table,
        expected={
            (2, 1): "asks for [slc5], resource has [slc6]",
            (3, 1): "asks for [slc5], resource has [el9, slc6]",
            (4, 1): "asks for [slc5], resource has [el9, slc6]",
        },
        world=DRAWN,
    )
    spec.check(
        parameters={"platform_strict": False, "platform_compat": False},
        dirac_platform=table,
        expected={(2, 1), (3, 1), (4, 1), (4, 2)},
        world=DRAWN,
    )
