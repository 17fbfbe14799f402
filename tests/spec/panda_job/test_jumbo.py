"""-jumbo: queues for jumbo jobs take no others."""

from __future__ import annotations

from tests.spec.check import Spec, both

NO_JUMBO = "useJumboJobs is set, the task has no jumbo jobs"


def test_a_jumbo_queue_needs_a_task_with_jumbo_jobs(spec: Spec) -> None:
    """The queue says so in its catchall or params, the task by its split rule NJ; what
    the chunk says (3, 4) ranks jumbo queues later on, it does not open them. D47: a
    single pre-assigned queue (5) takes any task as run, one of a list (6) does not.
    Pseudo queues inherit the catchall of their unified queue (U)."""
    told = dict.fromkeys(("B", "C", "D", "U", "U/SCORE"), NO_JUMBO)
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="""
            queue_name | catchall           | params                 | capability
            A          |                    |                        |
            B          | useJumboJobs       |                        |
            C          | x=1,useJumboJobs,y |                        |
            D          |                    | {"useJumboJobs": true} |
            E          | notuseJumboJobs    |                        |
            U          | useJumboJobs       |                        | ucore
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, use_jumbo: | | running | | |, "
        "split_rule: NF=1 | NF=1,NJ=5 | | NJ=1 | |, site: | | | | B | A,B",
        input_chunk="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, use_jumbo: | | only | | |",
        expected=both(
            page=dict.fromkeys((1, 3, 5, 6), told), asrun=dict.fromkeys((1, 3, 6), told)
        ),
    )


def test_jumbo_jobs_that_are_switched_off(spec: Spec) -> None:
    """D takes a task its jumbo jobs; what is unknown leaves its split rule in force."""
    spec.check(
        queue="queue_name: A, catchall: useJumboJobs",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, use_jumbo: D | W | R | P | L |, "
        "split_rule: NJ=5",
        expected={(1, "A"): NO_JUMBO},
    )
