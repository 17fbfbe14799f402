"""Checks 1 to 17 of the analysis brokerage, each on one queue."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.property.reference.analysis_round import Round
from tests.property.reference.analysis_throttles import over_local_quota
from tests.property.reference.chunk_features import in_bytes
from tests.property.reference.data import MB
from tests.property.reference.filters import (
    DAY,
    is_full,
    is_length_unknown,
    needed_walltime,
    walltime_span,
)
from tests.property.reference.queues import Queue
from tests.property.reference.statistics import pilot_flag
from tests.property.reference.world import Row
from tests.property.reference.zero_share import has_zero_share

#: A check yields the criteria that a queue fails; parents stand for their family.
QueueCheck = Callable[[Round, Queue], Iterator[str]]


def failing(round_: Round, queue: Queue) -> list[str]:
    """Return all criteria of filters that a queue fails, in the order of checks."""
    return [
        criterion
        for check, is_unified in CHECKS
        for criterion in check(round_, queue.parent if is_unified else queue)
    ]


def frame(round_: Round, queue: Queue) -> Iterator[str]:
    """Queues of another type are no candidates, unless they are pre-assigned."""
    if not queue.runs_analysis and queue.name != round_.site_name:
        yield "-not_candidate"


def input_data(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 1."""
    if round_.locality is not None and not round_.holds_data(queue):
        yield "-input_data"


