"""Weights of the survivors, factor by factor (spec §6.1 to §6.4)."""

from __future__ import annotations

import math

from tests.property.reference.classes import STATUSES, Load, Weighed, classify
from tests.property.reference.context import Decision
from tests.property.reference.data import Availability
from tests.property.reference.queues import Queue
from tests.property.reference.statistics import NO_COUNTS, Counts


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
