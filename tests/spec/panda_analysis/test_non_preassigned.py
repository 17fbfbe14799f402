"""-nonpreassigned: the task is pre-assigned to another queue."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_site_of_the_task(spec: Spec) -> None:
    """A unified queue stands for its pseudo queues; unknown sites bind nobody."""
    spec.check(
        queue="""
            queue_name | type     | capability | core_count
            A          | analysis |            | 1
            U          | unified  | ucore      | 1
        """,
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        task="jedi_task_id: 1 | 2 | 3, site: | U | NOWHERE",
        expected={(2, "A"): "the task is pre-assigned to U"},
    )


def test_a_list_of_sites_and_a_pseudo_queue(spec: Spec) -> None:
    """C286, C289, 9.2 row 41: on the page site names queues, online or not, or a
    family; what is no queue is left out. The running system knows whole names."""
    world = {
        "queue": "queue_name: A | B | C, status: online | test | online",
        "task": """
            jedi_task_id | site
            1            | A, B
            2            | A/SCORE_LOMEM
            3            | B/SCORE,NOWHERE
            4            | NOWHERE,ELSEWHERE
        """,
    }
    passed = {1: "AB", 2: "A", 3: "B", 4: "AC"}
    spec.check_cycle(
        "weighed",
        ("jedi_task_id", "queue_name"),
        "criterion",
        world=world,
        dataset_replica="ddm_endpoint_name: A_DATADISK | B_DATADISK | C_DATADISK",
        expected=both(
            page={(task, name): "+use" for task in passed for name in passed[task]},
            asrun={(task, name): "+use" for task in passed for name in "AC"},
        ),
    )


def test_behind_the_lists_of_sites(spec: Spec) -> None:
    """What a list with AUTO takes is told by it (V86); then hospitals leave."""
    world = {
        "queue": "queue_name: A | B | C | D_HOSPITAL",
        "task": """
            jedi_task_id | split_rule | site       | task_params
            1            | LS=1       | C          | {"includedSite": "AUTO,A,B"}
            2            | LS=1       | D_HOSPITAL | {"includedSite": "AUTO,NONE"}
        """,
    }
    others = ("A", "B", "C")
    spec.check(
        world=world, expected={(1, "A"), (1, "B"), *((2, name) for name in others)}
    )
    Spec("panda_analysis", "not_in_auto_list").check(
        world=world, expected={"C", "D_HOSPITAL"}
    )
    Spec("panda_analysis", "hospital").check(world=world, expected=set())
