"""-overloaded_vp: VP queues are skipped if they are overloaded."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_data_seen_through_a_virtual_placement(spec: Spec) -> None:
    """A queue with the data on disk is told by another rule."""
    spec.check(
        queue="queue_name: A | V",
        endpoint="ddm_endpoint_name: A_DATADISK | V_VP_DISK, read_wan: OFF",
        queue_endpoint="queue_name: A | V, ddm_endpoint_name: A_DATADISK | V_VP_DISK",
        dataset_replica="ddm_endpoint_name: V_VP_DISK, is_vp: true",
        task="split_rule: AI=1, dataset_name: data",
        job_stats="""
            queue_name | job_status | n_jobs
            V          | activated  | 21
            A          | running    | 100
        """,
        expected={"V": "21 queued, 0 running; 0.21 per running one on the grid"},
    )


VP = {
    "queue_endpoint": "queue_name: A | V | V, "
    "ddm_endpoint_name: A_DATADISK | V_VP_DISK | V_DATADISK",
    "endpoint": "ddm_endpoint_name: A_DATADISK | V_VP_DISK | V_DATADISK, read_wan: OFF",
    "dataset_replica": "ddm_endpoint_name: V_DATADISK",
    "job_stats": "queue_name: A | V, activated: 21",
}


def test_vp_queues_with_the_data(spec: Spec) -> None:
    """Skipped on the page, also where all are overloaded; real ones as run (V64). A
    queue without the data is no VP queue on the page (V88)."""
    spec.check(
        world=VP,
        queue="queue_name: A | V",
        task="task_priority: 2000",
        expected=both(page={"V"}, asrun={"A"}),
    )
