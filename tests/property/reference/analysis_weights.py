"""Weights of the queues that are left (spec 1.8)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tests.property.reference.analysis_data import GIB
from tests.property.reference.analysis_grid import n_queued
from tests.property.reference.analysis_load import (
    UserQueue,
    temporary_problems,
    user_queue,
)
from tests.property.reference.analysis_round import Round
from tests.property.reference.queues import Queue
from tests.property.reference.weights import slots_for

BY_CLASS = ("User Analysis", "Express Analysis")
HI, MID, LO = 1, 0, -1
LEAST = 2.0**-20
WORKER_CAP = 20
DISK_NORM_GB = 10
IDLE, SPILL_MID, SPILL_LO, SPILL_B = 0.001, 0.05, 0.002, 0.1
EPSILON_1, EPSILON_2 = 0.05, 0.002
#: Which site class suits a task class, and which follow.
SUITED = {HI: (HI, MID, LO), MID: (MID, LO, HI), LO: (LO, MID, HI)}


def weigh(round_: Round, queues: Sequence[Queue]) -> dict[str, dict[str, float]]:
    """Return the factors of the weight of each queue."""
    parents = list({queue.unified: queue.parent for queue in queues}.values())
    if round_.parameters["basic_weight"] == "new":
        weights = new_weights(round_, parents)
        basic = {queue.name: weights[queue.unified] for queue in queues}
    else:
        basic = {queue.name: original_weight(round_, queue) for queue in queues}
    more = LEAST if round_.parameters["data_weight"] else 0.0
    return {
        queue.name: {
            "basic": basic[queue.name] + more,
            "data": data_factor(round_, queue),
        }
        for queue in queues
    }


def original_weight(round_: Round, queue: Queue) -> float:
    """Return running against queued jobs."""
    counts = round_.grid.counts(round_.chunk.task, queue)
    running = effective_running(round_, queue, counts.get("running", 0))
    return (running + 1) / (n_queued(counts) + 1)


def effective_running(round_: Round, queue: Queue, running: int) -> int:
    """Return the number of running jobs of the original weight, as the page has it."""
    statistics, task = round_.grid.statistics, round_.chunk.task
    workers = min(statistics.n_workers.get(queue.unified, 0), WORKER_CAP)
    starting = round_.grid.counts(task, queue).get("starting", 0)
    slots = statistics.num_slots(queue.unified, task["gshare"], task["resource_type"])
    more = workers if running < WORKER_CAP else 0
    return max(running, more, slots_for(queue, slots, starting))


def new_weights(round_: Round, parents: Sequence[Queue]) -> dict[str, float]:
    """Return W_s times W_q by unified queue."""
    users = {queue.name: user_queue(round_, queue) for queue in parents}
    classes = {queue.name: site_class(round_, queue) for queue in parents}
    by_class = round_.chunk.task["gshare"] in BY_CLASS
    if round_.parameters["wq_pool"] == "all":
        main = page_main(round_) if by_class else {}
        pool = [  # the remaining candidates: those with a problem have left
            users[queue.name]
            for queue in parents
            if not temporary_problems(round_, queue)
        ]
        return {
            name: page_weight(
                main.get(classes[name], float(round_.chunk.n_jobs)),
                round_.chunk.n_jobs,
                users[name],
                pool or list(users.values()),
            )
            for name in users
        }
    pools = {
        name: [
            user
            for other, user in users.items()
            if not by_class or classes[other] == classes[name]
        ]
        for name in users
    }
    main = class_main(round_, users, classes) if by_class else {}
    return {
        name: pool_weight(
            main.get(classes[name], float(round_.chunk.n_jobs)),
            users[name],
            pools[name],
            round_.chunk.is_merging,
        )
        for name in users
    }


def site_class(round_: Round, queue: Queue) -> int:
    """Return the class of a queue; mid where it has none."""
    value = round_.grid.evaluation(
        "analy_site_eval", queue.unified, "class", minutes=60
    )
    return MID if math.isnan(value) else int(value)


def task_class(round_: Round) -> int:
    """Return the class of the task, S counted as A; A where it has none."""
    entity = str(round_.chunk.task["jedi_task_id"])
    value = round_.grid.evaluation("analy_task_eval", entity, "class", minutes=15)
    return HI if math.isnan(value) else min(int(value), HI)


def page_main(round_: Round) -> dict[int, float]:
    """Return W_s by site class, as the table of the page."""
    best, second, third = SUITED[task_class(round_)]
    return {best: float(round_.chunk.n_jobs), second: EPSILON_1, third: EPSILON_2}


def page_weight(
    main: float, n_jobs: int, user: UserQueue, pool: Sequence[UserQueue]
) -> float:
    """Return W_s times W_q over all candidates, with the guards of row 46."""
    above = max(user.most - user.queued - n_jobs / len(pool), 0)
    below = max(sum(each.most - each.queued for each in pool) - n_jobs, 0)
    return main * (above / below if below else 1 / len(pool))


def class_main(
    round_: Round, users: dict[str, UserQueue], classes: dict[str, int]
) -> dict[int, float]:
    """Return the jobs that each site class is to get, spilled over to the next."""
    room = {
        kind: math.fsum(
            user.left for name, user in users.items() if classes[name] == kind
        )
        for kind in (HI, MID, LO)
    }
    left = min(round_.chunk.n_jobs, math.fsum(user.left for user in users.values()))
    main = {HI: IDLE, MID: IDLE, LO: IDLE}
    kind = task_class(round_)
    if kind == LO:
        main[LO] = left
    elif kind == MID:
        main[MID] = min(left, room[MID])
        main[LO] = left - main[MID]
        if main[MID] > 0:
            main[MID] -= SPILL_B
            main[LO] += SPILL_B
    else:
        main[HI] = min(left, room[HI])
        left -= main[HI]
        main[MID] = min(left, room[MID])
        main[LO] = left - main[MID]
        if main[HI] > 0:
            main[HI] -= SPILL_MID + SPILL_LO
            main[MID] += SPILL_MID
            main[LO] += SPILL_LO
    return main


def pool_weight(
    main: float, user: UserQueue, pool: Sequence[UserQueue], merges: bool
) -> float:
    """Return a weight by the room that a queue has in its pool."""
    room = math.fsum(each.left for each in pool)
    if room - main > 0 and not merges:
        part = max(user.left - main / len(pool), main * 0.001) / (room - main)
    elif room > 0:
        part = user.left / room
    else:
        part = 1 / len(pool)
    return main * part


def data_factor(round_: Round, queue: Queue) -> float:
    """Return the factor of input that is at the queue."""
    if not round_.parameters["data_weight"]:
        return 1.0
    near = round_.locality
    if near is not None and not near.is_union:
        return near.weight.get(queue.unified, 1.0)
    if round_.state.total_bytes < GIB:
        return 1.0
    size = round_.models.data.local_bytes(round_.chunk, queue, round_.state.uses_vp)
    return 1 + size // GIB / DISK_NORM_GB
