"""Filters JB-50 to JB-62: memory, remote input, scratch disk, walltime."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.property.reference.chunk_features import Chunk, in_bytes
from tests.property.reference.context import Check, Decision, drop, drop_unified
from tests.property.reference.data import MB
from tests.property.reference.queues import Queue

DAY = 24 * 3600


def job_checks(decision: Decision) -> list[Check]:
    """Return the checks of this module before the storage checks."""
    return [
        *memory_checks(decision),
        *remote_input_checks(decision),
        *scratch_checks(decision),
    ]


def memory_checks(decision: Decision) -> list[Check]:
    """JB-50 and JB-51."""
    chunk, task = decision.chunk, decision.chunk.task
    parameters = decision.models.parameters
    if not chunk.ram and not (parameters["ram_base_only"] and task["base_ram_count"]):
        return []
    per_core = True
    if parameters["ram_formula"] == "per_core_units":
        unit = task["ram_unit"]
        per_core = unit in ("MBPerCore", "MBPerCoreFixed") and not chunk.is_merging
    base = task["base_ram_count"] or 0
    factor = parameters.number("compensation")
    needs: dict[int, int] = {}

    def need(queue: Queue) -> int:
        if queue.core_count not in needs:
            ram = chunk.ram
            if per_core:
                ram = ram * (queue.core_count or 1) + base
            needs[queue.core_count] = int(ram * factor)
        return needs[queue.core_count]

    def low(queue: Queue) -> str | None:
        if queue.max_rss > 0 and need(queue) > queue.max_rss:
            return "-lowmemory"
        return None

    def high(queue: Queue) -> str | None:
        if queue.min_rss > 0 and 0 < need(queue) < queue.min_rss:
            return "-highmemory"
        return None

    return [drop(50, low), drop(51, high)]


def remote_input_checks(decision: Decision) -> list[Check]:
    """JB-53: a task that only reads over LAN needs a queue that can."""
    if decision.chunk.rule.integer("IL") != 2 or decision.chunk.is_merging:
        return []

    def copies(queue: Queue) -> str | None:
        can = queue.direct_lan or queue.max_input_size == -1
        return None if can else "-remoteio"

    return [drop_unified(53, copies)]


def scratch_checks(decision: Decision) -> list[Check]:
    """JB-54."""
    chunk, task = decision.chunk, decision.chunk.task
    parameters = decision.models.parameters
    output, work, inputs = disk_bytes(decision)
    copied, direct = (output + work + inputs) // MB, (output + work) // MB
    strict = parameters["scratch_op"] == ">"
    is_shared = parameters["maxwdir_divide"] == "always" or (
        task["core_count"] in (None, 0, 1) and not chunk.is_es
    )
    asks_lan = bool(chunk.rule.integer("IL"))
    local_io = (chunk.rule.integer("LI") or 0) > 0

    def too_small(queue: Queue) -> str | None:
        if queue.max_wdir == 0:
            return None
        reads_directly = not chunk.is_merging and (
            queue.max_input_size == -1
            or (not local_io and asks_lan and queue.direct_lan)
        )
        need = direct if reads_directly else copied
        limit = queue.max_wdir / ((queue.core_count or 1) if is_shared else 1)
        fails = need >= limit if strict else need > limit
        return "-disk" if fails else None

    return [drop_unified(54, too_small)]


def disk_bytes(decision: Decision) -> tuple[float, float, float]:
    """Return the bytes of output, working space and input of the smallest job."""
    chunk, task = decision.chunk, decision.chunk.task
    parameters = decision.models.parameters
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
    if rate is None:
        return None
    if amount is None:
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


def walltime_checks(decision: Decision) -> list[Check]:
    """JB-60, JB-61, JB-62."""
    chunk = decision.chunk
    span, need, dynamic = (
        walltime_span(chunk),
        needed_walltime(chunk),
        event_range(chunk),
    )

    def too_short(queue: Queue) -> str | None:
        if queue.max_time == 0:
            return None
        if dynamic is not None and queue.min_time > 0:
            fails = dynamic[0] > span(queue.max_time, queue)
        else:
            fails = need is not None and need > 0 and need > span(queue.max_time, queue)
        return "-shortwalltime" if fails else None

    def too_long(queue: Queue) -> str | None:
        if queue.min_time == 0:
            return None
        least = span(queue.min_time, queue)
        if dynamic is not None and queue.min_time > 0:
            fails = dynamic[0] < least and dynamic[1] < least
        else:
            fails = need is None or need < least
        return "-longwalltime" if fails else None

    return [drop(60, too_short), *capacity_checks(decision), drop(62, too_long)]


def capacity_checks(decision: Decision) -> list[Check]:
    """JB-61: jobs of unknown length need queues that allow a day."""
    chunk, task = decision.chunk, decision.chunk.task
    parameters = decision.models.parameters
    defines = [task["walltime"], chunk.uses_hs06 and task["cpu_time"]]
    if parameters["walltime_undefined"] == "by_unit":
        defines += [task["walltime_unit"], task["cpu_time_unit"]]
    counts_unit = chunk.uses_hs06 or parameters["walltime_undefined"] == "by_unit"
    lacks_time = task["cpu_time_unit"] and not task["cpu_time"]
    is_unknown = not any(defines) or bool(counts_unit and lacks_time)
    is_scout = chunk.is_scout and decision.applies("-scout_walltime")
    if chunk.is_merging and not parameters["walltime24_merge"]:
        return []
    if not (is_scout or chunk.is_merging or is_unknown):
        return []
    tag = "-scout_walltime" if chunk.is_scout else "-min_walltime"
    mode, span = parameters["walltime24_mode"], walltime_span(chunk)

    def too_small(queue: Queue) -> str | None:
        if mode == "wall_clock":
            return tag if 0 < queue.max_time < DAY else None
        power = 1 if mode == "unit_aware" and not chunk.uses_hs06 else 10
        most = span(queue.max_time, queue)
        return (
            tag if most != 0 and most < DAY * power * max(queue.core_count, 1) else None
        )

    return [drop(61, too_small)]
