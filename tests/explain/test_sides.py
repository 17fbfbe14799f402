"""`explain --queue` and `explain --criterion`: the same decisions from other sides."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import brokersql
from brokersql.core.errors import UsageError
from brokersql.explain.queue import explain_queue
from brokersql.render.table import Display
from tests.cli.calling import DEMO, Outcome, call, explained

HELD, CAPPED = 47110533, 47110325


def verdicts(cycle: brokersql.Cycle) -> list[dict[str, Any]]:
    return cycle.sql(
        "select jedi_task_id, queue_name, reject_mask, "
        "split_part(queue_name, '/', 1) as unified_name from verdict"
    ).to_pylist()


@pytest.fixture(scope="session")
def unified(cycle: brokersql.Cycle) -> str:
    """Return the queue that most tasks reject for one criterion alone."""
    story = cycle.explain(criterion="-lowmemory").document()
    return str(story["queues"][0]["queue_name"])


def test_a_queue_counts_every_task_once(cycle: brokersql.Cycle, unified: str) -> None:
    story = cycle.explain(queue=unified).document()
    assert story["kind"] == "explain.queue"
    assert sum(story["counts"].values()) == cycle.result.num_rows
    chosen = cycle.sql(
        f"select count(distinct jedi_task_id) as n from candidate "
        f"where unified_name = '{unified}'"
    ).to_pylist()
    assert story["counts"]["chosen"] == chosen[0]["n"]
    reported = sum(each["reported"] for each in story["criteria"])
    assert reported == story["counts"]["rejected"]
    for each in story["criteria"]:
        assert each["alone"] <= each["fails"]
        assert each["reported"] <= each["fails"]
        assert (each["cores"] > 0) == (each["alone"] > 0)


def test_nothing_alone_keeps_a_throttled_task_away(cache: None) -> None:
    """A gate holds it whatever a queue changes: the page's throttles."""
    cycle = brokersql.run(str(DEMO), "panda_analysis")
    queue = "LINDENAU_UCORE"
    held = {
        row["jedi_task_id"]
        for row in cycle.result.to_pylist()
        if row["status"] == "throttled" or row["criterion"] == "-incomplete_input"
    }
    fewest: dict[int, int] = {}
    for row in verdicts(cycle):
        if row["unified_name"] == queue != row["queue_name"]:
            n, task = bin(row["reject_mask"]).count("1"), row["jedi_task_id"]
            fewest[task] = min(n, fewest.get(task, n))
    near = {task for task, n in fewest.items() if n == 1}
    assert len(near & held) == 2
    story = explain_queue(cycle, queue, n_tried=9).document()
    assert sum(each["alone"] for each in story["criteria"]) == len(near - held) > 0
    assert sum(each["tasks"] for each in story["changes"]) == len(near - held)
    criteria = [each["criterion"] for each in story["criteria"] if each["alone"]]
    barred = [
        each["tasks"]
        for name in criteria
        for each in cycle.explain(criterion=name).document()["queues"]
        if each["queue_name"] == queue
    ]
    assert sum(barred) == len(near - held)


def test_a_pseudo_queue_stands_for_its_own(cycle: brokersql.Cycle) -> None:
    child = min(it["queue_name"] for it in verdicts(cycle) if "/" in it["queue_name"])
    own = cycle.explain(queue=child).document()["queue_name"]
    assert own == child.partition("/")[0]
    with pytest.raises(UsageError, match=f"no queue {own}/NOPE .42 queues.") as wrong:
        cycle.explain(queue=f"{own}/NOPE")
    assert own in wrong.value.hint


