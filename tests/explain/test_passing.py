"""`explain -v` of a pair: what it passes, by the comparisons that would reject it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import brokersql
from tests.cli.calling import DEMO, explained

#: Rejected by one criterion; its memory lies between both limits of the queue.
TASK, QUEUE = 47110247, "BLUERIDGE_SPOT"
PSEUDO = f"{QUEUE}/MCORE"


def passing(cycle: brokersql.Cycle, queue: str = PSEUDO) -> list[dict[str, Any]]:
    story = cycle.explain(task=TASK, queue=queue, passing=True)
    return story.document()["passing"]


def at_limit(megabytes: int) -> brokersql.Cycle:
    """Return the task decided where the queue has this limit of memory."""
    limit = f"queue:{QUEUE}.max_rss={megabytes}"
    return brokersql.run(str(DEMO), seed=7, tasks=[TASK], update=[limit])


def test_each_criterion_fails_or_passes(cycle: brokersql.Cycle) -> None:
    """At some queues: all bits once; margins are what the numbers leave."""
    bits = {each.bit for each in cycle.program.criteria} - {None}
    (outside,) = cycle.sql(
        "select min(queue_name) as name from exclusion "
        f"where jedi_task_id = {TASK} and criterion = '-not_candidate'"
    ).to_pylist()
    for queue in (PSEUDO, "CEVENNES_BACKLOG", outside["name"]):
        story = cycle.explain(task=TASK, queue=queue, passing=True).document()
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
    """A limit set to what is asked leaves nothing; one below it rejects."""
    (memory,) = (it for it in passing(cycle) if it["criterion"] == "-lowmemory")
    assert (memory["operator"], memory["unit"], memory["applies"]) == ("<=", "MB", True)
    asked = int(memory["requested"])
    first, *_ = passing(at_limit(asked))
    assert (first["criterion"], first["margin"]) == ("-lowmemory", 0)
    second = at_limit(asked - 1).explain(task=TASK, queue=PSEUDO, passing=True)
    found = second.document()
    assert "-lowmemory" in {each["criterion"] for each in found["failing"]}
    assert "-lowmemory" not in {each["criterion"] for each in found["passing"]}


def test_a_limit_that_is_none_does_not_apply() -> None:
    """A queue that tells 0 has no limit: the numbers alone would reject the pair."""
    story = at_limit(0).explain(task=TASK, queue=PSEUDO, passing=True)
    found = story.document()["passing"]
    (memory,) = (each for each in found if each["criterion"] == "-lowmemory")
    assert (memory["offered"], memory["applies"]) == (0, False)
    (line,) = (each for each in str(story).splitlines() if "Do not apply" in each)
    assert "-lowmemory" in line


def test_only_verbose_tells_what_is_passed(run_folder: Path) -> None:
    asked = ("--task", TASK, "--queue", QUEUE, "--no-changes")
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
