"""-cap: skip queues if too many jobs are queued against those that run.

The page has two rules, activated + starting > 2 x running, and the same with defined
and assigned jobs; where the input is local, assigned ones are left out.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

THREE_QUEUES = "queue_name: A | B | C"
NO_INPUT = "fsize: 0"


def test_twice_the_running_jobs(spec: Spec) -> None:
    """Below, at and above it, in both profiles."""
    spec.check(
        queue=THREE_QUEUES,
        job_stats="""
            queue_name | job_status | n_jobs
            A          | running    | 50
            A          | activated  | 99
            B          | running    | 50
            B          | activated  | 100
            C          | running    | 50
            C          | activated  | 100
            C          | starting   | 1
        """,
        expected={(1, 0, "C"): "queued 101 > cap 100"},
    )


def test_few_running_jobs(spec: Spec) -> None:
    """D29: as run, 20 queued jobs are allowed in any case; the page has no floor.

    So on the page one queued job closes a queue where none runs.
    """
    spec.check(
        queue="queue_name: A | B | C | D | E | F",
        job_stats="""
            queue_name | job_status | n_jobs
            A          | activated  | 1
            B          | activated  | 20
            C          | activated  | 21
            D          | running    | 9
            D          | activated  | 18
            E          | running    | 9
            E          | activated  | 19
        """,
        expected=both(
            page={
                (1, 0, "A"): "queued 1 > cap 0",
                (1, 0, "B"): "queued 20 > cap 0",
                (1, 0, "C"): "queued 21 > cap 0",
                (1, 0, "E"): "queued 19 > cap 18",
            },
            asrun={(1, 0, "C"): "queued 21 > cap 20"},
        ),
    )


def test_which_jobs_are_queued(spec: Spec) -> None:
    """D29: the page counts defined jobs too, the running system does not."""
    spec.check(
        queue="queue_name: A | B | C | D | E",
        job_stats="""
            queue_name | job_status   | n_jobs
            A          | defined      | 21
            B          | assigned     | 21
            C          | activated    | 7
            C          | assigned     | 7
            C          | starting     | 7
            D          | transferring | 21
            E          | holding      | 21
        """,
        expected=both(
            page={(1, 0, "A"), (1, 0, "B"), (1, 0, "C")},
            asrun={(1, 0, "B"), (1, 0, "C")},
        ),
    )


def test_assigned_jobs_wait_for_input(spec: Spec) -> None:
    """They do not block jobs whose input is there: on disk, or where there is none."""
    assigned = """
        queue_name | job_status | n_jobs
        A          | assigned   | 21
        B          | assigned   | 21
        C          | assigned   | 21
    """
    spec.check(
        queue=THREE_QUEUES,
        job_stats=assigned,
        endpoint="""
            ddm_endpoint_name | is_tape
            A_DATADISK        | false
            B_DATADISK        | true
            C_DATADISK        | false
        """,
        dataset_replica="ddm_endpoint_name: A_DATADISK | B_DATADISK",
        expected={(1, 0, "B"), (1, 0, "C")},
    )
    spec.check(queue=THREE_QUEUES, job_stats=assigned, task_file=NO_INPUT, expected={})


def test_the_floor_is_set_by_gdpconfig(spec: Spec) -> None:
    """NQUEUELIMITSITE of the global share of the task, in both profiles; 0 is unset."""
    spec.check(
        gdp_config="""
            key                     | type | value
            NQUEUELIMITSITE_MC      | int  | 50
            NQUEUELIMITSITE_Express | int  | 0
        """,
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2 | 3, gshare: MC | Express | Other",
        job_stats="""
            queue_name | gshare  | job_status | n_jobs
            A          | MC      | activated  | 50
            A          | Express | activated  | 20
            A          | Other   | activated  | 20
            B          | MC      | activated  | 51
            B          | Express | activated  | 21
            B          | Other   | activated  | 21
        """,
        expected=both(
            page={
                (1, 0, "B"): "queued 51 > cap 50",
                (2, 0, "A"): "queued 20 > cap 0",
                (2, 0, "B"): "queued 21 > cap 0",
                (3, 0, "A"): "queued 20 > cap 0",
                (3, 0, "B"): "queued 21 > cap 0",
            },
            asrun={
                (1, 0, "B"): "queued 51 > cap 50",
                (2, 0, "B"): "queued 21 > cap 20",
                (3, 0, "B"): "queued 21 > cap 20",
            },
        ),
    )


def test_jobs_of_the_share_of_the_task_count(spec: Spec) -> None:
    """Of every label, at all pseudo queues together."""
    spec.check(
        queue=THREE_QUEUES,
        job_stats="""
            queue_name | gshare  | prod_source_label | vo    | job_status | n_jobs
            A          | MC      | managed           | atlas | activated  | 11
            A          | MC      | test              | atlas | activated  | 10
            B          | Express | managed           | atlas | activated  | 21
            C          | MC      | managed           | other | activated  | 21
        """,
        expected={(1, 0, "A")},
    )


def test_a_resource_work_queue_has_counts_of_its_own(spec: Spec) -> None:
    """By its number and the label of the task, whatever the share."""
    spec.check(
        work_queue="""
            queue_id | queue_name | queue_function
            7        | special    | Resource
            8        | normal     | Other
        """,
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2 | 3, workqueue_id: | 7 | 8",
        job_stats="""
            queue_name | gshare  | workqueue_id | job_status | n_jobs
            A          | Express | 7            | activated  | 21
            B          | MC      | 8            | activated  | 21
        """,
        expected={(1, 0, "B"), (2, 0, "A"), (3, 0, "B")},
    )
    spec.check(
        work_queue="queue_id: 7, queue_name: special, queue_function: Resource",
        task="""
            jedi_task_id | workqueue_id | prod_source_label
            1            | 7            | managed
            2            | 7            | test
        """,
        job_stats="""
            workqueue_id | prod_source_label | job_status | n_jobs
            7            | test              | activated  | 21
        """,
        expected={(2, 0, "Q")},
    )


def test_express_work(spec: Spec) -> None:
    """V17: capped on the page; as run, not if urgent or of a priority over 1000."""
    spec.check(
        job_stats="job_status: activated, n_jobs: 500",
        task="""
            jedi_task_id | current_priority | processing_type
            1            | 999              | simul
            2            | 1000             | simul
            3            | 1001             | simul
            4            | 100              | urgent
        """,
        expected=both(
            page={(task, 0, "Q") for task in (1, 2, 3, 4)},
            asrun={(1, 0, "Q"), (2, 0, "Q")},
        ),
    )


def test_unified_queues(spec: Spec) -> None:
    """D29: as run, the cap by resource type stands for it there: see cap_rt."""
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A, capability: ucore",
        job_stats="queue_name: A, job_status: activated, n_jobs: 21",
        expected=both(
            page={
                (1, 0, "A"): "queued 21 > cap 0",
                (1, 0, "A/SCORE"): "queued 21 > cap 0",
            },
            asrun={},
        ),
    )


def test_workers_and_slots_count_as_running_jobs(spec: Spec) -> None:
    """The cap follows the number that the weight is made from: see load.

    V01: 4 slots at the 8 cores of C are no job, so 2 run; starting ones do not count.
    """
    spec.check(
        queue="""
            queue_name | core_count
            A          | 1
            B          | 1
            C          | 8
        """,
        task="current_priority: 100",
        queue_slots="queue_name: A | B | C, num_slots: 15 | 15 | 4",
        job_stats="""
            queue_name | job_status | n_jobs
            A          | activated  | 30
            B          | activated  | 31
            C          | running    | 2
            C          | starting   | 30
        """,
        expected=both(
            page={(1, 0, "B"): "queued 31 > cap 30", (1, 0, "C"): "queued 30 > cap 4"},
            asrun={
                (1, 0, "B"): "queued 31 > cap 30",
                (1, 0, "C"): "queued 30 > cap 20",
            },
        ),
    )
