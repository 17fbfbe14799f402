"""Worked examples of spec 12 in which several rules meet, by their numbers.

The numbers of the others stand in the specs of their rules and facts.
"""

from __future__ import annotations

from brokersql.render.numbers import cut_percent
from tests.spec.check import Spec
from tests.spec.panda_job.pieces import pieces


def test_9_data_factor() -> None:
    """40 of 100 bytes are on site, 60 of the files are missing: 0.875. 1.111111 becomes
    0.972222, with a Network weight of 1.8 it is 1.75."""
    parts = {1: {"near": (40, 1), "far": (60, 60)}}
    for is_active, weight in ((False, 0.972222222222), (True, 1.75)):
        Spec("panda_job", "open_pair").check_fact(
            "open_pair",
            "weight",
            world=pieces(parts, {"Q_DATADISK": ["near"]}),
            job_stats="""
                running | activated | assigned | starting | defined
                99      | 40        | 30       | 5        | 5
            """,
            network_metric="Production Output_queued: 30, dashb_mbps_1w: 80",
            parameters={"NW_ACTIVE": is_active},
            expected={"Q": weight},
        )


def test_22_the_reported_reason() -> None:
    """The first persistent reason, else the last temporary one. The links of A and B
    are crowded and their disks busy; A has too little memory too."""
    Spec("panda_job", "low_memory").check_cycle(
        "exclusion",
        ["queue_name"],
        ["criterion", "class"],
        queue="queue_name: A | B, max_rss: 100 | 2000, max_disk_io: 500",
        network_metric="src_site: A | B, Production Output_queued: 151",
        job_stats="queue_name: A | B, n_jobs: 10, disk_io_avg: 501",
        task="disk_io: 501",
        expected={"A": ("-lowmemory", "never_fits"), "B": ("-diskIO", "capacity")},
    )


def test_23_the_summary_of_a_check() -> None:
    """57 candidates become 50: 12.28 % are said as 13 %."""
    names = [*(f"Q{n:02}" for n in range(56)), "N"]
    rows = [f"{name} | {100 if n < 7 else 2000}" for n, name in enumerate(names)]
    Spec("panda_job", "low_memory").check_cycle(
        "funnel",
        ["label"],
        ["n_before", "n_after", "criteria"],
        queue="\n".join(["queue_name | max_rss", *rows]),
        parameters={"max_candidates": 100, "cap_floor": 20},
        expected={
            ("initial candidates",): (57, 57, None),
            ("memory check",): (57, 50, "-lowmemory 7"),
        },
    )
    assert cut_percent(57, 50) == 13
