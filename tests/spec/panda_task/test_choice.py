"""The nucleus is chosen based on the weights: it is drawn, each task with its own draw.

Spec 2.6: u is drawn from 0 to the sum of the weights, the first nucleus by name at
which the sum of weights reaches it wins. Spec 2.2: the work of tasks that got their
nucleus earlier in the cycle counts for the next ones.
"""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets
from tests.spec.stage import Stage, load

CHOSEN = "is_chosen"
MAX = {"nucleus_choice": "max"}
#: Nuclei whose work makes weights of 1/128, 1/64 and 1/64.
THREE = {
    "queue": "queue_name: A | B | C",
    "nucleus_rw": "nucleus: A | B | C, rw: 128 | 64 | 64",
}
#: Tasks of one share in two priorities and more, with work of 1000 HS06 s each.
QUEUE_OF_TASKS = {
    "queue": "queue_name: A | B",
    "task": """
        jedi_task_id | current_priority | type         | n_events | n_events_used
        1            | 500              | pseudo_input | 100      | 0
        2            | 400              | pseudo_input | 100      | 0
        3            | 600              | pseudo_input | 120      | 20
        4            | 500              | pseudo_input | 100      | 0
    """,
}


def test_the_draw_walks_over_the_weights(spec: Spec) -> None:
    """Bounds are 0.5 and 0.75 of the sum; a draw upon a bound takes what ends there."""
    spec.check_fact(
        "ranked",
        CHOSEN,
        queue="queue_name: A | B | C",
        nucleus_rw="nucleus: A | B | C, rw: 64 | 128 | 128",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6",
        recorded_draw="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "u: 0 | 0.5 | 0.50001 | 0.75 | 0.75001 | 0.99999",
        expected={
            (task, name): name == chosen
            for task, chosen in enumerate("AABBCC", start=1)
            for name in "ABC"
        },
    )


def test_chances_and_parts_of_a_draw(spec: Spec) -> None:
    """Task 2 has its nucleus already. D13: where the largest weight wins nothing is
    drawn, and the first of equal ones is taken."""
    tasks = "jedi_task_id: 1 | 2, nucleus: | A"
    outputs = "jedi_task_id: 2, type: output"
    spec.check_fact(
        "nucleus_draw",
        ["chance", "u_from", "u_to", "u"],
        world=THREE,
        task=tasks,
        recorded_draw="u: 0.75",
        expected={
            "A": (0.2, 0.0, 0.2, 0.75),
            "B": (0.4, 0.2, 0.6, 0.75),
            "C": (0.4, 0.6, 1.0, 0.75),
        },
    )
    largest = {
        **{"world": THREE, "parameters": MAX},
        **{"task": tasks, "task_dataset": outputs},
    }
    spec.check_fact("nucleus_draw", "chance", **largest, expected={})
    spec.check_fact("choice", "place", **largest, expected={1: 2, 2: 1})


def test_seeded_draws(spec: Spec) -> None:
    """The same seed gives the same draws, another seed others, all by the weights."""
    world = {**THREE, "task": "\n".join(["jedi_task_id", *map(str, range(1, 401))])}

    def choices(seed: int) -> list[object]:
        stage = Stage(load(spec.policy), "page", {"SEED": seed}, world)
        places = stage.values("choice", ["jedi_task_id"], ["place"])
        return [places[task,] for task in range(1, 401)]

    first, second = choices(1), choices(2)
    assert first == choices(1)
    assert first != second
    for found in (first, second):
        # 0.2, 0.4 and 0.4 of 400, within four standard deviations
        for place, mean, most in ((1, 80, 32), (2, 160, 39), (3, 160, 39)):
            assert abs(found.count(place) - mean) < most


def test_without_any_weight_the_first_is_taken(spec: Spec) -> None:
    """V52: nobody holds data of a task with much ioIntensity, which may come from
    elsewhere for its priority; the work is told all the same. As run all nuclei weigh
    the same then."""
    spec.check_fact(
        "ranked",
        ["weight", "work", CHOSEN],
        world=THREE,
        task="io_intensity: 500, task_priority: 800, current_priority: 800",
        dataset=datasets(data=(10, 10 * GB)),
        recorded_draw="u: 0.99",
        expected=both(
            page={
                "A": (0.0, 1 / 128, True),
                "B": (0.0, 1 / 64, False),
                "C": (0.0, 1 / 64, False),
            },
            asrun={name: (1.0, 1.0, name == "C") for name in "ABC"},
        ),
    )


