"""The change that would help: made in another run it does what was told."""

from __future__ import annotations

import shlex
from functools import lru_cache
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
def of_one(alone: brokersql.Cycle) -> Story:
    """Return what would help one task at a queue, tried in the cycle over it."""
    return alone.explain(TASK, "RHEINTAL_HIMEM/SCORE", changes=True)


@pytest.fixture(scope="module")
def story(cycle: brokersql.Cycle) -> dict[str, Any]:
    return cycle.explain(TASK, changes=True).document()


@lru_cache(maxsize=8)
def again(*options: str) -> brokersql.Cycle:
    """Return a cycle with the changes that options of `run` make."""
    given = [shlex.split(each) for each in options]
    update = [value for name, value in given if name == "--update"]
    setting = dict(value.split("=") for name, value in given if name == "--set")
    return brokersql.run(str(DEMO), seed=7, update=update, set=setting)


def pair_after(*options: str, task: int = TASK, queue: str) -> dict[str, Any]:
    """Return what is told of a pair in a cycle with the changes of options."""
    return again(*options).explain(task, queue).document()


def failing(pair: dict[str, Any]) -> list[str]:
    return [each["criterion"] for each in pair["failing"]]


def test_each_near_miss_comes_to_its_rank_alone(story: dict[str, Any]) -> None:
    changed = [each for each in story["nearest"] if each["change"]]
    assert {each["criterion"] for each in changed} >= {"-highmemory", "-transferring"}
    ranks = [each["change"]["rank"] or len(changed) * 100 for each in changed]
    assert ranks == sorted(ranks)  # what a cap would take has none and stands last
    for miss in changed[::5]:
        (move,) = miss["change"]["set"]
        pair = pair_after(move["option"], queue=miss["queue_name"])
        assert failing(pair) == []
        assert pair["weights"]["weight"] == miss["change"]["weight"]
        if miss["change"]["chosen"]:
            assert pair["rank"] == miss["change"]["rank"]


def test_one_step_less_is_not_enough(story: dict[str, Any]) -> None:
    less: dict[str, str] = {}
    criteria: dict[str, str] = {}
    for miss in story["nearest"]:
        for move in (miss["change"] or {"set": ()})["set"]:
            before, after = move["from"], move["to"]
            if isinstance(after, int) and not isinstance(after, bool):
                value = after - 1 if after > (before or 0) else after + 1
                option = move["option"].replace(f"={after}", f"={value}")
                less[miss["queue_name"]] = option
                criteria[miss["queue_name"]] = miss["criterion"]
    assert len(less) >= 3
    assert len({each.partition(".")[0] for each in less.values()}) == len(less)
    cycle = again(*less.values())
    for queue, criterion in criteria.items():
        (found,) = failing(cycle.explain(TASK, queue).document())
        # a small pledge is exceeded: what it lifts and what it breaks, one tells
        assert found in (criterion, "-over_pledged")


@pytest.mark.slow
def test_a_pair_that_fails_twice_needs_two_values(alone: brokersql.Cycle) -> None:
    (first, *_) = alone.sql(
        "select queue_name from verdict_reason group by queue_name "
        "having count(*) = 2 and bool_and(criterion in ('-lowmemory', '-highmemory', "
        "'-disk', '-status', '-transferring', '-cpucore')) order by queue_name"
    ).to_pylist()
    queue = first["queue_name"]
    changes = alone.explain(TASK, queue, changes=True).document()["changes"]
    assert changes
    for change in changes:
        assert change["verified"]
        options = [move["option"] for move in change["set"]]
        assert len(set(options)) == len(options)
        pair = pair_after(*options, queue=queue)
        assert failing(pair) == []
        assert pair["rank"] == (change["rank"] if change["chosen"] else None)


def test_no_move_is_told_that_another_one_makes_superfluous(
    cycle: brokersql.Cycle,
) -> None:
    """-links_full and -link_unusable: a lower EXPRESS_PRIO lifts both."""
    task, queue = 47110182, "DUNMORE_UCORE"
    told = cycle.explain(task, queue, changes=True)
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
    assert failing(pair_after(move["option"], task=task, queue=queue)) == []


