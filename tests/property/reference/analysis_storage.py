"""Checks 12 and 13 of the analysis brokerage: scratch disk, space, endpoints."""

from __future__ import annotations

from collections.abc import Iterator

from tests.property.reference.analysis_round import Round
from tests.property.reference.analysis_throttles import over_local_quota
from tests.property.reference.chunk_features import in_bytes
from tests.property.reference.filters_end import is_full
from tests.property.reference.queues import Queue
from tests.property.reference.world import Row

MB = 1024 * 1024


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
    unit = task["out_disk_unit"] or ""
    amount = row["atom_n_events" if "PerEvent" in unit else "atom_effective_mb"] or 0
    per_mb = in_bytes(task["out_disk_count"], unit)
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
    least = parameters.number("STORAGE_MIN_FREE_SIZE_OUTPUT")
    if is_full(parameters, output, least):
        yield "-disk"
    least = parameters.number("STORAGE_MIN_FREE_SIZE")
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
