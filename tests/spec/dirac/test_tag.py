"""-tag: the resource offers all tags of the jobs."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

JOBS = """
    job_id | tags
    1      |
    2      | [MultiProcessor]
    3      | [GPU, MultiProcessor]
    4      | [4Processors]
    5      | [WholeNode]
    6      | [2Processors]
"""
ASKED = {
    **{2: "[MultiProcessor]", 3: "[GPU, MultiProcessor]"},
    **{4: "[4Processors]", 5: "[WholeNode]", 6: "[2Processors]"},
}


def test_tags(spec: Spec) -> None:
    """No tag sent is the offer of none; ANY lifts the condition. An extra (D9)."""
    refusing = (
        (1, "nothing", (2, 3, 4, 5, 6)),
        (2, "[GPU, MultiProcessor]", (4, 5, 6)),
        (4, "[GPU]", (2, 3, 4, 5, 6)),
    )
    modern = {
        (seq, tq_id): f"asks for {ASKED[tq_id]}, resource offers {offered}"
        for seq, offered, refused in refusing
        for tq_id in refused
    }
    spec.check(
        dirac_job=JOBS,
        dirac_pilot="seq: 1 | 2 | 3 | 4, tag: | [MultiProcessor, GPU] | [any] | [GPU]",
        expected=by_profile({}, modern=modern),
    )


def test_processors_are_tags(spec: Spec) -> None:
    """More than one makes a multiprocessor; beyond 1024 the numbers are no tags, and
    WholeNode is one wherever it is sent (spec/dirac.md 3, Modern Matcher additions)."""
    few = "asks for [2Processors], resource offers [MultiProcessor]"
    spec.check(
        profile="modern",
        dirac_job=JOBS,
        dirac_pilot="seq: 1 | 2 | 3 | 4 | 5, "
        "number_of_processors: 1 | 3 | 4 | 1024 | 1025, "
        "whole_node: true | false | | true |",
        expected={
            **{1: {2, 3, 4, 6}, 2: {3, 4}, 3: {3, 5}, 4: {3}, 5: {3, 4, 5}},
            (5, 6): few,
        },
    )
