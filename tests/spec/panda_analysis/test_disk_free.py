"""-disk: free space at the output endpoint has to be over 200 GB."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_space_of_the_output_endpoint(spec: Spec) -> None:
    """Exactly 200 GB fail on the page; as run usable space counts (row 12)."""
    spec.check(
        queue="queue_name: A | B | C, space_free: 200 | 201 |, "
        "space_min_free: 0 | 2 | 0",
        expected=both(
            page={
                "A": "A_DATADISK: 200 GB free, more than 200 GB asked",
                "C": "C_DATADISK: 0 GB free, more than 200 GB asked",
            },
            asrun={
                "B": "B_DATADISK: 199 GB usable, at least 200 GB asked",
                "C": "C_DATADISK: 0 GB usable, at least 200 GB asked",
            },
        ),
    )


def test_the_limit_is_a_key_of_gdpconfig(spec: Spec) -> None:
    """STORAGE_MIN_FREE_SIZE_OUTPUT: 300 GB instead of 200, which 0 means too."""
    for limit, expected in ((300, {"A", "B"}), (0, {"A"})):
        spec.check(
            queue="queue_name: A | B | C, space_free: 199 | 299 | 301",
            gdp_config=f"""
                component      | key                          | type | value
                anal_jobbroker | STORAGE_MIN_FREE_SIZE_OUTPUT | int  | {limit}
            """,
            expected=expected,
        )