def status(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 2."""
    if round_.parameters["status_mode"] == "online_only":
        fails = queue.status != "online" and not round_.is_named(queue)
    else:
        fails = queue.status == "offline" or (
            queue.status in ("brokeroff", "test") and not round_.is_named(queue)
        )
    if fails:
        yield "-status"


def unified_parent(round_: Round, queue: Queue) -> Iterator[str]:
    """Parents only stand for their pseudo queues."""
    if queue.is_parent:
        yield "-not_candidate"


def zero_share(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 3."""
    task = round_.chunk.task
    asked = (task["processing_type"], task["working_group"], task["gshare"])
    more = (task["current_priority"], round_.chunk.is_merging)
    if round_.chunk.site is None and has_zero_share(queue.policy, *asked, *more):
        yield "-zeroshare"


def disk_io(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 4."""
    task, asked = round_.chunk.task, round_.chunk.task["disk_io"]
    limit = queue.max_disk_io or 0
    if limit <= 0:
        limit = round_.parameters.number("MAX_DISKIO_DEFAULT")
    divides = round_.parameters["diskio_core_division"] and queue.core_count > 0
    if asked and divides and task["core_count"] not in (None, 0, 1):
        asked = asked / queue.core_count
    usage = round_.grid.statistics.disk_io(queue.name)
    if asked and usage > limit and asked > limit:
        yield "-diskIO"


def io_intensity(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 5."""
    most, asked = queue.max_io_intensity, round_.chunk.io_intensity
    if most is not None and asked > most and not round_.chunk.is_merging:
        yield "-max_io_intensity"


def avoid_vp(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 6."""
    if round_.avoids_vp and round_.grid.storage(queue).is_vp:
        yield "-avoid_vp"


def cores(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 7."""
    asked = round_.chunk.task["core_count"]
    if asked is not None and asked > 1:
        fits = queue.core_count > 1
    else:
        fits = asked == 0 or queue.core_count in (0, 1)
    most = round_.chunk.rule.integer("CC")
    if not fits:
        yield "-cpucore"
    if most is not None and queue.core_count > most:
        yield "-max_cpucore"


def gpu_architecture(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 8."""
    software = round_.models.software
    if round_.parameters["gpu_precheck"] and software.lacks_gpu_platform(
        round_.chunk, queue
    ):
        yield "-gpu_architecture"


def n_own_jobs(round_: Round, queue: Queue, status: str, every: bool) -> int:
    """Return the task's jobs of a status at a queue that changed in the window."""
    hours = round_.parameters.number("TW_DONE_JOB_STAT")
    total = 0
    for row in round_.grid.world["task_job_stats"]:
        if (
            row["jedi_task_id"] == round_.chunk.task["jedi_task_id"]
            and row["queue_name"] == queue.unified
            and row["job_status"] == status
            and round_.grid.world.is_recent(row["last_change"], hours=hours)
        ):
            of_all = row.get("n_jobs_all") if every else None
            total += (row["n_jobs"] if of_all is None else of_all) or 0
    return total


def closed(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 9: in the running system one closed job is too many."""
    if round_.parameters["bad_jobs_mode"] != "stabilizer":
        return
    if round_.chunk.site is not None or round_.chunk.is_merging:
        return
    if n_own_jobs(round_, queue, "closed", every=False) > 0:
        yield "-closed"


def software(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 10."""
    if not round_.is_site_given:
        problem = round_.models.software.problem(round_.chunk, queue)
        if problem is not None:
            yield problem


def memory(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 11."""
    base, task = round_.chunk, round_.chunk.task
    parameters = round_.parameters
    per_core = task["ram_unit"] in ("MBPerCore", "MBPerCoreFixed")
    need = base.ram
    if per_core and not base.is_merging and queue.core_count > 0:
        need *= queue.core_count
    if parameters["base_in_memory"]:
        need += task["base_ram_count"] or 0
    need = int(need * parameters.number("compensation"))
    if queue.max_rss > 0 and need > queue.max_rss:
        yield "-lowmemory"
    if 0 < need < queue.min_rss:
        yield "-highmemory"


def scratch(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 12."""
    base = round_.chunk
    reads_directly = queue.direct_lan or queue.max_input_size == -1
    if base.rule.integer("IL") == 2 and not base.is_merging and not reads_directly:
        yield "-remoteio"
    if scratch_problem(round_, queue):
        yield "-disk"


def scratch_problem(round_: Round, queue: Queue) -> bool:
    """Tell whether the working directory is too small for a job."""
    if queue.max_wdir == 0:
        return False
    task, parameters = round_.chunk.task, round_.parameters
    need = scratch_need(round_, queue)
    cores = queue.core_count or 1
    is_shared = parameters["maxwdir_divide"] == "always"
    is_shared = is_shared or task["core_count"] in (None, 0, 1)
    limit = queue.max_wdir / cores if is_shared else queue.max_wdir
    return need >= limit if parameters["scratch_op"] == ">" else need > limit


def scratch_need(round_: Round, queue: Queue) -> float:
    """Return the MB that a job needs at a queue."""
    base, task = round_.chunk, round_.chunk.task
    row, rule = base.row, base.rule
    inputs = row["atom_size_bytes"] or 0
    has_floor = bool(round_.parameters["disk_floor"])
    if base.is_merging and has_floor:
        return 2 * inputs // MB
    amount = row["atom_effective_mb"] or 0
    per_mb = in_bytes(task["out_disk_count"], task["out_disk_unit"])
    work = 0.0
    if task["work_disk_count"] is not None:
        work = in_bytes(task["work_disk_count"], task["work_disk_unit"])
        work += round_.parameters.number("work_margin_mb") * MB
    floor_gb = rule.integer("NG") if has_floor else None
    local_io = (rule.integer("LI") or 0) > 0
    if reads_directly(round_, queue):
        need = (per_mb * amount + work) // MB
        if floor_gb is not None and not local_io:
            need = max(need, (per_mb * floor_gb * 1024 + work) // MB)
        return need
    need = (per_mb * amount + work + inputs) // MB
    return need if floor_gb is None else max(need, floor_gb * 1024)


def reads_directly(round_: Round, queue: Queue) -> bool:
    """Tell whether a job reads its input from the local storage."""
    base = round_.chunk
    if queue.max_input_size == -1:
        return True
    local_io = (base.rule.integer("LI") or 0) > 0
    return not local_io and base.rule.has("IL") and queue.direct_lan


def storage_problems(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 13: space of output and input, states of endpoints, local quota."""
    parameters, storage = round_.parameters, round_.grid.storage(queue)
    source, output = storage.default_input, storage.default_output
    least = parameters.number("STORAGE_MIN_FREE_SIZE_OUTPUT") or 200
    if is_full(parameters, output, least):
        yield "-disk"
    least = parameters.number("STORAGE_MIN_FREE_SIZE") or 200
    if (
        round_.number == 2
        and source is not output
        and is_full(parameters, source, least)
    ):
        yield "-disk"
    if is_blacklisted(round_, queue):
        yield "-blacklist"
    full = over_local_quota(round_.grid, round_.chunk)
    if output is not None and output["ddm_endpoint_name"] in full:
        yield "-local_quota"


def is_blacklisted(round_: Round, queue: Queue) -> bool:
    """Tell whether a direction is closed that the queue needs (spec 1.6)."""
    storage, is_up = round_.grid.storage(queue), round_.grid.sites.is_up
    holds_data = round_.holds_data(queue)

    def some(endpoints: list[Row], way: str) -> bool:
        return any(is_up(endpoint[way]) for endpoint in endpoints)

    if not some(storage.inputs, "read_lan") or not some(storage.outputs, "write_lan"):
        return True
    return not holds_data and not (
        some(storage.inputs, "write_wan")
        and some(storage.outputs, "read_wan")
        and round_.state.has_remote_source
    )


def walltime(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 14."""
    base = round_.chunk
    need, span = needed_walltime(base) or 0, walltime_span(base)
    known_only = round_.parameters["walltime_scope"] == "known_not_merge"
    if known_only and (need <= 0 or base.is_merging):
        return
    if queue.max_time != 0 and need > span(queue.max_time, queue):
        yield "-shortwalltime"
    if queue.min_time != 0 and need < span(queue.min_time, queue):
        yield "-longwalltime"


def capacity(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 15: jobs of unknown length need queues that allow a day."""
    base, parameters = round_.chunk, round_.parameters
    is_scout = base.is_scout and not round_.is_site_given
    merges = base.is_merging and bool(parameters["walltime24_merge"])
    if not (is_scout or merges or is_length_unknown(base, parameters)):
        return
    most = walltime_span(base)(queue.max_time, queue)
    if parameters["walltime24_mode"] == "wall_clock":
        fails = queue.max_time < DAY
        if parameters["maxtime_zero_unlimited"] and queue.max_time == 0:
            fails = False
    else:
        fails = most != 0 and most < DAY * 10 * max(queue.core_count, 1)
    if fails:
        yield "-scout_walltime" if base.is_scout else "-min_walltime"


def pilots(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 16."""
    key = (queue.name, pilot_flag(queue.name))
    if not round_.grid.statistics.n_pilots.get(key, 0):
        yield "-nopilot"


def lists(round_: Round, queue: Queue) -> Iterator[str]:
    """Check 17; what AUTO keeps aside is decided by the set of survivors."""
    chunk, task = round_.chunk, round_.chunk.task
    if is_listed(round_, queue, chunk.excluded):
        yield "-excluded"
    if chunk.endpoint_queues is not None:
        is_included = queue.name in chunk.endpoint_queues
    else:
        items = chunk.included
        is_included = items is None or "AUTO" in items
        is_included = is_included or is_listed(round_, queue, items or [])
    if not is_included:
        yield "-notincluded"
    if task["cloud"] not in (None, "", "any", round_.grid.cloud[queue.name]):
        yield "-cloudmismatch"


def is_listed(round_: Round, queue: Queue, items: list[str]) -> bool:
    """Tell whether a list names a queue, by pattern in the running system."""
    by_pattern = round_.parameters["site_list_mode"] != "exact"
    return round_.chunk.is_listed(queue.unified, items, by_pattern)


#: Every check in its order, and whether it asks the parent of a family.
CHECKS: tuple[tuple[QueueCheck, bool], ...] = (
    (frame, False),
    (input_data, True),
    (status, False),
    (unified_parent, False),
    (zero_share, False),
    (disk_io, True),
    (io_intensity, False),
    (avoid_vp, False),
    (cores, False),
    (gpu_architecture, False),
    (closed, True),
    (software, True),
    (memory, False),
    (scratch, True),
    (storage_problems, True),
    (walltime, False),
    (capacity, False),
    (pilots, True),
    (lists, True),
)
