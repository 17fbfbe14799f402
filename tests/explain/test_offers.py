"""What would let a pilot draw that got nothing: applied, it gets a job."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brokersql.cycle import FinishedCycle, Options, run_cycle
from brokersql.explain.changes.pilot_fixes import PilotFix
from brokersql.explain.changes.search import OtherDecisions
from brokersql.explain.context import fix_document
from brokersql.explain.pilot import explain_pilot
from brokersql.snapshot import Change, Snapshot
from tests.cli.calling import DEMO, call
from tests.cli.documents import check
from tests.match.worlds import decide

JOB = {"owner": "ann", "owner_group": "user", "cpu_time": 300}
PILOT = {"cpu_time": 500, "site": ["A"], "tag": ["g"], "platform": ["p"]}
#: Who sends what, and what it has to send instead to meet the only jobs.
PILOTS: dict[str, tuple[dict[str, Any], set[tuple[str, str]]]] = {
    "short": ({"cpu_time": 359}, {("cpu_time", "360")}),
    "enough": ({"cpu_time": 360}, set()),
    "plain": ({"tag": ["t"]}, {("tag", "[t, g]")}),
    "other": ({"platform": ["q"]}, {("platform", "[q, p]")}),
    "away": ({"site": ["B"]}, {("site", "[B, A]")}),
    "both": ({"cpu_time": 1, "platform": ["q"]}, set()),
    "mute": ({"cpu_time": None}, set()),
}


def changes_of(fix: PilotFix) -> list[Change]:
    return [each.change for each in fix.moves if each.change is not None]


def rerun(cycle: FinishedCycle, fixes: Sequence[PilotFix]) -> dict[int, int | None]:
    """Return the jobs of pilots in a cycle with changes."""
    changes = [change for each in fixes for change in changes_of(each)]
    snapshot = cycle.snapshot.changed(changes)
    again = run_cycle(snapshot, "dirac", cycle.options, is_kept=True)
    return {row["seq"]: row["job_id"] for row in again.table("match").to_pylist()}


def test_the_pilots_of_the_demo_get_a_job_with_each_change() -> None:
    """A longer CPU time, one more site, any job instead of one that another got."""
    snapshot, seven = Snapshot.open(str(DEMO)), Options(seed=7)
    cycle = run_cycle(snapshot, "dirac", seven, is_kept=True)
    columns: set[str] = set()
    before = {row["seq"]: row["job_id"] for row in cycle.table("match").to_pylist()}
    stories = {seq: explain_pilot(cycle, str(seq), is_advised=True) for seq in (13, 39)}
    for seq, story in stories.items():
        check(story.document())
        check(fix_document(cycle, story))
        assert story.fixes
        changes = [str(changes_of(each)) for each in story.fixes]
        assert len({*changes}) == len(changes)
        sizes = [each.size for each in story.fixes]
        assert sizes == sorted(sizes)
        for fix in story.fixes:
            after = rerun(cycle, [fix])
            assert after[seq] is not None
            columns |= {each.tunable.column for each in fix.moves}
            if fix in (story.fix, story.policy_fix):  # what is offered says what else
                changed = {it for it in after if after[it] != before[it]} - {seq}
                assert fix.others == OtherDecisions(len(changed), len(after) - 1)
                assert fix.spread in fix.sentence
    assert columns == {"cpu_time", "site", "job_id"}
    assert "cpu_time 500 → 5,000 s" in str(stories[13])
    assert "job_id 90412016 → –" in str(stories[39])
    assert explain_pilot(cycle, "13").fix is None


def test_what_was_not_sent() -> None:
    """On the page a platform or a CE that a job requires has to be sent."""
    own = {**JOB, "setup": "S"}
    pilot = {"setup": "S", "cpu_time": 500, "site": ["A"]}
    world: dict[str, list[dict[str, object]]] = {
        "dirac_job": [
            {"job_id": 1, **own, "platforms": ["p"]},
            {"job_id": 2, **own, "grid_ces": ["ce"]},
        ],
        "dirac_pilot": [{"seq": 1, "pilot_id": "bare", **pilot}],
    }
    cycle = decide(world, "page")
    fixes = explain_pilot(cycle, "bare", is_advised=True).fixes or ()
    found = [[(each.tunable.column, each.text) for each in of.moves] for of in fixes]
    assert [("platform", "[p]")] in found
    assert [("grid_ce", "[ce]")] in found
    for fix in fixes:
        assert rerun(cycle, [fix])[1] is not None


def test_values_at_the_bound_and_lists() -> None:
    """The least value that will do, one more in a list, all tags; two at once."""
    world: dict[str, list[dict[str, object]]] = {
        "dirac_job": [
            {"job_id": n, **JOB, "sites": ["A"], "tags": ["g"], "platforms": ["p"]}
            for n in range(1, 9)
        ],
        "dirac_pilot": [
            {"seq": seq, "pilot_id": name, **PILOT, **sent}
            for seq, (name, (sent, _)) in enumerate(PILOTS.items(), 1)
        ],
    }
    cycle = decide(world, "modern", check_job_limits="false")
    fixes: dict[int, PilotFix] = {}
    for seq, (name, (_, wanted)) in enumerate(PILOTS.items(), 1):
        story = explain_pilot(cycle, name, is_advised=True)
        if story.fix is None:
            assert name in ("enough", "mute")
            continue
        fixes[seq] = story.fix
        found = {(each.tunable.column, each.text) for each in story.fix.moves}
        assert found == wanted or name == "both"
    assert {each.tunable.column for each in fixes[6].moves} == {"cpu_time", "platform"}
    before = rerun(cycle, [])
    assert {seq for seq, job in before.items() if job is not None} == {2}
    after = rerun(cycle, list(fixes.values()))
    assert {seq for seq, job in after.items() if job is not None} == {2, *fixes}


def test_the_command() -> None:
    told = call("explain", DEMO, "--policy", "dirac", "--pilot", "13", "--fix")
    head, _, change = told.out.strip().rpartition(" --update ")
    assert head == "brokersql run --policy dirac --seed 20260317"
    assert change == "dirac_pilot:13.cpu_time=5000"
