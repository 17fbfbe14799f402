"""Which question a transformation home asks, and which tasks ask the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.facts.world import ASRUN, PAGE, Row, World


def tasks(label: str, rows: Sequence[Row], parameters: Row = ASRUN) -> World:
    """Return a world of tasks with one chunk each."""
    return World(
        parameters,
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
    assert numbers == {0: None, 1: 1}
    assert len(world.rows("software_match")) == 1


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
        row["software_no"]: row["is_accepted"] for row in world.rows("software_match")
    }
    numbers = {
        r["jedi_task_id"]: r["software_no"] for r in world.rows("software_request")
    }
    assert accepted[numbers[0]] is not refused
    assert accepted[numbers[1]]


ANALYSIS = {
    ("AnalysisTransforms-Cache_1.2", None): ("cache", "atlas", "Cache", "1.2", True),
    ("AnalysisTransforms-Base_1.2.3", None): (
        "release",
        "atlas",
        "Base",
        "1.2.3",
        True,
    ),
    ("AnalysisTransforms-Base_1.2.3", "Atlas-21.0.38"): (
        "release",
        "atlas",
        "AtlasOffline",
        "21.0.38",
        True,
    ),
    ("AnalysisTransforms-Base_1.2.3", "Atlas-21.0"): (
        "nightly",
        "nightlies",
        None,
        None,
        True,
    ),
    ("AnalysisTransforms-A-B_1.2.3", None): ("release", "atlas", "A", "B", False),
    ("AnalysisTransforms-A_2024-01-05T2101", None): (
        "nightly",
        "nightlies",
        None,
        None,
        True,
    ),
    ("AnalysisTransforms", None): ("nightly", "nightlies", None, None, True),
    ("AnalysisTransforms", "Atlas-21.0.38"): (
        "release",
        "atlas",
        "AtlasOffline",
        "21.0.38",
        True,
    ),
    ("Foo", None): ("standalone", None, None, None, True),
    (None, None): ("standalone", None, None, None, True),
}


def test_analysis_homes() -> None:
    given = [{"trans_home": home, "trans_uses": uses} for home, uses in ANALYSIS]
    rows = tasks("user", given).rows("software_question_analysis")
    found = [
        (r["branch"], r["cvmfs_tag"], r["project"], r["version"], r["is_auto_asked"])
        for r in rows
    ]
    assert found == list(ANALYSIS.values())
    assert [r["needs_cvmfs"] for r in rows] == [r["branch"] == "nightly" for r in rows]
    assert [r["is_platform_only"] for r in rows] == [
        r["branch"] == "standalone" for r in rows
    ]


@pytest.mark.parametrize(("parameters", "needed"), [(ASRUN, False), (PAGE, True)])
def test_a_base_platform_in_analysis(parameters: Row, needed: bool) -> None:
    world = tasks("user", [{"trans_home": "A-B_1"}], parameters)
    (row,) = world.rows("software_question_analysis")
    assert row["base_needs_container"] is needed


def test_both_questions_have_the_columns_that_the_check_reads() -> None:
    production = tasks("managed", [{"trans_home": "A-1"}]).rows("software_question")
    analysis = tasks("user", [{"trans_home": "A-1"}]).rows("software_question_analysis")
    assert set(production[0]) == set(analysis[0]) - {"branch"}
