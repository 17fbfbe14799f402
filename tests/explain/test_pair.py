"""`explain --task --queue`: everything that fails there, or its weight and rank."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import brokersql
from brokersql.explain.context import Story
from tests.cli.calling import DEMO, ROOT, Outcome, explained

TASK, INCOMPLETE, CAPPED = 47110299, 47110533, 47110403


def told(where: Path, task: int, queue: str) -> tuple[dict[str, Any], Outcome]:
    """Return what is told of a pair, as an object and for a reader."""
    asked = ("--task", task, "--queue", queue, "--no-changes")
    done = explained(where, *asked, "--format", "json")
    assert done.code == 0, done.err
    return done.json, explained(where, *asked)


def rows(folder: Path, table: str, task: int) -> list[dict[str, Any]]:
    found = pq.read_table(folder / f"{table}.parquet").to_pylist()
    return [row for row in found if row["jedi_task_id"] == task]


def first_where(folder: Path, table: str, task: int, **cells: Any) -> dict[str, Any]:
    """Return the first row about a task with some cells."""
    found = rows(folder, table, task)
    return next(row for row in found if row.items() >= cells.items())


def test_all_that_fails_is_shown_with_its_numbers(run_folder: Path) -> None:
    rejected = first_where(run_folder, "exclusion", TASK, criterion="-lowmemory")
    story, done = told(run_folder, TASK, rejected["queue_name"])
    first = story["failing"][0]
    assert (first["detail"], first["unit"]) == (rejected["detail"], "MB")
    assert first["shortfall"] == first["requested"] - first["offered"] > 0
    assert isinstance(story["reject_mask"], str)
    assert done.lines[0].startswith(f"task {TASK} at {rejected['queue_name']} · panda_")
    assert done.lines[1].startswith("✗ rejected: -lowmemory (reported)")
    for word in ("asked", "offered", "short", "detail", "page", "file"):
        assert any(line.startswith(f"    {word} ") for line in done.lines), word
    assert "sql/panda_job/filters/low_memory.sql:" in done.out
    assert "next: brokersql policy show panda_job/low_memory" in done.err


def test_each_cap_of_a_pair_is_shown_with_its_own_numbers(run_folder: Path) -> None:
    story, done = told(run_folder, 47110494, "LINDENAU_CROWDED/MCORE")
    caps = [story["cap"], *story["other_caps"]]
    assert [(it["criterion"], it["requested"], it["reported"]) for it in caps] == [
        ("-cap", 166, True),
        ("-below_min_weight", 0.9, False),
    ]
    assert [line.split()[1] for line in done.lines if line.startswith("✗ -")] == [
        "-cap",
        "-below_min_weight",
    ]


def test_a_pair_tells_what_its_numbers_rest_on(run_folder: Path) -> None:
    pair = ("--task", 47110000, "--queue", "RHEINTAL_HIMEM/SCORE", "--format", "json")
    done = explained(run_folder, *pair).json
    (failing,) = done["failing"]
    values = {(it["table"], it["column"]): it for it in failing["inputs"]}
    assert values["queue", "min_rss"]["value"] == 16000
    assert values["queue", "min_rss"]["key"] == {"queue_name": "RHEINTAL_HIMEM"}
    assert values["cfg", "MEMORY_COMPENSATION"]["value"] == 0.9
    move = done["changes"][0]["set"][0]
    assert (move["from"], move["to"], move["unit"]) == (16000, 14400, "MB")
    assert move["option"] == "--update queue:RHEINTAL_HIMEM.min_rss=14400"
    plain = explained(run_folder, *pair, "--no-changes").json
    assert (plain["failing"], plain["changes"]) == ([failing], [])


def test_every_queue_is_explained_as_it_was_decided(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    reasons = {
        row["queue_name"]: (row["criterion"], row["detail"])
        for row in rows(run_folder, "exclusion", TASK)
    }
    criteria = pq.read_table(run_folder / "criterion.parquet").to_pylist()
    bits = {row["bit"]: row["criterion"] for row in criteria}
    chosen = rows(run_folder, "candidate", TASK)
    ranks = {row["queue_name"]: row["rank"] for row in chosen}
    each_kind = {
        (reasons.get(row["queue_name"], ("",))[0], row["queue_name"] in ranks): row
        for row in rows(run_folder, "verdict", TASK)
    }
    assert len(each_kind) > 10
    for row in each_kind.values():
        queue, mask = row["queue_name"], row["reject_mask"]
        document = cycle.explain(task=TASK, queue=queue).document()
        if document["queue_name"] != queue:
            continue  # a unified name stands for its nearest pseudo queue
        failing = document["failing"]
        assert document["reject_mask"] == str(mask)
        assert {each["bit"]: each["criterion"] for each in failing} == {
            bit: bits[bit] for bit in range(63) if mask >> bit & 1
        }
        if failing:
            assert (failing[0]["criterion"], failing[0]["detail"]) == reasons[queue]
            assert [each["reported"] for each in failing].count(True) == 1
        assert document["rank"] == ranks.get(queue)
        passed = "chosen" if queue in ranks else "not_chosen"
        assert document["status"] == ("rejected" if mask else passed)


def test_the_file_and_line_hold_the_rule(cycle: brokersql.Cycle) -> None:
    seen = 0
    for row in cycle.sql(
        "select criterion, any_value(jedi_task_id order by all) as task, "
        "arg_min(queue_name, (jedi_task_id, queue_name)) as queue "
        "from exclusion where criterion <> '-io' group by all order by all"
    ).to_pylist()[::5]:
        story = cycle.explain(task=row["task"], queue=row["queue"])
        for each in story.document()["failing"]:
            lines = (ROOT / each["file"]).read_text(encoding="utf-8").splitlines()
            assert lines[each["line"] - 1].split()[0] in ("where", "select")
            assert f"-- criterion: {each['criterion']}" in lines
            seen += 1
    assert seen


def test_rank_and_factors_of_the_chosen_and_the_gap_below(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    best = first_where(run_folder, "candidate", TASK, rank=1)["queue_name"]
    for name in (best, best.lower()):
        line = str(cycle.explain(task=TASK, queue=name)).splitlines()[1]
        assert line.startswith("✓ chosen: rank 1 of 10, weight ")
        assert "load " in line and "network " in line
    loser = first_where(run_folder, "weighed", TASK, criterion="-low_weight")
    _, done = told(run_folder, TASK, loser["queue_name"])
    said = "✗ not chosen: no criterion rejects it; -low_weight"
    assert done.lines[1].startswith(said)
    assert "the 10 best begin at " in done.out


def test_the_rank_of_a_pair_is_that_of_the_table_of_its_task(run_folder: Path) -> None:
    """What a cap took is no rank before others, neither here nor there."""
    done = explained(run_folder, "--task", CAPPED, "--no-changes", "--limit", "0")
    table = [line.split() for line in done.lines if line[:4].strip().isdigit()]
    table = [words for words in table if words[1] != "->"]
    rank, queue_name = table[-1][:2]
    assert int(rank) == len(table) < len(rows(run_folder, "weighed", CAPPED))
    cut = told(run_folder, CAPPED, queue_name)[0]["cut"]
    assert (cut["rank"], cut["weighed"]) == (len(table), len(table))


def test_what_a_cap_stops_tells_how_it_stands_by_weight(run_folder: Path) -> None:
    """Its weight may do, or be short of those that were chosen as well."""
    weighed = rows(run_folder, "weighed", CAPPED)
    caps = ("-cap", "-lock", "-below_min_weight")
    capped = [row for row in weighed if row["criterion"] in caps]
    candidates = rows(run_folder, "candidate", CAPPED)
    chosen = {row["queue_name"] for row in candidates}
    weights = [
        row["weight"]
        for row in weighed
        if row["queue_name"] in chosen or row["criterion"] == "-low_weight"
    ]
    least = min(row["weight"] for row in candidates)
    assert capped
    for row in capped:
        story, text = told(run_folder, CAPPED, row["queue_name"])
        cut = story["cut"]
        assert (story["status"], story["criterion"]) == ("not_chosen", row["criterion"])
        assert cut["rank"] == 1 + sum(weight > row["weight"] for weight in weights)
        assert (cut["weighed"], cut["least"]) == (len(weights) + 1, least)
        assert cut["gap"] == least - row["weight"]
        said = f"by weight it would be {cut['rank']} of {cut['weighed']}; the "
        assert said in text.out


def test_a_unified_name_stands_for_its_nearest(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    masks = rows(run_folder, "verdict", TASK)
    children: dict[str, list[dict[str, Any]]] = {}
    for row in masks:
        unified, _, resource = row["queue_name"].partition("/")
        if resource:
            children.setdefault(unified, []).append(row)
    for unified, pairs in list(children.items())[:5]:
        story = cycle.explain(task=TASK, queue=unified)
        document = story.document()
        mask = int(str(document["reject_mask"]))
        assert document["unified_name"] == unified
        assert mask.bit_count() == min(row["reject_mask"].bit_count() for row in pairs)
        assert f"{unified} is unified: of its pseudo queues" in str(story)


def test_a_queue_outside_the_frame(run_folder: Path) -> None:
    detail = "type analysis runs no production"
    outside = first_where(run_folder, "exclusion", TASK, detail=detail)
    story, _ = told(run_folder, TASK, outside["queue_name"])
    assert story["criterion"] == "-not_candidate"
    assert story["failing"][0]["detail"] == detail


def test_a_chunk_that_a_gate_holds(run_folder: Path) -> None:
    passed = first_where(run_folder, "verdict", INCOMPLETE, reject_mask=0)
    story, done = told(run_folder, INCOMPLETE, passed["queue_name"])
    assert story["criterion"] == "-incomplete_input"
    assert (story["failing"], story["weights"]) == ([], None)
    assert "no criterion rejects the queue; the task is pending by" in done.lines[1]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--queue", "RHEINTL"), ("no queue RHEINTL", "near: RHEINTAL")),
        *(
            (("--queue", "x", "--format", style), ("explain.pair is nested",))
            for style in ("csv", "jsonl", "parquet")
        ),
    ],
)
def test_what_cannot_be_told(
    asked: tuple[str, ...], said: tuple[str, ...], run_folder: Path
) -> None:
    wrong = explained(run_folder, "--task", TASK, *asked)
    assert (wrong.code, wrong.out) == (2, "")
    assert [each for each in said if each not in wrong.err] == []


#: Rejected by one criterion; its memory lies between both limits of the queue.
NARROW, SPOT = 47110247, "BLUERIDGE_SPOT"
PSEUDO = f"{SPOT}/MCORE"


def at_limit(megabytes: int) -> Story:
    """Return what the pair passes and fails where the queue has this memory limit."""
    limit = f"queue:{SPOT}.max_rss={megabytes}"
    cycle = brokersql.run(str(DEMO), seed=7, tasks=[NARROW], update=[limit])
    return cycle.explain(task=NARROW, queue=PSEUDO, passing=True)


def of_memory(story: Story) -> list[dict[str, Any]]:
    passing = story.document()["passing"]
    return [each for each in passing if each["criterion"] == "-lowmemory"]


def test_each_criterion_fails_or_passes(cycle: brokersql.Cycle) -> None:
    """At some queues: all bits once; margins are what the numbers leave."""
    bits = {each.bit for each in cycle.program.criteria} - {None}
    (outside,) = cycle.sql(
        "select min(queue_name) as name from exclusion "
        f"where jedi_task_id = {NARROW} and criterion = '-not_candidate'"
    ).to_pylist()
    for queue in (PSEUDO, "CEVENNES_BACKLOG", outside["name"]):
        story = cycle.explain(task=NARROW, queue=queue, passing=True).document()
        failed = {each["bit"] for each in story["failing"]}
        passed = [each["bit"] for each in story["passing"]]
        counts = story["counts"]
        assert counts["failing"] == len(story["failing"])
        assert counts["passing"] + counts["not_applying"] == len(passed)
        assert failed | set(passed) == bits
        assert len(failed) + len(passed) == len(bits)
        numbers = [each for each in story["passing"] if each["margin"] is not None]
        assert numbers
        for each in numbers:
            gap = abs(each["requested"] - each["offered"])
            assert each["margin"] == gap
        parts = [
            each["margin"] / (max(abs(each["requested"]), abs(each["offered"])) or 1)
            for each in numbers
        ]
        assert parts == sorted(parts)


def test_a_margin_is_how_far_the_bound_is_away(cycle: brokersql.Cycle) -> None:
    """A limit set to what is asked leaves nothing; one below it rejects.

    A queue that tells 0 has no limit: the numbers alone would reject the pair.
    """
    (memory,) = of_memory(cycle.explain(NARROW, PSEUDO, passing=True))
    assert (memory["operator"], memory["unit"], memory["applies"]) == ("<=", "MB", True)
    asked = int(memory["requested"])
    first, *_ = at_limit(asked).document()["passing"]
    assert (first["criterion"], first["margin"]) == ("-lowmemory", 0)
    below = at_limit(asked - 1)
    failing = {each["criterion"] for each in below.document()["failing"]}
    assert ("-lowmemory" in failing, of_memory(below)) == (True, [])
    (memory,) = of_memory(unlimited := at_limit(0))
    assert (memory["offered"], memory["applies"]) == (0, False)
    (line,) = (it for it in str(unlimited).splitlines() if "Do not apply" in it)
    assert "-lowmemory" in line


def test_only_verbose_tells_what_is_passed(run_folder: Path) -> None:
    asked = ("--task", NARROW, "--queue", SPOT, "--no-changes")
    terse = explained(run_folder, *asked)
    assert "narrowest first" not in terse.out
    assert explained(run_folder, *asked, "--format", "json").json["passing"] is None
    told = explained(run_folder, *asked, "--verbose")
    assert told.code == 0, told.err
    lines = told.out.splitlines()
    at = next(at for at, line in enumerate(lines) if "narrowest first" in line)
    assert lines[at + 1].split()[:4] == ["criterion", "asked", "offered", "passes"]
    (line,) = (each for each in lines[at:] if each.startswith("-lowmemory"))
    assert "4,750 MB 29.7 %" in " ".join(line.split())


def test_a_pair_that_goes_on_above_its_cap_loses_by_its_weight() -> None:
    """The 3 best weights of the older page (O053), with a list of none."""
    pair = ("--task", 47110325, "--queue", "RHEINTAL_HIMEM/MCORE_VHIMEM")
    older = ("--policy", "panda_job_legacy", "--set", "max_candidates=0")
    chosen = explained(DEMO, *pair, *older[:2])
    assert chosen.lines[1].startswith("✓ chosen: rank 1 of 1, weight 1.576")
    assert chosen.lines[2] == "266 jobs queued, cap 172: no queue is below its cap."
    done = explained(DEMO, *pair, *older)
    told = "-low_weight: weight 1.576, though queued 266 > cap 172"
    assert done.lines[1].endswith(told)
    assert "✗ -cap" not in done.out
    assert "Would let it be chosen" in done.out


def test_a_change_that_leaves_the_task_without_a_queue_is_not_recommended() -> None:
    """LOCHMOOR_MCORE passes with more memory, but is above its cap as all others."""
    task, name = ("--task", 47110325), "LOCHMOOR_MCORE"
    pair = explained(DEMO, *task, "--queue", name, "--format", "json").json
    (change,) = (each for each in pair["changes"] if each["owner"] == "site")
    assert (change["verified"], change["recommended"]) == (True, False)
    assert (change["chosen"], change["displaces"]) == (False, [])
    told = " ".join(explained(DEMO, *task).out.split())
    assert f"admits {name}; no other decision changes, but none is chosen" in told


def test_all_queues_that_leave_the_list_are_named() -> None:
    """Also where the admitted queue is not chosen itself."""
    pair = ("--task", 47110494, "--queue", "LINDENAU_UCORE/MCORE")
    found = explained(DEMO, *pair, "--format", "json").json["changes"]
    displaced = {name for each in found for name in each["displaces"]}
    assert "NECKARHEIM_UCORE/MCORE" in displaced
