"""The initial weight: running against queued jobs.

(running + 1) / ((activated + assigned + starting + defined + 10) x manyAssigned), where
manyAssigned = max(1, min(2, assigned / activated)); assigned jobs are ignored where the
input is local.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

LOW = "current_priority: 100"


def test_assigned_jobs_count_where_input_must_be_fetched(spec: Spec) -> None:
    """100 / 60 without the 30 assigned jobs, 100 / 90 with them (example 8). No jobs at
    all make (0 + 1) / 10, for local input and for input to fetch."""
    spec.check(
        queue="queue_name: LOCAL | FETCHES | LOCAL_IDLE | IDLE",
        job_stats="queue_name: LOCAL | FETCHES, running: 99, activated: 40, "
        "assigned: 30, starting: 5, defined: 5, transferring: 70",
        dataset_replica="ddm_endpoint_name: LOCAL_DATADISK | LOCAL_IDLE_DATADISK",
        expected={"LOCAL": 5 / 3, "FETCHES": 10 / 9, "LOCAL_IDLE": 0.1, "IDLE": 0.1},
    )


def test_many_assigned_jobs(spec: Spec) -> None:
    """D28: a ratio from 1 to 2, as run with 1 added to both numbers."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G",
        job_stats="""
            queue_name | assigned | activated
            B          | 1        | 0
            C          | 1        | 1
            D          | 1        | 2
            E          | 3        | 2
            F          | 20       | 10
            G          | 50       | 10
        """,
        expected=both(
            page={
                **{"A": 1 / 10, "B": 1 / 11 / 2, "C": 1 / 12, "D": 1 / 13},
                **{"E": 1 / 15 / (3 / 2), "F": 1 / 40 / 2, "G": 1 / 70 / 2},
            },
            asrun={
                **{"A": 1 / 10, "B": 1 / 11 / 2, "C": 1 / 12, "D": 1 / 13},
                **{"E": 1 / 15 / (4 / 3), "F": 1 / 40 / (21 / 11), "G": 1 / 70 / 2},
            },
        ),
    )


def test_local_input(spec: Spec) -> None:
    """All of it on disk: on tape or in part is not local; no input, or no file, is. 4
    assigned jobs make 1 / 14 of 1 / 10, and twice that divided by manyAssigned."""
    everywhere = dict.fromkeys("ABC", 1 / 10)
    spec.check(
        job_stats="queue_name: A | B | C, assigned: 4",
        queue="queue_name: A | B | C, is_tape: false | true | false",
        task="jedi_task_id: 1 | 2 | 3",
        task_file="jedi_task_id: 1 | 2, lfn: file1, fsize: 1000 | 0",
        dataset_replica="ddm_endpoint_name: A_DATADISK | B_DATADISK | C_DATADISK, "
        "n_files_found: 1 | 1 | 0",
        expected={
            1: {"A": 1 / 10, "B": 1 / 28, "C": 1 / 28},
            2: everywhere,
            3: everywhere,
        },
    )


def test_jobs_of_the_share_of_the_task(spec: Spec) -> None:
    """Those of a Resource work queue are told by its number and the label."""
    spec.check(
        work_queue="queue_id: 7, queue_function: Resource",
        task="jedi_task_id: 1 | 2 | 3 | 4, gshare: MC | Express | MC |, "
        "workqueue_id:  | | 7 |",
        job_stats="""
            gshare  | workqueue_id | prod_source_label | running
            MC      |              | managed           | 9
            MC      | 7            | managed           | 10
            MC      | 7            | test              | 20
            Express |              | test              | 49
        """,
        expected={1: 4.0, 2: 5.0, 3: 1.1, 4: 0.1},
    )


def test_a_work_queue_that_is_listed_twice(spec: Spec) -> None:
    """C139: its jobs count once, and so do the queues of its tasks."""
    world = {
        "queue": "queue_name: Q | R",
        "task": "jedi_task_id: 1, workqueue_id: 7",
        "work_queue": """
            queue_id | queue_name | queue_function | vo
            7        | special    | Resource       | atlas
            7        | special    | Resource       |
        """,
        "job_stats": "workqueue_id: 7, running: 9",
    }
    spec.check(world=world, expected={"Q": 1.0, "R": 0.1})
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        ("n_candidates", "n_selected"),
        world=world,
        expected={1: (2, 2)},
    )


def test_urgent_event_service_counts_its_share(spec: Spec) -> None:
    """Spec 6.1: at queues for it, even if the task has a Resource work queue."""
    spec.check(
        work_queue="queue_id: 7, queue_function: Resource",
        queue="queue_name: A | B, job_seed: eshigh | es",
        task="""
            jedi_task_id | workqueue_id | event_service | current_priority
            1            | 7            | 1             | 900
            2            | 7            | 1             | 899
        """,
        job_stats="""
            queue_name | gshare | workqueue_id | running
            A          | MC     |              | 9
            A          | MC     | 7            | 1
            B          | MC     |              | 9
            B          | MC     | 7            | 1
        """,
        expected={(1, "A"): 1.1, (1, "B"): 0.2, (2, "A"): 0.2, (2, "B"): 0.2},
    )


def test_pseudo_queues_count_the_jobs_of_their_unified_queue(spec: Spec) -> None:
    """All of them, whatever their resource type."""
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A, capability: ucore",
        job_stats="queue_name: A, resource_type: SCORE | MCORE, running: 4 | 5",
        expected={"A": 1.0, "A/SCORE": 1.0},
    )


