"""The Network weight, half of queued files and half of throughput or closeness."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

ON = {"NW_ACTIVE": True}
AT_Q = (1, 0, "Q")


def metrics(*rows: str) -> str:
    """Draw metrics of the link from Q to N: key | value."""
    return "\n".join(["key | value", *rows])


def test_whether_it_is_applied(spec: Spec) -> None:
    """D30: always on the page, as run only where gdpconfig sets NW_ACTIVE.

    A key of gdpconfig counts in both profiles.
    """
    spec.check(expected=both(page={AT_Q: 1.65}, asrun={AT_Q: 1.0}))
    for value, weight in (("True", 1.65), ("False", 1.0)):
        spec.check(
            gdp_config=f"key: NW_ACTIVE, type: bool, value: {value}",
            expected={AT_Q: weight},
        )


@pytest.mark.parametrize(
    ("queued", "weight"),
    [(0, 2.0), (1, 2 - 1 / 150), (30, 1.8), (75, 1.5), (149, 2 - 149 / 150)],
)
def test_queued_files(spec: Spec, queued: int, weight: float) -> None:
    """From 2 with no file waiting to 1 at NQUEUED_SAT_CAP; throughput counts not."""
    spec.check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 1},
        network_metric=metrics(
            f"Production Output_queued | {queued}", "dashb_mbps_1w | 300"
        ),
        expected={AT_Q: weight},
    )


@pytest.mark.parametrize(
    ("mbps", "weight"),
    [
        (0, 1.0),
        (1, 1.0),
        (1.1, 1.1),
        (2, 1.1),
        (2.1, 1.2),
        (10, 1.2),
        (10.1, 1.3),
        (20, 1.3),
        (20.1, 1.5),
        (50, 1.5),
        (50.1, 1.6),
        (75, 1.6),
        (75.1, 1.8),
        (100, 1.8),
        (100.1, 1.9),
        (200, 1.9),
        (200.1, 2.0),
    ],
)
def test_steps_of_throughput(spec: Spec, mbps: float, weight: float) -> None:
    """MB/s; a step is reached by what is above it."""
    spec.check(
        profile="page",
        parameters={"NW_QUEUE_IMPORTANCE": 0},
        network_metric=metrics(f"dashb_mbps_1w | {mbps}"),
        expected={AT_Q: weight},
    )


@pytest.mark.parametrize(
    ("closeness", "weight"), [("0", 2.0), ("5.5", 1.5), ("11", 1.0), ("", 1.3)]
)
def test_closeness_where_there_is_no_throughput(
    spec: Spec, closeness: str, weight: float
) -> None:
    """0 is best, 11 is worst; unknown is 7.7."""
    spec.check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 0},
        network_metric=metrics(f"AGIS_closeness | {closeness}"),
        expected={AT_Q: weight},
    )


@pytest.mark.parametrize(
    ("hour", "day", "week", "page", "asrun"),
    [
        (150, 30, 5, 1.9, 1.9),
        ("", 30, 5, 1.5, 1.5),
        ("", "", 5, 1.2, 1.2),
        (150, "", "", 1.9, 1.3),
        (150, "", 5, 1.9, 1.2),
        (150, 30, "", 1.9, 1.3),
        ("", 30, "", 1.5, 1.3),
        ("", "", "", 1.3, 1.3),
    ],
)
def test_the_most_recent_data(
    spec: Spec,
    hour: float | str,
    day: float | str,
    week: float | str,
    page: float,
    asrun: float,
) -> None:
    """D30: the last hour, else day, else week.

    As run, no week means no throughput at all, and the hour counts only with a day.
    """
    spec.check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 0},
        network_metric=metrics(
            f"dashb_mbps_1h | {hour}",
            f"dashb_mbps_1d | {day}",
            f"dashb_mbps_1w | {week}",
        ),
        expected=both(page={AT_Q: page}, asrun={AT_Q: asrun}),
    )


def test_importance_of_both_halves(spec: Spec) -> None:
    """NW_QUEUE_IMPORTANCE is the part of the queued files; the cap is their scale."""
    spec.check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 0.25, "NQUEUED_SAT_CAP": 300},
        network_metric=metrics("Production Output_queued | 60", "dashb_mbps_1w | 15"),
        expected={AT_Q: 0.25 * 1.8 + 0.75 * 1.3},
    )


def test_files_of_the_kind_of_work_wait(spec: Spec) -> None:
    """Express work has a queue of its own."""
    spec.check(
        parameters=ON,
        network_metric=metrics("Production Output_queued | 75", "Express_queued | 30"),
        task="jedi_task_id: 1 | 2, processing_type: simul | urgent",
        expected={(1, 0, "Q"): (1.5 + 1.3) / 2, (2, 0, "Q"): (1.8 + 1.3) / 2},
    )


def test_metrics_of_the_last_hour_count(spec: Spec) -> None:
    """It is 12:00: one of 11:00 is too old, closeness too."""
    spec.check(
        parameters=ON,
        queue="queue_name: A | B",
        network_metric="""
            src_site | key            | value | ts
            A        | dashb_mbps_1w  | 300   | 11:00
            A        | AGIS_closeness | 0     | 10:00
            B        | dashb_mbps_1w  | 300   | 11:00:01
        """,
        expected={(1, 0, "A"): 1.65, (1, 0, "B"): 2.0},
    )


def test_how_old_network_values_are(spec: Spec) -> None:
    """Those of the last hour count; the limit is a parameter."""
    world = {
        "network_metric": """
            key | value | ts
            A   | 5     | 59 min 59 s ago
            B   | 6     | 60 min ago
            C   | 7     |
        """
    }
    for limit, is_old in ((60, True), (61, False)):
        spec.check_fact(
            "network_value",
            ["value", "age_min", "is_stale"],
            world=world,
            parameters={"metric_validity_min": limit},
            expected={
                ("Q", "N", "A"): (5.0, 60, False),
                ("Q", "N", "B"): (6.0, 60, is_old),
                ("Q", "N", "C"): (7.0, None, True),
            },
        )


def test_where_links_begin_and_end(spec: Spec) -> None:
    """At the site of the storage to which the queue writes by default; 2.5 at N.

    A queue that writes nowhere has an unknown link, a task without nucleus has none.
    """
    spec.check(
        parameters=ON,
        queue="""
            queue_name | site_name
            A          | A
            B          | N
            C          | C
            D          | D
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write
            A          | N_DATADISK        | true
            B          | FAR_DATADISK      | true
            C          | FAR_DATADISK      | true
            D          | D_DATADISK        | false
        """,
        endpoint="ddm_endpoint_name: FAR_DATADISK | D_DATADISK",
        network_metric="""
            src_site | dst_site | key           | value
            FAR      | N        | dashb_mbps_1w | 300
            D        | N        | dashb_mbps_1w | 300
            FAR      | M        | dashb_mbps_1w | 1
        """,
        task="jedi_task_id: 1 | 2, nucleus: N |",
        expected={
            (1, 0, "A"): 2.5,
            (1, 0, "B"): 2.0,
            (1, 0, "C"): 2.0,
            (1, 0, "D"): 1.65,
            **{(2, 0, queue): 1.0 for queue in "ABCD"},
        },
    )
