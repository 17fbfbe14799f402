"""The weight: min(spaceFreeCutoff, spaceFree), in TB."""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {
    "queue": """
        queue_name | space_total | space_free | space_expired | space_min_free
        A          | 5000000     | 1023999    | 102400        | 0
        B          | 5000000     | 1024000    | 0             | 0
        C          | 5000000     | 1024001    | 102400        | 103424
        D          | 0           | 1024       | 0             | 0
        E          |             | 1024       | 0             | 0
        F          | 5000000     | 1535       |               |
        G          | 5000000     |            |               |
        H          | 5000000     | -2048      | 204800        | 0
    """,
    "task": "type: output, storage_token: DATADISK",
    "nucleus_rw": "nucleus: B, gshare: Upg, current_priority: 1, rw: 3456000",
}


def test_up_to_a_cut_off(spec: Spec) -> None:
    """D8: free space on the page; as run whole TB of what is left, with what expired.
    1000 TB at most, FREE_DISK_CUTOFF; without a known total, or output, it is 1. C012,
    C036: what expired at an over-full endpoint (H) may still be enough."""
    page = {"D": 1.0, "E": 1.0, "G": 0.0, "F": 1535 / 1024, "H": 0.0}
    asrun = {**page, "F": 1.0, "H": 198.0}
    cut = dict.fromkeys("ABC", 900.0)
    spec.check(
        world=WORLD,
        expected=both(
            page={**page, "A": 1023999 / 1024, "B": 1000.0, "C": 1000.0},
            asrun={**asrun, "A": 1000.0, "B": 999.0, "C": 999.0},
        ),
    )
    spec.check(
        world=WORLD,
        gdp_config="key: FREE_DISK_CUTOFF, value: 900",
        expected=both(page={**page, **cut}, asrun={**asrun, **cut}),
    )


def test_the_fullest_endpoint_counts(spec: Spec) -> None:
    """Spec 2.6: of those for output that with the smallest part of free space. Task 2
    has no output, task 3 no place for it: they weigh no space."""
    spec.check(
        queue="queue_name: A",
        queue_endpoint="queue_name: A, ddm_endpoint_name: A_DATADISK | A_LOGS, "
        "space_total: 102400 | 10240, space_free: 20480 | 5120",
        task="jedi_task_id: 1 | 2 | 3",
        task_dataset="""
            jedi_task_id | dataset_id | type   | storage_token
            1            | 1          | output | DATADISK
            1            | 2          | log    | LOGS
            2            | 1          | input  |
            3            | 1          | output | ddd:LOGS
        """,
        expected={1: {"A": 20.0}, 2: {"A": 1.0}, 3: {"A": 1.0}},
    )
