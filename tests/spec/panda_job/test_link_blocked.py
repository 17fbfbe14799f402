"""-link_unusable: the link from the queue to the nucleus is blocked."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_closeness_minus_one_is_blocked(spec: Spec) -> None:
    """0 is the closest link and 11 the farthest; only -1 is none at all. Unknown links
    pass: no metric, none of closeness, no value, and one that is an hour old (G)."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G | H",
        network_metric="""
            src_site | key                      | value | ts
            A        | AGIS_closeness           | -1    | 11:59
            B        | AGIS_closeness           | 0     | 11:59
            C        | AGIS_closeness           | 11    | 11:59
            E        | Production Output_queued | -1    | 11:59
            F        | AGIS_closeness           |       | 11:59
            G        | AGIS_closeness           | -1    | 11:00
            H        | AGIS_closeness           | -1    | 11:00:01
        """,
        expected={name: f"link {name} to N is blocked" for name in "AH"},
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
    """Spec 4.4, a chain: where the nucleus is unwritable (1), or full (2), no link is
    looked at. D4: a backlog equal to the cap is full as run, not on the page."""
    spec.check(
        endpoint="ddm_endpoint_name: Q_DATADISK | N_DATADISK, write_wan: ON | OFF",
        network_metric="""
            src_site | dst_site | key                      | value
            Q        | N        | AGIS_closeness           | -1
            Q        | M        | AGIS_closeness           | -1
            X        | M        | Production Output_queued | 10000
        """,
        task="jedi_task_id: 1 | 2, nucleus: N | M",
        expected=both(page={2}, asrun={}),
    )
