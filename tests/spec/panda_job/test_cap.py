"""-cap: skip queues if too many jobs are queued against those that run.

The page has two rules, activated + starting > 2 x running, and the same with defined
and assigned jobs; where the input is local, assigned ones are left out.
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_few_running_jobs(spec: Spec) -> None:
    """D29: as run, 20 queued jobs are allowed in any case; the page has no floor, so
    one queued job closes a queue where none runs (example 18)."""
    told = "queued {} > cap {}".format
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G | H",
        job_stats="queue_name: A | B | C | D | E | G | H, "
        "activated: 1 | 20 | 21 | 18 | 19 | 100 | 101, running: | | | 9 | 9 | 50 | 50",
        expected=both(
            page={
                **{"A": told(1, 0), "B": told(20, 0), "C": told(21, 0)},
                **{"E": told(19, 18), "H": told(101, 100)},
            },
            asrun={"C": told(21, 20), "H": told(101, 100)},
        ),
    )


def test_which_jobs_are_queued(spec: Spec) -> None:
    """D29: the page counts defined jobs too, the running system does not. Jobs of the
    share of the task count, of every label, at all pseudo queues together (F)."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G | H",
        job_stats="""
            queue_name | gshare  | prod_source_label | vo    | job_status   | n_jobs
            A          | MC      | managed           | atlas | defined      | 21
            B          | MC      | managed           | atlas | assigned     | 21
            C          | MC      | managed           | atlas | activated    | 7
            C          | MC      | managed           | atlas | assigned     | 7
            C          | MC      | managed           | atlas | starting     | 7
            D          | MC      | managed           | atlas | transferring | 21
            E          | MC      | managed           | atlas | holding      | 21
            F          | MC      | managed           | atlas | activated    | 11
            F          | MC      | test              | atlas | activated    | 10
            G          | Express | managed           | atlas | activated    | 21
            H          | MC      | managed           | other | activated    | 21
        """,
        expected=both(page={"A", "B", "C", "F"}, asrun={"B", "C", "F"}),
    )


def test_assigned_jobs_wait_for_input(spec: Spec) -> None:
    """They do not block jobs whose input is there: on disk, or there is none (2)."""
    spec.check(
        queue="queue_name: A | B | C, is_tape: false | true | false",
        job_stats="queue_name: A | B | C, assigned: 21",
        task="jedi_task_id: 1 | 2, fsize: 1000 | 0",
        dataset_replica="ddm_endpoint_name: A_DATADISK | B_DATADISK",
        expected={"B", "C"},
    )


def test_the_floor_is_set_by_gdpconfig(spec: Spec) -> None:
    """NQUEUELIMITSITE of the global share of the task, in both profiles; 0 is unset."""
    over_50 = {(1, "B"): "queued 51 > cap 50"}
    spec.check(
        gdp_config="""
            key                     | type | value
            NQUEUELIMITSITE_MC      | int  | 50
            NQUEUELIMITSITE_Express | int  | 0
        """,
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2 | 3, gshare: MC | Express | Other",
        job_stats="""
            queue_name | gshare  | activated
            A          | MC      | 50
            A          | Express | 20
            A          | Other   | 20
            B          | MC      | 51
            B          | Express | 21
            B          | Other   | 21
        """,
        expected=both(
            page={
                **over_50,
                **{(task, "A"): "queued 20 > cap 0" for task in (2, 3)},
                **{(task, "B"): "queued 21 > cap 0" for task in (2, 3)},
            },
            asrun={**over_50, **{(task, "B"): "queued 21 > cap 20" for task in (2, 3)}},
        ),
    )


def test_a_resource_work_queue_has_counts_of_its_own(spec: Spec) -> None:
    """By its number and the label of the task, whatever the share."""
    spec.check(
        work_queue="queue_id: 7 | 8, queue_name: special | normal, "
        "queue_function: Resource | Other",
        queue="queue_name: A | B | C",
        task="jedi_task_id: 1 | 2 | 3 | 4, workqueue_id: | 7 | 8 | 7, "
        "prod_source_label: managed | managed | managed | test",
        job_stats="queue_name: A | B | C, gshare: Express | MC | Express, "
        "workqueue_id: 7 | 8 | 7, prod_source_label: managed | managed | test, "
        "activated: 21",
        expected={(1, "B"), (2, "A"), (3, "B"), (4, "C")},
    )


def test_express_work(spec: Spec) -> None:
    """V17: capped on the page; as run, not if urgent or of a priority over 1000."""
    spec.check(
        job_stats="activated: 500",
        task="jedi_task_id: 1 | 2 | 3 | 4, current_priority: 999 | 1000 | 1001 | 100, "
        "processing_type: simul | simul | simul | urgent",
        expected=both(page={1, 2, 3, 4}, asrun={1, 2}),
    )


def test_unified_queues(spec: Spec) -> None:
    """D29: as run, the cap by resource type stands for it there: see cap_rt."""
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A, capability: ucore",
        job_stats="queue_name: A, activated: 21",
        expected=both(
            page={"A": "queued 21 > cap 0", "A/SCORE": "queued 21 > cap 0"}, asrun={}
        ),
    )


def test_workers_and_slots_count_as_running_jobs(spec: Spec) -> None:
    """The cap follows the number that the weight is made from: see load. V01: 4 slots
    at the 8 cores of C are no job, so 2 run; starting ones do not count."""
    spec.check(
        queue="queue_name: A | B | C, core_count: 1 | 1 | 8",
        task="current_priority: 100",
        queue_slots="queue_name: A | B | C, num_slots: 15 | 15 | 4",
        job_stats="""
            queue_name | activated | running | starting
            A          | 30        |         |
            B          | 31        |         |
            C          |           | 2       | 30
        """,
        expected=both(
            page={"B": "queued 31 > cap 30", "C": "queued 30 > cap 4"},
            asrun={"B": "queued 31 > cap 30", "C": "queued 30 > cap 20"},
        ),
    )
