"""What the rules need to know of a chunk and its task, computed once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.property.reference.parameters import Parameters
from tests.property.reference.world import Row, World

Key = tuple[int, int]
HS06_UNITS = ("HS06sPerEvent", "HS06sPerEventFixed")
MILLI_UNITS = ("mHS06sPerEvent", "mHS06sPerEventFixed")
DISK_UNITS = {"kB": 1024, "MB": 1024**2, "GB": 1024**3}


class SplitRule:
    """The two-letter tokens of a task's split rule."""

    def __init__(self, text: str | None) -> None:
        self.tokens: dict[str, str] = {}
        for part in (text or "").split(","):
            token, found, value = part.partition("=")
            if found:
                self.tokens.setdefault(token, value)

    def has(self, token: str) -> bool:
        """Tell whether a token is there."""
        return token in self.tokens

    def integer(self, token: str) -> int | None:
        """Return the whole number of a token; None where it has none."""
        found = re.match(r"-?\d+", self.tokens.get(token, ""))
        return int(found[0]) if found else None


def is_pseudo(row: Row) -> bool:
    """Tell by type, name and attributes whether a dataset only counts events."""
    return (
        row["type"] in ("pseudo_input", "pp_input")
        or row["dataset_name"] in ("pseudo_dataset", "seq_number")
        or "ps" in (row["attributes"] or "").split(",")
    )


@dataclass(slots=True, eq=False)
class ChunkDataset:
    """A dataset with its files of the chunk."""

    row: Row
    files: list[Row]
    is_master: bool

    @property
    def is_pseudo(self) -> bool:
        """Tell whether the dataset only counts events."""
        return is_pseudo(self.row)

    @property
    def is_many_time(self) -> bool:
        """Tell whether its files are used again and again."""
        return "manytime" in (self.row["attributes"] or "").split(",")


class Chunk:
    """One decision: its task, its input and the features that many rules share."""

    def __init__(
        self,
        key: Key,
        task: Row,
        row: Row,
        datasets: list[ChunkDataset],
        resource_queue: Row | None,
        parameters: Parameters,
    ) -> None:
        self.key, self.task, self.row, self.datasets = key, task, row, datasets
        self.rule = rule = SplitRule(task["split_rule"])
        self.master = next((it for it in datasets if it.is_master), None)
        self.label: str | None = task["prod_source_label"]
        self.priority: int = task["current_priority"] or 0
        self.is_merging = bool(row["is_merging"])
        self.is_scout = uses_scouts(row, self.master)
        self.is_express = is_express(task, self.priority, parameters)
        is_high = self.priority >= 900 or self.is_scout
        self.is_es = task["event_service"] in (1, 2)
        self.is_es_pure = self.is_es and not rule.has("UC")
        self.is_es_high = self.is_es_pure and is_high
        self.has_jumbo = rule.has("NJ") and task["use_jumbo"] in (None, *"WRPL")
        merge_cores = task["merge_core_count"] if self.is_merging else None
        self.use_mp = core_mode(
            task["core_count"] if merge_cores is None else merge_cores, is_high
        )
        self.ram = needed_ram(task, row, self.is_merging)
        self.uses_hs06 = task["cpu_time_unit"] in HS06_UNITS + MILLI_UNITS
        self.cpu_time = time_per_event(task)
        self.io_intensity: float = task["io_intensity"] or 0
        self.t1_weight = rule.integer("TW") or 0
        self.full_chain = rule.integer("FU")
        self.resource_queue = resource_queue
        self.work_queue_name: str | None = task["gshare"]
        self.slot_tag: object = task["gshare"]
        if resource_queue:
            self.work_queue_name = resource_queue["queue_name"]
            self.slot_tag = str(resource_queue["queue_id"])


