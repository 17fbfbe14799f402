"""-disk: the scratch disk of the queue must hold input, output and work space."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_a_need_that_equals_the_limit(spec: Spec) -> None:
    """D45: the limit must be larger on the page, as run it may be the same."""
    below = {"A": "needs 7120 MB, maxwdir gives 7119 MB"}
    spec.check(
        queue="queue_name: A | B | C, max_wdir: 7119 | 7120 | 7121",
        task="work_disk_count: 500, atom_size_bytes: 5368709120",
        parameters={"work_margin_mode": "floor"},
        expected=both(
            page={**below, "B": "needs 7120 MB, maxwdir gives 7120 MB"}, asrun=below
        ),
    )


def test_a_queue_without_a_limit_passes(spec: Spec) -> None:
    """Unknown and 0 are no limit; a limit may be stated for each core."""
    spec.check(
        queue="""
            queue_name | max_wdir | core_count | catchall
            A          |          | 8          |
            B          | 0        | 8          |
            C          | 1000     | 8          | per_core_attr
            D          | 1000     | 8          |
        """,
        task="core_count: 8, atom_size_bytes: 0",
        expected=both(
            page={
                "C": "needs 1800 MB, maxwdir gives 1000 MB",
                "D": "needs 1800 MB, maxwdir gives 125 MB",
            },
            asrun={"D": "needs 1800 MB, maxwdir gives 1000 MB"},
        ),
    )
