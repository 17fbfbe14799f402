"""-tag: the resource offers all tags of the jobs."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

JOBS = """
    job_id | tags
    1      |
    2      | [MultiProcessor]
    3      | [GPU, MultiProcessor]
    4      | [4Processors]
    5      | [WholeNode]
"""


def test_tags(spec: Spec) -> None:
    """No tag sent is the offer of none; ANY lifts the condition. An extra (D9)."""
    pilots = "seq: 1 | 2 | 3 | 4, tag: | [MultiProcessor, GPU] | [any] | [GPU]"
    expected: dict[Key, object] = {
        (1, 2): "asks for [MultiProcessor], resource offers nothing",
        (1, 3): "asks for [GPU, MultiProcessor], resource offers nothing",
        (1, 4): "asks for [4Processors], resource offers nothing",
        (1, 5): "asks for [WholeNode], resource offers nothing",
        (2, 4): "asks for [4Processors], resource offers [GPU, MultiProcessor]",
        (2, 5): "asks for [WholeNode], resource offers [GPU, MultiProcessor]",
        (4, 2): "asks for [MultiProcessor], resource offers [GPU]",
        (4, 3): "asks for [GPU, MultiProcessor], resource offers [GPU]",
        (4, 4): "asks for [4Processors], resource offers [GPU]",
        (4, 5): "asks for [WholeNode], resource offers [GPU]",
    }
    spec.check(profile="modern", dirac_job=JOBS, dirac_pilot=pilots, expected=expected)
    spec.check(profile="page", dirac_job=JOBS, dirac_pilot=pilots, expected=set())


def test_processors_are_tags(spec: Spec) -> None:
    """More than one makes a multiprocessor; beyond 1024 they are no tags."""
    spec.check(
        profile="modern",
        dirac_job=JOBS,
        dirac_pilot="""
            seq | number_of_processors | whole_node
            1   | 1                    | true
            2   | 3                    | false
            3   | 4                    |
            4   | 1024                 | true
            5   | 1025                 |
        """,
        expected={
            *((1, 2), (1, 3), (1, 4)),
            *((2, 3), (2, 4), (2, 5)),
            *((3, 3), (3, 5)),
            (4, 3),
            *((5, 2), (5, 3), (5, 4), (5, 5)),
        },
    )