def test_a_queue_for_a_reader(
    run_folder: Path, cycle: brokersql.Cycle, unified: str
) -> None:
    """Also where nobody can choose it; its head fits a narrow place."""
    done = explained(run_folder, "--queue", unified, "--no-changes")
    assert done.lines[0].startswith(f"queue {unified} · site ")
    assert "tasks looked at it: " in done.lines[1]
    assert "alone" in done.out
    assert "next: brokersql policy show panda_job/cpu_core" in done.err
    query = "select queue_name from queue where type = 'analysis' order by 1 limit 1"
    name = call("sql", run_folder, query).lines[1]
    done = explained(run_folder, "--queue", name, "--no-changes")
    told = f"{name} is no candidate of panda_job for any task"
    assert done.lines[1] == f"{told}: type analysis runs no production"
    lines = explain_queue(cycle, unified).lines(Display(width=60))
    head = lines[: lines.index("")]
    assert len(head) == 4
    assert all(len(line) <= 60 for line in head)
    wide = explain_queue(cycle, unified).lines(Display())
    assert " ".join(head) == " ".join(wide[:2])


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--queue=RHEINTL", "near: RHEINTAL"),
        ("--criterion=-lowmem", "did you mean -lowmemory?"),
    ],
)
def test_what_is_not_there(option: str, said: str, run_folder: Path) -> None:
    wrong = explained(run_folder, option)
    assert (wrong.code, said in wrong.err) == (2, True)


@pytest.mark.parametrize("criterion", ["-lowmemory", "-disk", "-cpucore"])
def test_a_criterion_counts_pairs(criterion: str, cycle: brokersql.Cycle) -> None:
    story = cycle.explain(criterion=criterion).document()
    assert story["kind"] == "explain.criterion"
    bits = sum(
        1 << row["bit"]
        for row in cycle.criterion.to_pylist()
        if row["criterion"] == criterion and row["bit"] is not None
    )
    pairs = verdicts(cycle)
    counts = story["counts"]
    failing = [row for row in pairs if row["reject_mask"] & bits]
    assert counts["pairs"] == len(pairs)
    assert counts["fails"] == len(failing)
    assert counts["tasks_touched"] == len({row["jedi_task_id"] for row in failing})
    reported = Counter(cycle.exclusion.column("criterion").to_pylist())
    assert counts["reported"] == reported[criterion]
    n_barred = counts["queues_barred_alone"]
    assert sum(each["tasks"] for each in story["queues"]) == n_barred
    alone = {
        (row["jedi_task_id"], row["unified_name"])
        for row in pairs
        if row["reject_mask"] and not row["reject_mask"] & ~bits
    }
    assert n_barred <= len(alone)


def test_a_criterion_for_a_reader(run_folder: Path) -> None:
    done = explained(run_folder, "--criterion=-lowmemory", "--no-changes")
    assert done.lines[0].startswith("-lowmemory: the estimated memory does not fit")
    assert done.lines[1] == "sql/panda_job/filters/low_memory.sql"
    assert done.lines[2].startswith("never_fits: more is asked than is offered")
    assert done.lines[2].endswith("(who can act: docs/classes.md)")
    assert done.lines[3].startswith("parameters: MEMORY_COMPENSATION 0.9 (default), ")
    assert any(line.startswith("pairs where it fails ") for line in done.lines)
    same = explained(run_folder, "--criterion", "lowmemory", "--no-changes")
    assert same.out == done.out


