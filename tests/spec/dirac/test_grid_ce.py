"""-grid_ce: if the jobs require a CE, it matches."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

DRAWN = {
    "dirac_job": "job_id: 1 | 2 | 3, grid_ces: [ce1] | [ce1, ce2] |",
    "dirac_pilot": "seq: 1 | 2 | 3 | 4 | 5 | 6 | 7, "
    "site: [A] | [A] | [A] | | | [A] | [A], "
    "grid_ce: [ce2] | [ce3] | | [ce1] | | [] | [Any]",
}
OTHER_CE = {
    (1, 1): "asks for [ce1], the resource is [ce2]",
    (2, 1): "asks for [ce1], the resource is [ce3]",
    (2, 2): "asks for [ce1, ce2], the resource is [ce3]",
}
#: To whom ANY says nothing, it is the name of a CE.
ANY_CE = {
    (7, 1): "asks for [ce1], the resource is [Any]",
    (7, 2): "asks for [ce1, ce2], the resource is [Any]",
}
NO_CE = {
    (seq, tq_id): f"asks for {asked}, the resource states no CE"
    for seq in (3, 5, 6)
    for tq_id, asked in ((1, "[ce1]"), (2, "[ce1, ce2]"))
}


def test_a_required_ce(spec: Spec) -> None:
    """It must match: a resource that sends none gets no job that requires one (D6). In
    the code a resource that sends no CE is not restricted. Strict or not is a
    parameter; ANY is none that is not sent."""
    strict, lenient = OTHER_CE | ANY_CE | NO_CE, OTHER_CE | ANY_CE
    spec.check(
        world=DRAWN, expected=by_profile(OTHER_CE, page=strict, dirac2009=lenient)
    )
    for is_strict, any_values, expected in (
        (False, False, OTHER_CE | ANY_CE),
        (True, True, OTHER_CE | NO_CE),
    ):
        spec.check(
            parameters={"ce_strict": is_strict, "any_values": any_values},
            expected=expected,
            world=DRAWN,
        )
