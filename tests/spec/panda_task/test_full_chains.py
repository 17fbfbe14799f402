"""-full_chain, -not_candidate: which nuclei take tasks of full chains, and others."""

from __future__ import annotations

from tests.spec.check import Spec, both

POLICY = "panda_task"
#: The word stands in catchall or among the params of the queue.
WORLD = {
    "queue": """
        queue_name | role      | catchall               | params
        A          | nucleus   |                        |
        B          | nucleus   | bareNucleus=only       |
        C          | nucleus   | bareNucleus=allow      |
        D          | nucleus   | bareNucleus=never      |
        E          | satellite | bareNucleus=allow      |
        F          | satellite | bareNucleus=only       |
        G          | nucleus   | x,bareNucleus=only,y=1 |
        H          | nucleus   |                        | {"bareNucleus": "only"}
        I          | satellite |                        |
        J          | satellite | bareNucleus=never      |
    """,
    "task": "jedi_task_id: 1 | 2 | 3 | 4 | 5, split_rule: | TW=-1 | FU=1 | FU=2 | FU=3",
}
AT_B = "the parent is at B"
QUEUES = "queue_name: A | B | C, catchall: | bareNucleus=only | bareNucleus=allow"


def test_the_modes_of_full_chain() -> None:
    """Only (3): bareNucleus=only; require (4): that or allow; capable (5): any. D14: an
    only task takes an allow nucleus in the running system. Satellites that accept full
    chains are asked like nuclei."""
    lacking = {
        (task, queue): f"fullChain={mode}, bareNucleus={bare}"
        for task, mode in ((3, "only"), (4, "require"))
        for queue, bare in (("A", "none"), ("D", "never"))
    }
    allowing = {(3, name): "fullChain=only, bareNucleus=allow" for name in "CE"}
    Spec(POLICY, "full_chain_bare").check(
        world=WORLD, expected=both(page={**lacking, **allowing}, asrun=lacking)
    )


def test_normal_tasks() -> None:
    """Nuclei with bareNucleus=only do not take them, those with allow do."""
    bare = "bareNucleus=only, and the task is not of a full chain"
    Spec(POLICY, "full_chain_only").check(
        world=WORLD,
        expected={(task, name): bare for task in (1, 2) for name in "BFGH"},
    )


def test_bare_satellites() -> None:
    """Spec 2.3: they take every mode of full chains, and nothing else. A satellite that
    declares nothing, or never, is no candidate at all."""
    said = "a satellite, and the task is not of a full chain"
    Spec(POLICY, "not_listed").check(
        world=WORLD, expected={(task, name): said for task in (1, 2) for name in "EF"}
    )


def test_who_follows_the_parent() -> None:
    """D57: a capable task on the page; any mode as run, of a parent with fullChain too.
    Parents 1 to 4 have their nuclei: bare B for a full chain, bare B for none, A, which
    is no bare one, and C, which is. Nobody follows itself, or a task that is not
    there."""
    at_b, at_c = {"A": AT_B, "C": AT_B}, {name: "the parent is at C" for name in "AB"}
    Spec(POLICY, "full_chain_parent").check(
        queue=QUEUES,
        task="""
            jedi_task_id | status    | nucleus | split_rule | parent_tid
            1            | ready     | B       | FU=1       |
            2            | running   | B       |            |
            3            | ready     | A       | FU=3       |
            4            | ready     | C       | FU=2       |
            5            | assigning |         | FU=3       | 5
            6            | assigning |         | FU=3       |
            7            | assigning |         | FU=3       | 99
            10           | assigning |         |            | 1
            11           | assigning |         | FU=1       | 1
            12           | assigning |         | FU=2       | 1
            13           | assigning |         | FU=3       | 1
            14           | assigning |         | FU=1       | 3
            15           | assigning |         | FU=3       | 3
            16           | assigning |         | FU=3       | 4
            17           | assigning |         | FU=3       | 2
            18           | assigning |         | FU=3       | 6
        """,
        expected=both(
            page={13: at_b, 16: at_c, 17: at_b},
            asrun={11: at_b, 12: at_b, 13: at_b, 16: at_c},
        ),
    )


def test_what_the_task_asks_for_is_reported_first() -> None:
    """As run A is neither bare nor the nucleus of the parent, and C is bare."""
    Spec(POLICY, "full_chain_parent").check_cycle(
        "exclusion",
        ("jedi_task_id", "queue_name"),
        "detail",
        profile="asrun",
        only=[2],
        queue=QUEUES,
        task="jedi_task_id: 1 | 2, status: ready | assigning, nucleus: B |, "
        "split_rule: FU=1 | FU=2, parent_tid: | 1",
        expected={2: {"A": "fullChain=require, bareNucleus=none", "C": AT_B}},
    )
