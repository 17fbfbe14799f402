"""Queues with their attributes made regular, and their pseudo queues."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from copy import copy

from tests.property.reference.world import Row


class Attributes:
    """The params object and the catchall list of a queue, in this order."""

    def __init__(self, row: Row) -> None:
        params = row["params"]
        if isinstance(params, str):
            params = json.loads(params)
        self.params: Mapping[str, object] = params if isinstance(params, dict) else {}
        self.items = (row["catchall"] or "").split(",")

    def has(self, key: str) -> bool:
        """Tell whether a key is there, whatever its value."""
        return key in self.params or any(it.startswith(key) for it in self.items)

    def text(self, key: str) -> str | None:
        """Return the value of a key."""
        value = self.params.get(key)
        if value is not None:
            return str(value)
        values = (it.partition("=") for it in self.items)
        return next((text for name, _, text in values if name == key and text), None)

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


class Queue:
    """A queue or pseudo queue; `parent` is the queue whose endpoints it uses.

    Unset values become what the rules read.
    """

    def __init__(self, row: Row) -> None:
        attributes = Attributes(row)
        grand = attributes.has("grandly_unified")
        kind = row["type"]
        cores = row["core_count"] or 0
        scale = cores if attributes.has("per_core_attr") and cores > 0 else 1
        connectivity, mark, stack = (row["wn_connectivity"] or "").partition("#")
        self.name: str = row["queue_name"]
        self.unified: str = row["queue_name"]
        self.order: int = row["queue_order"] or 0
        self.site: str | None = row["site_name"]
        self.role: str | None = row["role"]
        self.status: str | None = row["status"]
        self.runs_production = kind in ("production", "unified") or grand
        self.runs_analysis = kind in ("analysis", "unified") or grand
        self.is_ucore = row["capability"] == "ucore"
        self.is_parent = row["capability"] == "ucore"
        self.core_count: int = cores
        self.pledged_cpu: int = row["pledged_cpu"] or 0
        self.core_power: float = row["core_power"] or 0.0
        self.max_rss: float = (row["max_rss"] or 0) * scale
        self.min_rss: float = (row["min_rss"] or 0) * scale
        self.max_time: int = row["max_time"] or 0
        self.min_time: int = row["min_time"] or 0
        self.max_wdir: int = (row["max_wdir"] or 0) * scale
        self.max_input_size: int | None = row["max_input_size"]
        self.transferring_limit: int = row["transferring_limit"] or 0
        self.policy: str | None = row["fairshare_policy"]
        self.releases: list[str] = list(row["releases"] or [])
        self.workflow: str | None = row["workflow"]
        self.job_seed: str = row["job_seed"] or "std"
        self.max_disk_io: int | None = row["max_disk_io"]
        self.connectivity: str = connectivity
        self.ip_stack = stack if mark else None
        self.direct_lan = bool(row["direct_access_lan"])
        self.direct_wan = bool(row["direct_access_wan"])
        self.is_cvmfs = bool(row["is_cvmfs"])
        self.use_jumbo = attributes.has("useJumboJobs")
        self.min_events_for_jumbo = attributes.integer("minEventsForJumbo")
        self.only_local_data = attributes.has("use_only_local_data")
        self.bare_nucleus = attributes.text("bareNucleus")
        self.max_io_intensity = attributes.param_number("max_io_intensity")
        self.parent = self


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
    child = copy(parent)
    child.name = f"{parent.name}/{kind['resource_name']}"
    child.is_parent, child.core_count = False, cores
    least_rss = parent.min_rss if low is None else cores * low - cores + 1
    child.min_rss = max(least_rss, min_rss)
    child.max_rss = min(parent.max_rss if high is None else cores * high, max_rss)
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
        queue = Queue(row)
        if queue.runs_production and not row["cloud"]:
            continue
        queues.append(queue)
        if queue.is_parent:
            children = (make_child(queue, kind) for kind in kinds)
            queues += [child for child in children if child is not None]
    return queues
