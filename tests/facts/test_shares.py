"""Global shares: the tree, targets, use, order, metrics, and who belongs where."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.facts.world import Row, World, settings

SNAPSHOT: Sequence[Row] = [{"snapshot_id": "s", "vo": "atlas"}]


def share(name: str, value: float | None, parent: str | None = None, **own: str) -> Row:
    """Return one share of the tree."""
    return {"name": name, "value": value, "parent": parent, **own}


def jobs(gshare: str, status: str, hs06: float, **own: object) -> Row:
    """Return jobs of a share that hold so much HS06."""
    loads = {"vo": "atlas", "gshare": gshare, "job_status": status, "hs06": hs06}
    return {**loads, **own}


TREE: Sequence[Row] = [
    share("Production", 80),
    share("MC", 60, "Production"),
    share("Group", 20, "Production"),
    share("Reprocessing", 20, "Production"),
    share("Analysis", 20),
    share("User Analysis", 3, "Analysis"),
    share("Express", 1, "Analysis"),
]
RUNNING = {"MC": 3000, "Group": 900, "User Analysis": 1500, "Express": 100}


def usage(
    tree: Sequence[Row],
    loads: Sequence[Row],
    parameters: Row | None = None,
    **tables: Sequence[Row],
) -> World:
    """Return a world with a tree and jobs."""
    return World(
        parameters or settings("page"),
        snapshot=SNAPSHOT,
        global_share=tree,
        job_stats=loads,
        **tables,
    )


def test_the_worked_example() -> None:
    """Reprocessing is idle, so its siblings are served before all analysis."""
    world = usage(TREE, [jobs(name, "running", hs06) for name, hs06 in RUNNING.items()])
    rows = {row["name"]: row for row in world.rows("share_usage")}
    assert {name: row["percent"] for name, row in rows.items()} == {
        **{"Production": 80, "MC": 48, "Group": 16, "Reprocessing": 16},
        **{"Analysis": 20, "User Analysis": 15, "Express": 5},
    }
    assert {name: row["target_hs06"] for name, row in rows.items()} == {
        **{"Production": 4400, "MC": 2640, "Group": 880, "Reprocessing": 880},
        **{"Analysis": 1100, "User Analysis": 825, "Express": 275},
    }
    assert rows["Production"]["executing_hs06"] == 3900
    order = sorted(world.rows("share_order"), key=lambda row: row["position_no"])
    assert [(row["name"], round(row["used_ratio"], 3)) for row in order] == [
        ("Reprocessing", 0.0),
        ("Group", 1.023),
        ("MC", 1.136),
        ("Express", 0.364),
        ("User Analysis", 1.818),
    ]


def test_odd_trees_and_loads() -> None:
    """No value, no target; other vos, statuses and shares; cores in place of HS06."""
    tree = [
        share("A", 1),
        share("B", 1),
        share("C", None),
        share("D", 0),
        share("Bare", None, "C"),
        share("Lost", 5, "nowhere"),
    ]
    loads = [
        *(jobs("A", "running", 100), jobs("A", "sent", 50)),
        *(jobs("A", "activated", 7), jobs("A", "transferring", 1000)),
        jobs("A", "running", 1000, vo="cms"),
        jobs("Undefined", "running", 1000),
        {**jobs("B", "running", 0, queue_name="Q", n_cores=5), "hs06": None},
        {**jobs("B", "running", 0, queue_name="unknown", n_cores=5), "hs06": None},
    ]
    world = usage(tree, loads, queue=[{"queue_name": "Q", "core_power": 10}])
    rows = {row["name"]: row for row in world.rows("share_usage")}
    found = {
        name: (row["percent"], row["executing_hs06"], row["queued_hs06"])
        for name, row in rows.items()
    }
    assert found == {
        "A": (50, 150, 7),
        "B": (50, 50, 0),
        "C": (0, 0, 0),
        "D": (0, 0, 0),
        "Bare": (0, 0, 0),
    }
    order = sorted(world.rows("share_order"), key=lambda row: row["position_no"])
    assert [row["name"] for row in order] == ["B", "A", "Bare", "D"]
    sooner = settings("page", share_ratio_without_target=0.6)
    order = sorted(
        usage(tree, loads, sooner).rows("share_order"),
        key=lambda row: row["position_no"],
    )
    assert [row["name"] for row in order] == ["B", "Bare", "D", "A"]

    assert world.rows("share_problem") == [
        {
            "name": "Lost",
            "problem": "hangs on no share of the tree: it has no part of the grid",
        }
    ]


def test_shares_of_a_tiny_target_come_after_those_of_none() -> None:
    """B uses 1,050,000 times its target, D has none: the parameter is a million."""
    tree = [share("A", 1049999), share("B", 1), share("D", 0)]
    rows = usage(tree, [jobs("B", "running", 100)]).rows("share_order")
    order = sorted(rows, key=lambda row: row["position_no"])
    assert [row["name"] for row in order] == ["A", "D", "B"]


def test_metrics_of_first_level_shares() -> None:
    """What an idle share leaves is spread over the busy ones; 67.9 % is the example."""
    tree = [share("UA", 20), share("Prod", 50), share("Third", 30)]
    loads = [
        *(jobs("UA", "running", 950), jobs("UA", "activated", 5000)),
        *(jobs("Prod", "running", 3950), jobs("Prod", "activated", 10000)),
        jobs("Third", "running", 100),
    ]
    rows = {row["name"]: row for row in usage(tree, loads).rows("share_metric")}
    assert set(rows) == {"UA", "Prod", "Third", "L1 UA", "L1 Prod", "L1 Third"}
    assert (rows["UA"]["usage_perc"], rows["UA"]["queue_perc"]) == (0.95, 5.0)
    assert rows["UA"]["eqiv_usage_perc"] is None
    assert rows["L1 UA"]["eqiv_target_hs06"] == pytest.approx(1000 + 1.4e6 / 3501)
    assert rows["L1 UA"]["eqiv_usage_perc"] == pytest.approx(0.679, abs=5e-4)
    assert [rows[f"L1 {name}"]["is_idle"] for name in ("UA", "Prod", "Third")] == [
        *(False, False),
        True,
    ]
    assert rows["L1 Third"]["eqiv_usage_perc"] == pytest.approx(100 / 1500)


def test_metrics_of_leaves_and_of_first_level_shares() -> None:
    """500 of 5500 are left, and are spread over the first level."""
    loads = [jobs(name, "running", hs06) for name, hs06 in RUNNING.items()]
    rows = {row["name"]: row for row in usage(TREE, loads).rows("share_metric")}
    assert {name: row["eqiv_target_hs06"] for name, row in rows.items()} == {
        **dict.fromkeys(["MC", "Group", "Reprocessing", "User Analysis", "Express"]),
        "L1 Production": pytest.approx(4400 + 500 * 4400 / 5501),
        "L1 Analysis": pytest.approx(1100 + 500 * 1100 / 5501),
    }


@pytest.mark.parametrize(
    ("running", "queued", "is_idle"),
    [(849, 0, True), (850, 0, False), (849, 1999, True), (849, 2000, False)],
)
def test_a_share_is_idle_below_85_percent_without_a_queue(
    running: float, queued: float, is_idle: bool
) -> None:
    """Half of what is queued is expected to run; that must not fill the target."""
    tree = [share("X", 1), share("Y", 1)]
    loads = [
        *(jobs("X", "running", running), jobs("X", "activated", queued)),
        jobs("Y", "running", 2000 - running),
    ]
    rows = {row["name"]: row for row in usage(tree, loads).rows("share_metric")}
    assert rows["L1 X"]["is_idle"] is is_idle


def test_a_share_without_a_target_counts_as_full() -> None:
    rows = usage([share("X", 1)], []).rows("share_metric")
    assert {(row["usage_perc"], row["queue_perc"]) for row in rows} == {(999999,) * 2}


LEAVES: Sequence[Row] = [
    share("Validation", 1, prod_source_label="ptest|prod_test"),
    share("Production", 80),
    share(
        "MC merge",
        10,
        "Production",
        prod_source_label="managed",
        processing_type="merge|pmerge",
    ),
    share("MC", 50, "Production", prod_source_label="managed", campaign="MC2[0-9]"),
    share("Paths", 5, "Production", prod_source_label="managed", trans_path=".*/Reco"),
    share("Broken", 5, "Production", working_group="(?<=x)y"),
    share("Group", 10, prod_source_label="managed|user", working_group="(AP|GP)_"),
    share("Super", 5, prod_source_label="managed", resource_type="hpc"),
    share("User Analysis", 20, prod_source_label="user", working_group=" "),
]
MANAGED: Row = {"prod_source_label": "managed"}
#: name: (task, the share it belongs to)
TASKS: dict[str, tuple[Row, str]] = {
    "a pattern holds from the start": ({"prod_source_label": "ptest2"}, "Validation"),
    "not in the middle": (
        {"prod_source_label": "xptest", "campaign": "y"},
        "Undefined",
    ),
    "the campaign": (
        {**MANAGED, "campaign": "MC23a", "processing_type": "simul"},
        "MC",
    ),
    "the first leaf counts": (
        {**MANAGED, "campaign": "MC23", "processing_type": "merge"},
        "MC",
    ),
    "what a task does not say passes": (MANAGED, "MC"),
    "the type": (
        {**MANAGED, "campaign": "data24", "processing_type": "pmerge"},
        "MC merge",
    ),
    "the path": (
        {
            **MANAGED,
            "campaign": "data24",
            "processing_type": "reco",
            "trans_path": "a/Reco_tf.py",
        },
        "Paths",
    ),
    "the group": (
        {
            **MANAGED,
            "campaign": "data24",
            "processing_type": "reco",
            "trans_path": "x",
            "working_group": "AP_Higgs",
        },
        "Group",
    ),
    "the kind of the first site": (
        {
            **MANAGED,
            "campaign": "data24",
            "processing_type": "reco",
            "trans_path": "x",
            "site": "SUPER,GRIDSITE",
        },
        "Super",
    ),
    "another kind of site": (
        {
            **MANAGED,
            "campaign": "data24",
            "processing_type": "reco",
            "trans_path": "x",
            "site": "GRIDSITE",
        },
        "Undefined",
    ),
    "a user without a group": ({"prod_source_label": "user"}, "User Analysis"),
    "a user with another group": (
        {"prod_source_label": "user", "working_group": "phys"},
        "Undefined",
    ),
}


def tagged(**tables: Sequence[Row]) -> World:
    """Return a world with leaves that ask for all kinds of patterns."""
    queues = [
        {"queue_name": "SUPER", "resource_category": "hpc"},
        {"queue_name": "GRIDSITE", "resource_category": "GRID"},
    ]
    loads = [jobs("MC", "running", 10)]
    return usage(LEAVES, loads, settings("page"), queue=[*queues], **tables)


def test_tasks_belong_to_the_first_leaf_that_takes_them() -> None:
    world = tagged(
        task=[
            {"jedi_task_id": number, **task}
            for number, (task, _) in enumerate(TASKS.values())
        ]
    )
    found = [row["gshare"] for row in world.rows("task_share")]
    expected = {name: gshare for name, (_, gshare) in TASKS.items()}
    assert dict(zip(TASKS, found, strict=True)) == expected
    assert world.rows("share_problem") == [
        {
            "name": "Broken",
            "problem": 'working_group "(?<=x)y" is no regular expression of RE2: '
            "it matches nothing",
        }
    ]


def test_a_pattern_of_two_kinds() -> None:
    """Each is held against the fields of its kind, as far as they are set."""
    world = usage(
        [share("A", 1, processing_type="x"), share("B", 1, campaign="x")],
        [],
        task=[
            {"jedi_task_id": 1, "processing_type": "x"},
            {"jedi_task_id": 2, "processing_type": "y", "campaign": "x"},
        ],
    )
    assert [row["gshare"] for row in world.rows("task_share")] == ["A", "B"]
    shown = [(row["kind"], row["text"]) for row in world.rows("share_text")]
    assert sorted(shown) == [
        ("campaign", "x"),
        *[("processing_type", "x"), ("processing_type", "y")],
        *[("working_group", " ")] * 2,
    ]


def test_jobs_show_neither_campaign_nor_path() -> None:
    world = tagged(
        job=[
            {"panda_id": 1, **MANAGED, "processing_type": "simul"},
            {"panda_id": 2, **MANAGED, "event_service": 2},
            {"panda_id": 3, "prod_source_label": "user"},
            {"panda_id": 4, "prod_source_label": "install"},
            {"panda_id": 5, **MANAGED, "queue_name": "SUPER", "event_service": 1},
        ]
    )
    found = {row["panda_id"]: row["gshare"] for row in world.rows("job_share")}
    assert found == {
        1: "MC",
        2: "Express",
        3: "User Analysis",
        4: "Undefined",
        5: "MC",
    }


def test_jobs_are_handed_out_by_share_priority_and_age() -> None:
    """Test first, idle shares before used ones, unknown shares last."""

    def job(panda_id: int, gshare: str | None, priority: int | None, **own: str) -> Row:
        return {
            "panda_id": panda_id,
            "prod_source_label": "user",
            "queue_name": "Q",
            "gshare": gshare,
            "current_priority": priority,
            "job_status": "activated",
            **own,
        }

    world = tagged(
        job=[
            *(job(1, "MC", 900), job(2, "Group", 100), job(3, "Group", 500)),
            *(job(4, "Group", 500), job(5, "Test", 1), job(6, "gone", 9000)),
            *(job(7, None, 100), job(8, "Group", None)),
            job(9, "MC", 900, job_status="running"),
            job(10, "MC", 1, queue_name="R"),
        ]
    )
    rows = world.rows("job_dispatch")
    order = {
        name: [
            row["panda_id"]
            for row in sorted(rows, key=lambda row: row["position_no"])
            if row["queue_name"] == name
        ]
        for name in ("Q", "R")
    }
    assert order == {"Q": [5, 3, 4, 2, 8, 7, 1, 6], "R": [10]}
