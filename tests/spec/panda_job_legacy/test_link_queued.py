"""-link_unusable: queues are skipped if too many files wait on their links."""

from __future__ import annotations

from tests.spec.check import Spec, both

WAITING = "src_site: A | B | C, key: Production Output_queued, value: 149 | 150 | 151"
QUEUES = "queue_name: A | B | C | D"


def test_over_the_cap(spec: Spec) -> None:
    """150 files may wait on the page; the running system stops at them."""
    over = {"C": "151 files wait on the link, cap 150 files"}
    spec.check(
        queue=QUEUES,
        network_metric=WAITING,
        expected=both(
            page=over, asrun={**over, "B": "150 files wait on the link, cap 150 files"}
        ),
    )


def test_links_of_pre_assigned_chunks(spec: Spec) -> None:
    """V30: the page exempts none; as run, however many files wait on them."""
    spec.check(
        queue=QUEUES,
        network_metric=WAITING,
        task="site: A,B,C",
        expected=both(page={"C"}, asrun={}),
    )
