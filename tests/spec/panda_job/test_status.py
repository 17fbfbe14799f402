"""-status: a queue must be online, unless it was chosen beforehand."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_only_online_queues_take_jobs(spec: Spec) -> None:
    """D2: as run, standby counts as online. An unknown status does not. Pseudo queues
    have that of their unified queue, which is reported by its status as well (F)."""
    offline = {"C": "status offline", "D": "status brokeroff", "E": "status unknown"}
    offline |= dict.fromkeys(("F", "F/SCORE"), "status test")
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A | B | C | D | E | F | G, "
        "status: online | standby | offline | brokeroff | | test | online, "
        "capability: | | | | | ucore | ucore",
        expected=both(page={"B": "status standby", **offline}, asrun=offline),
    )


def test_pre_assigned_queues_may_be_in_any_status(spec: Spec) -> None:
    """One queue or a list of them. D47: the page lifts this check and no other. Where
    the files before a merge are (4), the status does not matter either."""
    spec.check(
        queue="queue_name: A | B, status: offline |",
        task="jedi_task_id: 1 | 2 | 3 | 4, site: | A | A,B |, queue_name: | | | A",
        expected={"A": "status offline", "B": "status unknown"},
    )


def test_the_statuses_are_a_parameter(spec: Spec) -> None:
    """`status_set` lists those in which a queue takes jobs."""
    spec.check(
        queue="queue_name: A | B, status: online | brokeroff",
        parameters={"status_set": ["brokeroff"]},
        expected={"A": "status online"},
    )
