"""-disk: free space in the local storage has to be over 200 GB."""

from __future__ import annotations

from tests.spec.check import Spec, both

THREE_QUEUES = "queue_name: A | B | C"


def test_below_at_and_above_200_gb(spec: Spec) -> None:
    """D19: exactly 200 GB is not over 200 GB, but is enough as run."""
    spec.check(
        queue=THREE_QUEUES,
        endpoint="""
            ddm_endpoint_name | space_free
            A_DATADISK        | 199
            B_DATADISK        | 200
            C_DATADISK        | 201
        """,
        expected=both(
            page={
                (1, 0, "A"): "A_DATADISK: 199 GB free, more than 200 GB asked",
                (1, 0, "B"): "B_DATADISK: 200 GB free, more than 200 GB asked",
            },
            asrun={(1, 0, "A"): "A_DATADISK: 199 GB usable, at least 200 GB asked"},
        ),
    )


def test_what_counts_as_free(spec: Spec) -> None:
    """D19: the page counts free space; as run, it is free + expired - kept - lost."""
    spec.check(
        queue=THREE_QUEUES,
        endpoint="""
            ddm_endpoint_name | space_free | space_expired | space_min_free
            A_DATADISK        | 150        | 100           | 0
            B_DATADISK        | 300        | 0             | 101
            C_DATADISK        | 300        | 50            | 150
        """,
        expected=both(page={(1, 0, "A")}, asrun={(1, 0, "B")}),
    )
    spec.check(
        endpoint="""
            ddm_endpoint_name | space_free | space_unavailable
            Q_DATADISK        | 300        | 101
        """,
        expected=both(page={}, asrun={(1, 0, "Q")}),
    )


def test_unknown_space_is_none(spec: Spec) -> None:
    """Nothing known is nothing free; a part that is unknown counts as 0 as run."""
    spec.check(
        queue=THREE_QUEUES,
        endpoint="""
            ddm_endpoint_name | space_free | space_expired | space_min_free
            A_DATADISK        |            |               |
            B_DATADISK        |            | 500           |
            C_DATADISK        | 500        |               |
        """,
        expected=both(
            page={
                (1, 0, "A"): "A_DATADISK: 0 GB free, more than 200 GB asked",
                (1, 0, "B"): "B_DATADISK: 0 GB free, more than 200 GB asked",
            },
            asrun={(1, 0, "A"): "A_DATADISK: 0 GB usable, at least 200 GB asked"},
        ),
    )


def test_the_limit_is_set_by_gdpconfig(spec: Spec) -> None:
    """STORAGE_MIN_FREE_SIZE is in GB; 0 is no limit of its own but means 200."""
    endpoint = """
        ddm_endpoint_name | space_free
        A_DATADISK        | 200
        B_DATADISK        | 500
        C_DATADISK        | 501
    """
    spec.check(
        queue=THREE_QUEUES,
        endpoint=endpoint,
        gdp_config="key: STORAGE_MIN_FREE_SIZE, type: int, value: 500",
        expected=both(page={(1, 0, "A"), (1, 0, "B")}, asrun={(1, 0, "A")}),
    )
    spec.check(
        queue=THREE_QUEUES,
        endpoint=endpoint,
        gdp_config="key: STORAGE_MIN_FREE_SIZE, type: int, value: 0",
        expected=both(
            page={(1, 0, "A"): "A_DATADISK: 200 GB free, more than 200 GB asked"},
            asrun={},
        ),
    )


def test_the_storage_is_the_default_output_endpoint(spec: Spec) -> None:
    """Not another one, nor that of analysis; a queue without one passes."""
    spec.check(
        queue=THREE_QUEUES,
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
        expected={(1, 0, "A")},
    )


def test_no_work_is_exempt(spec: Spec) -> None:
    """Pre-assigned, merge and urgent jobs write there too, at the nucleus as well."""
    spec.check(
        queue="queue_name: A, site_name: N",
        endpoint="ddm_endpoint_name: A_DATADISK, space_free: 1",
        task="""
            jedi_task_id | site | current_priority
            1            | A    | 500
            2            |      | 1500
            3            |      | 500
        """,
        input_chunk="jedi_task_id: 1 | 2 | 3, is_merging: false | false | true",
        expected={(1, 0, "A"), (2, 0, "A"), (3, 0, "A")},
    )