def test_two_files_of_one_criterion(cycle: brokersql.Cycle, run_folder: Path) -> None:
    """Each is told with its own title, class, unit, queues and values."""
    story = cycle.explain(criterion="-disk", changes=True)
    document = story.document()
    assert document["files"] == [
        "sql/panda_job/filters/scratch_disk.sql",
        "sql/panda_job/filters/disk_free.sql",
    ]
    assert [document[name] for name in ("title", "class", "shortfalls")] == [None] * 3
    scratch, free = document["rules"]
    assert (scratch["class"], scratch["effect"]) == ("never_fits", "drop")
    assert (free["class"], free["effect"]) == ("capacity", "defer")
    missing = [it["shortfalls"] for it in (scratch, free)]
    assert [it["unit"] for it in missing] == ["MB", "GB"]
    pairs = [sum(it["pairs"] for it in each["classes"]) for each in missing]
    tasks = Counter[str]()
    for it in document["queues"]:
        tasks[it["rule"]] += it["tasks"]
    assert pairs == [tasks["scratch_disk"], tasks["disk_free"]]
    places = {(it["queue_name"], it["rule"]): it for it in document["queues"]}
    full = places["BRIMFUL_UCORE", "disk_free"]
    small = places["VALDORO_UCORE", "scratch_disk"]
    assert full["change"]["column"] == "space_free"
    assert small["change"]["column"] == "max_wdir"
    lines = str(story).splitlines()
    assert lines[0] == "-disk: 2 rules"
    assert lines[3].startswith("disk_free: the output endpoint has too little")
    assert lines[3].endswith("capacity, defer")
    assert any(line.startswith("shortfall GB (disk_free) ") for line in lines)
    at_queue = explained(run_folder, "--queue", "BRIMFUL_UCORE", "--no-changes")
    row = next(each for each in at_queue.lines if each.startswith("-disk (disk_free)"))
    assert row.endswith("capacity")
    assert "policy show panda_job/disk_free" in at_queue.err


def test_of_several_policies_the_first_answers_and_the_others_are_named(
    world: str, tmp_path: Path
) -> None:
    """For a queue as for a criterion; a task leads to the policy that decided it."""
    out = tmp_path / "out"
    both = ("--policy", "panda_job", "--policy", "panda_analysis")
    assert call("run", world, *both, "--out", out).code == 0
    query = "select queue_name from queue where type = 'unified' order by 1 limit 1"
    queue = call("sql", world, query).lines[1]
    others = "shown for panda_job; add --policy panda_analysis for more"

    def said(option: str, name: str) -> Outcome:
        return explained(out, option, name, "--no-changes")

    at_queue = said("--queue", queue)
    assert at_queue.lines[0].startswith(f"queue {queue} ")
    assert others in at_queue.err
    assert others in said("--criterion", "-low_weight").err
    only = said("--criterion", "-throttle_jobs")
    assert only.lines[1] == "sql/panda_analysis/gates/throttle_jobs.sql"
    assert "explained by" not in only.err
    none = said("--criterion", "-highmemry")
    assert "no criterion -highmemry in panda_job" in none.err
    assert "did you mean -highmemory?" in none.err


def test_a_queue_says_for_how_many_blockers_nothing_was_tried(
    cycle: brokersql.Cycle, unified: str
) -> None:
    criteria = cycle.explain(queue=unified).document()["criteria"]
    alone = [each for each in criteria if each["alone"]]
    told = str(explain_queue(cycle, unified, n_tried=1))
    assert len(alone) > 1
    assert f"… and {len(alone) - 1} more, for which nothing was tried" in told


def test_a_criterion_and_a_queue_tell_the_same_change(cycle: brokersql.Cycle) -> None:
    """Decided again it lets in some of what stood alone, and no change says so too.

    Classes of what is missing hold all that the criterion bars.
    """
    story = cycle.explain(criterion="-lowmemory", changes=True)
    told = story.document()
    found = told["shortfalls"]
    classes = found["classes"]
    assert found["unit"] == "MB"
    n_alone = told["counts"]["queues_barred_alone"]
    assert sum(each["pairs"] for each in classes) == n_alone
    edges = [each["up_to"] for each in classes]
    assert edges[-1] is None
    assert all(after == 2 * before for before, after in pairwise(edges[:-1]))
    assert "shortfall MB" in str(story)
    tried = {it["queue_name"]: it for it in told["queues"][:2]}
    assert [it["change"] is None for it in tried.values()] == [False, True]
    for name, barred in tried.items():
        changes = cycle.explain(queue=name, changes=True).document()["changes"]
        (mine,) = [it for it in changes if it["criterion"] == "-lowmemory"]
        assert mine["change"] == barred["change"]
        assert mine["verified"] == (barred["change"] is not None)


