"""-links_full: all queues are skipped if too many files go to the nucleus."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

QUEUES = "queue_name: A | B | C, site_name: A | N | C"


@pytest.mark.parametrize(
    ("n_files", "page", "asrun"),
    [(9999, "", ""), (10000, "", "A"), (10001, "ABC", "A")],
)
def test_larger_than_the_cap(spec: Spec, n_files: int, page: str, asrun: str) -> None:
    """All queues on the page; the running system spares those of the nucleus. B stands
    there and writes to the storage of N; C has no default output (V10)."""
    spec.check(
        queue=QUEUES,
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: A_DATADISK | N_DATADISK",
        network_metric=f"src_site: X, Production Output_queued: {n_files}",
        expected=both(page={*page}, asrun={*asrun}),
    )


def test_pre_assigned_chunks(spec: Spec) -> None:
    """V30: the page exempts none; as run, the backlog is not looked at for them."""
    full = "10001 files wait for the nucleus, cap 10000 files"
    spec.check(
        queue="queue_name: A",
        network_metric="src_site: X, Production Output_queued: 10001",
        task="jedi_task_id: 1 | 2, site: A |",
        expected=both(page={(1, "A"): full, (2, "A"): full}, asrun={(2, "A"): full}),
    )
