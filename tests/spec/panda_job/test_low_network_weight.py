"""-lowNetworkWeight: express work needs a Network weight of at least a threshold.

It must be larger than or equal to NW_THRESHOLD x NW_WEIGHT_MULTIPLIER, 1.7 x 1.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

ON = {"NW_ACTIVE": True}
URGENT = "processing_type: urgent"


def test_below_at_and_above_the_threshold(spec: Spec) -> None:
    """60 files wait at 60 MB/s: half of 2 - 60 / 150 and half of 1.6 are 1.6. D30: as
    run the Network weight is off, unless NW_ACTIVE is set."""
    below = {"C": "network weight 1.6000 < 1.7"}
    for parameters, expected in (({}, both(page=below, asrun={})), (ON, below)):
        spec.check(
            task=URGENT,
            queue="queue_name: A | B | C",
            network_metric="src_site: A | B | C, dashb_mbps_1w: 60, "
            "Express_queued: 15 | 30 | 60",
            parameters=parameters,
            expected=expected,
        )


def test_the_threshold_is_set_by_gdpconfig(spec: Spec) -> None:
    """Both factors of it."""
    spec.check(
        gdp_config="key: NW_ACTIVE | NW_THRESHOLD | NW_WEIGHT_MULTIPLIER, "
        "type: bool | float | float, value: True | 0.75 | 2",
        task=URGENT,
        queue="queue_name: A | B",
        network_metric="src_site: A | B, dashb_mbps_1w: 1 | 0, Express_queued: | 1",
        expected={"B": "network weight 1.4967 < 1.5"},
    )


def test_only_express_work(spec: Spec) -> None:
    """D25: from priority 1000 on the page, above it as run; urgent at any priority."""
    spec.check(
        parameters=ON,
        task="jedi_task_id: 1 | 2 | 3 | 4, current_priority: 999 | 1000 | 1001 | 100, "
        "processing_type: simul | simul | simul | urgent",
        expected=both(page={2, 3, 4}, asrun={3, 4}),
    )


def test_links_that_nothing_is_known_of(spec: Spec) -> None:
    """They weigh 1.65, too little. The nucleus itself weighs 2.5. A task without a
    nucleus has no link."""
    spec.check(
        parameters=ON,
        queue="queue_name: A | B, site_name: N | B",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: N_DATADISK | B_DATADISK",
        task="jedi_task_id: 1 | 2, processing_type: urgent, nucleus: N |",
        expected={"B": "network weight 1.6500 < 1.7"},
    )
