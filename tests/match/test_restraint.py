"""Limits and delays of sites: a batch is its requests one by one, and by the law."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

import pyarrow as pa
import pytest

from brokersql.cycle import FinishedCycle, Options, matching, run_cycle
from brokersql.match.state import State
from brokersql.match.status import waiting_jobs
from tests.conformance.dirac_scenario import NOW, Row, table
from tests.match.reference import Answer, serve
from tests.match.test_choice import fitting_of, queues_of
from tests.match.worlds import (
    World,
    decide,
    random_world,
    served_again,
    snapshot_of,
)

SEED = 9
CHECKS = {"check_job_limits": "true", "check_matching_delay": "true"}
REOPEN, REQUEUE = -1, -2
Use = tuple[str, str, str]


def restrained_world(seed: int, n_jobs: int, n_pilots: int) -> World:
    """Return a world where owners and groups are limited at sites, or delayed."""
    world, dice = random_world(seed, n_jobs, n_pilots), random.Random(seed)
    for number, pilot in enumerate(world["dirac_pilot"]):
        pilot["arrival_time"] = NOW + timedelta(seconds=number / 2 + dice.randint(0, 2))
    return {
        **world,
        "dirac_running_job": [
            {"job_id": 9000 + each, "site": "A", "owner": "ann", "status": "Running"}
            for each in range(2)
        ],
        "dirac_running_limit": [
            _limit("A", "Owner", "ann", 4),
            _limit("A", "OwnerGroup", "user", 2),
            _limit("A", "OwnerGroup", "prod", 3),
            _limit("B", "Owner", "bob", 0),
        ],
        "dirac_matching_delay": [
            {"site": "B", "attribute": "Owner", "value": "cat", "delay_s": 7.0},
            _delay("C", "OwnerGroup", "user", 9.0, 2),
            _delay("C", "OwnerGroup", "prod", 11.5, 1),
        ],
    }


def _delay(site: str, attribute: str, value: str, delay_s: float, burst: int) -> Row:
    names = ("site", "attribute", "value", "delay_s", "burst")
    return dict(zip(names, (site, attribute, value, delay_s, burst), strict=True))


def _limit(site: str, attribute: str, value: str, max_jobs: int) -> Row:
    names = ("site", "attribute", "value", "max_jobs")
    return dict(zip(names, (site, attribute, value, max_jobs), strict=True))


@dataclass(slots=True)
class Site:
    """What the limits and delays of all sites leave, counted job by job."""

    left: dict[Use, int]
    delays: dict[Use, tuple[float, int]]
    tokens: dict[Use, tuple[float, datetime | None]] = field(default_factory=dict)

    @classmethod
    def of(cls, world: World) -> Site:
        running = defaultdict[Use, int](int)
        for job in world["dirac_running_job"]:
            running[str(job["site"]), "Owner", str(job["owner"])] += 1
        left = {
            _use(row): int(str(row["max_jobs"])) - running[_use(row)]
            for row in world["dirac_running_limit"]
        }
        delays = {
            _use(row): (float(str(row["delay_s"])), int(str(row.get("burst") or 1)))
            for row in world["dirac_matching_delay"]
        }
        return cls(left, delays)

    def n_tokens(self, use: Use, came: datetime) -> float:
        delay_s, burst = self.delays[use]
        level, since = self.tokens.get(use, (float(burst), None))
        if since is None or came < since:
            return level
        return min(burst, level + (came - since).total_seconds() / delay_s)

    def refusal(self, site: str, queue: Row, came: datetime) -> str | None:
        """Return which of both refuses a task queue, if any does."""
        uses = _uses(site, queue)
        if any(self.left.get(use, 1) <= 0 for use in uses):
            return "-limit"
        if any(self.n_tokens(use, came) < 1 for use in uses if use in self.delays):
            return "-delay"
        return None

    def count(self, site: str, queue: Row, came: datetime) -> None:
        for use in _uses(site, queue):
            if use in self.left:
                self.left[use] -= 1
            if use in self.delays:
                since = self.tokens.get(use, (0.0, came))[1] or came
                level = self.n_tokens(use, came)
                level -= level >= 1
                self.tokens[use] = level, max(since, came)


def _use(row: Row) -> Use:
    return str(row["site"]), str(row["attribute"]), str(row["value"])


def _uses(site: str, queue: Row) -> list[Use]:
    group, owner = str(queue["owner_group"]), str(queue["owner"])
    return [(site, "Owner", owner), (site, "OwnerGroup", group)]


def _cycle(world: World) -> FinishedCycle:
    settings = {**CHECKS, "recalc": "per_cycle", "seed": str(SEED)}
    return decide(world, "page", **settings)


def _expected(cycle: FinishedCycle, world: World) -> dict[int, Answer]:
    """Return what each request gets when they are served one after the other."""
    queues, fitting, sites = queues_of(cycle), fitting_of(cycle), Site.of(world)
    shapes = {row["tq_id"]: row for row in cycle.sql("from task_queue").to_pylist()}
    found: dict[int, Answer] = {}
    for pilot in world["dirac_pilot"]:
        seq, came = int(str(pilot["seq"])), cast("datetime", pilot["arrival_time"])
        (site,) = cast("list[str]", pilot["site"])
        asked = cast("int | None", pilot.get("job_id"))
        told = {
            t: sites.refusal(site, shapes[t], came) if asked is None else None
            for t in fitting[seq]
        }
        free = [tq_id for tq_id, refusal in told.items() if refusal is None]
        waits = {
            refusal
            for tq_id, refusal in told.items()
            if refusal and (queues[tq_id].n_jobs or refusal == "-limit")
        }
        answer = serve(queues, free, SEED, seq, asked=asked)
        if answer.tq_id is not None:
            sites.count(site, shapes[answer.tq_id], came)
        elif told:
            refused = min(waits, default="-outdrawn")
            criterion = refused if asked is None else "-job_id"
            answer = Answer(None, None, answer.n_eligible, criterion)
        found[seq] = answer
    return found


def _found(cycle: FinishedCycle) -> dict[int, Answer]:
    return {
        row["seq"]: Answer(
            row["tq_id"], row["job_id"], row["n_eligible"], row["criterion"]
        )
        for row in cycle.table("match").to_pylist()
    }


def test_a_batch_counts_its_own_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    world = restrained_world(5, n_jobs=70, n_pilots=60)
    cycle = _cycle(world)
    together = _found(cycle)
    assert together == _expected(cycle, world)
    told = {answer.criterion for answer in together.values()}
    assert {None, "-limit", "-delay"} <= told, told
    monkeypatch.setattr(matching, "LONGEST", 5)
    monkeypatch.setattr(matching, "SHORTEST", 2)
    monkeypatch.setattr(matching, "HEADS", 2)
    served_again(cycle)
    assert _found(cycle) == together


def test_a_state_counts_what_it_gave_until_it_comes_back(tmp_path: Path) -> None:
    world = restrained_world(8, n_jobs=60, n_pilots=26)
    steps = [9, REQUEUE, 17]
    together = _played(tmp_path / "together", world, steps)
    assert {"-limit", "-delay"} <= {row["criterion"] for row in together}
    looked = waiting_jobs(tmp_path / "together")
    seen = run_cycle(looked.snapshot, "dirac", looked.options)
    (full,) = {
        row["detail"]
        for row in seen.exclusion.to_pylist()
        if "user at A" in row["detail"]
    }
    assert full == "OwnerGroup user at A: 2 of 2 jobs run"
    single = [1, 1, REOPEN, 4, 1, 2, REQUEUE, REOPEN, 1, 16]
    assert _played(tmp_path / "single", world, single) == together


@pytest.mark.parametrize("reopens", (None, "replayed", "kept"))
def test_a_job_that_comes_back_runs_no_longer_but_keeps_its_token(
    tmp_path: Path, reopens: str | None
) -> None:
    """Of the limit and the delay at once: the job that came back is gone from the
    limit, and the next one is given when the delay of the first is over."""
    jobs: list[Row] = [
        {"job_id": n, "cpu_time": 100, "owner": "ann", "owner_group": "user"}
        for n in (1, 2)
    ]
    world: World = {
        "dirac_job": jobs,
        "dirac_running_limit": [_limit("A", "Owner", "ann", 1)],
        "dirac_matching_delay": [_delay("A", "OwnerGroup", "user", 100.0, 1)],
    }
    options = Options(profile="modern", seed=5, threads=1)
    state = State.create(tmp_path / "state", snapshot_of(world), options)

    def ask(after: int) -> Row:
        came = NOW + timedelta(seconds=after)
        pilot = {"cpu_time": 100000, "site": ["A"], "arrival_time": came}
        (row,) = state.match(table("dirac_pilot", [pilot])).to_pylist()
        return row

    first = ask(0)["job_id"]
    assert first in (1, 2)
    assert ask(200)["criterion"] == "-limit"
    state.requeue([first])
    if reopens is not None:
        if reopens == "kept":
            state.checkpoint()
        state.close()
        state = State.open(tmp_path / "state")
    assert ask(99)["criterion"] == "-delay"
    assert ask(100)["job_id"] is not None
    assert ask(300)["criterion"] == "-limit"
    state.close()


def _played(folder: Path, world: World, steps: list[int]) -> list[Row]:
    """Return the answers to pilots that ask so many at a time."""
    options = Options(settings={**CHECKS, "recalc_every": "7"}, seed=5, threads=1)
    jobs = snapshot_of({**world, "dirac_pilot": []})
    pilots: pa.Table = table("dirac_pilot", world["dirac_pilot"])
    state, found = State.create(folder, jobs, options), list[Row]()
    for step in steps:
        if step == REOPEN:
            state.close()
            state = State.open(folder)
        elif step == REQUEUE:
            state.requeue(
                [int(str(row["job_id"])) for row in found if row["job_id"]][:2]
            )
        else:
            found += state.match(pilots.slice(len(found), step)).to_pylist()
    state.close()
    return found
