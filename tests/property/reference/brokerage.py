"""The production job brokerage: chunks in, ranked queues and reasons out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta

from tests.property.reference.chunk_features import Chunk, Key, production_chunks
from tests.property.reference.context import Decision, Models, make_decision
from tests.property.reference.data import Availability
from tests.property.reference.filters import CHECKS, Check
from tests.property.reference.parameters import Parameters, Value
from tests.property.reference.queues import Queue
from tests.property.reference.weights import Weighed, keep_argmax, weigh
from tests.property.reference.world import World

Failure = tuple[Check, str]
#: Statuses of tasks that have ended.
ENDED = ("done", "finished", "broken", "aborted", "failed")


@dataclass(frozen=True)
class Candidate:
    """A chosen queue."""

    queue: str
    weight: float
    is_bootstrap: bool
    for_jumbo: bool
    n_running_cap: float | None
    n_queued: int


@dataclass(frozen=True)
class Outcome:
    """A decision: status, the ranked choice, all weighed and all rejected queues.

    Queues for jumbo jobs stand in a list of their own, also those that rank with the
    others. `weighed` maps a queue to its weight, outcome and factors; `rejected` maps
    one to its reported criterion and all criteria of rows that it fails, in step order;
    `counters` are running and queued jobs and the cap of a weighed queue.
    """

    status: str
    criterion: str | None
    retry_minutes: int | None
    candidates: list[Candidate] = field(default_factory=list)
    jumbo_candidates: list[Candidate] = field(default_factory=list)
    weighed: dict[str, tuple[float, str, dict[str, float]]] = field(
        default_factory=dict
    )
    rejected: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    counters: dict[str, tuple[int, int, float | None]] = field(default_factory=dict)


def broker(
    world: World,
    profile: str = "page",
    parameters: Mapping[str, Value] | None = None,
    seed: int = 0,
) -> dict[Key, Outcome]:
    """Return the decision on every chunk; ties go by name, so no seed is needed."""
    values = Parameters(profile, world["gdp_config"], parameters, world.vo)
    models = Models(world, values)
    outcomes = {
        chunk.key: decide(models, chunk) for chunk in production_chunks(world, values)
    }
    served = {key[0] for key, each in outcomes.items() if each.status == "assigned"}
    given_up = exhausted_tasks(world, values) - served
    return {
        key: replace(outcome, status="failed", retry_minutes=None)
        if key[0] in given_up
        else outcome
        for key, outcome in outcomes.items()
    }


def decide(models: Models, chunk: Chunk) -> Outcome:
    """Return the decision on one chunk."""
    decision = make_decision(models, chunk)
    failures = evaluate(decision)
    if decision.completeness.fails:
        rejected = reasons(decision, failures, set())
        return Outcome(
            "pending", "-incomplete_input", retry(decision), rejected=rejected
        )
    survivors = [
        queue
        for queue in decision.queues
        if not any(check.is_persistent for check, _ in failures.get(queue.name, ()))
    ]
    availability = models.data.availability(chunk, survivors)
    kept = survivors
    if decision.applies("-io"):
        kept = io_check(chunk, survivors, availability, models.parameters)
    names = {queue.name for queue in kept}
    moved_too_much = {queue.name for queue in survivors} - names
    rejected = reasons(decision, failures, moved_too_much)
    last = [queue for queue in kept if queue.name not in failures]
    return choose(decision, availability, last, rejected)


def choose(
    decision: Decision,
    availability: Availability,
    queues: list[Queue],
    rejected: dict[str, tuple[str, tuple[str, ...]]],
) -> Outcome:
    """Return the decision among the queues that passed every check."""
    rows = [weigh(decision, availability, queue) for queue in queues]
    keep_argmax(decision, rows)
    chosen = rank(decision, rows)
    return Outcome(
        status="assigned" if chosen else "pending",
        criterion=None if chosen else "-no_candidates",
        retry_minutes=None if chosen else retry(decision),
        candidates=chosen,
        jumbo_candidates=jumbo_list(rows) if chosen else [],
        weighed={
            row.queue.name: (row.weight, row.criterion, row.factors) for row in rows
        },
        rejected=rejected,
        counters={
            row.queue.name: (row.n_running, row.n_queued, row.cap) for row in rows
        },
    )


def evaluate(decision: Decision) -> dict[str, list[Failure]]:
    """Return the checks that each candidate fails, in step order."""
    pairs: list[tuple[Queue, list[Failure]]] = [(one, []) for one in decision.queues]
    families: dict[str, tuple[Queue, list[list[Failure]]]] = {}
    for queue, own in pairs:
        families.setdefault(queue.unified, (queue.parent, []))[1].append(own)
    for check in CHECKS:
        if check.is_unified:
            for parent, members in families.values():
                failing = [(check, it) for it in check.fails(decision, parent)]
                for own in members:
                    own += failing
        else:
            for queue, own in pairs:
                own += [(check, it) for it in check.fails(decision, queue)]
    return {queue.name: own for queue, own in pairs if own}


def reasons(
    decision: Decision, failures: Mapping[str, list[Failure]], moved_too_much: set[str]
) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return reported and all criteria of every queue that is out before the weights.

    Reported is the first check that drops, else the IO check, else the last check that
    defers. Queues outside the candidate list are no candidates.
    """
    inside = {queue.name for queue in decision.queues}
    rejected: dict[str, tuple[str, tuple[str, ...]]] = {
        queue.name: ("-not_candidate", ("-not_candidate",))
        for queue in decision.models.sites.queues
        if queue.name not in inside
    }
    for queue in decision.queues:
        own = failures.get(queue.name, [])
        dropped = [criterion for check, criterion in own if check.is_persistent]
        if not own and queue.name not in moved_too_much:
            continue
        if dropped:
            reported = dropped[0]
        elif queue.name in moved_too_much:
            reported = "-io"
        else:
            reported = own[-1][1]
        failing = [criterion for _, criterion in own]
        if queue.name in moved_too_much:
            failing.append("-io")
        rejected[queue.name] = (reported, tuple(failing))
    return rejected


