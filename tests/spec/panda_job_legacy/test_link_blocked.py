"""-link_unusable: queues are skipped if their links to the nucleus are blocked."""

from __future__ import annotations

from tests.spec.check import Spec, both

BLOCKED = "src_site: A | B | C, key: AGIS_closeness, value: -1 | 0 | 11"
QUEUES = "queue_name: A | B | C | D"


def test_closeness_minus_one(spec: Spec) -> None:
    """0 is the best link; an unknown one passes."""
    spec.check(
        queue=QUEUES, network_metric=BLOCKED, expected={"A": "link A to N is blocked"}
    )


def test_links_of_pre_assigned_chunks(spec: Spec) -> None:
    """V30: the page exempts none; the running system looked at none of their links."""
    spec.check(
        queue=QUEUES,
        network_metric=BLOCKED,
        task="jedi_task_id: 1 | 2, site: A,B |",
        expected=both(page={(1, "A"), (2, "A")}, asrun={(2, "A")}),
    )


def test_the_storage_of_the_nucleus_is_not_asked(spec: Spec) -> None:
    """A nucleus that cannot be written hides no blocked link."""
    spec.check(
        queue=QUEUES,
        network_metric=BLOCKED,
        endpoint="ddm_endpoint_name: N_DATADISK | A_DATADISK | B_DATADISK, "
        "write_wan: OFF | ON | ON",
        expected={"A"},
    )
