"""Caps and classes of the weighed queues (spec §6.5)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.property.reference.context import LOCKED, Decision
from tests.property.reference.queues import Queue
from tests.property.reference.statistics import NO_COUNTS

STATUSES = ("running", "activated", "assigned", "starting", "defined")


@dataclass(slots=True, eq=False)
class Weighed:
    """A survivor with its weight, the counters behind it and its class."""

    queue: Queue
    weight: float
    factors: dict[str, float]
    n_running: int
    n_queued: int
    cap: float | None
    criterion: str = "+use"
    is_primary: bool = False
    is_bootstrap: bool = False
    for_jumbo: bool = False
    needs_argmax: bool = False


@dataclass(slots=True)
class Load:
    """Jobs of a queue that a weight looks at."""

    running: int
    activated: int
    assigned: int
    starting: int
    defined: int


def type_load(decision: Decision, queue: Queue) -> Load | None:
    """Return the jobs of the task's resource types at a queue; None without rows."""
    chunk, models = decision.chunk, decision.models
    task, statistics = chunk.task, models.statistics
    if chunk.resource_queue is not None:
        key = (queue.unified, chunk.resource_queue["queue_id"])
        kinds = statistics.work_queue_types.get(key, {})
    elif task["gshare"] is None:
        kinds = {}
    else:
        kinds = statistics.share_types.get((queue.unified, task["gshare"]), {})
    percent = models.parameters.number("rt_share_percent")
    main = statistics.main_types(task, queue.unified, percent)
    rows = [kinds[kind] for kind in main if kind is not None and kind in kinds]
    if not rows:
        return None
    total = {name: sum(row.get(name, 0) for row in rows) for name in STATUSES}
    return Load(*(total[name] for name in STATUSES))


def classify(
    decision: Decision,
    row: Weighed,
    load: Load,
    local: bool,
    may_fetch: bool,
    network: float,
) -> None:
    """Set the class and criterion of a weighed queue: the first rule that holds."""
    chunk, parameters, queue = decision.chunk, decision.models.parameters, row.queue
    over = cap_criterion(decision, row, load, local)
    if chunk.has_jumbo and queue.use_jumbo:
        row.criterion, row.is_primary, row.for_jumbo = "+usejumbo", True, True
    elif is_locked(decision, queue):
        row.criterion = "-lock"
    elif not may_fetch:
        row.criterion = "-non_local"
    elif chunk.is_express and is_link_too_slow(decision, network):
        row.criterion = "-lowNetworkWeight"
    elif over is not None:
        row.criterion = over
    elif is_idle(decision, row, load):
        row.weight, row.is_bootstrap, row.is_primary = 0.0, True, True
    elif row.weight < parameters.min_weight(chunk.label, chunk.task["gshare"]):
        row.criterion = "-below_min_weight"
    else:
        row.is_primary = True
        row.needs_argmax = (
            bool(parameters["t1_negative_argmax"])
            and chunk.t1_weight < 0
            and not chunk.is_merging
        )


def cap_criterion(
    decision: Decision, row: Weighed, load: Load, local: bool
) -> str | None:
    """Set cap and queued jobs of a weighed queue; return which cap it exceeds."""
    chunk, parameters = decision.chunk, decision.models.parameters
    limit = parameters.queue_limit(chunk.task["gshare"])
    factor = parameters.number("cap_factor")
    by_type = parameters["cap_mode"] == "resource_type"
    row.n_queued = load.activated + load.starting + (0 if local else load.assigned)
    if not by_type:
        row.n_queued += load.defined
    cap = max(limit, factor * row.n_running)
    types = type_load(decision, row.queue) if by_type else None
    type_queue, type_cap = 0, limit
    if types is not None:
        type_queue = types.defined + types.activated + types.starting
        type_queue += 0 if local else types.assigned
        type_cap = max(limit, factor * max(types.running, row.n_running))
    has_type_cap = by_type and row.queue.is_ucore
    is_over = not has_type_cap and row.n_queued > cap
    if has_type_cap:
        row.n_queued, cap = type_queue, type_cap
    if chunk.is_express and "express" in parameters.words("cap_exempts"):
        row.cap = None
        return None
    row.cap = cap
    if is_over:
        return "-cap"
    return "-cap_rt" if types is not None and type_queue > type_cap else None


def is_idle(decision: Decision, row: Weighed, load: Load) -> bool:
    """Tell whether nothing runs or waits at a queue, for chunks of low priority."""
    chunk = decision.chunk
    waiting = load.activated + load.assigned + load.starting + load.defined
    return (
        bool(decision.models.parameters["bootstrap"])
        and row.n_running + waiting == 0
        and chunk.priority <= decision.models.parameters.number("MAX_PRIO_TO_BOOTSTRAP")
        and not chunk.is_merging
        and not chunk.is_express
    )


def is_link_too_slow(decision: Decision, network: float) -> bool:
    """Tell whether a network weight is below what express chunks need."""
    parameters = decision.models.parameters
    need = parameters.number("NW_THRESHOLD")
    need *= parameters.number("NW_WEIGHT_MULTIPLIER")
    return bool(parameters["NW_ACTIVE"]) and network < need


def is_locked(decision: Decision, queue: Queue) -> bool:
    """Tell whether another broker works on the queue for this kind of task."""
    task = decision.chunk.task
    own = tuple(task[name] for name in LOCKED)
    return (*own, queue.name, task["workqueue_id"] or 0) in decision.models.locks


def keep_argmax(decision: Decision, rows: list[Weighed]) -> None:
    """Keep only the queue with most running jobs where the t1 weight is negative."""
    if not any(row.needs_argmax for row in rows):
        return
    statistics = decision.models.statistics

    def running(row: Weighed) -> int:
        counts = statistics.of_queue.get((row.queue.unified,), NO_COUNTS)
        return counts.get("running", 0)

    best = max((row for row in rows if row.needs_argmax), key=running)
    for row in rows:
        if row.is_primary and row is not best and not row.for_jumbo:
            row.is_primary = False
            row.criterion = "-others_bootstrap" if row.is_bootstrap else "-t1_weight"
