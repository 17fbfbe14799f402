"""-disk: free space at the output endpoint has to be over 200 GB."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_space_of_the_output_endpoint(spec: Spec) -> None:
    """Exactly 200 GB fail on the page; as run usable space counts (row 12)."""
    spec.check(
        queue="""
            queue_name
            A
            B
            C
        """,
        endpoint="""
            ddm_endpoint_name | space_free | space_min_free
            A_DATADISK        | 200        | 0
            B_DATADISK        | 201        | 2
            C_DATADISK        |            | 0
        """,
        expected=both(
            page={(1, 0, "A"), (1, 0, "C")},
            asrun={
                (1, 0, "B"): "199 GB at B_DATADISK, 200 GB asked",
                (1, 0, "C"): "0 GB at C_DATADISK, 200 GB asked",
            },
        ),
    )
