"""The change that would help: made in another run it does what was told."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import brokersql
from brokersql.explain.changes.pair_fixes import PairFixes, covers
from brokersql.explain.changes.tunables import Move, Tunable
from brokersql.explain.context import Story
from brokersql.explain.nearest import NearestFixes, NearestQueues
from brokersql.render.table import Display
from brokersql.snapshot import parse_change
from tests.cli.calling import DEMO, call, explained

TASK, HELD = 47110000, 47110533


@pytest.fixture(scope="module")
def alone() -> brokersql.Cycle:
    """Return a cycle over one task of the demo."""
    return brokersql.run(str(DEMO), seed=7, tasks=[TASK])


@pytest.fixture(scope="module")
def told_at(cycle: brokersql.Cycle) -> Callable[[int, str], Story]:
    """Return what tells once of a task at a queue, with what would help."""
    return cache(
        lambda task, queue: cycle.explain(task=task, queue=queue, changes=True)
    )


@pytest.fixture(scope="module")
def story(alone: brokersql.Cycle) -> dict[str, Any]:
    return alone.explain(task=TASK, changes=True).document()


def again(
    option: str, policy: str = "panda_job", tasks: tuple[int, ...] = (TASK,)
) -> brokersql.Cycle:
    """Return a cycle with the change that an option of `run` makes."""
    name, value = shlex.split(option)
    key, _, text = value.partition("=")
    update, setting = ([value], {}) if name == "--update" else ([], {key: text})
    return brokersql.run(
        str(DEMO), policy, seed=7, tasks=tasks, update=update, set=setting
    )


def nearest(story: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in story["nearest"] if each["change"]]


def test_each_near_miss_comes_to_its_rank_alone(story: dict[str, Any]) -> None:
    changed = nearest(story)
    assert {each["criterion"] for each in changed} >= {"-highmemory", "-transferring"}
    ranks = [each["change"]["rank"] or len(changed) * 100 for each in changed]
    assert ranks == sorted(ranks)  # what a cap would take has none and stands last
    for miss in changed[::5]:
        (move,) = miss["change"]["set"]
        cycle = again(move["option"])
        pair = cycle.explain(task=TASK, queue=miss["queue_name"]).document()
        assert pair["failing"] == []
        assert pair["weights"]["weight"] == miss["change"]["weight"]
        if miss["change"]["chosen"]:
            assert pair["rank"] == miss["change"]["rank"]


def test_one_step_less_is_not_enough(story: dict[str, Any]) -> None:
    less: dict[str, str] = {}
    for miss in nearest(story):
        (move,) = miss["change"]["set"]
        before, after = move["from"], move["to"]
        if not isinstance(after, int) or isinstance(after, bool):
            continue
        value = after - 1 if after > (before or 0) else after + 1
        name, text = shlex.split(move["option"])
        assert name == "--update"
        less[miss["queue_name"]] = f"{text.rpartition('=')[0]}={value}"
    assert len(less) >= 3
    updates = list(less.values())
    assert len({each.partition(".")[0] for each in updates}) == len(updates)
    cycle = brokersql.run(str(DEMO), seed=7, tasks=[TASK], update=updates)
    for miss in nearest(story):
        if miss["queue_name"] in less:
            pair = cycle.explain(task=TASK, queue=miss["queue_name"])
            failing = pair.document()["failing"]
            (criterion,) = (each["criterion"] for each in failing)
            # a small pledge is exceeded: what it lifts and what it breaks, one tells
            assert criterion in (miss["criterion"], "-over_pledged")


@pytest.mark.slow
def test_a_pair_that_fails_twice_needs_two_values(alone: brokersql.Cycle) -> None:
    found = alone.sql(
        "select queue_name from verdict_reason group by queue_name "
        "having count(*) = 2 and bool_and(criterion in ('-lowmemory', '-highmemory', "
        "'-disk', '-status', '-transferring', '-cpucore')) order by queue_name"
    ).to_pylist()
    admitted = 0
    for row in found[:1]:
        queue = row["queue_name"]
        told = alone.explain(task=TASK, queue=queue, changes=True)
        changes = told.document()["changes"]
        for change in changes:
            assert change["verified"]
            options = [move["option"] for move in change["set"]]
            updates = [it.removeprefix("--update ") for it in options]
            assert len(set(updates)) == len(updates)
            cycle = brokersql.run(str(DEMO), seed=7, tasks=[TASK], update=updates)
            pair = cycle.explain(task=TASK, queue=queue).document()
            assert pair["failing"] == []
            assert pair["rank"] == (change["rank"] if change["chosen"] else None)
            admitted += 1
    assert admitted


def test_no_move_is_told_that_another_one_makes_superfluous(
    told_at: Callable[[int, str], Story],
) -> None:
    """-links_full and -link_unusable: a lower EXPRESS_PRIO lifts both."""
    task, queue = 47110182, "DUNMORE_UCORE"
    told = told_at(task, queue)
    story = told.document()
    assert len(story["failing"]) == 2
    inputs = {
        (it["key"].get("key"), it["column"]): it for it in story["failing"][1]["inputs"]
    }
    waits = inputs["Production Output_queued", "value"]
    assert (waits["unit"], waits["age_s"], waits["stale"]) == ("files", 60, False)
    assert "Production Output_queued 430 files (1 min old)" in str(told)
    priority = inputs[None, "current_priority"]
    assert (priority["key"], priority["age_s"]) == ({"jedi_task_id": task}, None)
    (change,) = story["changes"]
    (move,) = change["set"]
    assert (move["column"], move["to"]) == ("EXPRESS_PRIO", 500)
    pair = again(move["option"], tasks=(task,)).explain(task=task, queue=queue)
    assert pair.document()["failing"] == []


def test_a_nucleus_s_own_endpoint_is_what_can_be_opened(
    told_at: Callable[[int, str], Story],
) -> None:
    story = told_at(47110169, "DUNMORE_UCORE").document()
    (failing,) = story["failing"]
    assert failing["criterion"] == "-dest_blacklisted"
    known = {it["column"]: (it["key"], it["value"]) for it in failing["inputs"]}
    nucleus = {"ddm_endpoint_name": "PINERIVER-T1_DATADISK"}
    assert known == {"write_wan": (nucleus, "OFF"), "read_wan": (nucleus, "ON")}
    (change,) = story["changes"]
    (move,) = change["set"]
    assert move["option"] == "--update endpoint:PINERIVER-T1_DATADISK.write_wan=ON"


def test_a_task_that_waits_is_told_what_the_policy_could_change(
    cycle: brokersql.Cycle,
) -> None:
    """It is told as no fix: a parameter is for the tasks of all."""
    story = cycle.explain(task=47110182, changes=True)
    (miss,) = story.document()["nearest"]
    (move,) = miss["change"]["set"]
    assert (move["column"], move["to"]) == ("NQUEUED_NUC_CAP_FOR_JOBS", 12_040)
    assert (move["owner"], miss["change"]["recommended"]) == ("policy", False)
    assert story.fix is None and story.policy_fix is not None
    assert story.policy_fix.options == ["--set", "NQUEUED_NUC_CAP_FOR_JOBS=12040"]
    told = str(story)
    assert "Would admit GARONNE_UCORE/MCORE, but is set for every task: " in told
    assert "Not recommended as the fix of one task." in told


@pytest.mark.parametrize(
    ("task", "queue", "owner", "recommended"),
    [
        (47110182, "DUNMORE_UCORE", "policy", False),
        (TASK, "RHEINTAL_HIMEM/SCORE", "queue", True),
        (47110169, "DUNMORE_UCORE", "nucleus", True),
        (TASK, "BRIMFUL_UCORE/SCORE", "site", True),
        (47110247, "LINDENAU_CROWDED/MCORE", "task", True),
    ],
)
def test_a_change_says_whose_it_is_and_what_else_it_changes(
    cycle: brokersql.Cycle,
    told_at: Callable[[int, str], Story],
    task: int,
    queue: str,
    owner: str,
    recommended: bool,
) -> None:
    """The count is that of two runs, one with the change, without the task itself."""
    story = told_at(task, queue)
    change = story.document()["changes"][0]
    assert [each["owner"] for each in change["set"]] == [owner]
    assert change["recommended"] == recommended == (story.fix is not None)
    changed = decisions(again(change["set"][0]["option"], tasks=()))
    kept = decisions(cycle)
    others = kept.keys() - {task}
    n_changed = sum(changed[each] != kept[each] for each in others)
    assert change["other_decisions"] == {"changed": n_changed, "of": len(others)}


def test_a_cycle_of_one_task_knows_what_else_a_change_changes(
    told_at: Callable[[int, str], Story],
) -> None:
    task, queue = 47110182, "DUNMORE_UCORE"
    limited = brokersql.run(str(DEMO), seed=7, tasks=[task])
    (change,) = told_at(task, queue).document()["changes"]
    (same,) = limited.explain(task=task, queue=queue, changes=True).document()[
        "changes"
    ]
    assert same["other_decisions"] == change["other_decisions"]


def decisions(cycle: brokersql.Cycle) -> dict[int, list[object]]:
    """Return what a cycle decides, by task."""
    found: dict[int, list[object]] = {
        row["jedi_task_id"]: [row["status"], row["criterion"]]
        for row in cycle.result.to_pylist()
    }
    for row in cycle.candidate.to_pylist():
        found[row["jedi_task_id"]].append(row["queue_name"])
    return found


def test_what_lets_a_weighed_queue_be_chosen(alone: brokersql.Cycle) -> None:
    """Its rank is 14 of 16: the link to the nucleus could bring it in, or more room."""
    story = alone.explain(task=TASK, queue="GARONNE_UCORE/SCORE", changes=True)
    site, policy = story.document()["changes"]
    (moved,), (most,) = site["set"], policy["set"]
    assert moved["table"] == "network_metric" and moved["to"] < moved["from"]
    assert (most["column"], most["to"]) == ("MAX_CANDIDATES", 14)
    assert site["owner"] == "site" and site["chosen"] and policy["chosen"]
    told = again(moved["option"]).explain(task=TASK, queue="GARONNE_UCORE/SCORE")
    assert told.document()["rank"] == site["rank"] == 10
    name, text = shlex.split(moved["option"])
    change, _, value = text.rpartition("=")
    less = again(f"{name} '{change}={int(value) + 1}'").explain(
        task=TASK, queue="GARONNE_UCORE/SCORE"
    )
    assert less.document()["status"] == "not_chosen"
    assert "What would let it be chosen, of the network:" in str(story)
    assert "Would also let it be chosen, but is set for every task: " in str(story)


def test_what_lifts_a_cap_and_how_far_the_cut_is_then(
    told_at: Callable[[int, str], Story],
) -> None:
    task, queue = 47110468, "COLLINA_UCORE/MCORE"
    story = told_at(task, queue)
    cap = story.document()["cap"]
    assert (cap["criterion"], cap["bit"]) == ("-lowNetworkWeight", None)
    assert (cap["requested"], cap["operator"]) == (1.7, "<=")
    assert cap["shortfall"] == pytest.approx(1.7 - cap["offered"])
    assert cap["line"] and {each["table"] for each in cap["inputs"]} > {"cfg"}
    (change,) = story.document()["changes"]
    (move,) = change["set"]
    assert move["column"] == "NW_THRESHOLD" and not change["chosen"]
    assert "the 10 best begin at 1.332, 0.2617 more" in str(story)
    after = again(move["option"], tasks=(task,)).explain(task=task, queue=queue)
    assert after.document()["cap"] is None
    assert after.document()["cut"]["gap"] == pytest.approx(0.2617, abs=1e-4)
    assert story.fix is None  # it would still not be chosen


def test_what_was_not_tried_is_told_from_what_nothing_admits(
    cycle: brokersql.Cycle,
) -> None:
    """Values that queues share are not tried where queues can help themselves."""
    told = cycle.explain(task=47110247, changes=True)
    tried = {each["criterion"]: each["tried"] for each in told.document()["nearest"]}
    assert tried["-status"] and tried["-highmemory"]
    assert not tried["-io"]  # it rests on values of the task and of the policy
    assert not tried["-zeroshare"]
    lines = {tag: line for line in told.lines(Display()) for tag in line.split()}
    assert "none" in lines["-cache"] and "not tried" in lines["-zeroshare"]
    unasked = cycle.explain(task=47110247, changes=False)
    assert "not tried" not in str(unasked)


def test_where_the_closest_queue_fails_twice_it_is_said() -> None:
    miss = {"queue_name": "BNL", "n_failing": 2}
    misses = NearestQueues(9, [miss], (), "queue", NearestFixes(is_asked=True), "")
    told = "No single change helps: the closest queue, BNL, fails 2 criteria."
    assert misses.lines(Display()) == [told]


def test_what_the_limit_of_trials_left_out_is_not_denied() -> None:
    told = PairFixes((), ("-disk",), is_cut=True).lines(Display())
    assert told == ["", "No change that would admit it was found; not all were tried."]
    told = PairFixes((), ("-disk",)).lines(Display())
    assert told[1].startswith("No single value lifts -disk")


def test_the_smallest_sets_of_moves_come_first() -> None:
    def moves(*names: str) -> list[Move]:
        tunables = [Tunable("queue", ("A",), name, "BIGINT", 1, ()) for name in names]
        return [Move(tunable, 2) for tunable in tunables]

    one, two, both, other = moves("max_rss", "max_time", "core_count", "max_wdir")
    lifts = {
        one: frozenset([1]),
        two: frozenset([2]),
        other: frozenset([2]),
        both: frozenset([1, 2]),
    }
    found = covers(frozenset([1, 2]), lifts)
    assert found == [(both,), (one, two), (one, other)]
    further = Move(one.tunable, 3)  # of one value only one move counts
    assert (
        covers(frozenset([1, 2]), {one: frozenset([1]), further: frozenset([2])}) == []
    )


def test_a_lever_is_verified_alone_and_shuts_nobody_out(
    cycle: brokersql.Cycle,
) -> None:
    """A core count of 1 would lift -lowmemory, and spoil what job_seed=all brings."""
    story = cycle.explain(queue="ARMORIQUE_UCORE", changes=True).document()
    n_alone = sum(each["alone"] > 0 for each in story["criteria"])
    assert len(story["changes"]) + story["untried"] == n_alone
    levers = {each["criterion"]: each for each in story["changes"]}
    assert levers["-lowmemory"]["change"] is None
    seed = levers["-es"]
    assert seed["change"]["option"] == "--update queue:ARMORIQUE_UCORE.job_seed=all"
    assert seed["admits"] == {"tasks": 2, "cores": 36, "chosen": 2, "shut_out": 0}


def test_a_value_is_looked_for_beside_what_else_rests_on_it(
    cycle: brokersql.Cycle, alone: brokersql.Cycle
) -> None:
    """A pledge of one core lifts -non_pledged, and is exceeded at once."""
    queue = "SUMMITRIDGE_HPC"
    story = alone.explain(task=TASK, queue=f"{queue}/SCORE", changes=True).document()
    assert [each["criterion"] for each in story["failing"]] == ["-non_pledged"]
    ((move,),) = [each["set"] for each in story["changes"]]
    assert (move["column"], move["from"], move["unit"]) == ("pledged_cpu", -1, "cores")
    less = f"--update queue:{queue}.pledged_cpu={move['to'] - 1}"
    for option, failing in ((move["option"], []), (less, ["-over_pledged"])):
        told = again(option).explain(task=TASK, queue=f"{queue}/SCORE").document()
        assert [each["criterion"] for each in told["failing"]] == failing
    levers = cycle.explain(queue=queue, changes=True).document()["changes"]
    lever = next(each for each in levers if each["criterion"] == "-non_pledged")
    assert lever["change"]["column"] == "pledged_cpu"
    assert lever["admits"]["tasks"] > 1


def test_a_switch_of_gdp_config_can_be_moved(alone: brokersql.Cycle) -> None:
    story = alone.explain(task=TASK, queue="SUMMITRIDGE_HPC/SCORE", changes=True)
    (failing,) = story.document()["failing"]
    values = {each["column"]: each["value"] for each in failing["inputs"]}
    assert values == {"pledged_cpu": -1, "WORK_SHORTAGE": True}


def test_what_a_rule_about_sets_of_pairs_rests_on_can_be_moved(
    told_at: Callable[[int, str], Story],
) -> None:
    """-io is about tasks above a cutoff; what it compares has limits of its own."""
    task, queue = 47110247, "LINDENAU_CROWDED/MCORE"
    told = told_at(task, queue)
    story = told.document()
    assert [each["criterion"] for each in story["failing"]] == ["-io"]
    ((move,),) = [each["set"] for each in story["changes"]]
    assert move["option"] == f"--update task:{task}.io_intensity=200"
    assert "SIZE_CUTOFF_TO_MOVE_INPUT 10 GB" in str(told)
    above = f"--update task:{task}.io_intensity=201"
    for option, failing in ((move["option"], []), (above, ["-io"])):
        pair = again(option, tasks=(task,)).explain(task=task, queue=queue)
        told_again = pair.document()["failing"]
        assert [each["criterion"] for each in told_again] == failing


def test_nothing_of_a_trial_stays(
    alone: brokersql.Cycle, story: dict[str, Any]
) -> None:
    fresh = brokersql.run(str(DEMO), seed=7, tasks=[TASK])
    for name in ("verdict", "weighed", "result", "exclusion"):
        assert alone.table(name).equals(fresh.table(name)), name
    assert alone.sql("from queue order by all").equals(
        fresh.sql("from queue order by all")
    )
    assert story["nearest"]


def test_a_criterion_that_no_value_lifts_is_said_in_words(
    alone: brokersql.Cycle,
) -> None:
    row = alone.sql(
        "from verdict_reason where criterion = '-cache' limit 1"
    ).to_pylist()
    told = alone.explain(task=TASK, queue=row[0]["queue_name"], changes=True)
    assert told.document()["changes"] == []
    assert "No single value lifts" in str(told)
    assert "-cache" in str(told).splitlines()[-3] + str(told).splitlines()[-1]


def test_a_queue_s_levers_bring_what_they_say(cycle: brokersql.Cycle) -> None:
    queue = "BLUERIDGE_SPOT"
    story = cycle.explain(queue=queue, changes=True).document()
    levers = story["changes"]
    work = [(each["tasks"], each["cores"]) for each in levers]
    assert work == sorted(work, reverse=True)
    (best,) = [each for each in levers if each["verified"]]
    assert best["tasks"] >= best["admits"]["tasks"] > best["admits"]["chosen"] > 0
    assert best["admits"]["shut_out"] == 0
    assert best["change"]["to"] == "all"  # with std the tasks of event service go
    changed = again(best["change"]["option"], tasks=())
    counts = changed.explain(queue=queue).document()["counts"]
    assert counts["rejected"] == story["rejected_after"] < story["counts"]["rejected"]
    assert counts["chosen"] >= best["admits"]["chosen"]


def test_what_two_changes_of_a_queue_bring_together() -> None:
    """Where memory and time are short most tasks fail on both."""
    queue = "CEVENNES_UCORE"
    short = [f"queue:{queue}.max_rss=11000", f"queue:{queue}.max_time=30000"]
    story = brokersql.run(str(DEMO), seed=7, update=short).explain(
        queue=queue, changes=True
    )
    document = story.document()
    together = document["together"]
    assert together["criteria"] == ["-lowmemory", "-shortwalltime"]
    alone = [each["admits"]["tasks"] for each in document["changes"]]
    assert together["tasks"] == sum(alone) + together["failing_both"] == 25
    options = [each["change"]["option"].split(" ")[1] for each in document["changes"]]
    both = brokersql.run(str(DEMO), seed=7, update=options).explain(queue=queue)
    rejected = document["counts"]["rejected"] - together["tasks"]
    assert both.document()["counts"]["rejected"] == rejected
    assert "together admit 25 tasks; 18 of them fail on both" in str(story)


def test_fix_prints_one_command_and_nothing_else(run_folder: Path) -> None:
    fixed = explained(run_folder, "--task", TASK, "--fix")
    assert fixed.code == 0, fixed.err
    assert len(fixed.lines) == 1
    name, *words = shlex.split(fixed.out)
    assert (name, words[0], words[-2]) == ("brokersql", "run", "--update")
    queue = parse_change(words[-1]).key[0]
    done = call(*words)
    assert done.code == 0 and queue in done.out, done.err
    assert "of the queue; 2 of 44 other decisions change" in fixed.err
    as_json = explained(run_folder, "--task", TASK, "--fix", "--format", "json")
    assert as_json.json["command"] == fixed.out.strip()
    assert as_json.json["options"] == words[-2:]
    assert as_json.json["kind"] == "explain.fix"


def test_a_value_of_the_policy_is_no_fix(run_folder: Path) -> None:
    asked = ("--task", "47110182", "--queue", "DUNMORE_UCORE", "--fix")
    fixed = explained(run_folder, *asked)
    assert (fixed.code, fixed.out) == (0, "")
    told = "EXPRESS_PRIO=500 would help, but is set for every task: 30 of 44 other"
    assert told in fixed.err
    document = explained(run_folder, *asked, "--format", "json").json
    assert (document["options"], document["change"]) == ([], None)
    assert document["policy_change"]["other_decisions"] == {"changed": 30, "of": 44}


def test_where_nothing_is_to_be_fixed(run_folder: Path) -> None:
    best = call(
        "sql",
        run_folder,
        f"select queue_name from candidate where jedi_task_id = {TASK} and rank = 1",
        "--format",
        "csv",
    ).lines[1]
    done = explained(run_folder, "--task", TASK, "--queue", best, "--fix")
    assert (done.code, done.out) == (0, "")
    assert "no change of one value per criterion" in done.err
    wrong = explained(run_folder, "--criterion", "-disk", "--fix")
    assert wrong.code == 2
    assert wrong.err.startswith("error: --fix: a task, queue or pilot")


def test_an_option_can_be_pasted_into_a_shell() -> None:
    key = ("A", "B", "Production Output_queued")
    move = Move(Tunable("network_metric", key, "value", "DOUBLE", 430.0, ()), 150)
    name, text = shlex.split(str(move.document()["option"]))
    assert (name, parse_change(text)) == ("--update", move.change)


def test_a_change_for_a_held_task_says_that_it_stays_held(
    run_folder: Path, told_at: Callable[[int, str], Story]
) -> None:
    """The task, the pair and the change alone say which gate holds it even then."""
    asked = ("--task", str(HELD), "--queue", "RHEINTAL_HIMEM/MCORE")
    whole = explained(run_folder, *asked)
    assert (
        "Regardless of queue, the task is pending by -incomplete_input: " in whole.out
    )
    assert "no criterion rejects it, but the task stays pending by" in whole.out
    document = explained(run_folder, *asked, "--format", "json").json
    assert document["held"]["criterion"] == "-incomplete_input"
    held = {(it["held"]["criterion"], it["recommended"]) for it in document["changes"]}
    assert held == {("-incomplete_input", False)}
    fix = explained(run_folder, *asked, "--fix")
    (command,) = fix.lines
    assert command.endswith(" --update queue:RHEINTAL_HIMEM.min_rss=11250")
    assert "the task stays pending by -incomplete_input: " in fix.err
    task = explained(run_folder, "--task", str(HELD))
    assert "is then admitted, but the task stays pending by -incomplete" in task.out
    but = ", but the task stays pending by -incomplete_input"
    title = task.lines.index(f"Would admit a queue{but}")
    change, _, rest = task.lines[title + 1].partition("; ")
    assert change.endswith(" 11,250 MB admits RHEINTAL_HIMEM/MCORE")
    assert rest.endswith(" other decisions change")  # without a check mark
    on_page = told_at(HELD, "RHEINTAL_HIMEM/MCORE").answer.helps
    assert {each.endswith(but) for each in on_page} == {True}


def test_a_queue_where_no_criterion_stands_alone_says_so(
    alone: brokersql.Cycle,
) -> None:
    said = "1 task rejected; each fails two criteria or more, so no single change helps"
    assert said in str(alone.explain(queue="KAWABE_LONG"))
    assert said not in str(alone.explain(queue="RHEINTAL_HIMEM"))
