"""Jobs that go elsewhere: those that the running system and their queue leave alone."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

POLICY = "panda_timeout"
ACTIVE = {"modification_time": "9 d ago", "state_change_time": "9 d ago"}
DEFINED = {**ACTIVE, "table_name": "defined4"}


@pytest.mark.parametrize(
    ("rule", "every", "taken"),
    [
        ("defined", {**DEFINED, "job_status": "defined"}, {1, 2, 7, 8, 9}),
        ("assigned", {**DEFINED, "job_status": "assigned"}, {1, 7, 8, 9}),
        ("activated", {**ACTIVE, "job_status": "activated"}, {1, 7}),
        ("starting", {**ACTIVE, "job_status": "starting"}, {1, 7}),
    ],
)
def test_jobs_that_the_running_system_leaves_alone(
    rule: str, every: dict[str, str], taken: set[int]
) -> None:
    """D55: it takes jobs that JEDI holds, managed ones and defined ones of label test;
    those that are active not where their relocation flag is 2 or unknown."""
    Spec(POLICY, rule).check_jobs(
        every=every,
        job="""
            panda_id | prod_source_label | locked_by | relocation_flag
            1        | managed           | jedi      | 0
            2        | test              | jedi      | 0
            3        | user              | jedi      | 0
            4        |                   | jedi      | 0
            5        | managed           | bamboo    | 0
            6        | managed           |           | 0
            7        | managed           | jedi      | 1
            8        | managed           | jedi      | 2
            9        | managed           | jedi      |
        """,
        expected=both(page={*range(1, 10)}, asrun=taken),
    )


@pytest.mark.parametrize("rule", ["activated", "starting"])
def test_queues_that_forbid_to_reassign(rule: str) -> None:
    """DisableReassign is a key of catchall or params; unknown queues forbid nothing. An
    item that only begins with the key has it, one after a blank does not."""
    Spec(POLICY, rule).check_jobs(
        queue="""
            queue_name | catchall              | params
            A          | disableReassign       |
            B          | x=1,disableReassign=1 |
            C          |                       | {"disableReassign": true}
            D          | disableReassigning    |
            F          | x, disableReassign    |
        """,
        every={**ACTIVE, "job_status": rule},
        job="panda_id: 1 | 2 | 3 | 4 | 5 | 6 | 7, queue_name: A | B | C | D | E | | F",
        expected={5, 6, 7},
    )
