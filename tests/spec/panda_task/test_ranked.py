"""Surviving nuclei with the weights of the task's turn, ranked.

The one that is drawn is reported as +set, the others as +use (spec 2.6).
"""

from __future__ import annotations

from tests.spec.check import Rows, Spec

THREE = {
    "queue": "queue_name: A | B | C",
    "nucleus_rw": "nucleus: A | B | C, rw: 128 | 64 | 64",
}


def test_rank_and_report(spec: Spec) -> None:
    """By falling weight, then by name, whichever is drawn."""
    spec.check_fact(
        "ranked",
        ["weight", "rank", "is_chosen", "criterion"],
        world=THREE,
        recorded_draw="u: 0.1",
        expected={
            "A": (1 / 128, 3, True, "+set"),
            "B": (1 / 64, 1, False, "+use"),
            "C": (1 / 64, 2, False, "+use"),
        },
    )


def test_the_tables_of_the_result(spec: Spec) -> None:
    """`candidate` holds the nucleus of the task, `weighed` all with their factors."""
    drawn = {**THREE, "queue": "queue_name: A | B", "recorded_draw": "u: 0.9"}
    keys = ["jedi_task_id", "queue_name"]
    weights = ["weight", "work", "data", "tape", "space", "free"]
    told = [*weights, "criterion", "is_bootstrap", "for_jumbo", "n_running_cap"]
    weighed = {
        "A": (1 / 128, 1 / 128, 1.0, 1.0, 1.0, 1.0, "+use", False, False, None),
        "B": (1 / 64, 1 / 64, 1.0, 1.0, 1.0, 1.0, "+set", False, False, None),
    }
    spec.check_tables(
        Rows("candidate", keys, "weight", {"B": 1 / 64}),
        Rows("weighed", keys, told, weighed),
        world=drawn,
        profile="page",
    )
