"""The software and hardware check decides, and resolves, as recorded from PanDA."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa
import pytest

from tests.conformance.recorded import recorded
from tests.facts.asking import Answer, Case, answers, world_of
from tests.facts.world import ASRUN

Line = Mapping[str, Any]

LINES = recorded("software")
BATCH = 400
TESTS = {
    "A_CONTAINER_ALL_SOURCE": "+container_source",
    "A_CONTAINER_ANY": "+container_any",
    "A_CONTAINER_PREFIX": "+container_prefix",
    "A_CONTAINER_TAG_NAME": "+container_tag_name",
    "A_CONTAINER_TAG_SOURCE": "+container_tag_source",
    "A_CVMFS_AND_CMTCONFIG": "+cvmfs_platform",
    "A_CVMFS_AND_CONTAINER": "+cvmfs_container",
    "A_HW_ONLY": "+hardware_only",
    "A_PLATFORM_ONLY": "+platform_only",
    "A_TAG": "+tag",
    "D_NOT_AUTO": "no_auto",
    "R_CONTAINER": "container",
    "R_CPU_ARCH": "cpu_arch",
    "R_CPU_EXCL_NO_SPEC": "cpu_exclusive",
    "R_CPU_INSTR": "cpu_instr",
    "R_CPU_NO_ENTRY": "no_cpu",
    "R_CPU_VENDOR": "cpu_vendor",
    "R_CVMFS_BUT_NO_CMTCONFIG": "cvmfs_platform",
    "R_EXCEPTION": "error",
    "R_GPU_CUDA": "gpu_version",
    "R_GPU_DRIVER": "gpu_driver_version",
    "R_GPU_EXCL_NO_SPEC": "gpu_exclusive",
    "R_GPU_MODEL": "gpu_model",
    "R_GPU_MODEL_EXCL": "gpu_excluded",
    "R_GPU_NOT_CAPABLE": "no_gpu",
    "R_GPU_UARCH": "gpu_microarchitecture",
    "R_GPU_VENDOR": "gpu_vendor",
    "R_GPU_VRAM": "gpu_vram",
    "R_NEED_CONTAINER": "no_container",
    "R_NEED_CVMFS": "no_cvmfs",
    "R_NOT_AUTO_WITH_HW_OR_CONTAINER": "no_auto",
    "R_NO_HW_DESCRIPTION": "no_hardware",
    "R_TAG": "no_tag",
}


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
            "cvmfs_tag": call["cvmfs_tag"],
            "project": call["sw_project"],
            "version": call["sw_version"],
            "container_name": call["container_name"],
            "only_tags": call["only_tags_fc"],
            "asks_platform": call["cmt_config"] is not None or not asks_hardware(line),
            "base_needs_container": call["need_container"],
            "needs_cvmfs": call["need_cvmfs"],
            "is_platform_only": call["cmt_config_only"],
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
    expected = {
        line["id"]: "+any" if any_suffices(line) else TESTS[line["expected"]["reason"]]
        for line in LINES
    }
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
    assert {
        name for name, answer in answered.items() if answer.is_unresolved
    } == expected


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
    silent = {
        name
        for name, answer in answered.items()
        if answer.is_accepted == bool(answer.failed_test)
    }
    assert silent == set()
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
