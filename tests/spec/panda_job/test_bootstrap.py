"""+use: an empty queue gets its first jobs, with weight 0 and before all others.

V19: only in the running system; the page sorts all queues by weight.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

LOW = "current_priority: 100"


def test_up_to_priority_150(spec: Spec) -> None:
    """150 may start a queue, 151 may not; an unknown priority is 0. It is set by
    gdpconfig: MAX_PRIO_TO_BOOTSTRAP."""
    told = "bootstrap: no jobs at the queue"
    tasks = "jedi_task_id: 1 | 2 | 3 | 4 | 5, current_priority: 149 | 150 | 151 | | 300"
    for most, found in (("", (1, 2, 4)), (299, (1, 2, 3, 4)), (300, (1, 2, 3, 4, 5))):
        spec.check(
            gdp_config=f"key: MAX_PRIO_TO_BOOTSTRAP, type: int, value: {most}",
            task=tasks,
            expected=both(page={}, asrun=dict.fromkeys(found, told)),
        )


def test_which_jobs_fill_a_queue(spec: Spec) -> None:
    """One job of the share; assigned ones count, also where the input is local. A
    running job and another one are two, not none (G to J). Jobs of other shares do not
    fill it (K)."""
    queues = " | ".join("ABCDEFGHIJK")
    spec.check(
        task=LOW,
        queue=f"queue_name: {queues}",
        queue_endpoint=f"queue_name: {queues}, ddm_endpoint_name: Q_DATADISK",
        dataset_replica="ddm_endpoint_name: Q_DATADISK",
        job_stats="""
            queue_name | job_status   | n_jobs | gshare
            A          | running      | 1      | MC
            B          | activated    | 1      | MC
            C          | assigned     | 1      | MC
            D          | starting     | 1      | MC
            E          | defined      | 1      | MC
            F          | transferring | 1      | MC
            G          | running      | 1      | MC
            G          | activated    | 1      | MC
            H          | running      | 1      | MC
            H          | assigned     | 1      | MC
            I          | running      | 1      | MC
            I          | starting     | 1      | MC
            J          | running      | 1      | MC
            J          | defined      | 1      | MC
            K          | running      | 100    | Express
        """,
        expected=both(page={}, asrun={"F", "K"}),
    )


def test_workers_and_slots_fill_it(spec: Spec) -> None:
    """D27: they stand for running jobs: workers as run at unified queues that pull."""
    spec.check(
        task=LOW,
        resource_type="resource_name: MCORE, min_core: 2, max_core:",
        queue="queue_name: A | B | C, capability: | ucore |, workflow: | pull_ups |",
        worker_stats="queue_name: A | B, n_workers: 5",
        queue_slots="queue_name: C, num_slots: 1",
        expected=both(page={}, asrun={"A"}),
    )


def test_merge_and_express_jobs_do_not_start_a_queue(spec: Spec) -> None:
    """Scouts and pre-assigned ones may."""
    spec.check(
        task="""
            jedi_task_id | current_priority | processing_type | site
            1            | 100              | simul           |
            2            | 100              | urgent          |
            3            | 100              | simul           | Q
        """,
        input_chunk="""
            jedi_task_id | chunk_no | is_merging | use_scout
            1            | 0        | true       | false
            1            | 1        | false      | true
            2            | 0        | false      | false
            3            | 0        | false      | false
        """,
        expected=both(page={}, asrun={(1, 1, "Q"), 3}),
    )


def test_it_can_be_switched_off(spec: Spec) -> None:
    """D32, V19: `bootstrap` is a parameter, in both profiles."""
    spec.check(task=LOW, parameters={"bootstrap": False}, expected={})
    spec.check(task=LOW, parameters={"bootstrap": True}, expected={"Q"})


def test_the_least_weight_does_not_matter(spec: Spec) -> None:
    """A queue that starts empty has weight 0, whatever the minimum of the label."""
    spec.check_cycle(
        "candidate",
        ("queue_name",),
        "is_bootstrap",
        profile="asrun",
        task="current_priority: 100, fsize: 0",
        parameters={"NW_ACTIVE": False},
        gdp_config="key: MIN_WEIGHT_managed, value: 0.2, type: float",
        expected={"Q": True},
    )
