"""The weight: min(spaceFreeCutoff, spaceFree), in TB."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import nuclei

SPACE = """
    ddm_endpoint_name | space_total | space_free | space_expired | space_min_free
    A_DATADISK        | 5000000     | 1023999    | 102400        | 0
    B_DATADISK        | 5000000     | 1024000    | 0             | 0
    C_DATADISK        | 5000000     | 1024001    | 102400        | 103424
    D_DATADISK        | 0           | 1024       | 0             | 0
    E_DATADISK        |             | 1024       | 0             | 0
    F_DATADISK        | 5000000     | 1535       |               |
    G_DATADISK        | 5000000     |            |               |
"""
OUTPUT = "jedi_task_id: 1, type: output, storage_token: DATADISK"
WORK = """
    nucleus | prod_source_label | gshare | current_priority | rw
    B       | managed           | Upg    | 1                | 3456000
"""


def test_up_to_a_cut_off(spec: Spec) -> None:
    """D8: free space on the page; as run whole TB of what is left, with what expired.

    1000 TB at most, FREE_DISK_CUTOFF; without a known total, or output, it is 1.
    """
    rest = {(1, 0, "D"): 1.0, (1, 0, "E"): 1.0, (1, 0, "G"): 0.0}
    spec.check(
        queue=nuclei(*"ABCDEFG"),
        endpoint=SPACE,
        task_dataset=OUTPUT,
        nucleus_rw=WORK,
        expected=both(
            page={
                (1, 0, "A"): 1023999 / 1024,
                (1, 0, "B"): 1000.0,
                (1, 0, "C"): 1000.0,
                (1, 0, "F"): 1535 / 1024,
                **rest,
            },
            asrun={
                (1, 0, "A"): 1000.0,
                (1, 0, "B"): 999.0,
                (1, 0, "C"): 999.0,
                (1, 0, "F"): 1.0,
                **rest,
            },
        ),
    )
    spec.check(
        queue=nuclei(*"ABCDEFG"),
        endpoint=SPACE,
        task_dataset=OUTPUT,
        nucleus_rw=WORK,
        gdp_config="""
            component     | key              | value | type
            taskbrokerage | FREE_DISK_CUTOFF | 900   | int
        """,
        expected=both(
            page={
                **{(1, 0, name): 900.0 for name in "ABC"},
                (1, 0, "F"): 1535 / 1024,
                **rest,
            },
            asrun={**{(1, 0, name): 900.0 for name in "ABC"}, (1, 0, "F"): 1.0, **rest},
        ),
    )


def test_the_fullest_endpoint_counts(spec: Spec) -> None:
    """Spec 2.6: of those for output that with the smallest part of free space.

    Task 2 has no output, task 3 no place for it: they weigh no space.
    """
    spec.check(
        queue=nuclei("A"),
        endpoint="""
            ddm_endpoint_name | space_total | space_free
            A_DATADISK        | 102400      | 20480
            A_LOGS            | 10240       | 5120
        """,
        queue_endpoint="queue_name: A | A, ddm_endpoint_name: A_DATADISK | A_LOGS",
        task="jedi_task_id: 1 | 2 | 3",
        task_dataset="""
            jedi_task_id | dataset_id | type   | storage_token
            1            | 1          | output | DATADISK
            1            | 2          | log    | LOGS
            2            | 1          | input  |
            3            | 1          | output | ddd:LOGS
        """,
        expected={(1, 0, "A"): 20.0, (2, 0, "A"): 1.0, (3, 0, "A"): 1.0},
    )


def test_an_endpoint_that_is_over_full(spec: Spec) -> None:
    """C012, C036: what expired there may still be enough; the free space is then 0."""
    spec.check(
        queue=nuclei("A"),
        endpoint="ddm_endpoint_name: A_DATADISK, space_total: 5000000, "
        "space_free: -2048, space_expired: 204800",
        task_dataset=OUTPUT,
        expected=both(page={(1, 0, "A"): 0.0}, asrun={(1, 0, "A"): 198.0}),
    )
