"""-overloaded: more jobs wait for a running one than on the grid."""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {"queue": "queue_name: A | B | C | D | E", "task_dataset": "type: pseudo_input"}


def test_against_the_grid(spec: Spec) -> None:
    """20 queued jobs pass anyway; 1.2 times the ratio of the grid passes. The grid has
    120 queued and 100 running jobs: 1.2 x 1.2 is 1.44."""
    spec.check(
        world=WORLD,
        job_stats="""
            queue_name | activated | running | starting | assigned
            A          | 20        |         |          |
            B          | 21        |         |          |
            C          | 36        | 25      |          |
            D          |           | 25      | 37       |
            E          |           | 50      |          | 6
        """,
        expected={
            "B": "21 queued, 0 running; 1.20 per running one on the grid",
            "D": "37 queued, 25 running; 1.20 per running one on the grid",
        },
    )


def test_the_offset_is_a_key_of_gdpconfig(spec: Spec) -> None:
    """1.23 times the ratio of the grid lets 37 queued jobs for 25 pass, 1.24 not."""
    for offset, hits in ((1.24, set[str]()), (1.23, {"B"})):
        spec.check(
            world=WORLD,
            job_stats="""
                queue_name | starting | running | activated
                B          | 37       | 25      |
                C          |          | 75      | 83
            """,
            gdp_config=f"""
                component      | key                   | type  | value
                anal_jobbroker | OVERLOAD_RATIO_OFFSET | float | {offset}
            """,
            expected={*hits},
        )


def test_all_of_them_and_merges(spec: Spec) -> None:
    """Where all queues are overloaded they stay; merge chunks are not checked."""
    world = {**WORLD, "queue": "queue_name\nA\nB"}
    load = "queue_name: A | B, job_status: activated, n_jobs: 21"
    spec.check(world=world, job_stats=load, expected=set())
    spec.check(
        world=WORLD, job_stats=load, input_chunk="is_merging: true", expected=set()
    )


def test_pre_assigned_queues_are_compared_with_none(spec: Spec) -> None:
    """The only one that is left is not taken (V86)."""
    spec.check(
        world={**WORLD, "queue": "queue_name\nA\nB"},
        task="jedi_task_id: 1 | 2, site: | A",
        job_stats="""
            queue_name | job_status | n_jobs
            A          | activated  | 21
            B          | running    | 100
        """,
        expected={"A"},
    )


def test_vp_queues_are_another_rule(spec: Spec) -> None:
    """Queues without the data are no VP queues on the page (V88). Where locality is
    suppressed such a queue may be left in the first round."""
    spec.check(
        queue="queue_name: A | B | V",
        queue_endpoint="queue_name: A | B | V | V, "
        "ddm_endpoint_name: A_DATADISK | B_DATADISK | V_VP_DISK | V_DATADISK",
        endpoint="ddm_endpoint_name: A_DATADISK | B_DATADISK | V_DATADISK | V_VP_DISK, "
        "read_wan: OFF",
        dataset_replica="ddm_endpoint_name: V_DATADISK",
        task="task_priority: 2000",
        job_stats="queue_name: A | B | V, job_status: activated | running | activated, "
        "n_jobs: 21 | 100 | 21",
        expected=both(page={"A"}, asrun={"V"}),
    )
