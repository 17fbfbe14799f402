"""Throttles of the analysis brokerage (spec 1.1), and input that is nowhere whole."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache

from tests.property.reference.analysis_chunk import AnalysisChunk
from tests.property.reference.analysis_data import InputState
from tests.property.reference.analysis_grid import NOT_ACTIVE4, QUEUED, AnalysisGrid
from tests.property.reference.world import Row

SHARE = "User Analysis"
#: Use of the share, in per cent, up to which tasks of a class are served.
CLASS_LIMITS = {-1: 90.0, 0: 95.0, 1: 100.0}
QUEUED_PER_CAP = 2


def gates(grid: AnalysisGrid, chunk: AnalysisChunk, state: InputState) -> Iterator[str]:
    """Yield the gates that stop a chunk, in the order in which they are told."""
    for kind, column in (("jobs", "n_jobs"), ("cores", "n_cores")):
        if is_over_cap(grid, chunk, kind, column):
            yield f"-throttle_{kind}"
    if is_share_full(grid, chunk):
        yield "-throttle_share"
    yield from quota_gates(grid, chunk)
    if state.is_incomplete:
        yield "-incomplete_input"


def is_over_cap(
    grid: AnalysisGrid, chunk: AnalysisChunk, kind: str, column: str
) -> bool:
    """Tell whether the user or the working group has too much running or queued."""
    if chunk.is_merging and grid.parameters["caps_skip_merge"]:
        return False
    group, user = chunk.task["working_group"], chunk.task["orig_user_name"]
    who = "GROUP" if group else "USER"
    cap = grid.parameters.optional(f"CAP_RUNNING_{who}_{kind.upper()}")
    if not cap:
        return False

    def is_own(row: Row) -> bool:
        if group:
            return row["working_group"] == group
        return row["prod_user_name"] == user is not None and (
            row["working_group"] is None or row["job_status"] in NOT_ACTIVE4
        )

    counts: dict[str, int] = {}
    for row in grid.world["user_job_stats"]:
        if is_own(row):
            status = row["job_status"]
            counts[status] = counts.get(status, 0) + (row[column] or 0)
    queued = sum(counts.get(status, 0) for status in (*QUEUED, "throttled"))
    return counts.get("running", 0) > cap or queued > QUEUED_PER_CAP * cap


def is_share_full(grid: AnalysisGrid, chunk: AnalysisChunk) -> bool:
    """Tell whether the use of User Analysis leaves nothing for the task's class."""
    task, parameters = chunk.task, grid.parameters
    usage = share_value(grid, SHARE, "usage_perc")
    task_class = grid.evaluation(
        "analy_task_eval", str(task["jedi_task_id"]), "class", minutes=15
    )
    if task["gshare"] != SHARE or usage is None or task_class not in CLASS_LIMITS:
        return False
    if parameters["share_usage_mode"] == "eqiv_min":
        first_level = share_value(grid, f"L1 {SHARE}", "eqiv_usage_perc")
        usage = usage if first_level is None else min(usage, first_level)
    usage *= 100
    if task_class == 1:
        ratio = threshold_part(grid, task["orig_user_name"])
        if ratio is None:
            return False
        usage *= ratio
    return usage > CLASS_LIMITS[int(task_class)]


def share_value(grid: AnalysisGrid, share: str, column: str) -> float | None:
    """Return a metric of a share; None where there is none or it is old."""
    measured = [
        row
        for row in grid.world["work_queue"]
        if row["queue_name"] == share
        and (row["is_global_share"] or row["queue_id"] is None)
        and row["usage_time"] is not None
    ]
    last = max(measured, key=lambda row: row["usage_time"], default=None)
    limit = timedelta(minutes=15)
    if last is None or grid.world.now - last["usage_time"] > limit:
        return None
    return last[column]


def threshold_part(grid: AnalysisGrid, user: str) -> float | None:
    """Return which part of the threshold of class A a user runs, at most all of it."""

    def value(key: str) -> float:
        return grid.evaluation("analy_user_eval", user, key, minutes=20)

    threshold = grid.parameters.number("USER_USAGE_THRESHOLD_A")
    slots = value("running_slots_hi")
    if math.isnan(slots):
        slots = threshold - value("rem_slots_A")
    if math.isnan(slots):
        return grid.parameters.optional("class_a_default_ratio")
    return min(slots / threshold, 1.0)


def quota_gates(grid: AnalysisGrid, chunk: AnalysisChunk) -> Iterator[str]:
    """Yield what the disk quotas of the account say."""
    rows = [
        row
        for row in grid.world["account_usage"]
        if row["account"] == chunk.owner is not None
    ]
    limited = [
        row
        for row in rows
        if row["quota_kind"] == "global"
        and row["bytes"] is not None
        and (row["bytes_limit"] or 0) > 0
    ]
    if any(row["bytes"] > row["bytes_limit"] for row in limited):
        yield "-throttle_quota"
    part = math.inf if chunk.is_merging else grid.parameters.optional("near_quota")
    if any(row["bytes"] > (part or math.inf) * row["bytes_limit"] for row in limited):
        yield "-throttle_near_quota"
    if any(row["bytes"] is None for row in rows):
        yield "-throttle_quota_lookup"


@lru_cache(maxsize=8)
def over_local_quota(grid: AnalysisGrid, chunk: AnalysisChunk) -> frozenset[str]:
    """Return the endpoints where the account has used up its local quota."""
    owner = chunk.owner
    return frozenset(
        row["rse"]
        for row in grid.world["account_usage"]
        if row["account"] == owner is not None
        and row["quota_kind"] == "local"
        and row["bytes"] is not None
        and row["bytes"] >= (row["bytes_limit"] or 0) > 0
    )
