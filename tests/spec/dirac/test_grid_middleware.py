"""-grid_middleware: the middleware of the resource, where it is a condition."""

from __future__ import annotations

from tests.spec.check import Spec

DRAWN = {
    "dirac_job": """
        job_id | grid_middlewares
        1      | [gLite]
        2      | [LCG, gLite]
        3      |
    """,
    "dirac_pilot": """
        seq | grid_middleware
        1   | gLite
        2   | LCG
        3   |
    """,
}


def test_only_pilot_submission_uses_it_on_the_page(spec: Spec) -> None:
    """The code of 2009 matches it where it is sent; modern has none (D5)."""
    spec.check(profile="page", expected=set(), world=DRAWN)
    spec.check(
        profile="dirac2009",
        expected={(2, 1): "asks for [gLite], resource has [LCG]"},
        world=DRAWN,
    )
    spec.check(profile="modern", expected=set(), world=DRAWN)