def test_what_other_pairs_and_criteria_lack(jobs: brokersql.Cycle) -> None:
    """A second brokerage has only a nucleus, a shortfall only what compares numbers."""
    row = jobs.exclusion.to_pylist()[0]
    pair = jobs.explain(task=row["jedi_task_id"], queue=row["queue_name"])
    assert pair.document()["job_brokerage"] == []
    story = jobs.explain(criterion="-cache")
    assert story.document()["shortfalls"] is None
    assert "shortfall" not in str(story)


@pytest.mark.parametrize("criterion", ["-cap", "-low_weight", "-lock", "-cap_rt"])
def test_what_pairs_lose_after_their_weight(
    criterion: str, cycle: brokersql.Cycle
) -> None:
    story = cycle.explain(criterion=criterion).document()
    weighed = cycle.weighed.to_pylist()
    lost = [row for row in weighed if row["criterion"] == criterion]
    counts = story["counts"]
    assert (counts["pairs"], counts["fails"]) == (len(weighed), len(lost))
    assert counts["tasks_touched"] == len({row["jedi_task_id"] for row in lost})
    assert sum(each["tasks"] for each in story["queues"]) == len(
        {(row["jedi_task_id"], row["unified_name"]) for row in lost}
    )
    assert story["files"] and story["title"]
    assert story["shortfalls"] is None


def test_caps_gates_and_the_choice_say_who_waits(cycle: brokersql.Cycle) -> None:
    lines = str(cycle.explain(criterion="cap")).splitlines()
    assert lines[0].startswith("-cap: more jobs are queued")
    assert lines[1] == "sql/panda_job/caps/cap.sql"
    assert "1 task with 64 cores waits while it leaves out some queue" in lines
    assert any(line.startswith("queue ") and "tasks left out" in line for line in lines)
    gate = cycle.explain(criterion="-incomplete_input")
    (held,) = gate.document()["held"]
    assert (held["jedi_task_id"], held["n_cores"]) == (HELD, 64)
    assert "is incomplete at any online storage" in held["reason"]
    assert "1 task with 64 cores stands still by it" in str(gate)
    choice = cycle.explain(criterion="-no_candidates").document()
    assert CAPPED in {each["jedi_task_id"] for each in choice["held"]}
    assert choice["files"] == ["sql/panda_job/select/result.sql"]
    assert choice["class"] is None
    assert choice["title"] == "no candidate is left after the checks"


def test_a_filter_of_pilots(matching: brokersql.Cycle) -> None:
    story = matching.explain(criterion="-site").document()
    criteria = matching.criterion.to_pylist()
    bit = next(row["bit"] for row in criteria if row["criterion"] == "-site")
    masks = [row["reject_mask"] for row in matching.verdict.to_pylist()]
    counts = story["counts"]
    assert counts["fails"] == sum(mask >> bit & 1 for mask in masks)
    assert counts["queues_barred_alone"] == masks.count(1 << bit)
    assert sum(each["n_queues"] for each in story["held"]) == masks.count(1 << bit)
    reported = matching.exclusion.column("criterion").to_pylist()
    assert counts["reported"] == reported.count("-site")


@pytest.mark.parametrize("criterion", ["-no_setup", "-no_eligible_queue"])
def test_a_refusal_lists_its_pilots(criterion: str, matching: brokersql.Cycle) -> None:
    story = matching.explain(criterion=criterion).document()
    decided = matching.result.to_pylist()
    refused = {row["seq"] for row in decided if row["criterion"] == criterion}
    assert {each["seq"] for each in story["held"]} == refused != set()
    assert story["counts"]["pilots_waiting_alone"] == len(refused)


def test_a_tag_that_nothing_prints(matching: brokersql.Cycle) -> None:
    said = "(?s)no criterion -sight in dirac.*did you mean -site?"
    with pytest.raises(UsageError, match=said):
        matching.explain(criterion="-sight")
