"""-disk: free space in the local storage has to be over 200 GB."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_200_gb(spec: Spec) -> None:
    """D19: exactly 200 GB is not over 200 GB, but is enough as run."""
    spec.check(
        queue="queue_name: A | B | C, space_free: 199 | 200 | 201",
        expected=both(
            page={
                "A": "A_DATADISK: 199 GB free, more than 200 GB asked",
                "B": "B_DATADISK: 200 GB free, more than 200 GB asked",
            },
            asrun={"A": "A_DATADISK: 199 GB usable, at least 200 GB asked"},
        ),
    )


def test_what_counts_as_free(spec: Spec) -> None:
    """D19: the page counts free space; as run, it is free + expired - kept - lost.
    Nothing known is nothing free; a part that is unknown counts as 0 as run."""
    free, usable = "0 GB free, more than 200 GB asked", "usable, at least 200 GB asked"
    spec.check(
        queue="""
            queue_name | space_free | space_expired | space_min_free | space_unavailable
            A          | 150        | 100           | 0              | 0
            B          | 300        | 0             | 101            | 0
            C          | 300        | 50            | 150            | 0
            D          | 300        | 0             | 0              | 101
            E          |            |               |                | 0
            F          |            | 500           |                | 0
            G          | 500        |               |                | 0
        """,
        expected=both(
            page={
                "A": "A_DATADISK: 150 GB free, more than 200 GB asked",
                **{name: f"{name}_DATADISK: {free}" for name in "EF"},
            },
            asrun={
                **{name: f"{name}_DATADISK: 199 GB {usable}" for name in "BD"},
                "E": f"E_DATADISK: 0 GB {usable}",
            },
        ),
    )


def test_the_limit_is_set_by_gdpconfig(spec: Spec) -> None:
    """STORAGE_MIN_FREE_SIZE is in GB; 0 is no limit of its own but means 200."""
    at_limit = {"A": "A_DATADISK: 200 GB free, more than 200 GB asked"}
    for limit, expected in (
        (500, both(page={"A", "B"}, asrun={"A"})),
        (0, both(page=at_limit, asrun={})),
    ):
        spec.check(
            queue="queue_name: A | B | C, space_free: 200 | 500 | 501",
            gdp_config=f"key: STORAGE_MIN_FREE_SIZE, type: int, value: {limit}",
            expected=expected,
        )


def test_the_storage_is_the_default_output_endpoint(spec: Spec) -> None:
    """Not another one, nor that of analysis; a queue without one passes."""
    spec.check(
        queue="queue_name: A | B | C",
        endpoint="""
            ddm_endpoint_name | space_free
            FULL_DATADISK     | 10
            EMPTY_DATADISK    | 1000
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | scope    | default_write
            A          | FULL_DATADISK     | default  | true
            A          | EMPTY_DATADISK    | default  | false
            B          | FULL_DATADISK     | default  | false
            B          | EMPTY_DATADISK    | default  | true
            C          | FULL_DATADISK     | analysis | true
            C          | EMPTY_DATADISK    | default  |
        """,
        expected={"A"},
    )


def test_no_work_is_exempt(spec: Spec) -> None:
    """Pre-assigned, merge and urgent jobs write there too, at the nucleus as well."""
    spec.check(
        queue="queue_name: A, site_name: N",
        endpoint="ddm_endpoint_name: A_DATADISK, space_free: 1",
        task="""
            jedi_task_id | site | current_priority | is_merging
            1            | A    | 500              | false
            2            |      | 1500             | false
            3            |      | 500              | true
        """,
        expected={(1, "A"), (2, "A"), (3, "A")},
    )


def test_an_endpoint_that_is_over_full(spec: Spec) -> None:
    """C088, C132: it has no space for output, and its input is there all the same."""
    spec.check_cycle(
        "exclusion",
        ["queue_name"],
        "criterion",
        task=f"io_intensity: 201, fsize: {11 * 1024**3}",
        queue="queue_name: D | Q, space_free: -5 | 1000",
        dataset_replica="ddm_endpoint_name: D_DATADISK",
        expected={"D": "-disk", "Q": "-io"},
    )


def test_an_endpoint_that_the_queue_does_not_write_to(spec: Spec) -> None:
    """Without the role write_lan the default output (A) is not asked for its space."""
    spec.check(
        queue="queue_name: A | B",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: A_DISK | B_DISK, "
        "default_write: true, write_lan_role: false | true",
        endpoint="ddm_endpoint_name: A_DISK | B_DISK, space_free: 10",
        expected=both(
            page={"B": "B_DISK: 10 GB free, more than 200 GB asked"},
            asrun={"B": "B_DISK: 10 GB usable, at least 200 GB asked"},
        ),
    )
