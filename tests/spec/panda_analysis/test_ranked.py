"""The remaining candidates are sorted by weight, the best 10 are taken."""

from __future__ import annotations

from tests.spec.check import Rows, Spec, both

NAMES = [f"Q{number:02d}" for number in range(12)]
WORLD = {
    "queue": "queue_name\n" + "\n".join(NAMES),
    "task_dataset": "type: pseudo_input, queue_name:",
    "job_stats": "queue_name | job_status | n_jobs\n"
    + "\n".join(f"{name} | running | {at}" for at, name in enumerate(NAMES)),
}


#: Output and logs, which make a queue one in use, and input, which does not.
USED = """
    dataset_id | dataset_name | type         | queue_name
    1          | data         | pseudo_input | Q02
    2          | out          | output       | Q00
    3          | log          | log          | Q01
"""


def test_the_best_ten(spec: Spec) -> None:
    """By falling weight: running + 1 where nothing waits. Queues in use have no
    precedence on the page."""
    weighed = {
        name: (at + 1.0, "+use" if at > 1 else "-low_weight")
        for at, name in enumerate(NAMES)
    }
    best = {name: 1 + at for at, name in enumerate(reversed(NAMES[2:]))}
    spec.check_tables(
        Rows("weighed", ("queue_name",), ("weight", "criterion"), weighed),
        Rows("candidate", ("queue_name",), "rank", best),
        world={**WORLD, "task_dataset": USED},
        profile="page",
    )


def test_queues_in_use_come_first(spec: Spec) -> None:
    """As the running system ranks them, whatever their weight (V60)."""
    others = {name: 3 + at for at, name in enumerate(reversed(NAMES[4:]))}
    spec.check_cycle(
        "candidate",
        ("queue_name",),
        "rank",
        world={**WORLD, "task_dataset": USED},
        parameters={"ranking": "used_first"},
        profile="page",
        expected={"Q00": 1, "Q01": 2, **others},
    )


def test_a_class_that_was_measured_twice(spec: Spec) -> None:
    """C351: the ten are ten queues."""
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        ("n_candidates", "n_selected"),
        world=WORLD,
        evaluation="""
            metric          | entity | key   | value | ts
            analy_task_eval | 1      | class | -1    | 10 min ago
            analy_task_eval | 1      | class | 1     | 1 min ago
        """,
        expected={1: (12, 10)},
    )


def test_the_best_ten_of_every_task(spec: Spec) -> None:
    """The running system does not cut input that is in parts everywhere (V60), or whose
    name ends with "/". It does in the second round, which asks no queue for input, and
    input that is whole somewhere, whatever its column says (V82), as are releases. With
    job cloning there are as many as in the first round."""
    parts = {"parts": 1, "whole": 2, "box/": 2, "ddo.1": 1}
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        "n_selected",
        world=WORLD,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, split_rule: | | NS=2 | | | AI=1, "
        "event_service: | | 2 | | |",
        task_dataset="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "dataset_name: parts | whole | whole | far | box/ | ddo.1",
        dataset="dataset_name: parts | whole | far | ddo.1, n_files: 2, "
        "is_distributed: true",
        dataset_replica="dataset_name | ddm_endpoint_name | n_files_total | "
        "n_files_found\n"
        + "\n".join(
            f"{name} | {queue}_DATADISK | 2 | {n_found}"
            for name, n_found in parts.items()
            for queue in NAMES
        )
        + "\nfar | N_DATADISK | 2 | 1",
        expected=both(
            page=dict.fromkeys(range(1, 7), 10),
            asrun={1: 12, 2: 10, 3: 12, 4: 10, 5: 12, 6: 10},
        ),
    )


def test_the_number_of_running_jobs(spec: Spec) -> None:
    """The largest of running jobs, workers up to 20, slots; starting for no slots."""
    spec.check_cycle(
        "weighed",
        ("queue_name",),
        "weight",
        queue="queue_name: A | B | C | D | E",
        task_dataset="type: pseudo_input",
        job_stats="""
            queue_name | job_status | n_jobs
            A          | running    | 30
            B          | running    | 3
            C          | running    | 3
            D          | starting   | 5
            E          | running    | 50
        """,
        worker_stats="queue_name: B, n_workers: 50",
        queue_slots="queue_name: C | D | E, num_slots: 40 | 0 | 40",
        profile="page",
        expected={"A": 31.0, "B": 21.0, "C": 41.0, "D": 1.0, "E": 51.0},
    )


def test_what_no_cap_hits_tells_its_weight(spec: Spec) -> None:
    """With four digits; the weight of an empty queue is that of its first job."""
    spec.check_fact("weighed", "detail", expected={"Q": "weight 1"})
