"""Weights of the survivors, their caps and classes (spec 6.1 to 6.5)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tests.property.reference.context import LOCKED, Decision
from tests.property.reference.data import Availability
from tests.property.reference.queues import Queue
from tests.property.reference.statistics import NO_COUNTS, Counts

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
    row.for_jumbo = chunk.has_jumbo and queue.use_jumbo
    needs_argmax = (
        bool(parameters["t1_negative_argmax"])
        and chunk.t1_weight < 0
        and not chunk.is_merging
    )
    if row.for_jumbo and not is_idle(decision, row, load):
        row.criterion, row.is_primary = "+usejumbo", True
        row.needs_argmax = needs_argmax
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
        row.is_primary, row.needs_argmax = True, needs_argmax


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


def share_counts(decision: Decision, queue: Queue) -> Counts:
    """Return the counters of the work queue of the task at a queue."""
    chunk, statistics = decision.chunk, decision.models.statistics
    task, resource_queue = chunk.task, chunk.resource_queue
    back_to_share = chunk.is_es_high and queue.job_seed == "eshigh"
    if resource_queue is not None and not back_to_share:
        key = (queue.unified, chunk.label, resource_queue["queue_id"])
        return statistics.by_work_queue.get(key, NO_COUNTS)
    if task["gshare"] is None:
        return NO_COUNTS
    key = (queue.unified, task["gshare"])
    return statistics.by_share.get(key, NO_COUNTS)


def effective_running(decision: Decision, queue: Queue, load: Load) -> int:
    """Return the number of running jobs that the weight uses (spec §6.2)."""
    chunk, models = decision.chunk, decision.models
    parameters, statistics = models.parameters, models.statistics
    most = int(parameters.number("worker_cap"))
    workers = min(statistics.n_workers.get(queue.unified, 0), most)
    slots = statistics.num_slots(
        queue.unified, chunk.slot_tag, chunk.task["resource_type"]
    )
    running, from_slots = load.running, slots_for(queue, slots, load.starting)
    if parameters["nrunning_mode"] == "largest":
        return max(running, workers if running < most else 0, from_slots)
    low_priority = chunk.priority <= parameters.number("MAX_PRIO_TO_BOOTSTRAP")
    has_pilots = decision.applies("-nopilot") and statistics.pilots(queue.unified) > 0
    is_meant = queue.is_ucore and queue.workflow == "pull_ups" and low_priority
    if has_pilots and is_meant and running < min(most, workers):
        running = workers
    if slots is not None and low_priority:
        return running + load.starting if slots == 0 else max(from_slots, running)
    return running


def slots_for(queue: Queue, slots: int | None, starting: int) -> int:
    """Return the jobs that slots have room for; none set are as good as starting."""
    if slots is None:
        return 0
    return slots // max(queue.core_count, 1) if slots else starting


def many_assigned(decision: Decision, load: Load) -> float:
    """Return by how much a queue has more assigned than activated jobs, 1 to 2."""
    parameters = decision.models.parameters
    most = parameters.number("many_assigned_max")
    if parameters["many_assigned_mode"] == "plus_one":
        ratio = (load.assigned + 1) / (load.activated + 1)
    elif load.activated:
        ratio = load.assigned / load.activated
    else:
        ratio = most if load.assigned else 1.0
    return min(most, max(1.0, ratio))


def basic_weight(decision: Decision, load: Load, running: int, local: bool) -> float:
    """Return running against queued jobs; assigned ones do not count where local."""
    offset = decision.models.parameters.number("weight_offset")
    waiting = load.activated + load.starting + load.defined + offset
    if local:
        return (running + 1) / waiting
    return (running + 1) / (waiting + load.assigned) / many_assigned(decision, load)


def t1_factor(decision: Decision) -> float:
    """Return the factor of queues near the nucleus."""
    chunk, parameters = decision.chunk, decision.models.parameters
    factor = float(chunk.t1_weight)
    if chunk.t1_weight == 0:
        heavy = chunk.io_intensity > parameters.number("nucleus_weight_io")
        factor = parameters.number("nucleus_weight") if heavy else 1.0
    elif chunk.t1_weight < 0:
        factor = 1.0
    high = chunk.priority >= parameters.number("prio_high") or chunk.is_scout
    if high and not chunk.is_es and not decision.is_preassigned:
        factor = max(factor, parameters.number("t1_high_prio"))
    return factor


def network_factor(decision: Decision, queue: Queue) -> float:
    """Return the network weight between a queue and the nucleus."""
    models = decision.models
    activity = "Express" if decision.chunk.is_express else "Production Output"
    site = models.sites.storage(queue).atlas_site
    return models.network.weight(site, decision.chunk.task["nucleus"], activity)


def data_factor(
    availability: Availability, queue: Queue, must_be_local: bool
) -> float | None:
    """Return the factor of local input; None where the queue may not fetch any."""
    if availability.total_size == 0:
        return 1.0
    missing_mb, _ = availability.missing_mb(queue)
    missing, _ = availability.missing_files(queue)
    if must_be_local and (missing_mb > 0 or missing > 0):
        return None
    total = availability.total_size
    return (total + availability.of(queue).size_disk) / total / (missing / 100 + 1)


def weigh(decision: Decision, availability: Availability, queue: Queue) -> Weighed:
    """Return a survivor with its weight and class."""
    counts = share_counts(decision, queue)
    load = Load(*(counts.get(name, 0) for name in STATUSES))
    running = effective_running(decision, queue, load)
    local = (
        availability.total_size == 0
        or availability.of(queue).size_disk >= availability.total_size
    )
    data = data_factor(availability, queue, queue.only_local_data)
    factors = {
        "basic": basic_weight(decision, load, running, local),
        "data": 1.0 if data is None else data,
        "t1": t1_factor(decision) if queue.name in decision.near_names else 1.0,
        "network": 1.0,
        "preference": 1.0,
    }
    network = network_factor(decision, queue)
    if decision.chunk.task["nucleus"] is None:
        network = math.inf
    elif decision.models.parameters["NW_ACTIVE"]:
        factors["network"] = network
    answer = decision.models.software_answer(decision.chunk, queue)
    factors["preference"] = answer.preference or 1.0
    weight = 1.0
    for factor in factors.values():
        weight *= factor
    row = Weighed(queue, weight, factors, running, 0, None)
    classify(decision, row, load, local, data is not None, network)
    return row