def rank(decision: Decision, rows: list[Weighed]) -> list[Candidate]:
    """Return the best primary rows, bootstrap ones first, and mark the losers."""
    jumbo_ranks = decision.chunk.row["use_jumbo"] in ("fake", "only")
    ranked = sorted(
        (row for row in rows if row.is_primary and (jumbo_ranks or not row.for_jumbo)),
        key=lambda row: (not row.is_bootstrap, -row.weight, row.queue.name),
    )
    most = int(decision.parameters.number("top_n"))
    for row in ranked[most:]:
        row.criterion = "-others_bootstrap" if row.is_bootstrap else "-low_weight"
    return [as_candidate(row) for row in ranked[:most]]


def jumbo_list(rows: list[Weighed]) -> list[Candidate]:
    """Return all queues for jumbo jobs of the task, the best first."""
    jumbo = [row for row in rows if row.for_jumbo and row.is_primary]
    jumbo.sort(key=lambda row: (-row.weight, row.queue.name))
    return [as_candidate(row) for row in jumbo]


def as_candidate(row: Weighed) -> Candidate:
    """Return what a chosen queue carries on."""
    name, flags = row.queue.name, (row.is_bootstrap, row.for_jumbo)
    return Candidate(name, row.weight, *flags, row.cap, row.n_queued)


def retry(decision: Decision) -> int:
    """Return after how many minutes a pending task is tried again."""
    minutes = decision.parameters["pending_minutes"]
    if isinstance(minutes, int):
        return minutes
    priority = decision.chunk.priority
    return 10 if priority >= 950 else 30 if priority >= 900 else 60


def io_check(
    chunk: Chunk,
    survivors: list[Queue],
    availability: Availability,
    parameters: Parameters,
) -> list[Queue]:
    """Return the survivors that stay after the check of input to be moved (JB-80)."""
    cutoff = parameters.number("IO_INTENSITY_CUTOFF")
    exempts = parameters.words("io_exempts")
    strict = parameters["io_check_mode"] == "strict"
    if (
        (availability.total_size == 0 and not strict)
        or (chunk.is_merging and "merging" in exempts)
        or (chunk.is_es_pure and "event_service" in exempts)
        or chunk.io_intensity <= cutoff
    ):
        return survivors
    limit_mb = parameters.number("SIZE_CUTOFF_TO_MOVE_INPUT") * 1024
    limit_files = parameters.number("NUM_CUTOFF_TO_MOVE_INPUT")
    passed, tape_only = [], []
    for queue in survivors:
        mb_disk, mb_any = availability.missing_mb(queue)
        n_disk, n_any = availability.missing_files(queue)
        if strict:
            if mb_disk < limit_mb and n_disk < limit_files:
                passed.append(queue)
        elif mb_disk <= limit_mb and n_disk <= limit_files:
            passed.append(queue)
        elif min(mb_disk, mb_any) <= limit_mb and min(n_disk, n_any) <= limit_files:
            tape_only.append(queue)
    if strict:
        return passed
    return passed or tape_only or survivors


def exhausted_tasks(world: World, parameters: Parameters) -> set[int]:
    """Return the tasks that are given up, unless a chunk gets a queue (4.4)."""
    days = parameters["pending_timeout_days"]
    if not isinstance(days, int):
        return set()
    running = {
        row["jedi_task_id"]
        for row in world["task"]
        if row["status"] is not None and row["status"] not in ENDED
    }
    return {
        row["jedi_task_id"]
        for row in world["task"]
        if row["frozen_time"] is not None
        and world.now - row["frozen_time"] > timedelta(days=days)
        and (
            row["parent_tid"] == row["jedi_task_id"] or row["parent_tid"] not in running
        )
    }