def test_a_nucleus_s_own_endpoint_is_what_can_be_opened(cycle: brokersql.Cycle) -> None:
    story = cycle.explain(47110169, "DUNMORE_UCORE", changes=True).document()
    (found,) = story["failing"]
    assert found["criterion"] == "-dest_blacklisted"
    known = {it["column"]: (it["key"], it["value"]) for it in found["inputs"]}
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
    task: int,
    queue: str,
    owner: str,
    recommended: bool,
) -> None:
    """The count is that of two runs, one with the change, without the task itself."""
    story = cycle.explain(task, queue, changes=True)
    change = story.document()["changes"][0]
    assert [each["owner"] for each in change["set"]] == [owner]
    assert change["recommended"] == recommended == (story.fix is not None)
    changed = decisions(again(change["set"][0]["option"]))
    kept = decisions(cycle)
    others = kept.keys() - {task}
    n_changed = sum(changed[each] != kept[each] for each in others)
    assert change["other_decisions"] == {"changed": n_changed, "of": len(others)}


def test_a_cycle_of_one_task_knows_what_else_a_change_changes(
    cycle: brokersql.Cycle, of_one: Story
) -> None:
    of_all = cycle.explain(TASK, "RHEINTAL_HIMEM/SCORE", changes=True)
    told = [each.document()["changes"][0] for each in (of_all, of_one)]
    assert told[0]["other_decisions"] == told[1]["other_decisions"]


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
    queue = "GARONNE_UCORE/SCORE"
    story = alone.explain(TASK, queue, changes=True)
    site, policy = story.document()["changes"]
    (moved,), (most,) = site["set"], policy["set"]
    assert moved["table"] == "network_metric" and moved["to"] < moved["from"]
    assert (most["column"], most["to"]) == ("MAX_CANDIDATES", 14)
    assert site["owner"] == "site" and site["chosen"] and policy["chosen"]
    told = pair_after(moved["option"], queue=queue)
    assert told["rank"] == site["rank"] == 10
    less = moved["option"].replace(f"={moved['to']}", f"={moved['to'] + 1}")
    assert pair_after(less, queue=queue)["status"] == "not_chosen"
    assert "What would let it be chosen, of the network:" in str(story)
    assert "Would also let it be chosen, but is set for every task: " in str(story)


def test_what_lifts_a_cap_and_how_far_the_cut_is_then(cycle: brokersql.Cycle) -> None:
    task, queue = 47110468, "COLLINA_UCORE/MCORE"
    story = cycle.explain(task, queue, changes=True)
    cap = story.document()["cap"]
    assert (cap["criterion"], cap["bit"]) == ("-lowNetworkWeight", None)
    assert (cap["requested"], cap["operator"]) == (1.7, "<=")
    assert cap["shortfall"] == pytest.approx(1.7 - cap["offered"])
    assert cap["line"] and {each["table"] for each in cap["inputs"]} > {"cfg"}
    (change,) = story.document()["changes"]
    (move,) = change["set"]
    assert move["column"] == "NW_THRESHOLD" and not change["chosen"]
    assert "the 10 best begin at 1.332, 0.2617 more" in str(story)
    after = pair_after(move["option"], task=task, queue=queue)
    assert after["cap"] is None
    assert after["cut"]["gap"] == pytest.approx(0.2617, abs=1e-4)
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


def test_where_nothing_helps_it_is_said() -> None:
    """The closest queue fails twice; no value lifts it; the limit of trials cut."""
    miss = {"queue_name": "BNL", "n_failing": 2}
    misses = NearestQueues(9, [miss], (), "queue", NearestFixes(is_asked=True), "")
    for found, told in (
        (misses, "No single change helps: the closest queue, BNL, fails 2 criteria."),
        (PairFixes((), ("-disk",)), "No value is known that lifts -disk"),
        (
            PairFixes((), ("-disk",), is_cut=True),
            "No change that would admit it was found; not all were tried.",
        ),
    ):
        assert found.lines(Display())[-1].startswith(told)


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
    cycle: brokersql.Cycle,
) -> None:
    """A pledge of one core lifts -non_pledged, and is exceeded at once."""
    name, queue = "SUMMITRIDGE_HPC", "SUMMITRIDGE_HPC/SCORE"
    story = cycle.explain(TASK, queue, changes=True).document()
    assert failing(story) == ["-non_pledged"]
    values = {it["column"]: it["value"] for it in story["failing"][0]["inputs"]}
    assert values == {"pledged_cpu": -1, "WORK_SHORTAGE": True}
    ((move,),) = [each["set"] for each in story["changes"]]
    assert (move["column"], move["from"], move["unit"]) == ("pledged_cpu", -1, "cores")
    less = f"--update queue:{name}.pledged_cpu={move['to'] - 1}"
    for option, fails in ((move["option"], []), (less, ["-over_pledged"])):
        assert failing(pair_after(option, queue=queue)) == fails
    levers = cycle.explain(queue=name, changes=True).document()["changes"]
    lever = next(each for each in levers if each["criterion"] == "-non_pledged")
    assert lever["change"]["column"] == "pledged_cpu"
    assert lever["admits"]["tasks"] > 1


