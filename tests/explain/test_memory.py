"""What answers about a cycle find out changes no later answer, and saves its work."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from brokersql.cycle import AnswerMemory, FinishedCycle, Options, run_cycle
from brokersql.explain import explain_subject
from brokersql.explain.changes.pair_fixes import ChunkOutcomes, outcome_of
from brokersql.explain.chunk import decided_chunks
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO

#: Two tasks that ask for the same, one that waits, one that few queues reject.
ALIKE, OTHERS = (47110000, 47110013), (47110182, 47110169)


def documents(cycle: FinishedCycle, subjects: list[dict[str, Any]]) -> list[Any]:
    return [
        explain_subject(cycle, **subject, changes=True).document()
        for subject in subjects
    ]


def counts(value: Any) -> list[Any]:
    """Take what else changes out of a document; return what is known of it."""
    if isinstance(value, list):
        return [count for each in value for count in counts(each)]
    if not isinstance(value, dict):
        return []
    found = [value.pop("other_decisions", None)]
    return [*filter(None, found), *counts([*value.values()])]


def test_answers_are_the_same_with_a_memory_and_in_a_large_run(
    cycle: FinishedCycle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of tests that share a cycle knows what they asked, in whatever order. Where
    there are many pairs, other decisions are counted for the first change alone."""
    subjects: list[dict[str, Any]] = [{"task": task} for task in (ALIKE[0], *OTHERS)]
    subjects += [
        {"task": OTHERS[0], "queue": "GARONNE_UCORE"},
        {"queue": "GARONNE_UCORE"},
    ]
    forgetful = run_cycle(
        Snapshot.open(str(DEMO)), "panda_job", Options(seed=7), is_kept=True
    )
    assert forgetful.memory is None and cycle.memory is not None
    expected = documents(forgetful, subjects)
    assert documents(cycle, subjects[::-1]) == expected[::-1]
    assert documents(cycle, subjects) == expected
    monkeypatch.setattr("brokersql.cycle.run.FEW_PAIRS", 0)
    what_if, asked = FinishedCycle.what_if, list[str]()

    def noted(*args: Any, **settings: Any) -> Any:
        if "verdict" in settings["wanted"]:
            asked.append(repr((args[1:], settings)))
        return what_if(*args, **settings)

    monkeypatch.setattr(FinishedCycle, "what_if", noted)
    large: list[Any] = []
    for subject in subjects:
        asked.clear()
        large += documents(forgetful, [subject])
        assert len(asked) == len(set(asked)), "the same was decided twice"
    few, of_all = (list(map(counts, each)) for each in (large, expected))
    assert [each[:1] for each in few] == [each[:1] for each in of_all]
    assert sum(map(len, few)) < sum(map(len, of_all))
    assert large == expected


def test_so_are_those_about_a_draw(
    nuclei: FinishedCycle, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = nuclei.result.column("jedi_task_id").unique().to_pylist()
    subjects = [{"task": task} for task in tasks[:2]]
    monkeypatch.setattr(nuclei.stage, "memory", None)
    expected = documents(nuclei, subjects)
    monkeypatch.setattr(nuclei.stage, "memory", memory := AnswerMemory())
    assert documents(nuclei, subjects) == expected
    for part in ("stories", "noted"):
        memory.part(part, 0)
    assert documents(nuclei, subjects[::-1]) == expected[::-1]


def test_what_was_found_is_not_decided_again(
    cycle: FinishedCycle, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = ({"task": task} for task in ALIKE)
    assert cycle.memory is not None
    cycle.memory.part("stories", 0)
    documents(cycle, [first])

    def what_if(*_: object, **__: object) -> None:
        raise AssertionError("decided again")

    monkeypatch.setattr(FinishedCycle, "what_if", what_if)
    story = documents(cycle, [first, second])[1]
    assert any(each["change"] for each in story["nearest"])


def test_a_chunk_of_other_numbers_is_decided_again(cycle: FinishedCycle) -> None:
    outcomes = ChunkOutcomes.of(cycle)
    for task in (*ALIKE, *OTHERS):
        chunk, _ = decided_chunks(cycle, task, None)
        assert outcomes.outcome(cycle, chunk) == outcome_of(cycle, chunk)
        last = chunk.last_unit_no
        assert last is not None
        moved = replace(chunk, first_unit_no=last + 1, last_unit_no=last + 1)
        assert outcomes.outcome(cycle, moved) is None
        unknown = replace(chunk, first_unit_no=None, last_unit_no=None)
        assert outcomes.outcome(cycle, unknown) is None


def test_some_tasks_alone_have_no_memory() -> None:
    options = Options(seed=7, tasks=OTHERS)
    some = run_cycle(Snapshot.open(str(DEMO)), "panda_job", options, is_kept=True)
    some.stage.memory = AnswerMemory()
    assert some.memory is None
