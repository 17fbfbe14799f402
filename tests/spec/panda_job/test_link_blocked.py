"""-link_unusable: the link from the queue to the nucleus is blocked."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_closeness_minus_one_is_blocked(spec: Spec) -> None:
    """0 is the closest link and 11 the farthest; only -1 is none at all."""
    spec.check(
        queue="queue_name: A | B | C",
        network_metric="src_site: A | B | C, AGIS_closeness: -1 | 0 | 11",
        expected={"A": "link A to N is blocked"},
    )


def test_unknown_links_pass(spec: Spec) -> None:
    """No metric, none of closeness, no value, and one that is an hour old."""
    spec.check(
        queue="queue_name: A | B | C | D | E",
        network_metric="""
            src_site | key                      | value | ts
            B        | Production Output_queued | -1    | 11:59
            C        | AGIS_closeness           |       | 11:59
            D        | AGIS_closeness           | -1    | 11:00
            E        | AGIS_closeness           | -1    | 11:00:01
        """,
        expected={"E"},
    )


def test_what_needs_no_link(spec: Spec) -> None:
    """Storage at the nucleus, no storage, a task without nucleus or with another."""
    spec.check(
        queue="queue_name: A | B | C, site_name: N | B | C",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write
            A          | N_DATADISK        | true
            B          | B_DATADISK        | false
            C          | C_DATADISK        | true
        """,
        network_metric="src_site: N | B | C | C, dst_site: N | N | N | M, "
        "AGIS_closeness: -1 | -1 | -1 | 0",
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | M |",
        expected={"C"},
    )


def test_a_nucleus_that_takes_nothing_is_reported_alone(spec: Spec) -> None:
    """Spec 4.4, a chain: where the nucleus is unwritable, no link is looked at."""
    spec.check(
        endpoint="ddm_endpoint_name: Q_DATADISK | N_DATADISK, write_wan: ON | OFF",
        network_metric="AGIS_closeness: -1",
        task="jedi_task_id: 1, nucleus: N",
        expected={},
    )


def test_nor_are_the_links_of_a_full_nucleus_looked_at(spec: Spec) -> None:
    """D4: a backlog equal to the cap is full as run, not on the page."""
    spec.check(
        network_metric="""
            src_site | key                      | value
            Q        | AGIS_closeness           | -1
            X        | Production Output_queued | 10000
        """,
        expected=both(page={"Q"}, asrun={}),
    )
