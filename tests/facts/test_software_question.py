"""Which question a transformation home asks, and which tasks ask the same."""

from __future__ import annotations

from collections.abc import Sequence

from tests.spec.check import Spec, both
from tests.spec.stage import Stage, load

QUESTION = "software_question"
PRODUCTION, ANALYSIS = (Spec(f"panda_{name}", QUESTION) for name in ("job", "analysis"))
HOMES = {
    "Athena-21.0.38": ("atlas", "Athena", "21.0.38"),
    "AthDerivation-21.2.2.0": ("atlas", "AthDerivation", "21.2.2.0"),
    "Athena-21.0.38-more": ("atlas", "Athena", "21.0.38"),
    "Athena": ("atlas", "Athena", None),
    "''": ("atlas", "", None),
    "AthenaP1-rel_3": ("nightlies", None, None),
    "AthenaP1-rel_3-more": ("atlas", "AthenaP1", "rel_3"),
    "Athena-main-2024-01-05T2101": ("nightlies", None, None),
    "Athena-2024-01-05": ("atlas", "Athena", "2024"),
    "rel_3-1.2.3": ("atlas", "rel_3", "1.2.3"),
}
OFFLINE, NIGHTLY = ("atlas", "AtlasOffline", "21.0.38"), ("nightlies", None, None)


def numbered(header: str, rows: Sequence[str]) -> str:
    """Return the drawing of tasks, numbered from 0."""
    lines = (f"{number} | {row}" for number, row in enumerate(rows))
    return "\n".join((f"jedi_task_id | {header}", *lines))


def test_production_homes() -> None:
    PRODUCTION.check_fact(
        QUESTION,
        ["cvmfs_tag", "project", "version"],
        task=numbered("trans_home", list(HOMES)),
        expected={(number,): told for number, told in enumerate(HOMES.values())},
    )


def test_the_check_applies_only_where_a_home_is_set() -> None:
    """V23, C208: on the page also where hardware or a container is asked for."""
    PRODUCTION.check_fact(
        "software_request",
        "software_no",
        task="""
            jedi_task_id | architecture | trans_home | container_name
            1            | #x86_64      |            |
            2            |              | A-1        |
            3            |              |            |
            4            |              |            | c
        """,
        expected=both(page={(1,): 3, (2,): 1, (3,): None, (4,): 2}, asrun={(2,): 1}),
    )


def test_equal_tasks_share_a_number_that_no_order_changes() -> None:
    rows = [
        "B-1 | #x86_64                             |   |",
        "A-1 | #x86_64                             |   |",
        'B-1 | {"cpu_specs": [{"arch": "x86_64"}]} |   |',
        "B-1 | #x86_64                             | c |",
        "B-1 | #x86_64                             |   | OT=1",
        "B-1 |                                     |   |",
    ]
    header = "trans_home | architecture | container_name | split_rule"
    drawn = numbered(header, rows).splitlines()
    for order in (drawn, [drawn[0], *drawn[:0:-1]]):
        PRODUCTION.check_fact(
            "software_request",
            "software_no",
            profile="asrun",
            task="\n".join(order),
            expected={(0,): 3, (1,): 1, (2,): 3, (3,): 2, (4,): 5, (5,): 4},
        )


def test_a_container_of_tags_only_is_no_matter_for_queues_of_any_release() -> None:
    """In production a base platform always asks for a container."""
    PRODUCTION.check_fact(
        QUESTION,
        ["is_any_refused", "base_needs_container"],
        task="""
            jedi_task_id | trans_home | container_name | split_rule
            1            | A-1        | c              | OT=1
            2            | A-1        |                | OT=1
            3            | A-1        | c              | NF=1
        """,
        expected={(1,): (True, True), (2,): (False, True), (3,): (False, True)},
    )


def test_analysis_homes() -> None:
    """A base platform asks for a container on the page only."""
    columns = ["cvmfs_tag", "project", "version"]
    flags = ["needs_cvmfs", "is_platform_only", "is_unreadable"]
    homes = {
        "AnalysisTransforms-Cache_1.2 |": ("atlas", "Cache", "1.2", None),
        "AnalysisTransforms-B_1.2.3 |": ("atlas", "B", "1.2.3", None),
        "AnalysisTransforms-B_1.2.3 | Atlas-21.0.38": (*OFFLINE, None),
        "AnalysisTransforms-B_1.2.3 | Atlas-21.0": (*NIGHTLY, "needs_cvmfs"),
        "AnalysisTransforms-A-B_1.2.3 |": ("atlas", "A", "B", "is_unreadable"),
        "AnalysisTransforms-A_2024-01-05T2101 |": (*NIGHTLY, "needs_cvmfs"),
        "AnalysisTransforms |": (*NIGHTLY, "needs_cvmfs"),
        "AnalysisTransforms | Atlas-21.0.38": (*OFFLINE, None),
        "Foo |": (None, None, None, "is_platform_only"),
        " |": (None, None, None, "is_platform_only"),
    }
    for profile in ("page", "asrun"):
        ANALYSIS.check_fact(
            QUESTION,
            [*columns, *flags, "base_needs_container"],
            profile=profile,
            task=numbered("trans_home | trans_uses", list(homes)),
            expected={
                (number,): (*told, *(each == flag for each in flags), profile == "page")
                for number, (*told, flag) in enumerate(homes.values())
            },
        )


def test_a_preassigned_task_of_analysis_is_not_checked_where_that_lifts_it() -> None:
    ANALYSIS.check_fact(
        "software_request",
        "software_no",
        task="trans_home: A-B_1, site: Q",
        expected=both(page={(1,): 1}, asrun={(1,): None}),
    )


def test_both_questions_have_the_columns_that_the_check_reads() -> None:
    names = [
        Stage(load(spec.policy), "asrun", {}, {}).table(QUESTION).schema.names
        for spec in (PRODUCTION, ANALYSIS)
    ]
    assert names[0] == names[1]
