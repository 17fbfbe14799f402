"""Surviving nuclei with the weights of the task's turn, ranked.

The one that is drawn is reported as +set, the others as +use (spec 2.6).
"""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.panda_task.data import GB, datasets, nuclei

WORK = """
    nucleus | prod_source_label | gshare | current_priority | rw
    A       | managed           | MC     | 900              | 128
    B       | managed           | MC     | 900              | 64
    C       | managed           | MC     | 900              | 64
"""


def test_rank_and_report(spec: Spec) -> None:
    """By falling weight, then by name, whichever is drawn."""
    spec.check_fact(
        "ranked",
        ["weight", "rank", "is_chosen", "criterion"],
        queue=nuclei("A", "B", "C"),
        nucleus_rw=WORK,
        recorded_draw="jedi_task_id: 1, u: 0.1",
        expected={
            (1, 0, "A"): (1 / 128, 3, True, "+set"),
            (1, 0, "B"): (1 / 64, 1, False, "+use"),
            (1, 0, "C"): (1 / 64, 2, False, "+use"),
        },
    )


def test_a_nucleus_without_weight_still_tells_its_work(spec: Spec) -> None:
    """The factors of a nucleus are those of its turn, whatever their product is."""
    spec.check_fact(
        "ranked",
        ["weight", "work"],
        queue=nuclei("A", "B", "C"),
        nucleus_rw=WORK,
        task="io_intensity: 500, frozen_time: 8 d ago",
        dataset=datasets(data=(10, 10 * GB)),
        expected={
            (1, 0, "A"): (0.0, 1 / 128),
            (1, 0, "B"): (0.0, 1 / 64),
            (1, 0, "C"): (0.0, 1 / 64),
        },
    )


def test_the_tables_of_the_result(spec: Spec) -> None:
    """`candidate` holds the nucleus of the task, `weighed` all with their factors."""
    world = {
        "queue": nuclei("A", "B"),
        "nucleus_rw": WORK,
        "recorded_draw": "jedi_task_id | u\n1 | 0.9",
    }
    keys = ["jedi_task_id", "queue_name"]
    weights = ["weight", "work", "data", "tape", "space", "free"]
    ones, of_queues_alone = [1.0] * 4, (False, False, None)
    spec.check_cycle(
        "candidate",
        keys,
        "weight",
        world=world,
        profile="page",
        expected={(1, "B"): 1 / 64},
    )
    spec.check_cycle(
        "weighed",
        keys,
        [*weights, "criterion", "is_bootstrap", "for_jumbo", "n_running_cap"],
        world=world,
        profile="page",
        expected={
            (1, "A"): (1 / 128, 1 / 128, *ones, "+use", *of_queues_alone),
            (1, "B"): (1 / 64, 1 / 64, *ones, "+set", *of_queues_alone),
        },
    )
