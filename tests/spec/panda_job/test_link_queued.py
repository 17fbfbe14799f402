"""-link_unusable: too many files wait on the link from the queue to the nucleus."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_cap(spec: Spec) -> None:
    """D4: over 150 files fail on the page, 150 files already fail as run. No metric, no
    value, and a metric that is an hour old (F) are all unknown."""
    told = "{} files wait on the link, cap 150 files".format
    over = {"C": told(151), "G": told(999)}
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G",
        network_metric="src_site: A | B | C | E | F | G, "
        "key: Production Output_queued, value: 149 | 150 | 151 | | 999 | 999, "
        "ts: 11:59 | 11:59 | 11:59 | 11:59 | 11:00 | 11:00:01",
        expected=both(page=over, asrun={"B": told(150), **over}),
    )


def test_the_cap_is_set_by_gdpconfig(spec: Spec) -> None:
    """NQUEUED_SAT_CAP counts in both profiles; the row of the vo before that of all."""
    spec.check(
        queue="queue_name: A | B | C",
        gdp_config="key: NQUEUED_SAT_CAP, vo: | atlas, type: int, value: 100 | 20",
        network_metric="src_site: A | B, Production Output_queued: 19 | 21",
        expected={"B": "21 files wait on the link, cap 20 files"},
    )


def test_urgent_work_has_a_queue_of_its_own(spec: Spec) -> None:
    """D25: priority 1000 is express on the page, 1001 as run; urgent is so at any."""
    spec.check(
        network_metric="Production Output_queued: 999, Express_queued: 0",
        task="jedi_task_id: 1 | 2 | 3 | 4, current_priority: 999 | 1000 | 1001 | 100, "
        "processing_type: simul | simul | simul | urgent",
        expected=both(page={1}, asrun={1, 2}),
    )


def test_only_links_to_the_nucleus_of_the_task_count(spec: Spec) -> None:
    """Storage at the nucleus, or none, needs no link; nor does a task without nucleus.
    The link begins where the queue writes by default, whatever its own site."""
    spec.check(
        queue="queue_name: A | B | C, site_name: N | B | C",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write
            A          | N_DATADISK        | true
            B          | B_DATADISK        | false
            C          | FAR_DATADISK      | true
        """,
        endpoint="ddm_endpoint_name: FAR_DATADISK | B_DATADISK",
        network_metric="""
            src_site | dst_site | Production Output_queued
            N        | N        | 999
            B        | N        | 999
            C        | N        | 0
            FAR      | N        | 999
            FAR      | M        | 0
        """,
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | M |",
        expected={"C"},
    )
