"""-required_tag: the jobs have all tags that the resource requires."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_required_tags(spec: Spec) -> None:
    """An extra of the running system (D9); jobs are looked up as names are compared."""
    exact = {
        (2, 1): "resource requires [MP], jobs ask for nothing",
        (3, 1): "resource requires [GPU, MP], jobs ask for nothing",
        (3, 2): "resource requires [GPU, MP], jobs ask for [MP]",
        (5, 1): "resource requires [mp], jobs ask for nothing",
        (5, 2): "resource requires [mp], jobs ask for [MP]",
        (5, 3): "resource requires [mp], jobs ask for [GPU, MP]",
    }
    nocase = {
        (2, 1): "resource requires [mp], jobs ask for nothing",
        (3, 1): "resource requires [gpu, mp], jobs ask for nothing",
        (3, 2): "resource requires [gpu, mp], jobs ask for [mp]",
        (5, 1): "resource requires [mp], jobs ask for nothing",
    }
    for collation, expected in (("exact", exact), ("nocase", nocase)):
        spec.check(
            parameters={"collation": collation},
            dirac_job="job_id: 1 | 2 | 3, tags: | [MP] | [GPU, MP]",
            dirac_pilot="""
                seq | tag       | required_tag
                1   | [MP, GPU] |
                2   | [MP, GPU] | [MP]
                3   | [MP, GPU] | [MP, GPU]
                4   | [MP]      | [any]
                5   | [mp]      | [mp]
            """,
            expected=by_profile({}, modern=expected),
        )
