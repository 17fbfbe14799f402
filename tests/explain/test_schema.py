"""Documents are plain values of JSON, hold to their schemas, and have no other key."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import brokersql
from brokersql.explain.context import Story
from brokersql.explain.pair import PairStory
from brokersql.render.documents import json_schema, schema_kinds
from tests.cli.calling import DEMO, call, demo_with, explained
from tests.cli.documents import check, kind_of, validator

ASSIGNED, FULL_NUCLEUS, CAPPED, INCOMPLETE = 47110000, 47110182, 47110325, 47110533
CAPPED_THERE = 47110403
TIMEOUTS = ("--policy", "panda_timeout")
PLACING = ("--policy", "panda_job")
PAIR = ("--task", CAPPED_THERE, "--queue", "LOCHMOOR_MCORE")
JSON = ("--format", "json")
#: Kinds that tests of their commands and pages ask for: each answer is checked there.
ELSEWHERE = {"bisect", "diff", "diff.runs", "explain.fix", "list", "list.groups"}
ELSEWHERE |= {"match.status", "match.verify", "policy.file", "report"}
ELSEWHERE |= {"replay.against", "report.history", "report.policy", "run.record"}
ELSEWHERE |= {"scoreboard", "sensitivity", "simulation", "snapshot.diff"}
ELSEWHERE |= {"search", "shadow", "snapshot.doctor"}
#: Descriptions of what objects begin with: who refers to one closes it.
SHARED = {
    "What every explanation begins with: which rules, which snapshot.",
    "What a policy of single jobs says of a task, a queue or a rule.",
    "Keys of every chunk.",
    "Keys of every throttle.",
}

Document = dict[str, Any]


def plain(story: Story) -> Document:
    """Return the document of a story, which has to be JSON as it stands."""
    document = story.document()
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    check(document)
    return document


@pytest.fixture(scope="module")
def told(
    cycle: brokersql.Cycle,
    matching: brokersql.Cycle,
    analysis: brokersql.Cycle,
    nuclei: brokersql.Cycle,
) -> list[Document]:
    """Return stories of all kinds and states."""
    stories = [
        *(cycle.explain(task) for task in (FULL_NUCLEUS, CAPPED, INCOMPLETE)),
        cycle.explain(ASSIGNED),
        cycle.explain(ASSIGNED, "DUNMORE_UCORE"),
        cycle.explain(INCOMPLETE, "DUNMORE_UCORE"),
        cycle.explain(CAPPED_THERE, "LOCHMOOR_MCORE"),
        cycle.explain(ASSIGNED, "RHEINTAL_HIMEM/SCORE", changes=True),
        cycle.explain(queue="PRAIRIE_GREEDY"),
        cycle.explain(criterion="-lowmemory"),
        matching.explain(pilot="garonne-lost-1"),
        matching.explain(pilot="lindenau-1"),
        matching.explain(job=90412001),
        cycle.explain(criterion="-incomplete_input"),
        cycle.explain(criterion="-low_weight"),
        matching.explain(criterion="-masked_site"),
        matching.explain(criterion="-cpu"),
    ]
    for each in (analysis, nuclei):
        found = each.sql("from result order by jedi_task_id").to_pylist()
        first = {row["status"]: row["jedi_task_id"] for row in found[::-1]}
        stories += [each.explain(task) for task in first.values()]
    throttled = analysis.sql("from result where status = 'throttled'").to_pylist()
    task = throttled[0]["jedi_task_id"]
    stories.append(analysis.explain(task, changes=True))
    stories.append(analysis.explain(user="user0003"))
    nearest = stories[-3].document()["candidates"][0]["queue_name"]
    stories.append(nuclei.explain(queue=nearest))
    return [plain(each) for each in stories]


@pytest.fixture(scope="module")
def printed(run_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Return what commands print, in states that no other test of theirs has."""
    gone = ("task", "input_chunk", "task_dataset", "task_file", "dirac_pilot")
    nothing = dict.fromkeys(gone, lambda _: ())
    idle = demo_with(tmp_path_factory.mktemp("idle"), **nothing)
    done = [
        call("run", idle, *PLACING, *TIMEOUTS, "--policy", "dirac", *JSON),
        call("snapshot", "describe", idle, *JSON),
        call("policy", "show", "panda_timeout", *JSON),
        call("policy", "list", *JSON),
        explained(run_folder, *PLACING, *PAIR, "--verbose", *JSON),
        explained(run_folder, *TIMEOUTS, "--task", ASSIGNED, *JSON),
        explained(run_folder, *TIMEOUTS, "--criterion", "TO-01", *JSON),
        explained(run_folder, *TIMEOUTS, "--queue", "MIDSHIRE_UCORE", *JSON),
    ]
    assert [each.err for each in done if each.code] == []
    return [each.json for each in done]


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> list[Document]:
    """Return what is written to stderr in place of text."""
    mine = tmp_path_factory.mktemp("faulty") / "mine"
    (mine / "filters").mkdir(parents=True)
    (mine / "policy.toml").write_text('title = "mine"\nextends = "panda_job"\nx = 1\n')
    done = [
        call("nothing", *JSON),
        call("run", DEMO, "--set", "NOTHING=1", *JSON),
        call("run", mine, *JSON),
        call("run", DEMO, "--policy", mine, *JSON),
        call("match", mine, "status", *JSON),
        call("snapshot", "describe", DEMO, "--verbose", "--log-format", "json"),
        call("settings", "--log-format", "json"),
    ]
    return [json.loads(line) for each in done for line in each.err.splitlines()]


