"""Queues with their attributes made regular, and their pseudo queues."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tests.property.reference.world import Row


@dataclass(slots=True, eq=False)
class Queue:
    """A queue or pseudo queue; `parent` is the queue whose endpoints it uses."""

    name: str
    unified: str
    order: int
    site: str | None
    role: str | None
    status: str | None
    runs_production: bool
    runs_analysis: bool
    is_ucore: bool
    is_parent: bool
    core_count: int
    pledged_cpu: int
    core_power: float
    max_rss: float
    min_rss: float
    max_time: int
    min_time: int
    max_wdir: int
    max_input_size: int | None
    transferring_limit: int
    policy: str | None
    releases: list[str]
    workflow: str | None
    job_seed: str
    max_disk_io: int | None
    connectivity: str
    ip_stack: str | None
    direct_lan: bool
    direct_wan: bool
    is_cvmfs: bool
    use_jumbo: bool
    min_events_for_jumbo: int | None
    only_local_data: bool
    bare_nucleus: str | None
    max_io_intensity: float | None
    parent: Queue = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Make a queue its own parent until it turns out to be a child."""
        self.parent = self


class Attributes:
    """The params object and the catchall list of a queue, in this order."""

    def __init__(self, row: Row) -> None:
        params = row["params"]
        if isinstance(params, str):
            params = json.loads(params)
        self.params: Mapping[str, object] = params if isinstance(params, dict) else {}
        self.words: dict[str, str] = {}
        for item in (row["catchall"] or "").split(","):
            key, _, value = item.strip().partition("=")
            self.words.setdefault(key, value)

    def has(self, key: str) -> bool:
        """Tell whether a key is there, whatever its value."""
        return key in self.params or key in self.words

    def text(self, key: str) -> str | None:
        """Return the value of a key."""
        value = self.params.get(key)
        if value is not None:
            return str(value)
        return self.words.get(key)

    def integer(self, key: str) -> int | None:
        """Return the whole number of a key; None where it is none."""
        try:
            return int(self.text(key) or "")
        except ValueError:
            return None

    def param_number(self, key: str) -> float | None:
        """Return a number that only the params object may hold."""
        value = self.params.get(key)
        try:
            return None if value is None else float(str(value))
        except ValueError:
            return None


def make_queue(row: Row) -> Queue:
    """Return a queue from its row; unset values become what the rules read."""
    attributes = Attributes(row)
    grand = attributes.has("grandly_unified")
    kind = row["type"]
    cores = row["core_count"] or 0
    scale = cores if attributes.has("per_core_attr") and cores > 0 else 1
    connectivity, mark, stack = (row["wn_connectivity"] or "").partition("#")
    return Queue(
        name=row["queue_name"],
        unified=row["queue_name"],
        order=row["queue_order"] or 0,
        site=row["site_name"],
        role=row["role"],
        status=row["status"],
        runs_production=kind in ("production", "unified") or grand,
        runs_analysis=kind in ("analysis", "unified") or grand,
        is_ucore=row["capability"] == "ucore",
        is_parent=row["capability"] == "ucore",
        core_count=cores,
        pledged_cpu=row["pledged_cpu"] or 0,
        core_power=row["core_power"] or 0.0,
        max_rss=(row["max_rss"] or 0) * scale,
        min_rss=(row["min_rss"] or 0) * scale,
        max_time=row["max_time"] or 0,
        min_time=row["min_time"] or 0,
        max_wdir=(row["max_wdir"] or 0) * scale,
        max_input_size=row["max_input_size"],
        transferring_limit=row["transferring_limit"] or 0,
        policy=row["fairshare_policy"],
        releases=list(row["releases"] or []),
        workflow=row["workflow"],
        job_seed=row["job_seed"] or "std",
        max_disk_io=row["max_disk_io"],
        connectivity=connectivity,
        ip_stack=stack if mark else None,
        direct_lan=bool(row["direct_access_lan"]),
        direct_wan=bool(row["direct_access_wan"]),
        is_cvmfs=bool(row["is_cvmfs"]),
        use_jumbo=attributes.has("useJumboJobs"),
        min_events_for_jumbo=attributes.integer("minEventsForJumbo"),
        only_local_data=attributes.has("use_only_local_data"),
        bare_nucleus=attributes.text("bareNucleus"),
        max_io_intensity=attributes.param_number("max_io_intensity"),
    )


def make_child(parent: Queue, kind: Row) -> Queue | None:
    """Return the pseudo queue for a resource type; None where its cores do not fit."""
    own = max(1, parent.core_count)
    least, most = kind["min_core"], kind["max_core"]
    if least is not None and own < least:
        return None
    cores = max(own if most is None else min(own, most), least or 0)
    low, high = kind["min_ram_per_core"], kind["max_ram_per_core"]
    min_rss = parent.min_rss * cores / own
    max_rss = parent.max_rss * cores / own
    child = replace(
        parent,
        name=f"{parent.name}/{kind['resource_name']}",
        is_parent=False,
        core_count=cores,
        min_rss=max(
            parent.min_rss if low is None else cores * low - cores + 1, min_rss
        ),
        max_rss=min(parent.max_rss if high is None else cores * high, max_rss),
    )
    child.parent = parent
    return child


def place(row: Row) -> tuple[bool, int, str]:
    """Return where a queue stands: those without a number come last."""
    number = row["queue_order"]
    return number is None, number or 0, row["queue_name"]


def make_queues(rows: Iterable[Row], resource_types: Iterable[Row]) -> list[Queue]:
    """Return all queues in load order, pseudo queues after their parent."""
    kinds = sorted(resource_types, key=lambda kind: kind["resource_name"])
    queues = []
    for row in sorted(rows, key=place):
        if row["queue_name"] == "ALL":
            continue
        queue = make_queue(row)
        if queue.runs_production and not row["cloud"]:
            continue
        queues.append(queue)
        if queue.is_parent:
            children = (make_child(queue, kind) for kind in kinds)
            queues += [child for child in children if child is not None]
    return queues
