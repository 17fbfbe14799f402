"""Queues as users see them: storage of the analysis scope, load, evaluations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from tests.property.reference.analysis_parameters import AnalysisParameters
from tests.property.reference.queues import Attributes, Queue
from tests.property.reference.site_model import SiteModel, Storage
from tests.property.reference.statistics import NO_COUNTS, Counts, Statistics
from tests.property.reference.world import Row, World

QUEUED = ("defined", "activated", "assigned", "starting")
#: Statuses of jobs that stand in jobsDefined4; all others stand in jobsActive4.
NOT_ACTIVE4 = ("defined", "assigned", "waiting", "pending")


@dataclass(slots=True)
class AnalysisStorage(Storage):
    """Endpoints of a queue for analysis jobs, and whether it reads through VP."""

    default_input: Row | None = None
    is_vp: bool = False


NO_STORAGE = AnalysisStorage()


@dataclass(slots=True)
class UserLoad:
    """Running and queued jobs of a user at a queue in a share."""

    running: int = 0
    queued: int = 0


class AnalysisGrid:
    """Everything about queues and their load that does not depend on a chunk."""

    def __init__(self, world: World, parameters: AnalysisParameters) -> None:
        self.world = world
        self.parameters = parameters
        self.sites = SiteModel(world, parameters)
        self.statistics = Statistics(world)
        self.candidates = [queue for queue in self.sites.queues if queue.runs_analysis]
        rows = {row["queue_name"]: row for row in world["queue"]}
        self.cloud = {name: row["cloud"] for name, row in rows.items()}
        self.has_gpu_key = {
            name: Attributes(row).has("gpu") for name, row in rows.items()
        }
        self.storages = self._storages()
        self.rates = self._rates()
        self.users = self._users()

    def _storages(self) -> dict[str, AnalysisStorage]:
        """Return storage by queue: scope analysis where the queue has it."""
        relations: dict[str, list[Row]] = defaultdict(list)
        for relation in self.world["queue_endpoint"]:
            if relation["ddm_endpoint_name"] in self.sites.endpoints:
                relations[relation["queue_name"]].append(relation)
        return {name: self._storage(own) for name, own in relations.items()}

    def _storage(self, relations: list[Row]) -> AnalysisStorage:
        def endpoints(chosen: Iterable[Row]) -> list[Row]:
            return [self.sites.endpoints[row["ddm_endpoint_name"]] for row in chosen]

        def of(scope: str, role: str) -> list[Row]:
            return [
                row
                for row in relations
                if (row["scope"] or "default") == scope and row[role]
            ]

        def readable(scope: str) -> list[Row]:
            return [
                row
                for row in endpoints(of(scope, "read_lan_role"))
                if not row["blacklisted_read"]
            ]

        def default(scope: str, direction: str) -> Row | None:
            chosen = of(scope, f"{direction}_lan_role")
            chosen.sort(key=lambda row: relation_place(row, f"order_{direction}"))
            for row in chosen:
                endpoint = self.sites.endpoints[row["ddm_endpoint_name"]]
                is_barred = direction == "read" and endpoint["blacklisted_read"]
                if row[f"default_{direction}"] and not is_barred:
                    return endpoint
            return None

        reads = "analysis" if readable("analysis") else "default"
        virtual = "user" if readable("user") else "default"
        writes = "analysis" if of("analysis", "write_lan_role") else "default"
        names = [row["ddm_endpoint_name"] for row in readable(virtual)]
        return AnalysisStorage(
            inputs=readable(reads),
            outputs=endpoints(of(writes, "write_lan_role")),
            default_input=default(reads, "read"),
            default_output=default(writes, "write"),
            is_vp=any(name.endswith("_VP_DISK") for name in names),
        )

    def _rates(self) -> dict[str, float]:
        """Return the starts of jobs per hour by queue; a window counts by its part."""
        cutoff = timedelta(minutes=self.parameters.number("trr_cutoff_min"))
        begin, end = self.world.now - timedelta(hours=6), self.world.now - cutoff
        starts: dict[str, float] = defaultdict(float)
        for row in self.world["queue_start_rate"]:
            opened, closed = row["window_start"], row["window_end"]
            if opened is None or closed is None:
                continue
            counted = min(closed, end) - max(opened, begin)
            if counted > timedelta():
                part = counted / (closed - opened)
                starts[row["queue_name"]] += (row["n_started"] or 0) * part
        hours = (end - begin).total_seconds() / 3600
        return {name: number / hours for name, number in starts.items()}

    def _users(self) -> dict[tuple[str, str, str], dict[str | None, UserLoad]]:
        """Return the load of each user by queue, share and label, jobsActive4 only."""
        users: dict[tuple[str, str, str], dict[str | None, UserLoad]] = {}
        for row in self.world["user_job_stats"]:
            if row["is_pmerge"] or row["job_status"] in (None, *NOT_ACTIVE4):
                continue
            key = (row["queue_name"], row["gshare"], row["prod_source_label"])
            if None in key:
                continue
            load = users.setdefault(key, {}).setdefault(
                row["prod_user_name"], UserLoad()
            )
            if row["job_status"] == "running":
                load.running += row["n_jobs"] or 0
            elif row["job_status"] in QUEUED:
                load.queued += row["n_jobs"] or 0
        return users

    def storage(self, queue: Queue) -> AnalysisStorage:
        """Return the endpoints of a queue, those of its parent for a pseudo queue."""
        return self.storages.get(queue.unified, NO_STORAGE)

    def counts(self, task: Row, queue: Queue) -> Counts:
        """Return the jobs of the task's share at a queue by status; none if unknown."""
        if task["gshare"] is None:
            return NO_COUNTS
        key = (queue.unified, task["gshare"])
        return self.statistics.by_share.get(key, NO_COUNTS)

    def grid_ratio(self, task: Row) -> float:
        """Return queued per running jobs of the task's share over all queues."""
        queued = running = 0
        for (_, share), counts in self.statistics.by_share.items():
            if share == task["gshare"] is not None:
                queued += n_queued(counts)
                running += counts.get("running", 0)
        return queued / running if running else 0.0

    def evaluation(self, metric: str, entity: str, key: str, **age: float) -> float:
        """Return the last value of an evaluation that is within an age, else NaN."""
        measured = [
            (row["ts"], row["value"])
            for row in self.world["evaluation"]
            if (row["metric"], row["entity"], row["key"]) == (metric, entity, key)
            and row["value"] is not None
            and row["ts"] is not None
            and self.world.now - row["ts"] <= timedelta(**age)
        ]
        return max(measured, default=(None, float("nan")))[1]


def relation_place(relation: Row, order: str) -> tuple[float, str]:
    """Return the place of a relation among the defaults of its queue."""
    place = relation[order]
    return (
        float("inf") if place is None else place,
        relation["ddm_endpoint_name"],
    )


def n_queued(counts: Counts) -> int:
    """Return the queued jobs of a counter."""
    return sum(counts.get(status, 0) for status in QUEUED)