@pytest.fixture(scope="module")
def documents(
    told: list[Document], printed: list[Document], refused: list[Document]
) -> list[Document]:
    return [*told, *printed, *refused]


def test_every_kind_is_seen(documents: list[Document]) -> None:
    for each in documents:
        check(each)
    assert {kind_of(each) for each in documents} | ELSEWHERE == set(schema_kinds())
    codes = {each["exit_code"] for each in documents if "error" in each}
    assert codes == {2, 3, 4, 6}


def test_stories_are_seen_in_all_states(told: list[Document]) -> None:
    tasks = [each["result"]["status"] for each in told if "result" in each]
    assert set(tasks) == {"assigned", "pending", "throttled"}
    pairs = {each["status"] for each in told if each["kind"] == "explain.pair"}
    assert pairs == {"chosen", "rejected", "not_chosen"}
    assert any(each["otherwise"] for each in told if "otherwise" in each)
    assert any(each["changes"] for each in told if each["kind"] == "explain.pair")


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield a value and what is in it, where it is an object."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            yield from objects(each)


def test_no_object_may_have_another_key() -> None:
    """But for the rows of a table, and what other objects are made with."""
    ends = ("additionalProperties", "unevaluatedProperties")
    opened = {
        (kind, each["description"])
        for kind in schema_kinds()
        for each in objects(json_schema(kind))
        if each.get("type") == "object" and "properties" in each
        if not any(name in each for name in ends) and each["description"] not in SHARED
    }
    assert opened == set()


def test_every_key_is_always_there(documents: list[Document]) -> None:
    for document in {kind_of(each): each for each in documents}.values():
        for name in document:
            rest = {key: each for key, each in document.items() if key != name}
            is_valid = validator(kind_of(document)).is_valid
            assert not is_valid(rest), (kind_of(document), name)


def test_another_key_is_told_with_the_schema_to_extend(told: list[Document]) -> None:
    file = re.escape("engine/brokersql/schema/explain.task.json")
    with pytest.raises(AssertionError, match=rf"'colour' was unexpected[^$]*{file}"):
        check({**told[0], "colour": "red"})
    with pytest.raises(AssertionError, match=r"schema/explain\.moon\.json is missing"):
        check({**told[0], "kind": "explain.moon"})


def test_what_is_not_finite_is_null_and_said(cycle: brokersql.Cycle) -> None:
    story = cycle.explain(ASSIGNED, "DUNMORE_UCORE")
    assert isinstance(story, PairStory) and story.weighed is not None
    factors = (("load", math.nan), *story.weighed.factors[1:])
    weighed = replace(story.weighed, weight=math.inf, factors=factors)
    weights = plain(replace(story, weighed=weighed))["weights"]
    assert (weights["weight"], weights["not_finite"]) == (None, True)
    assert (weights["factors"]["load"], weights["factors"]["not_finite"]) == (
        None,
        True,
    )


def test_the_command_line_prints_what_python_returns(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    words = ("--task", FULL_NUCLEUS, "--no-changes", "--format", "json")
    document = cycle.explain(FULL_NUCLEUS).document()
    assert explained(run_folder, *words).json == document


def test_schemas_are_asked_by_kind() -> None:
    schema = brokersql.json_schema("explain.pair")
    assert schema["$defs"]["common.json"]["$defs"]["failing"]["properties"]["inputs"]
    with pytest.raises(brokersql.UsageError, match=r"did you mean explain\.pair"):
        brokersql.json_schema("explain.pear")