def test_work_given_away_counts_for_the_next_task(spec: Spec) -> None:
    """As run for tasks of at most the priority of the one that took it, spec 2.2.
    Turns: by falling priority, then by number, on the page; by number as recorded. Only
    below the offset the profiles differ in the weight too (D7)."""
    spec.check_fact(
        "ranked",
        ["work", CHOSEN],
        world=QUEUE_OF_TASKS,
        parameters=MAX,
        expected=both(
            page={
                3: {"A": (1 / 50, True), "B": (1 / 50, False)},
                1: {"A": (1 / 1000, False), "B": (1 / 50, True)},
                4: {"A": (1 / 1000, True), "B": (1 / 1000, False)},
                2: {"A": (1 / 2000, False), "B": (1 / 1000, True)},
            },
            asrun={
                1: {"A": (1.0, True), "B": (1.0, False)},
                2: {"A": (1 / 1000, False), "B": (1.0, True)},
                3: {"A": (1.0, True), "B": (1.0, False)},
                4: {"A": (1 / 2000, False), "B": (1.0, True)},
            },
        ),
    )


def test_turns_by_number_on_request(spec: Spec) -> None:
    """`task_order` task_id, and the work that the snapshot holds is added to. By
    `weight_rw` share, work counts for tasks of at most its priority; else, V51, all of
    it does: task 3 sees the work of tasks 1 and 2. With `rw_feedback` batch no task
    sees another: the whole cycle looks at one snapshot."""
    by_share = {
        "A": {1: 1 / 50, 2: 1 / 1000, 3: 1 / 50, 4: 1 / 2000},
        "B": {1: 1 / 50, 2: 1 / 3000, 3: 1 / 50, 4: 1 / 50},
    }
    at_b = dict.fromkeys((1, 2, 3, 4), 1 / 3000)
    of_all = {"A": {1: 1 / 50, 2: 1 / 1000, 3: 1 / 2000, 4: 1 / 3000}, "B": at_b}
    for own, expected in (
        ({"weight_rw": "share"}, by_share),
        ({"weight_rw": "total"}, of_all),
        ({"rw_feedback": "batch"}, {"A": dict.fromkeys(at_b, 1 / 50), "B": at_b}),
    ):
        spec.check_fact(
            "ranked",
            "work",
            world=QUEUE_OF_TASKS,
            nucleus_rw="nucleus: B, current_priority: 450, rw: 3000",
            parameters={**MAX, "task_order": "task_id", **own},
            profile="page",
            expected=expected,
        )


def test_which_tasks_see_each_other(spec: Spec) -> None:
    """V51: those of one label on the page; as run of one work queue and share as well.
    Tasks that have their nucleus count: task 1 has A and gives it work; so does task 7
    to a site that is none of the nuclei in question. Work of 1000 HS06 s goes to the
    nucleus with less of it. As run task 2 sees the work, the others differ."""
    spec.check_fact(
        "ranked",
        "work",
        queue="queue_name: A | B | S, role: nucleus | nucleus | satellite",
        task="""
            jedi_task_id | nucleus | gshare | workqueue_id | prod_source_label
            1            | A       | MC     | 1            | managed
            2            |         | MC     | 1            | managed
            3            |         | Upg    | 1            | managed
            4            |         | MC     | 2            | managed
            5            |         | MC     |              | managed
            6            |         | MC     | 1            | test
            7            | S       | MC     | 1            | managed
        """,
        task_dataset="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 1 | 7, n_events: 100, "
        "dataset_id: 1 | 1 | 1 | 1 | 1 | 1 | 1 | 2 | 2, "
        "type: input | input | input | input | input | input | input | output | output",
        parameters=MAX,
        expected=both(
            page={
                2: {"A": 1 / 1000, "B": 1 / 50},
                3: {"A": 1 / 1000, "B": 1 / 1000},
                4: {"A": 1 / 2000, "B": 1 / 1000},
                5: {"A": 1 / 2000, "B": 1 / 2000},
                6: {"A": 1 / 50, "B": 1 / 50},
            },
            asrun={
                2: {"A": 1 / 1000, "B": 1.0},
                **{(task, name): 1.0 for task in (3, 4, 5, 6) for name in "AB"},
            },
        ),
    )
