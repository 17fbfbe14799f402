"""Where the input of a chunk is: completeness (JB-05), local files, the IO check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tests.property.reference.chunk_features import Chunk, ChunkDataset
from tests.property.reference.parameters import Parameters
from tests.property.reference.queues import Queue
from tests.property.reference.site_model import SiteModel
from tests.property.reference.world import Row, World

MB = 1024 * 1024


@dataclass(slots=True)
class Completeness:
    """Whether the input is complete somewhere (JB-05) and where."""

    fails: bool = False
    has_remote_source: bool = True
    complete_at: frozenset[str] = frozenset()


@dataclass(slots=True)
class LocalInput:
    """Input of a chunk at one queue, distinct files."""

    size_disk: int = 0
    n_disk: int = 0
    size_any: int = 0
    n_any: int = 0


@dataclass(slots=True)
class Availability:
    """Input of a chunk and what of it each queue (its parent) holds."""

    total_size: int = 0
    n_files: int = 0
    at: dict[str, LocalInput] = field(default_factory=dict)

    def of(self, queue: Queue) -> LocalInput:
        """Return what a queue holds."""
        return self.at[queue.unified]

    def missing_mb(self, queue: Queue) -> tuple[int, int]:
        """Return the MB that are not on disk, and those not on disk or tape."""
        local = self.of(queue)
        return (
            (self.total_size - local.size_disk) // MB,
            (self.total_size - local.size_any) // MB,
        )

    def missing_files(self, queue: Queue) -> tuple[int, int]:
        """Return the files that are not on disk, and those not on disk or tape."""
        local = self.of(queue)
        return self.n_files - local.n_disk, self.n_files - local.n_any


class DataModel:
    """Replicas of datasets and files, indexed once per world."""

    def __init__(self, world: World, sites: SiteModel, parameters: Parameters) -> None:
        self.sites = sites
        self.parameters = parameters
        self.datasets = {row["dataset_name"]: row for row in world["dataset"]}
        self.contents: dict[str, list[str]] = {}
        for row in world["dataset_content"]:
            name = row["container_name"].rstrip("/")
            self.contents.setdefault(name, []).append(row["dataset_name"])
        self.replicas: dict[str, list[Row]] = {}
        for row in world["dataset_replica"]:
            self.replicas.setdefault(row["dataset_name"], []).append(row)
        self.files_at: dict[str, set[tuple[str, str]]] = {}
        for row in world["file_replica"]:
            self.files_at.setdefault(row["ddm_endpoint_name"], set()).add(
                (row["scope"], row["lfn"])
            )

    def constituents(self, name: str | None) -> list[str] | None:
        """Return what a container holds, None of a dataset; "/" may end its name."""
        return self.contents.get((name or "").rstrip("/"))

    def counts(self, name: str) -> dict[str, tuple[int, int]]:
        """Return total and found files per endpoint, replicas of VP left out.

        Of a container only the complete constituents of an endpoint count, and the VP
        mark is not seen.
        """
        elements = self.constituents(name)
        found: dict[str, tuple[int, int]] = {}
        for element in elements or [name]:
            for row in self.replicas.get(element, []):
                total, here = row["n_files_total"], row["n_files_found"]
                if total is None or here is None:
                    continue
                if row["is_vp"] if elements is None else here != total:
                    continue
                endpoint = row["ddm_endpoint_name"]
                found[endpoint] = (total, found.get(endpoint, (0, 0))[1] + here)
        if elements is not None:
            grand_total = sum(self._length(element) for element in elements)
            found = {name: (grand_total, here) for name, (_, here) in found.items()}
        return found

    def n_files(self, name: str) -> int:
        """Return the number of files of a dataset or container."""
        elements = self.constituents(name)
        if elements is not None:
            return sum(self.n_files(element) for element in elements)
        row = self.datasets.get(name)
        return (row["n_files"] or 0) if row is not None else 0

    def _length(self, element: str) -> int:
        """Return the number of files of a constituent; where unknown, by its copies."""
        totals = (row["n_files_total"] for row in self.replicas.get(element, []))
        return self.n_files(element) or max((n or 0 for n in totals), default=0)

    def is_regarded_complete(self, total: int, found: int) -> bool:
        """Tell whether a replica may be taken for complete."""
        if total == found:
            return True
        if not total or not found:
            return False
        few = total - found <= self.parameters.number("MAX_MISSING_INPUT_FILES")
        return few or found / total * 100 >= self.parameters.number(
            "MIN_INPUT_COMPLETENESS"
        )

    def completeness(self, chunk: Chunk) -> Completeness:
        """Return whether every input dataset is complete at a usable endpoint."""
        result = Completeness()
        places: list[frozenset[str]] = []
        for dataset in chunk.datasets:
            name = dataset.row["dataset_name"]
            known = self.datasets.get(name)
            if dataset.is_pseudo or (known is not None and known["is_distributed"]):
                continue
            complete = {
                endpoint
                for endpoint, (total, found) in self.counts(name).items()
                if self.is_regarded_complete(total, found)
            }
            places.append(frozenset(complete))
            lan, wan = self._readable(complete)
            if chunk.rule.integer("IS") == 1 or wan:
                continue
            if lan:
                result.has_remote_source = False
            else:
                result.fails = True
        if places:
            result.complete_at = frozenset.intersection(*places)
        return result

    def _readable(self, names: Iterable[str]) -> tuple[bool, bool]:
        rows = [self.sites.endpoints.get(name, {}) for name in names]
        down = ("OFF", "TEST")
        return (
            any(row.get("read_lan") not in down for row in rows),
            any(row.get("read_wan") not in down for row in rows),
        )

    def availability(self, chunk: Chunk, queues: Iterable[Queue]) -> Availability:
        """Return what each of the candidate queues holds of the input."""
        parents = {queue.unified: queue.parent for queue in queues}
        sizes: dict[str, int] = {}
        inputs = [dataset for dataset in chunk.datasets if not dataset.is_pseudo]
        for dataset in inputs:
            for file in dataset.files:
                sizes.setdefault(file["lfn"], file["fsize"] or 0)
        disk: dict[str, set[str]] = {name: set() for name in parents}
        tape: dict[str, set[str]] = {name: set() for name in parents}
        for dataset in inputs:
            self._locate(chunk, dataset, parents, disk, tape)
        result = Availability(sum(sizes.values()), len(sizes))
        for name in parents:
            everywhere = disk[name] | tape[name]
            result.at[name] = LocalInput(
                sum(sizes[lfn] for lfn in disk[name]),
                len(disk[name]),
                sum(sizes[lfn] for lfn in everywhere),
                len(everywhere),
            )
        return result

    def _locate(
        self,
        chunk: Chunk,
        dataset: ChunkDataset,
        parents: Mapping[str, Queue],
        disk: dict[str, set[str]],
        tape: dict[str, set[str]],
    ) -> None:
        """Add the files of one dataset to what the queues hold."""
        lfns = {file["lfn"] for file in dataset.files}
        name = dataset.row["dataset_name"]
        listed = {row["ddm_endpoint_name"] for row in self._replica_rows(name)}
        complete = self._complete_endpoints(chunk, name)
        cached = is_db_release(name)
        for queue in parents.values():
            if cached and queue.is_cvmfs:
                complete |= {
                    row["ddm_endpoint_name"] for row in self.sites.storage(queue).inputs
                }
        is_served = True
        for unified, queue in parents.items():
            has_complete = cached and queue.is_cvmfs
            if has_complete:
                disk[unified] |= lfns
            for row in self.sites.storage(queue).inputs:
                if row["ddm_endpoint_name"] in complete:
                    has_complete = True
                    (tape if row["is_tape"] else disk)[unified] |= lfns
            is_served = is_served and has_complete
        if self._looks_up_files(chunk, dataset, is_served):
            for unified, queue in parents.items():
                self._look_up(
                    chunk, dataset, queue, listed, disk[unified], tape[unified]
                )

    def _looks_up_files(
        self, chunk: Chunk, dataset: ChunkDataset, is_served: bool
    ) -> bool:
        if is_served and self.parameters["file_lookup_scope"] == "triggered":
            return False
        if dataset.is_many_time or not dataset.is_master:
            return False
        heavy = chunk.io_intensity > self.parameters.number("IO_INTENSITY_CUTOFF")
        return not heavy or chunk.rule.integer("IS") == 1

    def _look_up(
        self,
        chunk: Chunk,
        dataset: ChunkDataset,
        queue: Queue,
        listed: set[str],
        disk: set[str],
        tape: set[str],
    ) -> None:
        """Add the single files of a dataset that a queue's endpoints hold."""
        placed: set[str] = set()
        for row in self.sites.storage(queue).inputs:
            endpoint = row["ddm_endpoint_name"]
            if chunk.is_merging and endpoint not in listed:
                continue
            there = self.files_at.get(endpoint, set())
            for file in dataset.files:
                lfn = file["lfn"]
                if lfn not in placed and (file["scope"], lfn) in there:
                    placed.add(lfn)
                    (tape if row["is_tape"] else disk).add(lfn)

    def _replica_rows(self, name: str) -> list[Row]:
        elements = self.constituents(name) or [name]
        return [row for element in elements for row in self.replicas.get(element, [])]

    def _complete_endpoints(self, chunk: Chunk, name: str) -> set[str]:
        """Return the endpoints that hold a whole dataset, VP ones included."""
        rows = self._replica_rows(name)
        if chunk.is_merging:
            return {row["ddm_endpoint_name"] for row in rows}
        length = self.n_files(name)
        complete = set()
        if self.constituents(name) is None:
            complete |= {row["ddm_endpoint_name"] for row in rows if row["is_vp"]}
        for endpoint, (total, found) in self.counts(name).items():
            if total == found and total >= length:
                complete.add(endpoint)
        return complete


def is_db_release(name: str | None) -> bool:
    """Tell whether a dataset is a database release, ddo… ending in v and six digits."""
    base = (name or "").rsplit(":", 1)[-1]
    return base.startswith("ddo") and base[-7:-6] == "v" and base[-6:].isdigit()
