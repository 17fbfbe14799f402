"""Where the input of an analysis chunk is: sources, locality, local files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.property.reference.analysis_chunk import AnalysisChunk
from tests.property.reference.analysis_grid import AnalysisGrid
from tests.property.reference.chunk_features import ChunkDataset
from tests.property.reference.data import DataModel
from tests.property.reference.queues import Queue
from tests.property.reference.world import Row

TAPE_WEIGHT = 0.001
GIB = 1024**3
NOWHERE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Copy:
    """A dataset at an endpoint."""

    endpoint: str
    is_complete: bool
    is_vp: bool
    is_tape: bool


@dataclass(slots=True)
class Input:
    """A dataset: who sees which copies, where it is complete, if it is spread."""

    dataset: ChunkDataset
    copies: Mapping[str, list[Copy]]
    complete_disk: bool
    truly_complete_disk: bool
    complete_tape: bool
    has_remote_source: bool
    is_distributed: bool
    hides_own: bool


@dataclass(slots=True)
class Locality:
    """The queues (parents) that the data check keeps, with what follows from it."""

    queues: frozenset[str] = NOWHERE
    without_vp: frozenset[str] = NOWHERE
    weight: dict[str, float] = field(default_factory=dict[str, float])
    is_union: bool = False


@dataclass(slots=True)
class InputState:
    """All datasets of a chunk and what they say together."""

    inputs: list[Input]
    total_bytes: int
    has_remote_source: bool
    is_incomplete: bool
    uses_vp: bool

    @property
    def is_distributed(self) -> bool:
        """Tell whether a dataset is spread over queues."""
        return any(each.is_distributed for each in self.inputs)


class AnalysisData:
    """Copies of datasets and files, indexed once per world."""

    def __init__(self, grid: AnalysisGrid) -> None:
        self.grid = grid
        self.model = DataModel(grid.world, grid.sites, grid.parameters)

    def state(self, chunk: AnalysisChunk) -> InputState:
        """Return what is known of the input of a chunk (spec 1.2)."""
        inputs = [self._input(dataset) for dataset in chunk.datasets]
        rule = chunk.rule
        uses_vp = not (
            chunk.is_merging
            or rule.has("AV")
            or rule.integer("US") == 2
            or (rule.integer("LI") or 0) > 0
            or any(each.is_distributed for each in inputs)
        )
        nowhere = any(
            not (each.complete_disk or each.complete_tape or each.is_distributed)
            for each in inputs
        )
        return InputState(
            inputs,
            sum(
                file["fsize"] or 0
                for dataset in chunk.datasets
                for file in dataset.files
            ),
            all(each.has_remote_source or each.is_distributed for each in inputs),
            nowhere and not rule.has("AI"),
            uses_vp,
        )

    def _input(self, dataset: ChunkDataset) -> Input:
        name = dataset.row["dataset_name"] or ""
        plain = plain_name(dataset)
        copies = self._copies(plain)
        seen = {
            queue.unified: [
                copy
                for copy in copies
                if copy.endpoint in self.grid.storage(queue).input_names
            ]
            for queue in self.grid.candidates
        }
        seen = {queue: found for queue, found in seen.items() if found}
        known = self.model.datasets.get(name)
        is_spread = bool(known and known["is_distributed"])
        complete_seen = any(
            copy.is_complete for found in seen.values() for copy in found
        )
        is_distributed = (
            bool(seen)
            and not name.startswith("ddo")
            and (name.endswith("/") or (is_spread and not complete_seen))
        )
        disk = truly = tape = remote = False
        for endpoint, (total, found) in self.model.counts(plain).items():
            row = self.grid.sites.endpoints.get(endpoint, {})
            if not found:
                continue
            if not self.model.is_regarded_complete(total, found):
                continue
            lan, wan = (self.grid.sites.is_up(row.get(way)) for way in DIRECTIONS)
            if not lan and not wan:
                continue
            remote = remote or wan
            if row.get("is_tape"):
                tape = True
            else:
                disk, truly = True, truly or total == found
        hides_own = bool(self.model.parameters["vp_hides_own_copy"])
        states = (disk, truly, tape, remote, is_distributed, hides_own)
        return Input(dataset, seen, *states)

    def _copies(self, name: str) -> list[Copy]:
        """Return the copies of a dataset; containers do not know VP."""
        takes_empty = self.model.parameters["empty_copy_counts"]
        if name in self.model.contents:
            found = [
                (endpoint, total == here, False)
                for endpoint, (total, here) in self.model.counts(name).items()
                if here != 0 or takes_empty
            ]
        else:
            found = [
                (
                    row["ddm_endpoint_name"],
                    row["n_files_found"] is not None
                    and row["n_files_found"] == row["n_files_total"],
                    bool(row["is_vp"]),
                )
                for row in self.model.replicas.get(name, [])
                if row["n_files_found"] != 0 or takes_empty
            ]
        endpoints = self.grid.sites.endpoints
        return [
            Copy(
                *(endpoint, is_complete, is_vp),
                is_tape=bool(endpoints.get(endpoint, {}).get("is_tape")),
            )
            for endpoint, is_complete, is_vp in found
        ]

    def local_bytes(self, chunk: AnalysisChunk, queue: Queue, uses_vp: bool) -> int:
        """Return the size of the chunk's files at the disk endpoints of a queue.

        A file counts once for each endpoint that holds its whole dataset; where none
        does, once for all.
        """
        size = 0
        for dataset in chunk.datasets:
            n_whole, files = self.found(chunk, dataset, queue, uses_vp)
            size += max(n_whole, 1) * sum(file["fsize"] or 0 for file in files)
        return size

    def found(
        self, chunk: AnalysisChunk, dataset: ChunkDataset, queue: Queue, uses_vp: bool
    ) -> tuple[int, list[Row]]:
        """Return how many whole copies are on disks of a queue, and the files there.

        Where there is no whole copy files are looked for, but not at merges nor of
        secondary and manytime datasets; of containers count files of whole parts.
        """
        name, n_whole = plain_name(dataset), 0
        parts = self.model.contents.get(name, [name])
        places = [
            endpoint["ddm_endpoint_name"]
            for endpoint in self.grid.storage(queue).inputs
            if not endpoint["is_tape"]
        ]
        listed, whole = dict[str, set[str]](), set[str]()
        for part in parts:
            for row in self.model.replicas.get(part, []):
                place, total = row["ddm_endpoint_name"], row["n_files_total"]
                if place not in places or (row["is_vp"] and not uses_vp):
                    continue
                there = listed.setdefault(place, set())
                is_whole = total is not None and row["n_files_found"] == total
                if row["is_vp"] or is_whole:
                    there.add(part)
                    whole.add(part)
        n_whole = sum(
            chunk.is_merging or len(it) == len(parts) for it in listed.values()
        )
        if n_whole:
            return n_whole, dataset.files
        if chunk.is_merging or not dataset.is_master or dataset.is_many_time:
            return 0, []
        if name in self.model.contents:
            return 0, [it for it in dataset.files if it["constituent_name"] in whole]
        there = set().union(*(self.model.files_at.get(it, set()) for it in listed))
        return 0, [it for it in dataset.files if (it["scope"], it["lfn"]) in there]


def plain_name(dataset: ChunkDataset) -> str:
    """Return the name of a dataset; those of containers may end with a slash."""
    return (dataset.row["dataset_name"] or "").removesuffix("/")


DIRECTIONS = ("read_lan", "read_wan")


def with_copy(each: Input, takes_tape: bool, takes_vp: bool) -> list[str]:
    """Return the queues with a copy of a kind (spec 1.5, one of the lists T, D, N).

    A queue with a whole and a partial copy stands twice where partial copies count too.
    """
    whole, partial, on_disk, through_vp = set(), set(), set(), set()
    for queue, copies in each.copies.items():
        for copy in copies:
            if copy.is_vp:
                through_vp.add(queue)
            if (copy.is_vp and not takes_vp) or (copy.is_tape and not takes_tape):
                continue
            (whole if copy.is_complete else partial).add(queue)
            if copy.is_complete and not copy.is_tape and not copy.is_vp:
                on_disk.add(queue)
    if on_disk:
        hidden = through_vp if each.hides_own else through_vp - on_disk
        whole -= hidden
        partial -= hidden
    may_be_partial = each.is_distributed or not each.truly_complete_disk
    if whole and (not may_be_partial or on_disk):
        return sorted(whole)
    return sorted(whole) + sorted(partial)


def locality(state: InputState, site: str | None) -> Locality:
    """Return the queues that have the input (spec 1.5)."""
    anywhere = [with_copy(each, True, True) for each in state.inputs]
    disk = [with_copy(each, False, state.uses_vp) for each in state.inputs]
    without_vp = [with_copy(each, True, False) for each in state.inputs]
    result = Locality(without_vp=common(without_vp))
    for queues, on_disk in zip(anywhere, disk, strict=True):
        for queue in queues:
            weight = 1 if queue in on_disk else TAPE_WEIGHT
            result.weight[queue] = result.weight.get(queue, 0) + weight
    if site is not None:
        if site in common(anywhere):
            result.queues = common(anywhere)
        elif site in union(anywhere):
            result.queues = union(anywhere)
    elif common(disk):
        result.queues = common(disk)
    elif common(anywhere):
        result.queues = common(anywhere)
    elif union(anywhere):
        result.queues = union(disk) or union(anywhere)
        result.without_vp = union(without_vp)
        result.is_union = True
    return result


def common(lists: list[list[str]]) -> frozenset[str]:
    """Return the queues of every list."""
    return frozenset(lists[0]).intersection(*lists) if lists else NOWHERE


def union(lists: list[list[str]]) -> frozenset[str]:
    """Return the queues of any list."""
    return NOWHERE.union(*lists)
