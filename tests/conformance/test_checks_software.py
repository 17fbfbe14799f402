"""The software and hardware check decides, and resolves, as recorded from PanDA."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa
import pytest

from tests.conformance.recorded import recorded
from tests.conformance.software_words import CALL, deciding_test
from tests.facts.asking import Answer, Case, answers, world_of
from tests.facts.world import ASRUN

Line = Mapping[str, Any]

LINES = recorded("software")
BATCH = 400


def node(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a worker-node row; a version that is no text is unknown."""
    version = row["framework_version"]
    return {**row, "framework_version": version if isinstance(version, str) else None}


def case(line: Line) -> Case:
    """Return the case of a recorded line: its call is the question.

    A call without a platform and without hardware is that of a task without one.
    """
    call = line["call"]
    return Case(
        name=line["id"],
        architecture=line["architecture"],
        asked={
            **{name: call[word] for word, name in CALL.items()},
            "asks_platform": call["cmt_config"] is not None or not asks_hardware(line),
        },
        data=line["queue"]["sw"],
        gpus=[node(row) for row in line["wn_gpus"] or []],
        levels=line["arch_pct"] or {},
        releases=line["queue"]["releases"],
    )


def asks_hardware(line: Line) -> bool:
    """Tell whether the task of a line names a CPU or a GPU."""
    parsed = line["parsed"]
    return (parsed["cpu_specs"], parsed["gpu_spec"]) != (None, None)


def any_suffices(line: Line) -> bool:
    """Tell whether releases ANY are enough for the task, which names no hardware."""
    return line["queue"]["releases"] == ["ANY"] and not asks_hardware(line)


def batches() -> Iterator[tuple[list[Mapping[str, Any]], list[Line]]]:
    """Yield lines that may share a world, with what ALL says of their containers."""
    groups: dict[str, list[Line]] = defaultdict(list)
    for line in LINES:
        name = line["call"]["container_name"]
        known = [tag for tag in line["all_tags"] or [] if tag["container_name"] == name]
        groups[json.dumps(known)].append(line)
    for all_tags, lines in groups.items():
        for start in range(0, len(lines), BATCH):
            yield json.loads(all_tags), lines[start : start + BATCH]


@pytest.fixture(scope="module")
def answered() -> dict[str, Answer]:
    """Answer all lines."""
    found: dict[str, Answer] = {}
    for all_tags, lines in batches():
        found.update(answers([case(line) for line in lines], ASRUN, all_tags))
    return found


def test_the_deciding_test_is_the_recorded_one(answered: dict[str, Answer]) -> None:
    """ANY is looked at first here; PanDA asks it where AUTO leaves the queue open."""
    reasons = {line["id"]: line["expected"]["reason"] for line in LINES}
    expected = {name: deciding_test(reason) for name, reason in reasons.items()}
    expected |= {line["id"]: "+any" for line in LINES if any_suffices(line)}
    assert "+any" in expected.values()
    assert {name: answer.test for name, answer in answered.items()} == expected


def test_the_verdict_is_the_recorded_one(answered: dict[str, Answer]) -> None:
    expected = {line["id"]: line["expected"]["verdict"] == "ok" for line in LINES}
    assert expected == {
        name: answer.is_accepted and answer.test != "+any"
        for name, answer in answered.items()
    }


def test_platforms_resolve_as_recorded(answered: dict[str, Answer]) -> None:
    expected = {line["id"]: line["expected"]["resolved_platform"] for line in LINES}
    assert {name: answer.platform for name, answer in answered.items()} == expected


def test_an_unresolved_platform_pattern_is_marked(answered: dict[str, Answer]) -> None:
    expected = {
        line["id"]
        for line in LINES
        if line["expected"]["verdict"] == "ok"
        and line["expected"]["platform_is_regexp"]
        and line["expected"]["resolved_platform"] is None
    }
    assert expected
    assert {name for name, it in answered.items() if it.is_unresolved} == expected


def test_preferences_are_the_recorded_ones() -> None:
    """Of each task at its own queue."""
    seen: list[float] = []
    for all_tags, lines in batches():
        accepted = [line for line in lines if line["expected"]["verdict"] == "ok"]
        if not accepted:
            continue
        world = world_of([case(line) for line in accepted], ASRUN, all_tags)
        tasks = [
            {"jedi_task_id": row["jedi_task_id"], "software_no": row["software_no"]}
            for row in world.rows("software_request")
        ]
        chunks = pa.Table.from_pylist([{**task, "chunk_no": 0} for task in tasks])
        names = [f"Q{task['jedi_task_id']}" for task in tasks]
        world.give("weighed_chunk", chunks)
        pairs = chunks.drop_columns("software_no").append_column("queue_name", [names])
        world.give("survivor", pairs)
        found = [row["cpu_preference"] for row in world.rows("cpu_preference")]
        assert found == [line["expected"]["pref_weight"] or 1.0 for line in accepted]
        seen += found
    assert max(seen) > 1


def test_every_refusal_is_explained_and_every_error_reported(
    answered: dict[str, Answer],
) -> None:
    seen = answered.items()
    assert not {name for name, it in seen if it.is_accepted == bool(it.failed_test)}
    errors = {line["id"] for line in LINES if line["expected"]["logged_error"]}
    assert errors
    assert {name for name in errors if not answered[name].problems} == set()


def test_architectures_are_parsed_as_recorded() -> None:
    world = world_of([case(line) for line in LINES])
    parsed = {row["architecture"]: row for row in world.rows("software_specification")}
    for line in LINES:
        expected = line["parsed"]
        row = parsed.get(line["architecture"], {})
        assert row.get("sw_platform") == expected["sw_platform"], line["id"]
        assert row.get("base_platform") == expected["base_platform"], line["id"]
        preference = (expected["cpu_pref"] or {}).get("preferred_architecture_level")
        assert row.get("preferred_level") == preference, line["id"]
        specs = expected["cpu_specs"]
        if specs is not None:
            specs = [{"arch": None, **spec} for spec in specs]
        assert row.get("cpu_specs") == specs, line["id"]
        asks_gpu = expected["gpu_spec"] is not None
        assert (row.get("gpu_specs") is not None) == asks_gpu, line["id"]