def group_datasets(world: World) -> dict[Key, list[ChunkDataset]]:
    """Return the datasets of each chunk: those with files in it, by dataset id."""
    rows = {
        (row["jedi_task_id"], row["dataset_id"]): row for row in world["task_dataset"]
    }
    files: dict[tuple[int, int, int], list[Row]] = {}
    for row in world["task_file"]:
        if row["chunk_no"] is None:
            continue
        key = (row["jedi_task_id"], row["chunk_no"], row["dataset_id"])
        files.setdefault(key, []).append(row)
    grouped: dict[Key, list[ChunkDataset]] = {}
    for task_id, chunk_no, dataset_id in sorted(files):
        row = rows.get((task_id, dataset_id))
        if row is not None:
            own = sorted(
                files[task_id, chunk_no, dataset_id], key=lambda file: file["file_id"]
            )
            grouped.setdefault((task_id, chunk_no), []).append(
                ChunkDataset(row, own, False)
            )
    for datasets in grouped.values():
        for dataset in datasets:
            if dataset.row["master_id"] is None:
                dataset.is_master = True
                break
    return grouped


def decided_chunks(world: World) -> Iterator[tuple[Key, Row, Row, list[ChunkDataset]]]:
    """Yield key, task, row and datasets of chunks, but for tasks without a nucleus."""
    tasks = {row["jedi_task_id"]: row for row in world["task"]}
    datasets = group_datasets(world)
    keyed = {
        (row["jedi_task_id"], row["chunk_no"] or 0): row for row in world["input_chunk"]
    }
    for key in sorted(keyed):
        task = tasks.get(key[0])
        if task is not None and task["status"] != "assigning":
            yield key, task, keyed[key], datasets.get(key, [])


def production_chunks(world: World, parameters: Parameters) -> Iterator[Chunk]:
    """Yield the chunks that the production job brokerage decides, by their keys."""
    resource_queues = {
        row["queue_id"]: row
        for row in world["work_queue"]
        if row["queue_function"] == "Resource" and row["queue_id"] is not None
    }
    for key, task, row, own in decided_chunks(world):
        if task["prod_source_label"] not in ("user", "panda"):
            resource_queue = resource_queues.get(task["workqueue_id"])
            yield Chunk(key, task, row, own, resource_queue, parameters)


def is_express(task: Row, priority: int, parameters: Parameters) -> bool:
    """Tell whether the jobs are urgent, by their kind or by their priority."""
    limit = parameters.number("prio_express")
    is_equal_enough = parameters["express_prio_op"] == ">=" and priority == limit
    return task["processing_type"] == "urgent" or priority > limit or is_equal_enough


def time_per_event(task: Row) -> float | None:
    """Return the HS06 seconds of an event; None where they are unknown."""
    if task["cpu_time"] is None:
        return None
    scale = 1000 if task["cpu_time_unit"] in MILLI_UNITS else 1
    return task["cpu_time"] / scale


def uses_scouts(row: Row, master: ChunkDataset | None) -> bool:
    """Tell whether the chunk makes scout jobs: as told, else by the master's files."""
    if row["use_scout"] is not None:
        return row["use_scout"]
    if master is None:
        return False
    total, used = master.row["n_files"], master.row["n_files_to_be_used"]
    return total is not None and used is not None and total > used


def core_mode(cores: int | None, high: bool) -> str:
    """Return which queues the cores allow: multi-core only, any, or single-core."""
    if cores is not None and cores > 1:
        return "only"
    if cores == 0:
        return "only" if high else "any"
    return "unuse"


def needed_ram(task: Row, row: Row, merging: bool) -> float:
    """Return the RAM count of the chunk, in the unit of the task; 0 where unset."""
    chunk_ram = row["ram_count"] or 0
    if merging:
        merge_ram = task["merge_ram_count"]
        return max(merge_ram, chunk_ram, 2000) if merge_ram else chunk_ram
    return max(task["ram_count"] or 0, chunk_ram)


def in_bytes(count: int | None, unit: str | None) -> int:
    """Return a disk count in bytes; an unset or negative count is 0."""
    if count is None or count < 0:
        return 0
    return count * DISK_UNITS.get((unit or "")[:2], 1)
