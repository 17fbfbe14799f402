"""The remaining candidates are sorted by weight, and the best 10 are taken.

V19: as run, empty queues come first, with weight 0. The queues here have no input to
fetch, so their weight is (running + 1) / 10.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.spec.check import Expected, Spec, both
from tests.spec.stage import Stage, load

NO_INPUT = "fsize: 0"
OFF = {"NW_ACTIVE": False}
LOW = "current_priority: 150"
THREE_QUEUES = "queue_name: A | B | C"


def queues(number: int) -> str:
    """Draw queues Q01, Q02 …"""
    return "\n".join(["queue_name", *(f"Q{n:02}" for n in range(1, number + 1))])


def running(number: int) -> str:
    """Draw 1 running job at Q01, 2 at Q02 …"""
    rows = [f"Q{n:02} | {n}" for n in range(1, number + 1)]
    return "\n".join(["queue_name | n_jobs", *rows])


def test_the_best_ten(spec: Spec) -> None:
    """Of twelve queues the two with the least weight are not taken."""
    spec.check_fact(
        "ranked",
        ["rank", "is_chosen", "criterion"],
        task_file=NO_INPUT,
        parameters=OFF,
        queue=queues(12),
        job_stats=running(12),
        expected={
            f"Q{n:02}": (13 - n, n > 2, "+use" if n > 2 else "-low_weight")
            for n in range(1, 13)
        },
    )


def test_where_empty_queues_come(spec: Spec) -> None:
    """V19: by their weight on the page; first as run, where their weight is 0. How many
    are taken is a parameter, for tests of small worlds."""
    page = {"Q01": (0.1, False, 2), "Q02": (1.0, False, 1)}
    asrun = {"Q01": (0.0, True, 1), "Q02": (1.0, False, 2)}

    def told(ranks: Mapping[str, tuple[float, bool, int]], most: int) -> Expected:
        return {
            name: (*rank, "+use" if rank[2] <= most else "-low_weight")
            for name, rank in ranks.items()
        }

    for limit in (1, 2):
        spec.check_fact(
            "ranked",
            ["weight", "is_bootstrap", "rank", "criterion"],
            parameters={**OFF, "max_candidates": limit},
            task="current_priority: 150, fsize: 0",
            queue=queues(2),
            job_stats="queue_name: Q02, n_jobs: 9",
            expected=both(page=told(page, limit), asrun=told(asrun, limit)),
        )


def test_a_weight_of_zero_is_the_last(spec: Spec) -> None:
    """V19: on the page even at an idle queue, here by a link that weighs nothing. With
    NW_QUEUE_IMPORTANCE 1 a link weighs 0 where twice the cap of 150 files wait."""
    spec.check_fact(
        "ranked",
        ["weight", "is_bootstrap", "rank"],
        profile="page",
        parameters={"NW_QUEUE_IMPORTANCE": 1},
        task="current_priority: 150, fsize: 0",
        queue=THREE_QUEUES,
        network_metric="src_site: A | B | C, Production Output_queued: 300 | 225 | 0",
        expected={"A": (0.0, False, 3), "B": (0.05, False, 2), "C": (0.2, False, 1)},
    )


def test_too_many_empty_queues(spec: Spec) -> None:
    """As run ten of eleven are taken, the last is reported as beaten by the others."""
    world = {"queue": queues(11), "task": "current_priority: 150, fsize: 0"}
    for seed in (1, 2):
        stage = Stage(load(spec.policy), "asrun", {**OFF, "SEED": seed}, world)
        outcomes = [row["criterion"] for row in stage.rows("ranked")]
        assert sorted(map(str, outcomes)) == ["+use"] * 10 + ["-others_bootstrap"]


def test_equal_weights_are_ordered_by_the_seed(spec: Spec) -> None:
    """The same seed gives the same order; another seed or chunk gives another one."""
    world = {
        "task_file": NO_INPUT,
        "queue": THREE_QUEUES,
        "task": "\n".join(["jedi_task_id", *map(str, range(1, 21))]),
    }

    def orders(seed: int) -> dict[int, str]:
        stage = Stage(load(spec.policy), "page", {**OFF, "SEED": seed}, world)
        rows = sorted(stage.rows("weighed"), key=lambda row: str(row["rank"]))
        found: dict[int, str] = {}
        for row in rows:
            task = int(str(row["jedi_task_id"]))
            found[task] = found.get(task, "") + str(row["pseudo_queue"])
        return found

    assert orders(1) == orders(1)
    assert orders(1) != orders(2)
    assert {order[0] for order in orders(1).values()} == {"A", "B", "C"}


def test_what_a_cap_hits_is_not_ranked(spec: Spec) -> None:
    """It keeps the reason of the first cap that hits it; a lock comes first."""
    first = {
        "A": (1, True, "+use", "weight 0.1818"),
        "B": (None, False, "-lock", "locked by another-broker"),
    }
    spec.check_fact(
        "weighed",
        ["rank", "is_chosen", "criterion", "detail"],
        task_file=NO_INPUT,
        parameters=OFF,
        queue=THREE_QUEUES,
        queue_lock="queue_name: B",
        job_stats="queue_name: A | B | C, running: 1 | |, activated: 1 | 21 | 21",
        expected=both(
            page={**first, "C": (None, False, "-cap", "queued 21 > cap 0")},
            asrun={**first, "C": (None, False, "-cap", "queued 21 > cap 20")},
        ),
    )


def test_the_disk_of_a_job(spec: Spec) -> None:
    """Queues of 8 cores share 8000 MB; as run a job of all cores has all of it."""
    shared = {(1, "A"): 1000.0, (1, "B"): None, (2, "B"): None}
    spec.check_fact(
        "weighed",
        "max_wdir",
        parameters=OFF,
        task="jedi_task_id: 1 | 2, core_count: 1 | 8",
        queue="queue_name: A | B, core_count: 8, max_wdir: 8000 | 0",
        expected=both(
            page={**shared, (2, "A"): 1000.0}, asrun={**shared, (2, "A"): 8000.0}
        ),
    )


def test_empty_queues_are_taken_whatever_their_weight(spec: Spec) -> None:
    """The bootstrap comes before the minimum of the weight, and after the caps. On the
    page there is none (V19), so the minimum takes them."""
    below, locked = (None, "-below_min_weight"), (None, "-lock")
    spec.check_fact(
        "ranked",
        ["rank", "criterion"],
        parameters=OFF,
        task="current_priority: 150, fsize: 0",
        queue=THREE_QUEUES,
        gdp_config="key: MIN_WEIGHT_managed, type: float, value: 0.5",
        queue_lock="queue_name: C",
        job_stats="queue_name: B, n_jobs: 1",
        expected=both(
            page={"A": below, "B": below, "C": locked},
            asrun={"A": (1, "+use"), "B": below, "C": locked},
        ),
    )


def test_jumbo_queues_of_jumbo_tasks(spec: Spec) -> None:
    """They stand in a list of their own, all of them, whatever caps say; they do not
    count among the chosen. With use_jumbo fake or only, they are ranked with the
    others."""
    world = {
        "task_file": NO_INPUT,
        "queue": "queue_name: A | B | C, catchall: useJumboJobs | useJumboJobs |",
        "queue_lock": "queue_name: B",
        "task": "jedi_task_id: 1 | 2 | 3, split_rule: NJ=3",
        "input_chunk": "jedi_task_id: 1 | 2 | 3, use_jumbo: | fake | only",
        "job_stats": "queue_name: A | B | C, n_jobs: 3 | 2 | 1",
    }
    with_others = {
        "A": (False, 1, True, "+usejumbo"),
        "B": (False, 2, False, "-low_weight"),
        "C": (False, 3, False, "-low_weight"),
    }
    parameters = {**OFF, "max_candidates": 1}
    for fact, columns, told in (
        ("selected", ["n_selected"], {1: 1, 2: 1, 3: 1}),
        (
            "ranked",
            ["for_jumbo", "rank", "is_chosen", "criterion"],
            {
                1: {
                    "A": (True, 1, True, "+usejumbo"),
                    "B": (True, 2, True, "+usejumbo"),
                    "C": (False, 1, True, "+use"),
                },
                2: with_others,
                3: with_others,
            },
        ),
    ):
        spec.check_fact(
            fact, columns, world=world, parameters=parameters, expected=told
        )
