"""-lowNetworkWeight: express work needs a Network weight of at least a threshold.

It must be larger than or equal to NW_THRESHOLD x NW_WEIGHT_MULTIPLIER, 1.7 x 1.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

ON = {"NW_ACTIVE": True}
URGENT = "processing_type: urgent"


def test_below_at_and_above_the_threshold(spec: Spec) -> None:
    """60 files wait at 60 MB/s: half of 2 - 60 / 150 and half of 1.6 are 1.6.

    D30: as run the Network weight is off, unless NW_ACTIVE is set.
    """
    below = {(1, 0, "C"): "network weight 1.6000 < 1.7"}
    metrics = """
        src_site | key            | value
        A        | dashb_mbps_1w  | 60
        B        | dashb_mbps_1w  | 60
        C        | dashb_mbps_1w  | 60
        A        | Express_queued | 15
        B        | Express_queued | 30
        C        | Express_queued | 60
    """
    queue = "queue_name: A | B | C"
    spec.check(
        task=URGENT,
        queue=queue,
        network_metric=metrics,
        expected=both(page=below, asrun={}),
    )
    spec.check(
        task=URGENT, queue=queue, network_metric=metrics, parameters=ON, expected=below
    )


def test_the_threshold_is_set_by_gdpconfig(spec: Spec) -> None:
    """Both factors of it."""
    spec.check(
        gdp_config="""
            key                  | type  | value
            NW_ACTIVE            | bool  | True
            NW_THRESHOLD         | float | 0.75
            NW_WEIGHT_MULTIPLIER | float | 2
        """,
        task=URGENT,
        queue="queue_name: A | B",
        network_metric="""
            src_site | key            | value
            A        | dashb_mbps_1w  | 1
            B        | dashb_mbps_1w  | 0
            B        | Express_queued | 1
        """,
        expected={(1, 0, "B"): "network weight 1.4967 < 1.5"},
    )


def test_only_express_work(spec: Spec) -> None:
    """D25: from priority 1000 on the page, above it as run; urgent at any priority."""
    spec.check(
        parameters=ON,
        task="""
            jedi_task_id | current_priority | processing_type
            1            | 999              | simul
            2            | 1000             | simul
            3            | 1001             | simul
            4            | 100              | urgent
        """,
        expected=both(
            page={(2, 0, "Q"), (3, 0, "Q"), (4, 0, "Q")},
            asrun={(3, 0, "Q"), (4, 0, "Q")},
        ),
    )


def test_links_that_nothing_is_known_of(spec: Spec) -> None:
    """They weigh 1.65, too little. The nucleus itself weighs 2.5.

    A task without a nucleus has no link.
    """
    spec.check(
        parameters=ON,
        queue="""
            queue_name | site_name
            A          | N
            B          | B
        """,
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: N_DATADISK | B_DATADISK",
        task="jedi_task_id: 1 | 2, processing_type: urgent | urgent, nucleus: N |",
        expected={(1, 0, "B"): "network weight 1.6500 < 1.7"},
    )
