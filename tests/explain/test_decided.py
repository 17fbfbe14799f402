"""What is told of each pilot and each job is what the cycle decided."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from brokersql.cycle import FinishedCycle, run_cycle
from brokersql.explain.pilot import explain_job, explain_pilot
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO
from tests.cli.documents import check
from tests.explain.deciding import Decided
from tests.match.worlds import decide, random_world

#: Profile and when priorities are calculated.
CASES = (
    ("page", "per_cycle"),
    ("page", "every_n"),
    ("dirac2009", "on_tq_change"),
    ("modern", "each_match"),
)


@cache
def of_the_demo() -> FinishedCycle:
    return run_cycle(Snapshot.open(str(DEMO)), "dirac", is_kept=True)


@cache
def of_profile(profile: str, recalc: str) -> FinishedCycle:
    world = random_world(61, n_jobs=26, n_pilots=24)
    world["dirac_pilot"][-1]["job_id"] = 10**6
    return decide(world, profile, recalc=recalc, recalc_every="10", seed="9")


def cycles() -> Iterator[tuple[FinishedCycle, int]]:
    """Yield cycles, and of which part of their pilots the stories are read."""
    yield of_the_demo(), 2
    yield from ((of_profile(*case), 5) for case in CASES)


def test_each_pilot_is_told_what_was_decided() -> None:
    """Criterion, reason, counts and the draw are those of the result tables."""
    criteria: set[object] = set()
    for cycle, part in cycles():
        decided = Decided(cycle)
        before = cycle.sql("from eligible order by all").to_pylist()
        for match in cycle.table("match").to_pylist()[::-part]:
            decided.check(explain_pilot(cycle, str(match["seq"])))
            criteria.add(match["criterion"])
        assert cycle.sql("from eligible order by all").to_pylist() == before
    told_of = {"-outdrawn", "-job_id", "-no_eligible_queue", "-no_setup"}
    assert criteria >= {None, *told_of}


def test_each_job_is_told_who_got_it() -> None:
    """Its pilot, with its chances; of a job that is left, that nobody did."""
    for cycle in (of_the_demo(), of_profile(*CASES[1])):
        got = {row["job_id"]: row for row in cycle.table("match").to_pylist()}
        known = [row["job_id"] for row in cycle.sql("from dirac_job").to_pylist()]
        n_matched = 0
        for job in known[::6]:
            story = explain_job(cycle, job)
            told, text = story.document(), str(story)
            check(told)
            if job not in got:
                assert (told["got"], "matched" in text) == (None, False)
                continue
            n_matched += 1
            pilot = explain_pilot(cycle, str(got[job]["seq"])).document()
            assert told["got"]["seq"] == pilot["seq"]
            said = f"matched: pilot {pilot['pilot_id']} (request {pilot['seq']})"
            assert said in text
            chances = {row["tq_id"]: row["chance"] for row in pilot["draws"]}
            if told["got"]["is_asked_for"]:
                assert pilot["job_id"] == job
            else:
                assert told["got"]["queue_chance"] == chances[told["tq_id"]]
                assert 0 < told["got"]["job_chance"] <= 1 / told["n_in_window"] + 1e-9
        assert n_matched > 1
