"""-platform: the platform matches if the jobs require one."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

#: Of pilot 5 no platform is known, pilot 6 sends ANY, pilot 7 another case.
DRAWN = {
    "dirac_job": "job_id: 1 | 2 | 3, platforms: [slc5] | [slc5, slc6] |",
    "dirac_pilot": "seq: 1 | 2 | 3 | 4 | 5 | 6 | 7, "
    "platform: [slc5] | [slc6] | [el9, slc6] | [el9] | | [a-n-y] | [SLC5]",
}


def test_platforms(spec: Spec) -> None:
    """One in common is enough; none required accepts all. A resource that sends none
    gets no job that requires one; in the code it is not restricted. ANY is not none:
    who sends it is held to no platform, where ANY counts. Names are compared as they
    stand; with nocase SLC5 is slc5."""
    one, two = "asks for [slc5], resource has", "asks for [slc5, slc6], resource has"
    other = {
        **{(2, 1): f"{one} [slc6]", (3, 1): f"{one} [el9, slc6]"},
        **{4: {1: f"{one} [el9]", 2: f"{two} [el9]"}},
        **{7: {1: f"{one} [SLC5]", 2: f"{two} [SLC5]"}},
    }
    none = {5: {1: f"{one} nothing", 2: f"{two} nothing"}}
    names = {6: {1: f"{one} [a-n-y]", 2: f"{two} [a-n-y]"}}
    usual = by_profile(other | names, page=other | none | names, modern=other)
    strict = by_profile(other | none | names, modern=other | none)
    nocase = {key: told for key, told in other.items() if key != 7}
    for own, expected in (
        ({}, usual),
        ({"platform_strict": False}, by_profile(other | names, modern=other)),
        ({"platform_strict": True}, strict),
        ({"any_values": False, "platform_strict": True}, other | none | names),
        ({"any_values": True, "platform_strict": True}, other | none),
        (
            {"collation": "nocase", "platform_strict": True},
            by_profile(nocase | none | names, modern=nocase | none),
        ),
    ):
        spec.check(world=DRAWN, parameters=own, expected=expected)


def test_compatible_platforms(spec: Spec) -> None:
    """D8: a resource has the platforms whose systems contain its own; as they stand
    they are compared without a table, or without platform_compat, as in the running
    system: that widens the platforms of jobs before they wait."""
    of_table = {
        (2, 1): "asks for [slc5], resource has [slc6]",
        **{(n, 1): "asks for [slc5], resource has [el9, slc6]" for n in (3, 4)},
    }
    as_sent = {(2, 1), (3, 1), (4, 1), (4, 2)}
    for own, expected in (
        ({}, by_profile(of_table, modern=as_sent)),
        ({"platform_compat": True}, of_table),
        ({"platform_compat": False}, as_sent),
    ):
        spec.check(
            world=DRAWN,
            dirac_pilot="seq: 1 | 2 | 3 | 4 | 5, "
            "platform: [slc5] | [slc6] | [el9, slc6] | [el9] |",
            parameters={"platform_strict": False, **own},
            dirac_platform="platform: slc6 | slc6 | slc5 | slc5, "
            "os: el9 | slc6 | slc5 |",
            expected=expected,
        )
