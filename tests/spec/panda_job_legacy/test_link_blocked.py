"""-link_unusable: queues are skipped if their links to the nucleus are blocked."""

from __future__ import annotations

from tests.spec.check import Spec, both

BLOCKED = """
    src_site | key            | value
    A        | AGIS_closeness | -1
    B        | AGIS_closeness | 0
    C        | AGIS_closeness | 11
"""
QUEUES = "queue_name: A | B | C | D"


def test_closeness_minus_one(spec: Spec) -> None:
    """0 is the best link; an unknown one passes."""
    spec.check(
        queue=QUEUES,
        network_metric=BLOCKED,
        expected={(1, 0, "A"): "link A to N is blocked"},
    )


def test_links_of_pre_assigned_chunks(spec: Spec) -> None:
    """V30: the page exempts none; the running system looked at none of their links."""
    spec.check(
        queue=QUEUES,
        network_metric=BLOCKED,
        task="jedi_task_id: 1 | 2, site: A,B |",
        expected=both(page={(1, 0, "A"), (2, 0, "A")}, asrun={(2, 0, "A")}),
    )


def test_the_storage_of_the_nucleus_is_not_asked(spec: Spec) -> None:
    """A nucleus that cannot be written hides no blocked link."""
    spec.check(
        queue=QUEUES,
        network_metric=BLOCKED,
        endpoint="""
            ddm_endpoint_name | write_wan
            N_DATADISK        | OFF
            A_DATADISK        | ON
            B_DATADISK        | ON
        """,
        expected={(1, 0, "A")},
    )
