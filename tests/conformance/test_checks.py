"""Single checks of PanDA decide as recorded: shares, types, homes, throughput."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

import pytest

from tests.conformance.recorded import Line, recorded
from tests.conformance.software_words import CALL
from tests.facts.test_zero_share import outcomes
from tests.facts.world import Row, World, settings
from tests.typed_rows import cells

LIMITS = "resource_name min_core max_core min_ram_per_core max_ram_per_core"
#: The six resource types that the recording assumes.
TYPES = [
    cells(LIMITS, cores + name, least, most, low, high)
    for cores, least, most in (("SCORE", 1, 1), ("MCORE", 2, None))
    for name, low, high in (
        *(("", None, 2000), ("_HIMEM", 2001, 4000)),
        ("_VHIMEM", 4001, None),
    )
]
#: The words of a call that a transformation home decides.
WORDS = ("cvmfs_tag", "sw_project", "sw_version", "need_cvmfs", "cmt_config_only")
STANDALONE: Row = {word: None for word in WORDS}
STANDALONE |= {"need_cvmfs": False, "cmt_config_only": True}


def tasks(lines: Sequence[Line], **names: str) -> list[Row]:
    """Return a task for each line, with what the line says under other names.

    PanDA also writes NULL as a text.
    """
    return [
        {"jedi_task_id": number}
        | {
            column: None if line[name] == "NULL" else line[name]
            for column, name in names.items()
        }
        for number, line in enumerate(lines)
    ]


def refusals(lines: Sequence[Line]) -> Sequence[object]:
    """Return whether a fairshare policy refuses, and the sub-policy that decides."""
    asked = tasks(
        lines,
        processing_type="processingType",
        working_group="workingGroup",
        gshare="gshare",
        current_priority="currentPriority",
    )
    merging = [
        {"is_merging": True} if line["ignore_priority"] else {} for line in lines
    ]
    shown = [{**task, **more} for task, more in zip(asked, merging, strict=True)]
    policies = [line["policy"] for line in lines]
    return outcomes(list(zip(policies, shown, strict=True)))


def task_types(lines: Sequence[Line], profile: str) -> list[object]:
    """Return the resource type of each task."""
    world = World(
        settings(profile),
        resource_type=TYPES,
        task=tasks(
            lines,
            core_count="coreCount",
            ram_count="ramCount",
            base_ram_count="baseRamCount",
            ram_unit="ramUnit",
        ),
    )
    return [row["resource_type"] for row in world.rows("task_size")]


def job_types(lines: Sequence[Line]) -> list[object]:
    """Return the resource type of each job."""
    world = World(
        settings("asrun"),
        resource_type=TYPES,
        task=tasks(lines, core_count="coreCount", ram_count="minRamCount"),
    )
    world.make("resource_class")
    rows = world.database.rows(
        "select jedi_task_id, arg_min(resource_name, order_no) from task "
        "cross join cfg inner join resource_class on "
        "lies_within(cores_of_task(core_count, any_core_count), min_core, max_core) "
        "and lies_within(job_ram_per_core("
        "ram_count, cores_of_task(core_count, any_core_count)), "
        "min_ram_per_core, max_ram_per_core) group by all order by all"
    )
    return [row[1] for row in rows]


def calls(lines: Sequence[Line]) -> list[object]:
    """Return the question of each transformation home in the recording's words."""
    policy = "panda_analysis"
    named = tasks(lines, trans_home="transHome", trans_uses="transUses")
    world = World(
        settings("asrun", policy),
        policy,
        task=[{**task, "prod_source_label": "user"} for task in named],
        input_chunk=[cells("jedi_task_id chunk_no", n, 0) for n in range(len(lines))],
    )
    return [
        None if row["is_unreadable"] else {word: row[CALL[word]] for word in WORDS}
        for row in world.rows("software_question")
    ]


def call_of(line: Line) -> object:
    """Return the call that can accept a queue; a crash is read as standalone.

    The second call of a release asks only about queues that it can never accept.
    """
    if line["branch"] == "crash":
        return STANDALONE
    return line["calls"][0] if line["calls"] else None


def throughputs(lines: Sequence[Line]) -> list[object]:
    """Return the weight of each throughput."""
    names = "src_site dst_site key value"
    rows = [
        cells(names, str(n), "N", "dashb_mbps_1h", line["mbps"])
        for n, line in enumerate(lines)
    ]
    world = World(settings("asrun"), network_metric=rows)
    found = world.database.rows(
        "select throughput_weight(value, cfg.throughput_mbps, cfg.throughput_weights) "
        "from network_metric cross join cfg order by src_site::bigint"
    )
    return [row[0] for row in found]


def refusal_of(line: Line) -> object:
    """Return whether a policy refuses, and by which sub-policy."""
    return line["expected"]["zero_share"], line["expected"]["subpolicy"]


#: The file of a check, the kind of its lines, and what we decide.
CHECKS: Mapping[str, tuple[str, str, Callable[[list[Line]], Sequence[object]]]] = {
    "zero share": ("zeroshare", "", refusals),
    "task type": ("resource_types", "task", partial(task_types, profile="asrun")),
    "task type, page": ("resource_types", "task", partial(task_types, profile="page")),
    "job type": ("resource_types", "job", job_types),
    "transformation home": ("transhome", "", calls),
    "throughput": ("throughput", "", throughputs),
}
#: What is recorded of a line, where it is not what is expected.
RECORDED = {"zero share": refusal_of, "transformation home": call_of}


@pytest.mark.parametrize("check", CHECKS)
def test_every_line_is_decided_as_recorded(check: str) -> None:
    name, kind, decide = CHECKS[check]
    lines = [line for line in recorded(name) if line.get("kind", "") == kind]
    assert lines
    wanted = RECORDED.get(check, itemgetter("expected"))
    assert decide(lines) == [wanted(line) for line in lines]


def shares_in(tree: Mapping[str, Any], parent: str | None = None) -> Iterator[Row]:
    """Yield the rows of global_share of a recorded tree, the root left out."""
    for child in tree["children"]:
        yield {"name": child["name"], "value": child["value"], "parent": parent}
        yield from shares_in(child, child["name"])


def jobs(line: Line) -> list[Row]:
    """Return the jobs of a line; what a share executes is partly sent only."""
    loads = {
        "running": {name: hs06 - hs06 // 3 for name, hs06 in line["running"].items()},
        "sent": {name: hs06 // 3 for name, hs06 in line["running"].items()},
        "activated": line["queued"],
        "transferring": line["queued"],
    }
    return [
        cells("vo gshare job_status hs06", "atlas", name, status, hs06)
        for status, load in loads.items()
        for name, hs06 in load.items()
    ]


@pytest.mark.parametrize("line", recorded("gshare"))
def test_percentages_targets_and_order_of_shares(line: Line) -> None:
    world = World(
        settings("asrun"),
        snapshot=[{"snapshot_id": "s", "vo": "atlas"}],
        global_share=list(shares_in(line["tree"])),
        job_stats=jobs(line),
    )
    usage = {row["name"]: row for row in world.rows("share_usage") if row["is_leaf"]}
    expected = line["expected"]
    percents = {name: row["percent"] for name, row in usage.items()}
    targets = {name: row["target_hs06"] for name, row in usage.items()}
    assert percents == pytest.approx(expected["leaf_percent"], rel=1e-12)
    assert targets == pytest.approx(expected["target"], rel=1e-12)
    order = sorted(world.rows("share_order"), key=lambda row: row["position_no"])
    assert [row["name"] for row in order] == expected["order"]
