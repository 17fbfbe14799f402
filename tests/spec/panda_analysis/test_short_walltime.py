"""-shortwalltime of analysis: the need is that of all events of a job."""

from __future__ import annotations

from tests.spec.check import Spec


def test_event_service_jobs_do_not_share_their_events(spec: Spec) -> None:
    """Spec 7.3: 1000 HS06 s, of event service (task 1) and of others (task 2)."""
    spec.check(
        queue="queue_name: A | B, max_time: 99 | 100",
        task="jedi_task_id: 1 | 2, event_service: 1 |, split_rule: EC=2,XJ=4",
        task_dataset="type: pseudo_input",
        expected={1: {"A"}, 2: {"A"}},
    )
