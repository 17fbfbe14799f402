"""-platform: the platform matches if the jobs require one."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

DRAWN = {
    "dirac_job": "job_id: 1 | 2 | 3, platforms: [slc5] | [slc5, slc6] |",
    "dirac_pilot": "seq: 1 | 2 | 3 | 4 | 5, "
    "platform: [slc5] | [slc6] | [el9, slc6] | [el9] |",
}


def test_platforms(spec: Spec) -> None:
    """One in common is enough; none required accepts all. A resource that sends none
    gets no job that requires one; in the code it is not restricted."""
    other = {
        (2, 1): "asks for [slc5], resource has [slc6]",
        (3, 1): "asks for [slc5], resource has [el9, slc6]",
        (4, 1): "asks for [slc5], resource has [el9]",
        (4, 2): "asks for [slc5, slc6], resource has [el9]",
    }
    strict = other | {
        (5, 1): "asks for [slc5], resource has nothing",
        (5, 2): "asks for [slc5, slc6], resource has nothing",
    }
    spec.check(world=DRAWN, expected=by_profile(other, page=strict))
    for is_strict, expected in ((False, other), (True, strict)):
        own = {"platform_strict": is_strict}
        spec.check(world=DRAWN, parameters=own, expected=expected)


def test_any_platform(spec: Spec) -> None:
    """ANY is not none: who sends it is held to no platform, where ANY counts."""
    drawn = {**DRAWN, "dirac_pilot": "seq: 1 | 2, platform: [a-n-y] | [slc6]"}
    names = {(1, 1), (1, 2), (2, 1)}
    spec.check(world=drawn, expected=by_profile(names, modern={(2, 1)}))
    for any_values, expected in ((False, names), (True, {(2, 1)})):
        spec.check(
            world=drawn, parameters={"any_values": any_values}, expected={*expected}
        )


def test_platforms_in_another_case(spec: Spec) -> None:
    """Names are compared as they stand; with nocase SLC5 is slc5."""
    drawn = {**DRAWN, "dirac_pilot": "seq: 1, platform: [SLC5]"}
    spec.check(world=drawn, expected={(1, 1), (1, 2)})
    spec.check(world=drawn, parameters={"collation": "nocase"}, expected=set())


def test_compatible_platforms(spec: Spec) -> None:
    """D8: a resource has the platforms whose systems contain its own; as they stand
    they are compared without a table, or without platform_compat."""
    drawn = {
        **DRAWN,
        "dirac_platform": "platform: slc6 | slc6 | slc5 | slc5, "
        "os: el9 | slc6 | slc5 |",
    }
    spec.check(
        world=drawn,
        parameters={"platform_strict": False},
        expected={
            (2, 1): "asks for [slc5], resource has [slc6]",
            (3, 1): "asks for [slc5], resource has [el9, slc6]",
            (4, 1): "asks for [slc5], resource has [el9, slc6]",
        },
    )
    spec.check(
        world=drawn,
        parameters={"platform_strict": False, "platform_compat": False},
        expected={(2, 1), (3, 1), (4, 1), (4, 2)},
    )
