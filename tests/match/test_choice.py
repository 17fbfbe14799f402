"""Many requests get together what each would get alone and in its turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import cast

import pytest

from brokersql.cycle import FinishedCycle, matching
from tests.match.reference import Answer, Queue, serve
from tests.match.worlds import World, decide, random_world, served_again

#: Profile, when priorities are calculated, and a world.
CASES = (
    *(("page", "every_n", 43), ("dirac2009", "on_tq_change", 44)),
    ("modern", "each_match", 45),
)
SEED = 9


def matches(world: World, profile: str, recalc: str) -> list[dict[str, object]]:
    """Return the rows of match of a cycle."""
    return _cycle(world, profile, recalc).table("match").to_pylist()


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "recalc", "seed"), CASES)
def test_a_batch_is_its_requests_one_by_one(
    profile: str, recalc: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = random_world(seed, n_jobs=24, n_pilots=15)
    cycle = _cycle(world, profile, recalc)
    together = cycle.table("match").to_pylist()
    monkeypatch.setattr(matching, "LONGEST", 1)
    assert served_again(cycle) == together
    monkeypatch.setattr(matching, "LONGEST", 7)
    monkeypatch.setattr(matching, "SHORTEST", 3)
    monkeypatch.setattr(matching, "HEADS", 2)
    assert served_again(cycle) == together
    jobs = [row["job_id"] for row in together if row["job_id"] is not None]
    assert len(jobs) == len(set(jobs)) > 7


def test_when_priorities_are_calculated_anew() -> None:
    """recalc and recalc_every: each first match is that of a whole cycle."""
    world = random_world(45, n_jobs=24, n_pilots=22)

    def jobs(recalc: str, recalc_every: int) -> Sequence[object]:
        changes = {"recalc": recalc, "recalc_every": str(recalc_every)}
        found = decide(world, "page", seed=str(SEED), **changes).table("match")
        return found["job_id"].to_pylist()

    per_cycle, each = jobs("per_cycle", 1), jobs("each_match", 1)
    assert jobs("every_n", 1) == each != per_cycle
    every_10 = jobs("every_n", 10)
    assert every_10[:10] == per_cycle[:10]
    assert every_10 not in (per_cycle, each)


@pytest.mark.parametrize("profile", ["page", "modern"])
def test_the_choice_follows_the_law_of_the_draws(profile: str) -> None:
    world = random_world(50, n_jobs=80)
    cycle = _cycle(world, profile, "per_cycle")
    queues, fitting = queues_of(cycle), fitting_of(cycle)
    asked = {row["seq"]: row.get("job_id") for row in world["dirac_pilot"]}
    expected = {
        seq: serve(
            queues,
            fitting[seq],
            SEED,
            seq,
            is_by_cpu=profile == "page",
            window=10 if profile == "page" else 50,
            asked=cast("int | None", asked[seq]),
        )
        for seq in sorted(cast("dict[int, object]", asked))
    }
    found = {
        row["seq"]: Answer(
            row["tq_id"], row["job_id"], row["n_eligible"], row["criterion"]
        )
        for row in cycle.table("match").to_pylist()
    }
    assert found == expected
    told = {answer.criterion for answer in found.values()}
    assert {None, "-job_id", "-outdrawn"} <= told, told


def test_what_fits_is_drained_from_the_highest_cpu_time_down() -> None:
    world = random_world(60, n_jobs=90, n_pilots=0)
    pilots = [
        {"seq": seq, "pilot_id": "all", "setup": "S", "cpu_time": 300000}
        for seq in range(100)
    ]
    rows = matches({**world, "dirac_pilot": pilots}, "page", "every_n")
    given = [row for row in rows if row["job_id"] is not None]
    assert [row["job_id"] is None for row in rows] == [False] * 90 + [True] * 10
    assert {row["job_id"] for row in given} == {
        job["job_id"] for job in world["dirac_job"]
    }
    cpu_times = [cast("int", row["cpu_time"]) for row in given]
    assert cpu_times == sorted(cpu_times, reverse=True)
    assert {row["criterion"] for row in rows[90:]} == {"-outdrawn"}


def test_the_order_of_rows_changes_nothing_and_the_seed_does() -> None:
    world = random_world(70, n_jobs=60, n_pilots=40)
    turned = {name: rows[::-1] for name, rows in world.items()}
    first = matches(world, "page", "per_cycle")
    assert matches(turned, "page", "per_cycle") == first
    other = decide(world, "page", recalc="per_cycle", seed="3").table("match")
    assert other.to_pylist() != first


def _cycle(world: World, profile: str, recalc: str) -> FinishedCycle:
    return decide(world, profile, recalc=recalc, recalc_every="10", seed=str(SEED))


def queues_of(cycle: FinishedCycle) -> dict[int, Queue]:
    cpu_times = {
        row["tq_id"]: row["cpu_time"]
        for row in cycle.sql("from task_queue").to_pylist()
    }
    queues = {
        row["tq_id"]: Queue(cpu_times[row["tq_id"]], row["draw_priority"])
        for row in cycle.sql("from task_queue_priority").to_pylist()
    }
    for row in cycle.sql("from waiting_job order by job_id").to_pylist():
        queue = queues[row["tq_id"]]
        queue.jobs.setdefault(row["user_priority"], []).append(row["job_id"])
    return queues


def fitting_of(cycle: FinishedCycle) -> dict[int, list[int]]:
    fitting: dict[int, list[int]] = defaultdict(list)
    for row in cycle.table("verdict").to_pylist():
        if row["reject_mask"] == 0:
            fitting[row["seq"]].append(row["tq_id"])
    return fitting
