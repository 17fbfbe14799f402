"""What the analysis rules need to know of a chunk and its task."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from datetime import timedelta

from tests.property.reference.analysis_grid import AnalysisGrid
from tests.property.reference.chunk_features import (
    Chunk,
    ChunkDataset,
    Key,
    decided_chunks,
)
from tests.property.reference.queues import Queue
from tests.property.reference.world import Row

NO_LOCALITY_PRIORITY = 2000


class AnalysisChunk(Chunk):
    """One decision: the chunk, its input, and the queues that its user names.

    `included` and `endpoint_queues` are None where no list holds; `site` is the one
    pre-assigned queue.
    """

    def __init__(
        self,
        grid: AnalysisGrid,
        key: Key,
        task: Row,
        row: Row,
        every: list[ChunkDataset],
    ) -> None:
        super().__init__(key, task, row, every, None, grid.parameters)
        self.datasets = [dataset for dataset in every if not dataset.is_pseudo]
        params = read_params(task["task_params"])
        is_exact = grid.parameters["site_list_mode"] == "exact"
        holds = is_exact or self.rule.has("LS")
        self.included = name_list(params.get("includedSite")) if holds else None
        excluded = name_list(params.get("excludedSite")) if holds else None
        self.excluded: list[str] = excluded or []
        site, listed = task["site"] or None, list[str]()
        if site is not None and is_exact:
            site, listed = named_sites(grid, site)
        if listed:
            self.included = [*(self.included or []), *listed]
        readers: frozenset[str] = frozenset()
        if site is not None and not (site in grid.sites.by_name and "/" not in site):
            readers = frozenset(
                queue.unified
                for queue in grid.candidates
                if site in grid.storage(queue).input_names
            )
            site = None
            if not readers and not is_exact:  # the list is put aside all the same
                readers = frozenset(queue.unified for queue in grid.sites.queues)
        self.endpoint_queues = readers or None
        self.site: str | None = site
        self.ignores_locality = ignores_locality(grid, task)
        n_sites = self.rule.integer("NS") if self.is_es else None
        self.n_sites_per_job = n_sites or 1

    @property
    def owner(self) -> str | None:
        """Return the account whose quota counts; None where it is unknown."""
        return self.task["working_group"] or self.task["user_name"]

    @property
    def n_jobs(self) -> int:
        """Return N_j, the jobs that the chunk makes."""
        if self.row.get("n_jobs") is not None:
            return self.row["n_jobs"]
        per_job = self.rule.integer("NF")
        if not per_job or self.master is None:
            return 1
        return math.ceil(len(self.master.files) / per_job)

    def is_listed(self, name: str, items: list[str], by_pattern: bool) -> bool:
        """Tell whether a list names a queue."""
        if by_pattern:
            return any(
                re.search(item.replace("*", ".*"), name)
                if "*" in item
                else item == name
                for item in items
            )
        return any(item == name or item.split("/")[0] == name for item in items)


def analysis_chunks(grid: AnalysisGrid) -> Iterator[AnalysisChunk]:
    """Yield the chunks that the analysis brokerage decides, by their keys."""
    for key, task, row, datasets in decided_chunks(grid.world):
        if task["prod_source_label"] in ("user", "panda"):
            yield AnalysisChunk(grid, key, task, row, datasets)


def named_sites(grid: AnalysisGrid, text: str) -> tuple[str | None, list[str]]:
    """Return the one queue or endpoint of task.site, and the queues of a list."""
    items = text.split(",")
    heads = [item.split("/")[0].strip() for item in items]
    known = [name for name in heads if name in grid.sites.by_name]
    if len(items) > 1:
        return None, known
    return (known or items)[0], []


def read_params(value: object) -> dict[str, object]:
    """Return the parameters of a task, also where they arrive as text."""
    if isinstance(value, str):
        value = json.loads(value)
    return value if isinstance(value, dict) else {}


def name_list(value: object) -> list[str] | None:
    """Return a list of names, also from comma text; None where none is given."""
    if isinstance(value, str):
        return value.split(",") if value else None
    if isinstance(value, list):
        return [str(item) for item in value]
    return None


def ignores_locality(grid: AnalysisGrid, task: Row) -> bool:
    """Tell whether the place of the input may be given up."""
    parameters = grid.parameters
    cutoff = parameters.optional("IO_INTENSITY_CUTOFF_USER")
    hours = parameters.optional("DATA_CHECK_TIMEOUT_USER")
    intensity, frozen = task["io_intensity"], task["frozen_time"]
    lower = parameters.number("locality_io_lower")
    return bool(
        (task["task_priority"] or 0) >= NO_LOCALITY_PRIORITY
        or (cutoff and intensity is not None and lower <= intensity <= cutoff)
        or (hours and frozen and grid.world.now - frozen > timedelta(hours=hours))
    )


def is_named(grid: AnalysisGrid, chunk: AnalysisChunk, queue: Queue) -> bool:
    """Tell whether a queue is pre-assigned, by site or by includedSite."""
    if chunk.site is not None and chunk.site in (queue.name, queue.unified):
        return True
    items = chunk.included
    if not items:
        return False
    if grid.parameters["auto_names_all"]:
        return True
    return chunk.is_listed(queue.unified, items, by_pattern=False)
