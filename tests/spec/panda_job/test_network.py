"""The Network weight, half of queued files and half of throughput or closeness."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.spec.check import Spec, both

ON = {"NW_ACTIVE": True}


def metrics(values: Sequence[object], key: str = "dashb_mbps_1w") -> dict[str, str]:
    """Draw queues Q0, Q1 … each with one metric of its link to N."""
    queues = " | ".join(f"Q{n}" for n in range(len(values)))
    cells = "\n".join(f"Q{n} | {value}" for n, value in enumerate(values))
    return {
        "queue": f"queue_name: {queues}",
        "network_metric": f"src_site | {key}\n{cells}",
    }


def by_queue(weights: Iterable[float]) -> dict[str, float]:
    """Return the weights of the queues Q0, Q1 …"""
    return {f"Q{n}": weight for n, weight in enumerate(weights)}


def test_whether_it_is_applied(spec: Spec) -> None:
    """D30: always on the page, as run only where gdpconfig sets NW_ACTIVE, a key that
    counts in both profiles."""
    spec.check(expected=both(page={"Q": 1.65}, asrun={"Q": 1.0}))
    for value, weight in (("True", 1.65), ("False", 1.0)):
        config = f"key: NW_ACTIVE, type: bool, value: {value}"
        spec.check(gdp_config=config, expected={"Q": weight})


def test_queued_files(spec: Spec) -> None:
    """From 2 with no file waiting to 1 at NQUEUED_SAT_CAP; throughput counts not."""
    weights = {0: 2.0, 1: 2 - 1 / 150, 30: 1.8, 75: 1.5, 149: 2 - 149 / 150}
    world = metrics(
        [f"{queued} | 300" for queued in weights],
        "Production Output_queued | dashb_mbps_1w",
    )
    spec.check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 1},
        world=world,
        expected=by_queue(weights.values()),
    )


def test_steps_of_throughput(spec: Spec) -> None:
    """MB/s; a step is reached by what is above it."""
    weights = {0: 1.0, 1: 1.0, 1.1: 1.1, 2: 1.1, 2.1: 1.2, 10: 1.2, 10.1: 1.3, 20: 1.3}
    weights |= {20.1: 1.5, 50: 1.5, 50.1: 1.6, 75: 1.6, 75.1: 1.8, 100: 1.8}
    weights |= {100.1: 1.9, 200: 1.9, 200.1: 2.0}
    spec.check(
        profile="page",
        parameters={"NW_QUEUE_IMPORTANCE": 0},
        world=metrics([*weights]),
        expected=by_queue(weights.values()),
    )


def test_closeness_where_there_is_no_throughput(spec: Spec) -> None:
    """0 is best, 11 is worst; unknown is 7.7."""
    weights = {"0": 2.0, "5.5": 1.5, "11": 1.0, "": 1.3}
    spec.check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 0},
        world=metrics([*weights], "AGIS_closeness"),
        expected=by_queue(weights.values()),
    )


def test_the_most_recent_data(spec: Spec) -> None:
    """D30: the last hour, else day, else week. As run, no week means no throughput at
    all, and the hour counts only with a day."""
    spec.check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 0},
        queue="queue_name: A | B | C | D | E | F | G | H",
        network_metric="""
            src_site | dashb_mbps_1h | dashb_mbps_1d | dashb_mbps_1w
            A        | 150           | 30            | 5
            B        |               | 30            | 5
            C        |               |               | 5
            D        | 150           |               |
            E        | 150           |               | 5
            F        | 150           | 30            |
            G        |               | 30            |
        """,
        expected=both(
            page={
                **{"A": 1.9, "B": 1.5, "C": 1.2, "D": 1.9},
                **{"E": 1.9, "F": 1.9, "G": 1.5, "H": 1.3},
            },
            asrun={
                **{"A": 1.9, "B": 1.5, "C": 1.2, "D": 1.3},
                **{"E": 1.2, "F": 1.3, "G": 1.3, "H": 1.3},
            },
        ),
    )


def test_importance_of_both_halves(spec: Spec) -> None:
    """NW_QUEUE_IMPORTANCE is the part of the queued files; the cap is their scale."""
    spec.check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 0.25, "NQUEUED_SAT_CAP": 300},
        network_metric="Production Output_queued | dashb_mbps_1w\n60 | 15",
        expected={"Q": 0.25 * 1.8 + 0.75 * 1.3},
    )


def test_files_of_the_kind_of_work_wait(spec: Spec) -> None:
    """Express work has a queue of its own."""
    spec.check(
        parameters=ON,
        network_metric="Production Output_queued | Express_queued\n75 | 30",
        task="jedi_task_id: 1 | 2, processing_type: simul | urgent",
        expected={1: (1.5 + 1.3) / 2, 2: (1.8 + 1.3) / 2},
    )


def test_how_old_network_values_are(spec: Spec) -> None:
    """Those of the last hour count; the limit is a parameter."""
    world = {
        "network_metric": "key: A | B | C, value: 5 | 6 | 7, "
        "ts: 59 min 59 s ago | 60 min ago |"
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
    """At the site of the storage to which the queue writes by default; 2.5 at N. A
    queue that writes nowhere has an unknown link, a task without nucleus has none."""
    spec.check(
        parameters=ON,
        queue="queue_name: A | B | C | D, site_name: A | N | C | D",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write
            A          | N_DATADISK        | true
            B          | FAR_DATADISK      | true
            C          | FAR_DATADISK      | true
            D          | D_DATADISK        | false
        """,
        endpoint="ddm_endpoint_name: FAR_DATADISK | D_DATADISK",
        network_metric="src_site: FAR | D | FAR, dst_site: N | N | M, "
        "dashb_mbps_1w: 300 | 300 | 1",
        task="jedi_task_id: 1 | 2, nucleus: N |",
        expected={
            (1, "A"): 2.5,
            (1, "B"): 2.0,
            (1, "C"): 2.0,
            (1, "D"): 1.65,
            **{(2, queue): 1.0 for queue in "ABCD"},
        },
    )
