"""Counters of jobs, pilots, workers and slots, indexed once per world."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from tests.property.reference.world import Row, World

Counts = dict[str, int]
NO_COUNTS: Counts = {}
ENDED = ("finished", "failed", "closed", "cancelled")


class Statistics:
    """All counters that filters and weights look up."""

    def __init__(self, world: World) -> None:
        resource_queues = {
            row["queue_id"]
            for row in world["work_queue"]
            if row["queue_function"] == "Resource" and row["queue_id"] is not None
        }
        self.by_share: dict[tuple[object, ...], Counts] = {}
        self.by_work_queue: dict[tuple[object, ...], Counts] = {}
        self.of_queue: dict[tuple[object, ...], Counts] = {}
        self.cores: dict[tuple[object, ...], Counts] = {}
        self.share_types: dict[tuple[object, ...], dict[object, Counts]] = {}
        self.work_queue_types: dict[tuple[object, ...], dict[object, Counts]] = {}
        self.transferring_to: dict[tuple[object, ...], Counts] = {}
        self._disk_io: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for row in world["job_stats"]:
            if row["vo"] is not None and row["vo"] == world.vo:
                self._count(row, resource_queues)
            if row["job_status"] == "running":
                total, number = self._disk_io[row["queue_name"]], row["n_jobs"] or 0
                total[0] += (row["disk_io_avg"] or 0.0) * number
                total[1] += number
        self._pilots(world)
        self._workers(world)
        self._slots(world)
        self._own_jobs(world)

    def _count(self, row: Row, resource_queues: set[int]) -> None:
        queue, status = row["queue_name"], row["job_status"]
        share, label = row["gshare"], row["prod_source_label"]
        work_queue, number = row["workqueue_id"], row["n_jobs"] or 0
        add(self.of_queue, (queue,), status, number)
        add(self.by_share, (queue, share), status, number)
        add(self.by_work_queue, (queue, label, work_queue), status, number)
        add(self.cores, (queue, label), status, row["n_cores"] or 0)
        kind = row["resource_type"]
        if work_queue in resource_queues:
            kinds = self.work_queue_types.setdefault((queue, work_queue), {})
        else:
            kinds = self.share_types.setdefault((queue, share), {})
        counts = kinds.setdefault(kind, {})
        counts[status] = counts.get(status, 0) + number
        if status == "transferring":
            add(self.transferring_to, (queue,), row["nucleus"], number)

    def _pilots(self, world: World) -> None:
        self.n_pilots: dict[tuple[str, str], int] = {}
        self.last_start: dict[tuple[str, str], datetime] = {}
        for row in world["pilot_activity"]:
            key = (row["queue_name"], row["flag"])
            number = (row["n_get_job"] or 0) + (row["n_update_job"] or 0)
            self.n_pilots[key] = self.n_pilots.get(key, 0) + number
            start = row["last_start"]
            if start is not None:
                self.last_start[key] = max(start, self.last_start.get(key, start))

    def _workers(self, world: World) -> None:
        self.n_workers: dict[str, int] = {}
        for row in world["worker_stats"]:
            if row["status"] in ("running", "submitted") and world.is_recent(
                row["last_update"], minutes=60
            ):
                queue = row["queue_name"]
                number = row["n_workers"] or 0
                self.n_workers[queue] = self.n_workers.get(queue, 0) + number

    def _slots(self, world: World) -> None:
        self.slots: dict[str, dict[object, dict[object, int]]] = {}
        for row in world["queue_slots"]:
            end, number = row["expiration_time"], row["num_slots"]
            if number is None or number < 0 or (end is not None and end <= world.now):
                continue
            shares = self.slots.setdefault(row["queue_name"], {})
            shares.setdefault(row["gshare"], {})[row["resource_type"]] = number

    def _own_jobs(self, world: World) -> None:
        self.own_jobs: dict[tuple[object, ...], Counts] = {}
        for row in world["task_job_stats"]:
            if row["job_status"] in (None, *ENDED) or row["resource_type"] is None:
                continue
            place = (row["jedi_task_id"], row["queue_name"])
            add(self.own_jobs, place, row["resource_type"], row["n_jobs"] or 0)

    def pilots(self, queue: str) -> int:
        """Return the requests and updates of pilots at a queue, last three hours."""
        return self.n_pilots.get((queue, pilot_flag(queue)), 0)

    def started(self, queue: str) -> datetime | None:
        """Return when a job last started at a queue; None where it is unknown."""
        return self.last_start.get((queue, "production"))

    def disk_io(self, queue: str) -> float:
        """Return the mean disk traffic per core of running jobs; 0 where unknown."""
        total = self._disk_io.get(queue)
        return total[0] / total[1] if total and total[1] else 0.0

    def num_slots(self, queue: str, tag: object, kind: str | None) -> int | None:
        """Return the slots set for a share and resource type; None where none is."""
        shares = self.slots.get(queue)
        if shares is None:
            return None
        kinds = shares.get(tag) if tag in shares else shares.get(None)
        if not kinds:
            return None
        if kind is None:
            return sum(kinds.values())
        return kinds[kind] if kind in kinds else kinds.get(None)

    def main_types(self, task: Row, queue: str, percent: float) -> set[object]:
        """Return the resource types of the task's jobs at a queue; else its own."""
        kinds = self.own_jobs.get((task["jedi_task_id"], queue), {})
        total = sum(kinds.values())
        main: set[object] = {
            kind
            for kind, number in kinds.items()
            if number * 100 >= total * percent > 0
        }
        return main or {task["resource_type"]}


def add(
    table: dict[tuple[object, ...], Counts],
    key: tuple[object, ...],
    status: str,
    number: int,
) -> None:
    """Add a number to the counter of a status."""
    counts = table.setdefault(key, {})
    counts[status] = counts.get(status, 0) + number


def pilot_flag(queue: str) -> str:
    """Return which rows of pilot activity belong to a queue."""
    return "analysis" if queue.startswith("ANALY_") else "production"
