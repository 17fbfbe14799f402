"""-grid_ce: if the jobs require a CE, it matches."""

from __future__ import annotations

from tests.spec.check import Spec

DRAWN = {
    "dirac_job": """
        job_id | grid_ces
        1      | [ce1]
        2      | [ce1, ce2]
        3      |
    """,
    "dirac_pilot": """
        seq | site | grid_ce
        1   | [A]  | [ce2]
        2   | [A]  | [ce3]
        3   | [A]  |
    """,
}


def test_a_required_ce(spec: Spec) -> None:
    """D6: a resource that sends no CE is not restricted, in no profile."""
    spec.check(
        expected={
            (1, 1): "asks for [ce1], resource is [ce2]",
            (2, 1): "asks for [ce1], resource is [ce3]",
            (2, 2): "asks for [ce1, ce2], resource is [ce3]",
        },
        world=DRAWN,
    )


def test_the_page_read_strictly(spec: Spec) -> None:
    """A job that requires a CE does not match a resource that sends none."""
    spec.check(
        parameters={"ce_strict": True},
        expected={(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)},
        world=DRAWN,
    )
