"""Load of queues and users: overload, the Analysis Stabilizer, bad jobs."""

from __future__ import annotations

from dataclasses import dataclass

from tests.property.reference.analysis_filters import n_own_jobs
from tests.property.reference.analysis_grid import UserLoad, n_queued
from tests.property.reference.analysis_round import Round
from tests.property.reference.queues import Queue

MIN_RUNNING = 20


@dataclass(frozen=True, slots=True)
class UserQueue:
    """Jobs of a user at a queue in a share, and how many may be queued there."""

    queued: int
    most: float
    is_throttled: bool

    @property
    def left(self) -> float:
        """Return how many more jobs may be queued."""
        return max(self.most - self.queued, 0)


def user_queue(round_: Round, queue: Queue) -> UserQueue:
    """Return what the Analysis Stabilizer says of a queue (spec 1.7)."""
    grid, task, number = round_.grid, round_.chunk.task, round_.parameters.number
    counts = grid.counts(task, queue)
    running, queued = counts.get("running", 0), n_queued(counts)
    rate = to_running_rate(round_, queue)
    key = (queue.unified, task["gshare"], task["prod_source_label"])
    users = grid.users.get(key)
    all_running, n_users = running, 1
    if users:
        all_running = sum(load.running for load in users.values())
        n_users = len(users.keys() - {None})
        n_users = max(n_users + bool(round_.parameters["count_total_row"]), 1)
    name = task["orig_user_name"]
    own = None if name is None else (users or {}).get(name)
    load = own or UserLoad()
    most_of_all = max(
        number("BASE_QUEUE_LENGTH_PER_PQ"),
        number("STATIC_MAX_QUEUE_RUNNING_RATIO") * all_running,
        number("MAX_EXPECTED_WAIT_HOUR") * rate,
    )
    part = max(1 / n_users, load.running / all_running if all_running else 0)
    most = max(
        number("BASE_DEFAULT_QUEUE_LENGTH_PER_PQ_USER"),
        number("BASE_QUEUE_RATIO_ON_PQ") * all_running,
        most_of_all * part,
    )
    can_be_throttled = (
        own is not None
        and queued >= number("BASE_QUEUE_LENGTH_PER_PQ")
        and queued >= number("BASE_EXPECTED_WAIT_HOUR_ON_PQ") * rate
    )
    return UserQueue(load.queued, most, can_be_throttled)


def to_running_rate(round_: Round, queue: Queue) -> float:
    """Return how many jobs start per hour at a queue, or in the task's share there."""
    grid, task = round_.grid, round_.chunk.task
    rate = grid.rates.get(queue.unified, 0.0)
    if round_.parameters["trr_mode"] == "queue":
        return rate
    running = grid.statistics.of_queue.get((queue.unified,), {})
    everything = running.get("running", 0)
    own = grid.counts(task, queue).get("running", 0)
    return own * rate / everything if everything else 0.0


def is_overloaded(round_: Round, queue: Queue) -> bool:
    """Tell whether a queue has many jobs queued against running ones (check 21)."""
    if round_.chunk.is_merging:
        return False
    counts = round_.grid.counts(round_.chunk.task, queue)
    queued, running = n_queued(counts), counts.get("running", 0)
    if queued <= round_.parameters.number("OVERLOAD_MIN_QUEUE"):
        return False
    offset = round_.parameters.number("OVERLOAD_RATIO_OFFSET")
    ratio = round_.grid.grid_ratio(round_.chunk.task)
    return running == 0 or queued / running > ratio * offset


def overload_tag(round_: Round, queue: Queue) -> str:
    """Return how an overloaded queue is told: as one of VP, or as any other."""
    if round_.parameters["overloaded_vp_mode"] == "queue":
        through_vp = round_.grid.storage(queue).is_vp
    else:
        through_vp = (
            round_.locality is not None
            and queue.unified not in round_.locality.without_vp
        )
    return "-overloaded_vp" if through_vp else "-overloaded"


def has_bad_jobs(round_: Round, queue: Queue) -> bool:
    """Tell whether too many jobs of the task failed or were closed at a queue."""
    every = round_.parameters["bad_jobs_mode"] == "all"
    failed = n_own_jobs(round_, queue, "failed", every)
    bad = failed + n_own_jobs(round_, queue, "closed", every)
    most = max(
        2 * n_own_jobs(round_, queue, "finished", every),
        round_.parameters.number("MIN_BAD_JOBS_TO_SKIP_PQ"),
    )
    return bad >= most if every else bad > most


def is_unsuitable(round_: Round, queue: Queue) -> bool:
    """Tell whether a queue is a problem for the user: -badsite at the end."""
    if round_.chunk.is_merging:
        return False
    counts = round_.grid.counts(round_.chunk.task, queue)
    if is_overloaded(round_, queue) and counts.get("running", 0) == 0:
        return True
    user = user_queue(round_, queue)
    if not user.is_throttled:
        return False
    in_running_system = round_.parameters["bad_jobs_mode"] == "stabilizer"
    return user.queued > user.most or (
        in_running_system and has_bad_jobs(round_, queue)
    )


def temporary_problems(round_: Round, queue: Queue) -> list[str]:
    """Return why a queue is left out for now, in the order of the page."""
    problems = []
    parameters = round_.parameters
    if parameters["bad_jobs_mode"] == "all" and has_bad_jobs(round_, queue):
        problems.append("-closed")
    counts = round_.grid.counts(round_.chunk.task, queue)
    limit = 2 * max(MIN_RUNNING, counts.get("running", 0))
    if parameters["enforce_cap_rt"] and n_queued(counts) > limit:
        problems.append("-cap_rt")
    if not round_.is_site_given and is_unsuitable(round_, queue):
        problems.append("-badsite")
    return problems
