"""-disk: free space at the output endpoint has to be over 200 GB."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_space_of_the_output_endpoint(spec: Spec) -> None:
    """Exactly 200 GB fail on the page; as run usable space counts (row 12)."""
    spec.check(
        queue="queue_name: A | B | C",
        endpoint="""
            ddm_endpoint_name | space_free | space_min_free
            A_DATADISK        | 200        | 0
            B_DATADISK        | 201        | 2
            C_DATADISK        |            | 0
        """,
        expected=both(
            page={
                (1, 0, "A"): "A_DATADISK: 200 GB free, more than 200 GB asked",
                (1, 0, "C"): "C_DATADISK: 0 GB free, more than 200 GB asked",
            },
            asrun={
                (1, 0, "B"): "B_DATADISK: 199 GB usable, at least 200 GB asked",
                (1, 0, "C"): "C_DATADISK: 0 GB usable, at least 200 GB asked",
            },
        ),
    )


def test_the_limit_is_a_key_of_gdpconfig(spec: Spec) -> None:
    """STORAGE_MIN_FREE_SIZE_OUTPUT: 300 GB instead of 200."""
    spec.check(
        queue="queue_name: A | B",
        endpoint="ddm_endpoint_name: A_DATADISK | B_DATADISK, space_free: 299 | 301",
        gdp_config="""
            component      | key                          | type | value
            anal_jobbroker | STORAGE_MIN_FREE_SIZE_OUTPUT | int  | 300
        """,
        expected={(1, 0, "A")},
    )
