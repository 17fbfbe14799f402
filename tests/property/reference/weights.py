"""Weights, caps and classes of the survivors (spec §6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.property.reference.context import Decision
from tests.property.reference.data import Availability
from tests.property.reference.queues import Queue
from tests.property.reference.statistics import NO_COUNTS, Counts


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
    needs_argmax: bool = field(default=False)


@dataclass(slots=True)
class Load:
    """Jobs of a queue that a weight looks at."""

    running: int
    activated: int
    assigned: int
    starting: int
    defined: int


def share_counts(decision: Decision, queue: Queue) -> Counts:
    """Return the counters of the work queue of the task at a queue."""
    chunk, statistics = decision.chunk, decision.models.statistics
    task, resource_queue = chunk.task, chunk.resource_queue
    back_to_share = chunk.is_es_high and queue.job_seed == "eshigh"
    if resource_queue is not None and not back_to_share:
        key = (task["vo"], queue.unified, chunk.label, resource_queue["queue_id"])
        return statistics.by_work_queue.get(key, NO_COUNTS)
    key = (task["vo"], queue.unified, task["gshare"])
    return statistics.by_share.get(key, NO_COUNTS)


def type_load(decision: Decision, queue: Queue) -> Load | None:
    """Return the jobs of the task's resource types at a queue; None without rows."""
    chunk, models = decision.chunk, decision.models
    task, statistics = chunk.task, models.statistics
    if chunk.resource_queue is not None:
        key = (task["vo"], queue.unified, chunk.resource_queue["queue_id"])
        kinds = statistics.work_queue_types.get(key, {})
    else:
        kinds = statistics.share_types.get(
            (task["vo"], queue.unified, task["gshare"]), {}
        )
    percent = models.parameters.number("rt_share_percent")
    main = statistics.main_types(task, queue.unified, percent)
    rows = [kinds[kind] for kind in main if kind in kinds]
    if not rows:
        return None
    total = {name: sum(row.get(name, 0) for row in rows) for name in STATUSES}
    return Load(*(total[name] for name in STATUSES))


STATUSES = ("running", "activated", "assigned", "starting", "defined")


def effective_running(decision: Decision, queue: Queue, load: Load) -> int:
    """Return the number of running jobs that the weight uses (spec §6.2)."""
    chunk, models = decision.chunk, decision.models
    parameters, statistics = models.parameters, models.statistics
    most = int(parameters.number("worker_cap"))
    workers = min(statistics.n_workers.get(queue.unified, 0), most)
    slots = statistics.num_slots(
        queue.unified, chunk.slot_tag, chunk.task["resource_type"]
    )
    share = None if slots is None else slots // max(queue.core_count, 1)
    running = load.running
    if parameters["nrunning_mode"] == "largest":
        numbers = [running]
        if running < most and workers > running:
            numbers.append(workers)
        if slots is not None:
            numbers.append(load.starting if slots == 0 else share or 0)
        return max(numbers)
    low_priority = chunk.priority <= parameters.number("MAX_PRIO_TO_BOOTSTRAP")
    has_pilots = decision.applies("-nopilot") and statistics.pilots(queue.unified) > 0
    if (
        has_pilots
        and running < most
        and workers > running
        and queue.is_ucore
        and queue.workflow == "pull_ups"
        and low_priority
    ):
        running = workers
    if slots is not None and low_priority:
        running = running + load.starting if slots == 0 else max(share or 0, running)
    return running


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
    missing_mb, missing = (
        availability.missing_mb(queue)[0],
        availability.missing_files(queue)[0],
    )
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
    if decision.nucleus is not None and decision.models.parameters["NW_ACTIVE"]:
        factors["network"] = network
    if decision.chunk.task["trans_home"] is not None:
        answer = decision.models.software_answer(decision.chunk, queue)
        factors["preference"] = answer.preference or 1.0
    weight = 1.0
    for factor in factors.values():
        weight *= factor
    row = Weighed(queue, weight, factors, running, 0, None)
    classify(decision, row, load, local, data is not None, network)
    return row


def classify(
    decision: Decision,
    row: Weighed,
    load: Load,
    local: bool,
    may_fetch: bool,
    network: float,
) -> None:
    """Set cap, class and criterion of a weighed queue: the first rule that holds."""
    chunk, parameters, queue = decision.chunk, decision.models.parameters, row.queue
    limit = parameters.queue_limit(chunk.task["gshare"])
    factor = parameters.number("cap_factor")
    by_type = parameters["cap_mode"] == "resource_type"
    row.n_queued = load.activated + load.starting + (0 if local else load.assigned)
    if not by_type:
        row.n_queued += load.defined
    cap = max(limit, factor * row.n_running)
    types = type_load(decision, queue) if by_type else None
    type_queue, type_cap = 0, limit
    if types is not None:
        type_queue = types.defined + types.activated + types.starting
        type_queue += 0 if local else types.assigned
        type_cap = max(limit, factor * max(types.running, row.n_running))
    is_unified = queue.is_ucore and by_type
    total = load.running + load.activated + load.assigned + load.starting + load.defined
    nothing = row.n_running + total - load.running == 0
    over_cap = not is_unified and row.n_queued > cap
    if not chunk.is_express:
        row.cap = type_cap if is_unified else cap
    if is_unified:
        row.n_queued = type_queue
    if chunk.has_jumbo and queue.use_jumbo:
        row.criterion, row.is_primary, row.for_jumbo = "+usejumbo", True, True
    elif is_locked(decision, queue):
        row.criterion = "-lock"
    elif not may_fetch:
        row.criterion = "-non_local"
    elif over_cap and not chunk.is_express:
        row.criterion = "-cap"
    elif (
        chunk.is_express
        and parameters["NW_ACTIVE"]
        and network < express_need(decision)
    ):
        row.criterion = "-lowNetworkWeight"
    elif types is not None and not chunk.is_express and type_queue > type_cap:
        row.criterion = "-cap_rt"
    elif (
        nothing
        and chunk.priority <= parameters.number("MAX_PRIO_TO_BOOTSTRAP")
        and not chunk.is_merging
        and not chunk.is_express
    ):
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


def express_need(decision: Decision) -> float:
    """Return the least network weight of express chunks."""
    number = decision.models.parameters.number
    return number("NW_THRESHOLD") * number("NW_WEIGHT_MULTIPLIER")


def is_locked(decision: Decision, queue: Queue) -> bool:
    """Tell whether another broker works on the queue for this kind of task."""
    task = decision.chunk.task
    key = (
        task["vo"],
        task["prod_source_label"],
        queue.name,
        task["workqueue_id"] or 0,
        task["resource_type"],
    )
    return key in decision.models.locks


def keep_argmax(decision: Decision, rows: list[Weighed]) -> None:
    """Keep only the queue with most running jobs where the t1 weight is negative."""
    if not any(row.needs_argmax for row in rows):
        return
    statistics, vo = decision.models.statistics, decision.chunk.task["vo"]

    def running(row: Weighed) -> int:
        counts = statistics.of_queue.get((vo, row.queue.unified), NO_COUNTS)
        return counts.get("running", 0)

    best = max((row for row in rows if row.needs_argmax), key=running)
    for row in rows:
        if row.is_primary and row is not best and not row.for_jumbo:
            row.is_primary = False
            row.criterion = "-others_bootstrap" if row.is_bootstrap else "-t1_weight"
