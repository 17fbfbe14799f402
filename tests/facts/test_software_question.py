"""Which question a transformation home asks, and which tasks ask the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest

from tests.facts.world import (
    ANALYSIS_FACTS,
    ASRUN,
    FACTS,
    NO_SITES,
    PAGE,
    Row,
    World,
)


def tasks(
    label: str,
    rows: Sequence[Row],
    parameters: Row = ASRUN,
    sites: pa.Table = NO_SITES,
) -> World:
    """Return a world of tasks with one chunk each."""
    return World(
        parameters,
        {"analysis_task": sites},
        ANALYSIS_FACTS if label == "user" else FACTS,
        task=[
            {"jedi_task_id": number, "prod_source_label": label, **row}
            for number, row in enumerate(rows)
        ],
        input_chunk=[
            {"jedi_task_id": number, "chunk_no": 0} for number in range(len(rows))
        ],
        queue=[{"queue_name": "Q", "releases": ["ANY"]}],
    )


HOMES = {
    "Athena-21.0.38": ("atlas", "Athena", "21.0.38"),
    "AthDerivation-21.2.2.0": ("atlas", "AthDerivation", "21.2.2.0"),
    "Athena-21.0.38-more": ("atlas", "Athena", "21.0.38"),
    "Athena": ("atlas", "Athena", None),
    "": ("atlas", "", None),
    "AthenaP1-rel_3": ("nightlies", None, None),
    "AthenaP1-rel_3-more": ("atlas", "AthenaP1", "rel_3"),
    "Athena-main-2024-01-05T2101": ("nightlies", None, None),
    "Athena-2024-01-05": ("atlas", "Athena", "2024"),
    "rel_3-1.2.3": ("atlas", "rel_3", "1.2.3"),
}


def test_production_homes() -> None:
    rows = tasks("managed", [{"trans_home": home} for home in HOMES])
    found = [
        (row["cvmfs_tag"], row["project"], row["version"])
        for row in rows.rows("software_question")
    ]
    assert found == list(HOMES.values())


def test_the_check_applies_only_where_a_home_is_set() -> None:
    world = tasks("managed", [{"architecture": "#x86_64"}, {"trans_home": "Athena-1"}])
    numbers = {
        r["jedi_task_id"]: r["software_no"] for r in world.rows("software_request")
    }
    assert numbers == {1: 1}
    assert len(world.rows("software_decision")) == 1


def test_equal_tasks_share_a_number_that_no_order_changes() -> None:
    rows: list[Row] = [
        {"trans_home": "B-1", "architecture": "#x86_64"},
        {"trans_home": "A-1", "architecture": "#x86_64"},
        {"trans_home": "B-1", "architecture": '{"cpu_specs": [{"arch": "x86_64"}]}'},
        {"trans_home": "B-1", "architecture": "#x86_64", "container_name": "c"},
        {"trans_home": "B-1", "architecture": "#x86_64", "split_rule": "OT=1"},
        {"trans_home": "B-1", "architecture": None},
    ]

    def numbers(given: Sequence[Row]) -> list[Any]:
        found = tasks("managed", given).rows("software_request")
        return [row["software_no"] for row in found]

    forward = numbers(rows)
    assert numbers(rows[::-1]) == forward[::-1]
    assert forward[0] == forward[2]
    assert sorted(set(forward)) == [1, 2, 3, 4, 5]


def test_a_base_platform_asks_for_a_container() -> None:
    world = tasks(
        "managed",
        [
            {"trans_home": "A-1", "architecture": "p@centos7"},
            {"trans_home": "A-1", "architecture": "p"},
        ],
    )
    needs = {
        row["base_platform"]: row["needs_container"]
        for row in world.rows("software_signature")
    }
    assert needs == {"centos7": True, None: False}


@pytest.mark.parametrize(("rule", "refused"), [("OT=1", True), ("NF=1", False)])
def test_a_container_of_tags_only_is_no_matter_for_any_queues(
    rule: str, refused: bool
) -> None:
    task = {"trans_home": "A-1", "container_name": "c", "split_rule": rule}
    world = tasks("managed", [task, {"trans_home": "A-1", "split_rule": rule}])
    accepted = {
        row["software_no"]: row["is_accepted"]
        for row in world.rows("software_decision")
    }
    numbers = {
        r["jedi_task_id"]: r["software_no"] for r in world.rows("software_request")
    }
    assert accepted[numbers[0]] is not refused
    assert accepted[numbers[1]]


#: (trans_home, trans_uses): (its CVMFS, project, version, what else is so)
ANALYSIS = {
    ("AnalysisTransforms-Cache_1.2", None): ("atlas", "Cache", "1.2", None),
    ("AnalysisTransforms-Base_1.2.3", None): ("atlas", "Base", "1.2.3", None),
    ("AnalysisTransforms-Base_1.2.3", "Atlas-21.0.38"): (
        "atlas",
        "AtlasOffline",
        "21.0.38",
        None,
    ),
    ("AnalysisTransforms-Base_1.2.3", "Atlas-21.0"): (
        "nightlies",
        None,
        None,
        "needs_cvmfs",
    ),
    ("AnalysisTransforms-A-B_1.2.3", None): ("atlas", "A", "B", "is_unreadable"),
    ("AnalysisTransforms-A_2024-01-05T2101", None): (
        "nightlies",
        None,
        None,
        "needs_cvmfs",
    ),
    ("AnalysisTransforms", None): ("nightlies", None, None, "needs_cvmfs"),
    ("AnalysisTransforms", "Atlas-21.0.38"): (
        "atlas",
        "AtlasOffline",
        "21.0.38",
        None,
    ),
    ("Foo", None): (None, None, None, "is_platform_only"),
    (None, None): (None, None, None, "is_platform_only"),
}


def test_analysis_homes() -> None:
    given = [{"trans_home": home, "trans_uses": uses} for home, uses in ANALYSIS]
    rows = tasks("user", given).rows("software_question")
    found = [(r["cvmfs_tag"], r["project"], r["version"]) for r in rows]
    assert found == [case[:3] for case in ANALYSIS.values()]
    flags = ("needs_cvmfs", "is_platform_only", "is_unreadable")
    assert [[flag for flag in flags if row[flag]] for row in rows] == [
        [flag] if flag else [] for *_, flag in ANALYSIS.values()
    ]


@pytest.mark.parametrize(("parameters", "needed"), [(ASRUN, False), (PAGE, True)])
def test_a_base_platform_in_analysis(parameters: Row, needed: bool) -> None:
    world = tasks("user", [{"trans_home": "A-B_1"}], parameters)
    (row,) = world.rows("software_question")
    assert row["base_needs_container"] is needed


def test_a_preassigned_task_of_analysis_is_not_checked_where_that_lifts_it() -> None:
    sites = pa.table({"jedi_task_id": [0], "site_name": ["Q"]})
    lifted = {**ASRUN, "preassign_single_exempts": ["-cache"]}
    for parameters, is_checked in ((lifted, False), (ASRUN, True)):
        world = tasks("user", [{"trans_home": "A-B_1"}], parameters, sites)
        (row,) = world.rows("software_request")
        assert (row["software_no"] is not None) is is_checked


def test_both_questions_have_the_columns_that_the_check_reads() -> None:
    production = tasks("managed", [{"trans_home": "A-1"}]).rows("software_question")
    analysis = tasks("user", [{"trans_home": "A-1"}]).rows("software_question")
    assert list(production[0]) == list(analysis[0])
