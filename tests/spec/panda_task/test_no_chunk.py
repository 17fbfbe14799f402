"""-no_chunk: an assigning task needs its input chunk number 0 (spec 2.1).

The page is silent: without it nothing tells the job brokerage the size of the jobs.
"""

from __future__ import annotations

from tests.spec.check import Spec

TASKS = """
    jedi_task_id | nucleus | status
    1            |         | assigning
    2            |         | assigning
    3            |         | assigning
    4            | Q       | assigning
    5            | NOWHERE | assigning
"""
CHUNKS = "jedi_task_id: 1 | 3, chunk_no: 0 | 1"
OUTPUT = """
    jedi_task_id | type
    1            | output
    2            | output
    3            | output
    4            | output
    5            | output
"""


def test_chunk_number_0(spec: Spec) -> None:
    """Another chunk does not help; a task that has its nucleus needs none."""
    spec.check(
        task=TASKS,
        input_chunk=CHUNKS,
        task_dataset=OUTPUT,
        expected={
            (2, 0): "no row in input_chunk with chunk_no 0",
            (3, 0): "no row in input_chunk with chunk_no 0",
            (5, 0): "no row in input_chunk with chunk_no 0",
        },
    )


def test_the_task_stays_pending(spec: Spec) -> None:
    """And is tried again; nothing is said of its nuclei."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "criterion", "retry_after_s", "n_candidates", "nucleus"],
        task=TASKS,
        input_chunk=CHUNKS,
        task_dataset=OUTPUT,
        profile="asrun",
        expected={
            (1,): ("assigned", None, None, 1, "Q"),
            (2,): ("pending", "-no_chunk", 1800, 0, None),
            (3,): ("pending", "-no_chunk", 1800, 0, None),
            (4,): ("assigned", None, None, 0, "Q"),
            (5,): ("pending", "-no_chunk", 1800, 0, None),
        },
    )