def test_what_a_rule_about_sets_of_pairs_rests_on_can_be_moved(
    cycle: brokersql.Cycle,
) -> None:
    """-io is about tasks above a cutoff; what it compares has limits of its own."""
    task, queue = 47110247, "LINDENAU_CROWDED/MCORE"
    told = cycle.explain(task, queue, changes=True)
    story = told.document()
    assert failing(story) == ["-io"]
    ((move,),) = [each["set"] for each in story["changes"]]
    assert move["option"] == f"--update task:{task}.io_intensity=200"
    assert "SIZE_CUTOFF_TO_MOVE_INPUT 10 GB" in str(told)
    above = f"--update task:{task}.io_intensity=201"
    for option, fails in ((move["option"], []), (above, ["-io"])):
        assert failing(pair_after(option, task=task, queue=queue)) == fails


def test_nothing_of_a_trial_stays(alone: brokersql.Cycle, of_one: Story) -> None:
    assert of_one.fix
    fresh = brokersql.run(str(DEMO), seed=7, tasks=[TASK])
    for name in ("verdict", "weighed", "result", "exclusion"):
        assert alone.table(name).equals(fresh.table(name)), name
    assert alone.sql("from queue order by all").equals(
        fresh.sql("from queue order by all")
    )


def test_a_criterion_that_no_value_lifts_is_said_in_words(
    alone: brokersql.Cycle,
) -> None:
    query = "from verdict_reason where criterion = '-cache' limit 1"
    (row,) = alone.sql(query).to_pylist()
    told = alone.explain(TASK, row["queue_name"], changes=True)
    assert told.document()["changes"] == []
    assert "No value is known that lifts" in str(told)
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
    changed = again(best["change"]["option"])
    counts = changed.explain(queue=queue).document()["counts"]
    assert counts["rejected"] == story["rejected_after"] < story["counts"]["rejected"]
    assert counts["chosen"] >= best["admits"]["chosen"]


def test_what_two_changes_of_a_queue_bring_together() -> None:
    """Where memory and time are short most tasks fail on both."""
    queue = "CEVENNES_UCORE"
    short = [f"queue:{queue}.max_rss=11000", f"queue:{queue}.max_time=30000"]
    cycle = brokersql.run(str(DEMO), seed=7, update=short)
    story = cycle.explain(queue=queue, changes=True)
    document = story.document()
    together = document["together"]
    assert together["criteria"] == ["-lowmemory", "-shortwalltime"]
    alone = [each["admits"]["tasks"] for each in document["changes"]]
    assert together["tasks"] == sum(alone) + together["failing_both"] == 25
    options = [each["change"]["option"] for each in document["changes"]]
    both = again(*options).explain(queue=queue)
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
    done = call(*words, "--policy", "panda_job")
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
    query = f"from candidate where jedi_task_id = {TASK} and rank = 1"
    best = call("sql", run_folder, f"select queue_name {query}").lines[1]
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
    run_folder: Path, cycle: brokersql.Cycle
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
    pair = cycle.explain(HELD, "RHEINTAL_HIMEM/MCORE", changes=True)
    on_page = pair.answer.helps
    assert {each.endswith(but) for each in on_page} == {True}


def test_a_queue_where_no_criterion_stands_alone_says_so(
    alone: brokersql.Cycle,
) -> None:
    said = "1 task rejected; each fails two criteria or more, so no single change helps"
    assert said in str(alone.explain(queue="KAWABE_LONG"))
    assert said not in str(alone.explain(queue="RHEINTAL_HIMEM"))