def test_workers_where_few_jobs_run(spec: Spec) -> None:
    """D27: at most 20 batch workers, if fewer than 20 jobs run. As run only at unified
    queues that pull jobs and have pilots, for low priority."""
    spec.check(
        task="jedi_task_id: 1 | 2, current_priority: 150 | 151",
        resource_type="resource_name: MCORE, min_core: 2",
        queue="queue_name: A | B | C | D, capability: ucore | ucore | | ucore, "
        "workflow: pull_ups | pull | pull_ups | pull_ups",
        pilot_activity="queue_name: A | B | C",
        worker_stats="queue_name: A | B | C | D, n_workers: 25",
        expected=both(
            page={task: dict.fromkeys("ABCD", 2.1) for task in (1, 2)},
            asrun={
                1: {"A": 2.1, "B": 0.1, "C": 0.1, "D": 0.1},
                2: dict.fromkeys("ABCD", 0.1),
            },
        ),
    )


def test_more_workers_than_jobs(spec: Spec) -> None:
    """The larger number, up to 20 workers; from 20 jobs on workers do not count."""
    six = "queue_name: A | B | C | D | E | F"
    spec.check(
        task=LOW,
        resource_type="resource_name: MCORE, min_core: 2",
        queue=f"{six}, capability: ucore, workflow: pull_ups",
        job_stats=f"{six}, n_jobs: 5 | 5 | 19 | 19 | 20 | 21",
        worker_stats=f"{six}, n_workers: 4 | 6 | 20 | 21 | 30 | 30",
        expected={"A": 0.6, "B": 0.7, "C": 2.1, "D": 2.1, "E": 2.1, "F": 2.2},
    )


def test_which_workers_count(spec: Spec) -> None:
    """Running and submitted ones of the last hour, of all Harvesters and types."""
    spec.check(
        profile="page",
        queue="queue_name: A | B",
        worker_stats="""
            queue_name | status    | last_update | harvester_id | n_workers
            A          | running   | 11:00:01    | H            | 2
            A          | submitted | 11:59       | K            | 3
            A          | finished  | 11:59       | H            | 9
            B          | running   | 10:59       | H            | 9
            B          | running   |             | H            | 9
        """,
        expected={"A": 0.6, "B": 0.1},
    )


def test_pre_assigned_queues_use_no_workers(spec: Spec) -> None:
    """Where pilots are not looked at (D47), there are none."""
    spec.check(
        task="current_priority: 100, site: Q",
        resource_type="resource_name: MCORE, min_core: 2",
        queue="queue_name: Q, capability: ucore, workflow: pull_ups",
        worker_stats="n_workers: 9",
        expected=both(page={"Q": 1.0}, asrun={"Q": 0.1}),
    )


def test_slots_are_promised_running_jobs(spec: Spec) -> None:
    """D27: numSlots in cores, if it is more than what runs; as run for low priority.
    With numSlots 0 (F, G) starting jobs count on the page if more; as run they add.
    V01: 4 slots at a queue of 8 cores (H) promise no job, but they are no zero
    slots."""
    few = {"F": 5 / 20, "G": 15 / 20, "H": 3 / 40}
    promised = {"A": 2.0, "B": 2.0, "C": 3.0, "D": 2.0, "E": 0.1, "H": 3 / 40}
    page = {**promised, "F": 11 / 20, "G": 15 / 20}
    running = {"A": 0.1, "B": 0.1, "C": 3.0, "D": 0.1, "E": 0.1, **few}
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G | H, "
        "core_count: 1 | 8 | 8 | 0 | | 1 | 1 | 8",
        task="jedi_task_id: 1 | 2, current_priority: 150 | 151",
        queue_slots="queue_name: A | B | C | D | F | G | H, "
        "num_slots: 19 | 159 | 159 | 19 | 0 | 0 | 4",
        job_stats="queue_name: C | F | G | H, running: 29 | 4 | 14 | 2, "
        "starting: | 10 | 10 | 30",
        expected=both(
            page={1: page, 2: page},
            asrun={1: {**promised, "F": 15 / 20, "G": 25 / 20}, 2: running},
        ),
    )


def test_whose_slots_they_are(spec: Spec) -> None:
    """The row of the share, else that of all; of the resource type, else of all. Where
    the share has a row, those of all shares do not count, even if no row of it is of
    the type. A task without a type gets the sum, one with a type the largest row."""
    spec.check(
        queue="queue_name: A | B | C",
        queue_slots="""
            queue_name | gshare  | resource_type | num_slots
            A          | MC      | SCORE         | 1
            A          | MC      |               | 3
            A          | Express | MCORE         | 7
            A          |         | SCORE         | 9
            B          |         | SCORE         | 1
            B          |         |               | 3
            C          | MC      | SCORE         | 1
            C          | MC      | SCORE         | 4
            C          | MC      |               | 2
            C          | MC      |               | 6
        """,
        task="""
            jedi_task_id | gshare  | resource_type | current_priority
            1            | MC      | SCORE         | 100
            2            | MC      | MCORE         | 100
            3            | MC      |               | 100
            4            | Express | SCORE         | 100
            5            | Other   | SCORE         | 100
        """,
        expected={
            "A": {1: 0.2, 2: 0.4, 3: 0.5, 4: 0.1, 5: 1.0},
            "B": {1: 0.2, 2: 0.4, 3: 0.5, 4: 0.2, 5: 0.2},
            "C": {1: 0.5, 2: 0.7, 3: 1.4, 4: 0.1, 5: 0.1},
        },
    )
