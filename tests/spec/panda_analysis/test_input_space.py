"""-disk: input that comes from elsewhere needs space at the input endpoint."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_second_round_with_two_endpoints(spec: Spec) -> None:
    """Where input and output endpoints differ; 200 GB fail on the page (row 12). Of
    several default ones the first by order counts."""
    world = {
        "queue": "queue_name: A | B | C | D",
        "queue_endpoint": """
            queue_name | ddm_endpoint_name | default_read | default_write | order_read
            A          | A_IN              | true         | false         |
            A          | A_OUT             | false        | true          |
            B          | B_IN              | true         | false         |
            B          | A_OUT             | false        | true          |
            C          | C_DATADISK        | true         | true          |
            D          | B_IN              | true         | false         | 2
            D          | Q_DATADISK        | true         | false         | 1
            D          | A_OUT             | false        | true          |
        """,
        "endpoint": "ddm_endpoint_name: A_IN | B_IN | A_OUT | C_DATADISK | Q_DATADISK, "
        "space_free: 200 | 199 | 1000 | 1 | 1000",
    }
    for limit in (200, 0):  # 0 counts as unset
        spec.check(
            world=world,
            parameters={"STORAGE_MIN_FREE_SIZE": limit},
            expected=both(page={"A", "B"}, asrun={"B"}),
        )
