"""What task brokerage reads of nuclei: their endpoints, the data and the work there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from tests.property.reference.brokerage import evaluate
from tests.property.reference.chunk_features import (
    Chunk,
    ChunkDataset,
    Key,
    group_datasets,
)
from tests.property.reference.context import Decision, Models
from tests.property.reference.parameters import Parameters, typed_value
from tests.property.reference.queues import Attributes
from tests.property.reference.site_model import Nucleus, SiteModel
from tests.property.reference.world import Row, World

GB = 1024**3
DEFAULTS = {
    "NQUEUED_NUC_CAP": 2000,
    "DISK_THRESHOLD": 100,
    "FREE_DISK_CUTOFF": 1000,
    "INPUT_SIZE_THRESHOLD": 1,
    "INPUT_NUM_THRESHOLD": 100,
    "INPUT_SIZE_FRACTION": 10,
    "INPUT_NUM_FRACTION": 10,
    "MIN_IO_INTENSITY_WITH_LOCAL_DATA": 200,
    "MIN_INPUT_SIZE_WITH_LOCAL_DATA": 10000,
    "MAX_TASK_PRIO_WITH_LOCAL_DATA": 800,
}
#: Steps of the job brokerage that need a nucleus: its links, and full chains.
WITH_NUCLEUS = (20, 22, 77)


@dataclass(frozen=True, slots=True)
class Held:
    """Input of a task: files and bytes, in all or at a nucleus."""

    n_files: int
    n_bytes: int
    disk_bytes: int = 0


def settings(world: World) -> dict[str, float]:
    """Return the keys of gdp_config in force; a row of the vo beats one of any."""
    values: dict[str, float] = dict(DEFAULTS)
    for exact in (False, True):
        for row in world["gdp_config"]:
            value = typed_value(row["value"], row["type"])
            is_ours = row["app"] == "jedi" and row["component"] == "taskbrokerage"
            is_ours = is_ours and row["vo"] == (world.vo if exact else None)
            if is_ours and isinstance(value, int | float):
                values[row["key"]] = value
    return values


class Grid:
    """The nuclei of a world, with what stands in the tables about each."""

    def __init__(self, world: World, profile: str) -> None:
        self.world = world
        self.is_page = profile == "page"
        self.models = Models(
            world, Parameters(profile, world["gdp_config"], vo=world.vo)
        )
        self.sites: SiteModel = self.models.sites
        self.queue_rows = {row["queue_name"]: row for row in world["queue"]}
        self.sizes = {row["dataset_name"]: row for row in world["dataset"]}
        self.work_queues = {
            row["queue_id"]: row
            for row in world["work_queue"]
            if row["queue_function"] == "Resource" and row["queue_id"] is not None
        }
        self.relations: dict[str, list[Row]] = {}
        for row in world["queue_endpoint"]:
            self.relations.setdefault(row["queue_name"], []).append(row)

    @cached_property
    def candidates(self) -> list[Nucleus]:
        """Return all nuclei, and satellites that accept full chains, by name."""
        names = {*self.sites.nuclei, *self.sites.satellites}
        found = [n for name in sorted(names) if (n := self.sites.nucleus(name))]
        return [
            nucleus
            for nucleus in found
            if self.is_nucleus(nucleus) or nucleus.bare_mode in ("only", "allow")
        ]

    def is_nucleus(self, nucleus: Nucleus) -> bool:
        return nucleus.name in self.sites.nuclei

    def first_row(self, nucleus: Nucleus) -> Row:
        return self.queue_rows[nucleus.queues[0].unified]

    def secondary(self, nucleus: Nucleus) -> Nucleus | None:
        """Return the nucleus that stores the output of full chains."""
        name = Attributes(self.first_row(nucleus)).text("secondaryNucleus")
        return nucleus if name is None else self.sites.nucleus(name)

    def related(self, nucleus: Nucleus) -> Iterable[tuple[Row, Row]]:
        """Yield the relations of its queues, each with its endpoint."""
        for name in {queue.unified for queue in nucleus.queues}:
            yield from self.related_to(name)

    def related_to(self, name: str) -> Iterable[tuple[Row, Row]]:
        """Yield the relations of a queue, each with its endpoint."""
        for relation in self.relations.get(name, []):
            endpoint = self.sites.endpoints.get(relation["ddm_endpoint_name"])
            if endpoint is not None:
                yield relation, endpoint

    def place(self, nucleus: Nucleus | None, wanted: str) -> Row | None:
        """Return the endpoint for output that a storage token stands for (TB-40a)."""
        if nucleus is None:
            return None
        output: dict[str, Row] = {}
        for queue in nucleus.queues:
            ends = [
                endpoint
                for relation, endpoint in self.related_to(queue.unified)
                if relation["write_lan_role"] and relation["is_local"] is not False
            ]
            for endpoint in sorted(ends, key=itemgetter("ddm_endpoint_name")):
                output.setdefault(endpoint["ddm_endpoint_name"], endpoint)
        if wanted in output:
            return output[wanted]
        for name in output:
            kind = output[name]["type"] == wanted.replace("ATLAS", "")
            if kind or re.search(wanted, name):
                return output[name]
        return None

    def elements(self, dataset: str) -> list[str]:
        return sorted(self.models.data.constituents(dataset) or [dataset])

    def total(self, datasets: Iterable[str]) -> Held:
        """Return the size of input; as run that of the last constituents (V50)."""
        n_files = n_bytes = 0
        for dataset in datasets:
            elements = self.elements(dataset)
            for element in elements if self.is_page else elements[-1:]:
                row = self.sizes.get(element, {})
                copies = self.models.data.replicas.get(element, [])
                n_files += known(row.get("n_files"), copies, "n_files_total")
                n_bytes += known(row.get("n_bytes"), copies, "bytes_total")
        return Held(n_files, n_bytes)

    def held(self, nucleus: Nucleus, datasets: Iterable[str]) -> Held:
        """Return the fullest copies at endpoints that its queues read, of any scope."""
        readable = {
            endpoint["ddm_endpoint_name"]: bool(endpoint["is_tape"])
            for relation, endpoint in self.related(nucleus)
            if relation["read_lan_role"] and not endpoint["blacklisted_read"]
        }
        n_files = n_bytes = disk = 0
        for dataset in datasets:
            for element in self.elements(dataset):
                copies = [
                    row
                    for row in self.models.data.replicas.get(element, [])
                    if row["ddm_endpoint_name"] in readable and not row["is_vp"]
                ]
                on_disk = [c for c in copies if not readable[c["ddm_endpoint_name"]]]
                n_files += max((c["n_files_found"] or 0 for c in copies), default=0)
                n_bytes += fullest(copies)
                disk += fullest(on_disk)
        return Held(n_files, n_bytes, disk)

    def is_somewhere(self, dataset: str) -> bool:
        """Tell whether a constituent is complete where it can be sent from (TB-10)."""
        return any(
            row["n_files_total"]
            and row["n_files_total"] == row["n_files_found"]
            and not row["is_vp"]
            and self.sites.is_up(
                self.sites.endpoints[row["ddm_endpoint_name"]]["read_wan"]
            )
            for element in self.elements(dataset)
            for row in self.models.data.replicas.get(element, [])
        )

    def work(self, nucleus: str, task: Row) -> tuple[float, float]:
        """Return all work of the task's label at a nucleus, and that of its share."""
        every = share = 0.0
        if task["prod_source_label"] is None:
            return every, share
        queue = self.work_queues.get(task["workqueue_id"])
        for row in self.world["nucleus_rw"]:
            label = row["prod_source_label"]
            if (row["nucleus"], label) != (nucleus, task["prod_source_label"]):
                continue
            every += row["rw"] or 0
            if queue is not None:
                is_own = row["workqueue_id"] == task["workqueue_id"]
            else:
                is_own = row["gshare"] == task["gshare"] is not None
                is_own = is_own and row["workqueue_id"] not in self.work_queues
            priority = row["current_priority"]
            if is_own and priority is not None:
                is_seen = priority >= (task["current_priority"] or 0)
                share += (row["rw"] or 0) * is_seen
        return every, share

    def can_run(self, task: Row, chunk: Row) -> set[str]:
        """Return the nuclei of which a queue passes the job brokerage (TB-50, 4.5).

        No nucleus is chosen: the queues of all nuclei count as queues of it (V80).
        """
        key = (task["jedi_task_id"], 0)
        own = {**task, "nucleus": None}
        resource = self.work_queues.get(task["workqueue_id"])
        datasets = self.datasets.get(key, [])
        made = Chunk(key, own, chunk, datasets, resource, self.models.parameters)
        queues = [queue for each in self.candidates for queue in each.queues]
        if self.models.parameters["exclude_test_named"]:
            queues = [queue for queue in queues if "test" not in queue.name.lower()]
        nuclei = frozenset(
            queue.name for each in self.sites.nuclei.values() for queue in each.queues
        )
        decision = Decision(
            self.models,
            made,
            queues,
            is_single=False,
            is_list=False,
            nucleus_names=nuclei,
            near_names=nuclei,
            completeness=self.models.data.completeness(made),
        )
        if decision.completeness.fails:  # JB-05
            return set()
        failures = evaluate(decision)
        refused = {
            name
            for name, own in failures.items()
            if any(check.step not in WITH_NUCLEUS for check, _ in own)
        }
        return {queue.site or "" for queue in queues if queue.name not in refused}

    @cached_property
    def datasets(self) -> dict[Key, list[ChunkDataset]]:
        return group_datasets(self.world)


def fullest(copies: Iterable[Row]) -> int:
    """Return the bytes of the copy with most files."""
    sizes = [(c["n_files_found"] or 0, c["bytes_found"] or 0) for c in copies]
    return max(sizes, default=(0, 0))[1]


def known(size: int | None, copies: Iterable[Row], column: str) -> int:
    """Return a size of the catalogue, else what copies say."""
    if size is not None:
        return size
    return max((copy[column] or 0 for copy in copies), default=0)
