"""Global shares: the tree, targets, use, order, metrics, and who belongs where."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.facts.world import PAGE, Row, Rows, World
from tests.spec.check import Spec
from tests.spec.drawing import with_columns
from tests.spec.stage import Key

SPEC = Spec("panda_job", "share_order")
#: The example of the page.
EXAMPLE = {
    "global_share": """
        name          | value | parent
        Production    | 80    |
        MC            | 60    | Production
        Group         | 20    | Production
        Reprocessing  | 20    | Production
        Analysis      | 20    | ''
        User Analysis | 3     | Analysis
        Express       | 1     | Analysis
    """,
    "job_stats": """
        gshare: MC | Group | User Analysis | Express, hs06: 3000 | 900 | 1500 | 100
    """,
}
#: No value, no target; other vos, statuses and shares; cores in place of HS06.
ODD = {
    "global_share": """
        name | value | parent
        A    | 1     |
        B    | 1     |
        C    |       |
        D    | 0     |
        Bare |       | C
        Lost | 5     | nowhere
    """,
    "job_stats": """
        gshare    | job_status   | hs06 | vo    | queue_name | n_cores
        A         | running      | 100  | atlas | Q          |
        A         | sent         | 50   | atlas | Q          |
        A         | activated    | 7    | atlas | Q          |
        A         | transferring | 1000 | atlas | Q          |
        A         | running      | 1000 | cms   | Q          |
        Undefined | running      | 1000 | atlas | Q          |
        B         | running      |      | atlas | Q          | 5
        B         | running      |      | atlas | unknown    | 5
    """,
}


def test_the_worked_example() -> None:
    """Reprocessing is idle, so its siblings are served before all analysis."""
    SPEC.check_fact(
        "share_usage",
        ["percent", "target_hs06", "executing_hs06"],
        world=EXAMPLE,
        expected={
            ("Production",): (80, 4400, 3900),
            ("MC",): (48, 2640, 3000),
            ("Group",): (16, 880, 900),
            ("Reprocessing",): (16, 880, 0),
            ("Analysis",): (20, 1100, 1600),
            ("User Analysis",): (15, 825, 1500),
            ("Express",): (5, 275, 100),
        },
    )
    SPEC.check_fact(
        "share_order",
        ["position_no", "used_ratio"],
        world=EXAMPLE,
        expected={
            ("Reprocessing",): (1, 0.0),
            ("Group",): (2, 900 / 880),
            ("MC",): (3, 3000 / 2640),
            ("Express",): (4, 100 / 275),
            ("User Analysis",): (5, 1500 / 825),
        },
    )


def test_odd_trees_and_loads() -> None:
    SPEC.check_fact(
        "share_usage",
        ["percent", "executing_hs06", "queued_hs06"],
        world=ODD,
        expected={
            ("A",): (50, 150, 7),
            ("B",): (50, 50, 0),
            **{(name,): (0, 0, 0) for name in ("C", "D", "Bare")},
        },
    )
    for ratio, order in ((1000000, "B A Bare D"), (0.6, "B Bare D A")):
        SPEC.check_fact(
            "share_order",
            "position_no",
            parameters={"share_ratio_without_target": ratio},
            world=ODD,
            expected={(name,): no for no, name in enumerate(order.split(), 1)},
        )
    problem = "hangs on no share of the tree: it has no part of the grid"
    lost: dict[Key, object] = {("Lost", problem): problem}
    SPEC.check_fact("share_problem", "problem", world=ODD, expected=lost)


def test_shares_of_a_tiny_target_come_after_those_of_none() -> None:
    """B uses 1,050,000 times its target, D has none: the parameter is a million."""
    SPEC.check_fact(
        "share_order",
        "position_no",
        global_share="name: A | B | D, value: 1049999 | 1 | 0",
        job_stats="gshare: B, hs06: 100",
        expected={("A",): 1, ("D",): 2, ("B",): 3},
    )


def test_metrics_of_first_level_shares() -> None:
    """What an idle share leaves is spread over the busy ones; 67.9 % is the example."""
    target = 1000 + 1.4e6 / 3501
    SPEC.check_fact(
        "share_metric",
        ["usage_perc", "queue_perc", "is_idle", "eqiv_target_hs06", "eqiv_usage_perc"],
        global_share="name: UA | Prod | Third, value: 20 | 50 | 30",
        job_stats="""
            gshare | job_status | hs06
            UA     | running    | 950
            UA     | activated  | 5000
            Prod   | running    | 3950
            Prod   | activated  | 10000
            Third  | running    | 100
        """,
        expected={
            ("UA",): (0.95, 5.0, None, None, None),
            ("Prod",): (1.58, 4.0, None, None, None),
            ("Third",): (1 / 15, 0.0, None, None, None),
            ("L1 UA",): (0.95, 5.0, False, target, pytest.approx(0.679, abs=5e-4)),
            ("L1 Prod",): (1.58, 4.0, False, 2.5 * target, 3950 / (2.5 * target)),
            ("L1 Third",): (1 / 15, 0.0, True, 1500.0, 1 / 15),
        },
    )


def test_metrics_of_leaves_and_of_first_level_shares() -> None:
    """500 of 5500 are left, and are spread over the first level."""
    leaves = ("MC", "Group", "Reprocessing", "User Analysis", "Express")
    SPEC.check_fact(
        "share_metric",
        "eqiv_target_hs06",
        world=EXAMPLE,
        expected={
            **{(name,): None for name in leaves},
            ("L1 Production",): 4400 + 500 * 4400 / 5501,
            ("L1 Analysis",): 1100 + 500 * 1100 / 5501,
        },
    )


def test_a_share_is_idle_below_85_percent_without_a_queue() -> None:
    """Half of what is queued is expected to run; that must not fill the target. Each
    share has a target of 1000; the rest runs 1603."""
    SPEC.check_fact(
        "share_need",
        "is_idle",
        global_share="name: A | B | C | D | rest, value: 1 | 1 | 1 | 1 | 1",
        job_stats="""
            gshare | job_status | hs06
            A      | running    | 849
            B      | running    | 850
            C      | running    | 849
            C      | activated  | 1999
            D      | running    | 849
            D      | activated  | 2000
            rest   | running    | 1603
        """,
        expected={
            **{(name,): True for name in "AC"},
            **{(name,): False for name in ("B", "D", "rest")},
        },
    )


def test_a_share_without_a_target_counts_as_full() -> None:
    SPEC.check_fact(
        "share_metric",
        ["usage_perc", "queue_perc"],
        global_share="name: X, value: 1",
        job_stats="gshare",
        expected={("X",): (999999, 999999), ("L1 X",): (999999, 999999)},
    )


MANAGED: Row = {"prod_source_label": "managed"}
BELOW: Row = {**MANAGED, "parent": "Production"}
USER: Row = {"prod_source_label": "user"}
SNAPSHOT = "snapshot_id: s, vo: atlas"


def share(name: str, value: float, **own: object) -> Row:
    """Return one share of the tree."""
    return {"name": name, "value": value, **own}


#: Leaves that ask for all kinds of patterns, one of them broken.
LEAVES: Sequence[Row] = [
    share("Validation", 1, prod_source_label="ptest|prod_test"),
    share("Production", 80),
    share("MC merge", 10, **BELOW, processing_type="merge|pmerge"),
    share("MC", 50, **BELOW, campaign="MC2[0-9]"),
    share("Paths", 5, **BELOW, trans_path=".*/Reco"),
    share("Broken", 5, parent="Production", working_group="(?<=x)y"),
    share("Group", 10, prod_source_label="managed|user", working_group="(AP|GP)_"),
    share("Super", 5, **MANAGED, resource_type="hpc"),
    share("User Analysis", 20, **USER, working_group=" "),
]
MC: Row = {**MANAGED, "campaign": "MC23"}
DATA: Row = {**MANAGED, "campaign": "data24", "processing_type": "reco"}
ODD_PATH: Row = {**DATA, "trans_path": "x"}
#: name: (task, the share it belongs to)
TASKS: dict[str, tuple[Row, str]] = {
    "a pattern holds from the start": ({"prod_source_label": "ptest2"}, "Validation"),
    "not in the middle": ({"prod_source_label": "xptest"}, "Undefined"),
    "the campaign": ({**MC, "processing_type": "simul"}, "MC"),
    "the first leaf counts": ({**MC, "processing_type": "merge"}, "MC"),
    "what a task does not say passes": (MANAGED, "MC"),
    "the type": ({**DATA, "processing_type": "pmerge"}, "MC merge"),
    "the path": ({**DATA, "trans_path": "a/Reco_tf.py"}, "Paths"),
    "the group": ({**ODD_PATH, "working_group": "AP_Higgs"}, "Group"),
    "the kind of the first site": ({**ODD_PATH, "site": "SUPER,GRIDSITE"}, "Super"),
    "another kind of site": ({**ODD_PATH, "site": "GRIDSITE"}, "Undefined"),
    "a user without a group": (USER, "User Analysis"),
    "a user with another group": ({**USER, "working_group": "phys"}, "Undefined"),
}


def tagged(**tables: Rows) -> World:
    """Return a world with leaves that ask for all kinds of patterns."""
    return World(
        PAGE,
        snapshot=SNAPSHOT,
        global_share=LEAVES,
        job_stats="vo: atlas, gshare: MC, job_status: running, hs06: 10",
        queue="queue_name: SUPER | GRIDSITE, resource_category: hpc | GRID",
        **tables,
    )


def test_tasks_belong_to_the_first_leaf_that_takes_them() -> None:
    tasks = [task for task, _ in TASKS.values()]
    world = tagged(task=[{**task, "jedi_task_id": n} for n, task in enumerate(tasks)])
    found = [row["gshare"] for row in world.rows("task_share")]
    expected = {name: gshare for name, (_, gshare) in TASKS.items()}
    assert dict(zip(TASKS, found, strict=True)) == expected
    problem = (
        'working_group "(?<=x)y" is no regular expression of RE2: it matches nothing'
    )
    assert world.rows("share_problem") == [{"name": "Broken", "problem": problem}]


def test_a_pattern_of_two_kinds() -> None:
    """Each is held against the fields of its kind, as far as they are set."""
    world = World(
        PAGE,
        snapshot=SNAPSHOT,
        global_share="name: A | B | C, value: 1, processing_type: x | | x, "
        "campaign: | x |",
        task="jedi_task_id: 1 | 2 | 3, processing_type: x | y | x, campaign: | x | z",
    )
    assert [row["gshare"] for row in world.rows("task_share")] == ["A", "B", "A"]
    matches = {
        (row["kind"], row["pattern"]): row["matches"]
        for row in world.rows("share_pattern")
    }
    assert matches == {("processing_type", "x"): ["x"], ("campaign", "x"): ["x"]}
    shown = [(row["kind"], row["text"]) for row in world.rows("share_text")]
    assert sorted(shown) == [
        *[("campaign", "x"), ("campaign", "z")],
        *[("processing_type", "x")] * 2,
        ("processing_type", "y"),
        *[("working_group", " ")] * 3,
    ]


def test_jobs_show_neither_campaign_nor_path() -> None:
    world = tagged(
        job="""
            panda_id | prod_source_label | processing_type | event_service | queue_name
            1        | managed           | simul           |               |
            2        | managed           |                 | 2             |
            3        | user              |                 |               |
            4        | install           |                 |               |
            5        | managed           |                 | 1             | SUPER
        """
    )
    found = {row["panda_id"]: row["gshare"] for row in world.rows("job_share")}
    shares = ("MC", "Express", "User Analysis", "Undefined", "MC")
    assert found == dict(enumerate(shares, start=1))


def test_jobs_are_handed_out_by_share_priority_and_age() -> None:
    """Test first, idle shares before used ones, unknown shares last."""
    jobs = """
        panda_id | gshare | current_priority | queue_name | job_status
        1        | MC     | 900              | Q          | activated
        2        | Group  | 100              | Q          | activated
        3        | Group  | 500              | Q          | activated
        4        | Group  | 500              | Q          | activated
        5        | Test   | 1                | Q          | activated
        6        | gone   | 9000             | Q          | activated
        7        |        | 100              | Q          | activated
        8        | Group  |                  | Q          | activated
        9        | MC     | 900              | Q          | running
        10       | MC     | 1                | R          | activated
    """
    world = tagged(job=with_columns(jobs, {"prod_source_label": "user"}))
    order: dict[str, list[int]] = {"Q": [], "R": []}
    rows = world.rows("job_dispatch")
    for row in sorted(rows, key=lambda row: row["position_no"]):
        order[row["queue_name"]].append(row["panda_id"])
    assert order == {"Q": [5, 3, 4, 2, 8, 7, 1, 6], "R": [10]}
