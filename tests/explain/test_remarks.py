"""What cannot be used is told with the task, the queue and the link it stands in.

And of a software check the one test that failed, for the queue that is asked about.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

import brokersql
from tests.cli.calling import call, demo_with
from tests.facts.machines import A100, V100, cpu, gpus, published, tag

GPU_TASK, BROKEN_TASK = 47110000, 47110013
PLATFORM = "x86_64-el9-gcc13-opt"
GPU = "&nvidia:model=.*100.*:vram>=40960:vrm>=3"
NVIDIA = published(cpu("x86_64"), gpus("nvidia"))
#: Nothing but one tag of another release.
TAGGED = published(
    *(cpu("x86_64"), gpus("nvidia")),
    cvmfs=(),
    containers=(),
    tags=[tag("AthGeneration", "1.2.3", PLATFORM)],
)
#: queue: (its description, its GPU, the test that fails there)
MEMBERS: dict[str, tuple[Any, Any, str]] = {
    "RHEINTAL_UCORE": (NVIDIA, V100, "vram 32768 < 40960"),
    "LOCHMOOR_UCORE": (
        *(NVIDIA, {**A100, "vendor": "AMD"}),
        "GPU vendor nvidia not in [AMD]",
    ),
    "PINERIVER_UCORE": (
        *(NVIDIA, {**A100, "model": "Tesla T4"}),
        "GPU model .*100.* not in [Tesla T4]",
    ),
    "GARONNE_UCORE": (
        *(published(cpu("x86_64")), A100),
        "GPU asked, the queue describes none",
    ),
    "FJORDLAND_UCORE": (TAGGED, A100, f"no tag AthGeneration 23.6.31 on {PLATFORM}"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a demo with tasks, a policy and a link that leave something to say."""
    asked = {
        GPU_TASK: f"{PLATFORM}#x86_64{GPU}",
        BROKEN_TASK: f"{PLATFORM}#(x86_64",
    }

    def task(row: Any) -> Any:
        number = row["jedi_task_id"]
        return {**row, "architecture": asked.get(number, row["architecture"])}

    def software(row: Any) -> Any:
        member = MEMBERS.get(row["queue_name"])
        return {**row, "data": member[0]} if member else row

    def queue(row: Any) -> Any:
        policy = "type=(x:0%,other=1:100%"
        is_broken = row["queue_name"] == "LINDENAU_CROWDED"
        return {**row, "fairshare_policy": policy} if is_broken else row

    def metric(row: Any) -> Any:
        is_old = row["src_site"] == "UNI-LINDENAU" and row["key"] != "AGIS_closeness"
        value = None if row["key"] == "Express_queued" else row["value"]
        old = {"ts": "2026-03-17T07:00:00", "value": value}
        return {**row, **old} if is_old else row

    return demo_with(
        tmp_path_factory.mktemp("remarks"),
        task=partial(map, task),
        queue_software=partial(map, software),
        queue=partial(map, queue),
        network_metric=partial(map, metric),
        queue_gpu=lambda _: [
            {**gpu, "queue_name": name} for name, (_, gpu, _) in MEMBERS.items()
        ],
    )


@pytest.fixture(scope="module")
def cycle(folder: Path, cache: None) -> brokersql.Cycle:
    return brokersql.run(brokersql.Snapshot.open(str(folder)), seed=7)


def test_the_test_that_failed_is_named_for_the_queue_asked_about(
    cycle: brokersql.Cycle,
) -> None:
    found = {
        name: [
            each["detail"]
            for each in cycle.explain(task=GPU_TASK, queue=name).document()["failing"]
            if each["criterion"] == "-cache"
        ]
        for name in MEMBERS
    }
    assert found == {name: [test] for name, (_, _, test) in MEMBERS.items()}


def test_what_is_malformed_is_told_with_the_task(cycle: brokersql.Cycle) -> None:
    story = cycle.explain(task=GPU_TASK)
    assert story.document()["remarks"] == ["GPU piece vrm>=3 is unknown: ignored"]
    assert "! GPU piece vrm>=3 is unknown: ignored" in str(story).splitlines()
    (said,) = cycle.explain(task=BROKEN_TASK).document()["remarks"]
    assert said == 'arch "(x86_64" is no regular expression of RE2: it matches nothing'
    assert cycle.explain(task=47110026).document()["remarks"] == []


def test_an_unusable_policy_and_a_stale_value_are_told_with_the_queue(
    cycle: brokersql.Cycle,
) -> None:
    """A fresh value of the same link is not told, nor that there is none."""
    story = cycle.explain(task=47110026, queue="LINDENAU_CROWDED")
    remarks = story.document()["remarks"]
    assert remarks[:2] == [
        "fairshare policy: other=1: unknown field, left out",
        "fairshare policy: type=(x:0%: no regular expression of RE2, ends the policy",
    ]
    stale, absent = remarks[2:]
    assert absent.startswith("no MB/s: closeness ")
    assert stale.startswith("stale: ")
    assert "dashb_mbps_1h 185.4 (2 h 30 min old)" in stale
    assert "AGIS_closeness" not in stale and "Express_queued" not in stale
    assert stale.endswith("from 60 min on a network value counts as absent")


def test_a_blocked_link_to_a_full_nucleus_is_remarked(folder: Path) -> None:
    """V06: the one rule that others hide; where it rejects, it needs no remark."""
    pair, snapshot = {"task": 47110000, "queue": "KAWABE_LONG"}, str(folder)

    @cache
    def capped(cap: int) -> brokersql.Cycle:
        settings = {"NQUEUED_NUC_CAP_FOR_JOBS": cap}
        return brokersql.run(snapshot, set=settings, seed=7)

    def told(cap: int, **ask: Any) -> tuple[set[str], list[str]]:
        story = capped(cap).explain(**ask).document()
        failing = {each["criterion"] for each in story["failing"]}
        links = failing & {"-links_full", "-link_unusable"}
        return links, [each for each in story["remarks"] if "blocked" in each]

    assert told(10**9, **pair) == ({"-link_unusable"}, [])
    links, (remark,) = told(0, **pair)
    assert links == {"-links_full"}
    assert remark.startswith("the link is blocked as well: ")
    assert told(0, **{**pair, "queue": "LINDENAU_CROWDED"}) == ({"-links_full"}, [])


def test_a_run_warns_of_both(folder: Path) -> None:
    done = call("run", folder, "--policy", "panda_job", "--format", "json")
    told = {
        each["table"]: (each["column"], each["rows"])
        for each in done.json["warnings"]
        if each["code"] == "unusable_part"
    }
    assert told == {"task": ("architecture", 2), "queue": ("fairshare_policy", 1)}
    assert "first 47110000: GPU piece vrm>=3 is unknown: ignored" in done.err


def test_stale_values_are_marked_in_queries(folder: Path) -> None:
    query = "select count(*) > 0 as any_, min(age_min) as age from network_value"
    query += " where is_stale"
    (row,) = call("sql", folder, query, "--format", "json").json["rows"]
    assert row == {"any_": True, "age": 150}
