"""Filters JB-50 to JB-62: memory, remote input, scratch disk, walltime."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from tests.property.reference.chunk_features import Chunk, in_bytes
from tests.property.reference.context import Decision
from tests.property.reference.data import MB
from tests.property.reference.parameters import Parameters
from tests.property.reference.queues import Queue

DAY = 24 * 3600


def memory(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-50 and JB-51."""
    chunk, task, parameters = decision.chunk, decision.chunk.task, decision.parameters
    need, base = chunk.ram, task["base_ram_count"] or 0
    if not need and not (parameters["ram_base_only"] and base):
        return
    unit = task["ram_unit"] in ("MBPerCore", "MBPerCoreFixed") and not chunk.is_merging
    if unit or parameters["ram_formula"] != "per_core_units":
        need = need * (queue.core_count or 1) + base
    need = int(need * parameters.number("compensation"))
    if 0 < queue.max_rss < need:
        yield "-lowmemory"
    if 0 < need < queue.min_rss:
        yield "-highmemory"


def remote_input(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-53: a task that only reads over LAN needs a queue that can."""
    chunk, can = decision.chunk, queue.direct_lan or queue.max_input_size == -1
    if chunk.rule.integer("IL") == 2 and not chunk.is_merging and not can:
        yield "-remoteio"


def scratch(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-54."""
    chunk, parameters = decision.chunk, decision.parameters
    if queue.max_wdir == 0:
        return
    output, work, inputs = disk_bytes(decision)
    asks_lan = chunk.rule.integer("IL") and not (chunk.rule.integer("LI") or 0) > 0
    reads_directly = queue.max_input_size == -1 or (asks_lan and queue.direct_lan)
    if not chunk.is_merging and reads_directly:
        inputs = 0
    need, limit = (output + work + inputs) // MB, float(queue.max_wdir)
    is_single = chunk.task["core_count"] in (None, 0, 1) and not chunk.is_es
    if parameters["maxwdir_divide"] == "always" or is_single:
        limit /= queue.core_count or 1
    if need >= limit if parameters["scratch_op"] == ">" else need > limit:
        yield "-disk"


def disk_bytes(decision: Decision) -> tuple[float, float, float]:
    """Return the bytes of output, working space and input of the smallest job."""
    chunk, task = decision.chunk, decision.chunk.task
    parameters = decision.parameters
    unit = task["out_disk_unit"] or ""
    scale = chunk.row["atom_n_events" if "PerEvent" in unit else "atom_effective_mb"]
    output = in_bytes(task["out_disk_count"], unit) * (scale or 0)
    output = max(output, parameters.number("out_floor_mb") * MB)
    margin = parameters.number("work_margin_mb") * MB
    work = in_bytes(task["work_disk_count"], task["work_disk_unit"])
    if parameters["work_margin_mode"] == "max":
        work = max(margin, work)
    else:
        work = 0 if task["work_disk_count"] is None else work + margin
    return output, work, chunk.row["atom_size_bytes"] or 0


def walltime_span(chunk: Chunk) -> Callable[[int, Queue], float]:
    """Return the function from seconds at a queue to what a job can use of them."""
    base = chunk.task["base_walltime"] or 0
    efficiency = chunk.task["cpu_efficiency"]
    if efficiency is None:
        efficiency = 100

    def span(seconds: int, queue: Queue) -> float:
        usable: float = seconds - base if chunk.uses_hs06 else seconds
        if queue.core_count > 0:
            usable *= queue.core_count
        if chunk.uses_hs06:
            usable = math.trunc(usable * queue.core_power * efficiency / 100)
        return usable

    return span


def needed_walltime(chunk: Chunk) -> float | None:
    """Return what the smallest job needs; None where it is unknown."""
    if chunk.uses_hs06:
        rate, amount = chunk.cpu_time, chunk.row["atom_n_events"]
    else:
        rate, amount = chunk.task["walltime"], chunk.row["atom_effective_mb"]
    if rate is None or amount is None:
        return None
    need = rate * amount
    if chunk.is_es_pure:
        attempts = chunk.rule.integer("XJ")
        if attempts is None:
            attempts = chunk.rule.integer("XA")
        need /= chunk.rule.integer("EC") or 1
        need /= 3 if attempts is None else attempts + 1
    return need


def event_range(chunk: Chunk) -> tuple[float, float] | None:
    """Return the least and most a job of dynamic size needs; None where it is fixed."""
    least = chunk.rule.integer("DY")
    if least is None or not chunk.uses_hs06:
        return None
    limits = (chunk.row["max_consecutive_events"], chunk.rule.integer("MX"))
    most = min((limit for limit in limits if limit is not None), default=math.nan)
    rate = math.nan if chunk.cpu_time is None else chunk.cpu_time
    return rate * least, rate * most


def short_walltime(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-60."""
    chunk = decision.chunk
    need, dynamic = needed_walltime(chunk) or 0, event_range(chunk)
    if dynamic is not None and queue.min_time > 0:
        need = dynamic[0]
    is_asked = queue.max_time != 0 and need > 0
    if is_asked and need > walltime_span(chunk)(queue.max_time, queue):
        yield "-shortwalltime"


def long_walltime(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-62."""
    chunk = decision.chunk
    if queue.min_time == 0:
        return
    needs = event_range(chunk) if queue.min_time > 0 else None
    least = walltime_span(chunk)(queue.min_time, queue)
    if needs is None:
        need = needed_walltime(chunk)
        fails = need is None or need < least
    else:
        fails = needs[0] < least and needs[1] < least
    if fails:
        yield "-longwalltime"


def is_length_unknown(chunk: Chunk, parameters: Parameters) -> bool:
    """Tell whether the task says nothing of the length of its jobs."""
    task, by_unit = chunk.task, parameters["walltime_undefined"] == "by_unit"
    defines = [task["walltime"], chunk.uses_hs06 and task["cpu_time"]]
    if by_unit:
        defines += [task["walltime_unit"], task["cpu_time_unit"]]
    lacks_time = bool(task["cpu_time_unit"] and not task["cpu_time"])
    return not any(defines) or (lacks_time and (by_unit or chunk.uses_hs06))


def capacity(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-61: jobs of unknown length need queues that allow a day."""
    chunk, parameters = decision.chunk, decision.parameters
    is_unknown = is_length_unknown(chunk, parameters)
    is_scout = chunk.is_scout and decision.applies("-scout_walltime")
    if chunk.is_merging and not parameters["walltime24_merge"]:
        return
    if not (is_scout or chunk.is_merging or is_unknown):
        return
    mode = parameters["walltime24_mode"]
    if mode == "wall_clock":
        fails = 0 < queue.max_time < DAY
    else:
        power = 1 if mode == "unit_aware" and not chunk.uses_hs06 else 10
        most = walltime_span(chunk)(queue.max_time, queue)
        fails = most != 0 and most < DAY * power * max(queue.core_count, 1)
    if fails:
        yield "-scout_walltime" if chunk.is_scout else "-min_walltime"
