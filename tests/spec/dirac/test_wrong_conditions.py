"""-wrong_conditions: a request that requires what it does not offer is refused."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_required_tags_are_offered(spec: Spec) -> None:
    """Tags are an extra of the running system (D9). ANY that is required lifts the
    condition, ANY that is offered (6) does not. Case counts, even where names are
    compared without it: these are compared as sets."""
    refused = {
        1: "Wrong conditions: requires [MP], offers nothing",
        3: "Wrong conditions: requires [MP], offers [GPU]",
        6: "Wrong conditions: requires [MP], offers [ANY]",
        8: "Wrong conditions: requires [MP], offers [mp]",
    }
    for collation in ("exact", "nocase"):
        spec.check(
            parameters={"collation": collation},
            dirac_pilot="""
                seq | tag       | required_tag
                1   |           | [MP]
                2   | [MP]      | [MP]
                3   | [GPU]     | [MP]
                4   | [GPU, MP] | [MP, GPU]
                5   | [GPU]     | [any]
                6   | [ANY]     | [MP]
                7   | [GPU]     |
                8   | [mp]      | [MP]
                9   | [ANY, MP] | [MP]
            """,
            expected=by_profile({}, modern=refused),
        )
