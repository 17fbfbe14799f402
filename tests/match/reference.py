"""The choice of one request after the other in plain Python, from the specification.

An independent witness: it knows the law of the draws (spec/dirac.md 4) and how their
keys are made, and nothing of how the engine serves many requests at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Queue:
    """A task queue with the jobs left in it, by user priority, the oldest first."""

    cpu_time: int
    priority: float
    jobs: dict[int, list[int]] = field(default_factory=dict[int, list[int]])

    @property
    def n_jobs(self) -> int:
        """Return how many jobs are left."""
        return sum(len(ids) for ids in self.jobs.values())


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request is told."""

    tq_id: int | None
    job_id: int | None
    n_eligible: int
    criterion: str | None


def wide_key(kind: str, number: object) -> int:
    """Return the key of a thing: the lower half of the MD5 of its name."""
    return _key(f"{kind}/{number}")


def uniform(text: str) -> float:
    """Return what a text draws alone: the middle of one of 2^53 parts of 0 to 1."""
    return ((_key(text) >> 11) + 0.5) / (1 << 53)


def _key(text: str) -> int:
    return int.from_bytes(hashlib.md5(text.encode()).digest()[8:], "little")


def drawn(left: int, right: int) -> float:
    """Return what two keys draw: the middle 53 bits of their product, below 1."""
    return (left * right >> 43 & (1 << 53) - 1) / (1 << 53)


def real_priority(user_priority: int) -> float:
    """Return R(p) of the specification."""
    return 1e-5 if user_priority <= 0 else min(float(user_priority), 9.0)


def serve(
    queues: Mapping[int, Queue],
    fitting: Sequence[int],
    seed: int,
    seq: int,
    *,
    is_by_cpu: bool = True,
    window: int = 10,
    asked: int | None = None,
) -> Answer:
    """Return the answer to a request, and take its job out of its task queue."""
    key = wide_key(str(seed), seq)
    left = [tq_id for tq_id in fitting if queues[tq_id].n_jobs]
    if not fitting:
        return Answer(None, None, 0, "-no_eligible_queue")
    mine = [each for each in left if asked is None or _holds(queues[each], asked)]
    if not mine:
        criterion = "-outdrawn" if asked is None else "-job_id"
        return Answer(None, None, len(left), criterion)
    if is_by_cpu:
        top = max(queues[tq_id].cpu_time for tq_id in mine)
        mine = [tq_id for tq_id in mine if queues[tq_id].cpu_time == top]
    lots = {
        tq_id: drawn(key, wide_key("task queue", tq_id)) / queues[tq_id].priority
        for tq_id in mine
    }
    tq_id = min(lots, key=lambda each: (lots[each], each))
    job_id = asked if asked is not None else _job(queues[tq_id], key, window)
    for ids in queues[tq_id].jobs.values():
        if job_id in ids:
            ids.remove(job_id)
    return Answer(tq_id, job_id, len(left), None)


def _holds(queue: Queue, job_id: int) -> bool:
    return any(job_id in ids for ids in queue.jobs.values())


def _job(queue: Queue, key: int, window: int) -> int:
    lots = {
        priority: (1 - (1 - _level_draw(key, priority)) ** (1 / len(ids)))
        / (1e6 if priority >= 10 else real_priority(priority))
        for priority, ids in queue.jobs.items()
        if ids
    }
    oldest = queue.jobs[min(lots, key=lambda each: (lots[each], each))][:window]
    return oldest[int(drawn(key, wide_key("job", "window")) * len(oldest))]


def _level_draw(key: int, priority: int) -> float:
    return drawn(key, wide_key("user priority", priority))
