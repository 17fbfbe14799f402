"""-no_chunk: an assigning task needs its input chunk number 0 (spec 2.1).

The page is silent: without it nothing tells the job brokerage the size of the jobs.
"""

from __future__ import annotations

from tests.spec.check import Spec

WORLD = {
    "task": "jedi_task_id: 1 | 2 | 3 | 4 | 5, nucleus: | | | Q | NOWHERE, type: output",
    "input_chunk": "jedi_task_id: 1 | 3, chunk_no: 0 | 1",
}


def test_chunk_number_0(spec: Spec) -> None:
    """Another chunk does not help; a task that has its nucleus needs none. The others
    stay pending and are tried again; nothing is said of their nuclei."""
    told = "no row in input_chunk with chunk_no 0"
    spec.check(world=WORLD, expected=dict.fromkeys((2, 3, 5), told))
    waits = ("pending", "-no_chunk", 1800, 0, None)
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "criterion", "retry_after_s", "n_candidates", "nucleus"],
        world=WORLD,
        profile="asrun",
        expected={
            1: ("assigned", None, None, 1, "Q"),
            4: ("assigned", None, None, 0, "Q"),
            **dict.fromkeys((2, 3, 5), waits),
        },
    )
