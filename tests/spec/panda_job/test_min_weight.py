"""-below_min_weight: the weight is below the minimum of the source label.

The page is silent; both profiles do as the running system (C7). The weight of an empty
queue that has no input to fetch is 1 / 10.
"""

from __future__ import annotations

from tests.spec.check import Spec

NO_INPUT = "fsize: 0"
OFF = {"NW_ACTIVE": False}


def minimum(*rows: str) -> str:
    """Draw rows of gdpconfig: key | value."""
    drawn = [f"{row} | float" for row in rows]
    return "\n".join(["key | value | type", *drawn])


def test_below_at_and_above_the_minimum(spec: Spec) -> None:
    """1 / 11, 1 / 10 and 2 / 10; no minimum passes."""
    world = {
        "task_file": NO_INPUT,
        "queue": "queue_name: A | B | C",
        "job_stats": "queue_name: A | C, job_status: activated | running, n_jobs: 1",
    }
    spec.check(
        world=world,
        parameters=OFF,
        gdp_config=minimum("MIN_WEIGHT_managed | 0.1"),
        expected={"A": "weight 0.09091 < 0.1"},
    )
    spec.check(world=world, parameters=OFF, expected={})


def test_it_is_set_by_label_and_share(spec: Spec) -> None:
    """The key of label and share comes before that of the label, even if it is 0."""
    spec.check(
        task_file=NO_INPUT,
        parameters=OFF,
        gdp_config=minimum(
            "MIN_WEIGHT_managed | 0.2",
            "MIN_WEIGHT_managed_Express | 0.05",
            "MIN_WEIGHT_managed_Heavy Ion | 0",
            "MIN_WEIGHT_test_MC | 0.3",
        ),
        task="""
            jedi_task_id | prod_source_label | gshare
            1            | managed           | MC
            2            | managed           | Express
            3            | managed           | Heavy Ion
            4            | test              | MC
            5            | test              | Express
            6            |                   | MC
            7            | managed           |
        """,
        expected={1: "weight 0.1 < 0.2", 4: "weight 0.1 < 0.3", 7: "weight 0.1 < 0.2"},
    )


def test_all_factors_make_the_weight(spec: Spec) -> None:
    """The Network weight of 2.5 at the nucleus, where it is applied."""
    world = {
        "task_file": NO_INPUT,
        "gdp_config": minimum("MIN_WEIGHT_managed | 0.2"),
        "queue": "queue_name: N",
    }
    spec.check(world=world, parameters=OFF, expected={"N"})
    spec.check(world=world, parameters={"NW_ACTIVE": True}, expected={})


def test_a_minimum_of_0_is_none(spec: Spec) -> None:
    """Behind a link with 600 files queued, of at most 150, even a weight is below 0."""
    for minimum_, expected in (("0", {}), ("0.1", {"Q": "weight -0.2 < 0.1"})):
        spec.check(
            task_file=NO_INPUT,
            parameters={"NW_ACTIVE": True, "NW_QUEUE_IMPORTANCE": 1},
            gdp_config=minimum(f"MIN_WEIGHT_managed | {minimum_}"),
            network_metric="key | value\nProduction Output_queued | 600",
            expected=expected,
        )
