"""-network: wnconnectivity of the queue must be consistent with ipConnectivity.

Split rule IP: 1 asks for full, 2 for http, any other number for none.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

FIVE_QUEUES = """
    queue_name | wn_connectivity
    A          | full#IPv4
    B          | http
    C          | none
    D          | #IPv4
    E          |
"""
NONE = {(1, 0, "D"), (1, 0, "E")}
HTTP = {(1, 0, "C"), *NONE}


def task(split_rule: str) -> str:
    """Draw a task with some split rules."""
    return f"jedi_task_id: 1, split_rule: {split_rule}"


def test_full(spec: Spec) -> None:
    """Only full gives outbound connectivity. Unknown connectivity is none at all."""
    spec.check(
        queue=FIVE_QUEUES,
        task=task("NF=2,IP=1"),
        expected={
            (1, 0, "B"): "queue has http, task asks for ipConnectivity 1",
            (1, 0, "C"): "queue has none, task asks for ipConnectivity 1",
            (1, 0, "D"): "queue has unknown, task asks for ipConnectivity 1",
            (1, 0, "E"): "queue has unknown, task asks for ipConnectivity 1",
        },
    )


def test_http(spec: Spec) -> None:
    """Queues of full connectivity accept it too."""
    spec.check(queue=FIVE_QUEUES, task=task("IP=2"), expected=HTTP)


def test_tasks_that_specify_nothing(spec: Spec) -> None:
    """They go everywhere; a rule that ends in IP is another one."""
    spec.check(
        queue=FIVE_QUEUES,
        task="jedi_task_id: 1 | 2 | 3 | 4, split_rule: | '' | NF=2 | XIP=1",
        expected=set(),
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked; a list of them is."""
    spec.check(
        queue="queue_name: A | B, wn_connectivity: none | full",
        task="jedi_task_id: 1 | 2, split_rule: IP=1 | IP=1, site: A | A,B",
        expected=both(page={(1, 0, "A"), (2, 0, "A")}, asrun={(2, 0, "A")}),
    )


def test_none(spec: Spec) -> None:
    """D22: on the page, full, http and none accept such a task.

    As run there is no such value: the task specifies nothing and is not checked.
    """
    spec.check(
        queue=FIVE_QUEUES, task=task("IP=3"), expected=both(page=NONE, asrun=set())
    )
