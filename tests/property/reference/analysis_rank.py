"""Checks that compare the queues that are left, their order and cut (spec 1.9)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.property.reference.analysis_filters import is_listed
from tests.property.reference.analysis_load import (
    is_overloaded,
    is_unsuitable,
    overload_tag,
    temporary_problems,
)
from tests.property.reference.analysis_round import Round
from tests.property.reference.analysis_weights import weigh
from tests.property.reference.queues import Queue


@dataclass(slots=True)
class SetResult:
    """The queues that are left, and why the others fell."""

    survivors: list[Queue]
    dropped: dict[str, str] = field(default_factory=dict[str, str])
    is_broken: bool = False

    def drop(self, queues: list[Queue], criterion: str) -> None:
        """Leave queues out."""
        self.dropped.update({queue.name: criterion for queue in queues})
        self.survivors = [
            queue for queue in self.survivors if queue.name not in self.dropped
        ]


def compare_survivors(
    round_: Round, queues: list[Queue], has_second: bool
) -> SetResult:
    """Return who is left of the queues that passed every filter."""
    result = SetResult(queues)
    auto_list(round_, result)
    preassigned(round_, result)
    hospital(result)
    overload(round_, result)
    user_problem(round_, result, has_second)
    return result


def auto_list(round_: Round, result: SetResult) -> None:
    """A list with AUTO keeps other queues for the case that none of it is left."""
    chunk = round_.chunk
    if chunk.endpoint_queues is not None or "AUTO" not in (chunk.included or []):
        return
    others = [
        queue
        for queue in result.survivors
        if not is_listed(round_, queue, chunk.included or [])
    ]
    if len(others) < len(result.survivors):
        result.drop(others, "-notincluded")


def preassigned(round_: Round, result: SetResult) -> None:
    """Check 18: other queues than the pre-assigned one; without it the task breaks."""
    site = round_.site_name
    if site is None or not result.survivors:
        return
    others = [queue for queue in result.survivors if queue.unified != site]
    result.is_broken = len(others) == len(result.survivors)
    result.drop(others, "-nonpreassigned")


def hospital(result: SetResult) -> None:
    """Check 19."""
    sick = [queue for queue in result.survivors if queue.unified.endswith("_HOSPITAL")]
    if len(sick) < len(result.survivors):
        result.drop(sick, "-hospital")


def overload(round_: Round, result: SetResult) -> None:
    """Check 21: where all are overloaded, those that do not read through VP stay."""
    over = [queue for queue in result.survivors if is_overloaded(round_, queue)]
    through_vp = [
        queue for queue in over if overload_tag(round_, queue) == "-overloaded_vp"
    ]
    if len(over) < len(result.survivors):
        result.drop(over, "-overloaded")
    result.drop(through_vp, "-overloaded_vp")


def user_problem(round_: Round, result: SetResult, has_second: bool) -> None:
    """Check 23: queues with the data that are all bad for the user."""
    if (
        round_.parameters["second_round_mode"] == "appended"
        and has_second
        and round_.chunk.ignores_locality
        and all(is_unsuitable(round_, queue) for queue in result.survivors)
    ):
        result.drop(list(result.survivors), "-tmp_user_problem")


MOST = 10


@dataclass(slots=True)
class Ranked:
    """A weighed queue, its factors and what became of it."""

    queue: Queue
    factors: dict[str, float]
    criterion: str = "+use"

    @property
    def weight(self) -> float:
        """Return the product of the factors."""
        return math.prod(self.factors.values())


def rank(round_: Round, queues: Sequence[Queue], n_first: int) -> dict[str, Ranked]:
    """Return all weighed queues with what became of each."""
    factors = weigh(round_, queues)
    rows = {queue.name: Ranked(queue, factors[queue.name]) for queue in queues}
    for row in rows.values():
        problems = temporary_problems(round_, row.queue)
        if problems:
            row.criterion = problems[-1]
    used = used_queues(round_)
    open_rows = sorted(
        (row for row in rows.values() if row.criterion == "+use"),
        key=lambda row: (
            (0, row.queue.order, row.queue.name)
            if row.queue.unified in used
            else (1, -row.weight, row.queue.name)
        ),
    )
    for place, row in enumerate(open_rows):
        is_site = row.queue.unified == round_.site_name
        is_site = is_site and round_.parameters["ranking"] == "used_first"
        if place >= n_best(round_, n_first) and not is_site:
            row.criterion = "-low_weight"
        else:
            row.criterion = last_checks(round_, row)
    return rows


def used_queues(round_: Round) -> frozenset[str]:
    """Return the queues that the task uses already, where they come first."""
    if round_.parameters["ranking"] == "weight":
        return frozenset()
    by_name = round_.grid.sites.by_name
    return frozenset(
        by_name[row["queue_name"]].unified
        for row in round_.grid.world["task_dataset"]
        if row["jedi_task_id"] == round_.chunk.task["jedi_task_id"]
        and row["type"] in ("output", "log")
        and row["queue_name"] in by_name
    )


def n_best(round_: Round, n_first: int) -> float:
    """Return how many queues are taken."""
    if round_.parameters["ranking"] == "weight":
        return MOST
    if round_.locality is not None and any(
        each.is_distributed for each in round_.state.inputs
    ):
        return math.inf
    if round_.chunk.n_sites_per_job > 1:
        return max(n_first, round_.chunk.n_sites_per_job)
    return MOST


def last_checks(round_: Round, row: Ranked) -> str:
    """Return what becomes of a queue that is not cut."""
    task = round_.chunk.task
    least = round_.parameters.min_weight(task["prod_source_label"], task["gshare"])
    if row.weight < least:
        return "-below_min_weight"
    if row.queue.only_local_data and not has_all_files(round_, row.queue.parent):
        return "-fileunavailable"
    return "+use"


def has_all_files(round_: Round, queue: Queue) -> bool:
    """Tell whether each dataset is at a queue, or need not be."""
    data = round_.models.data
    for each in round_.state.inputs:
        if round_.locality is not None and each.is_distributed:
            continue
        if not each.truly_complete_disk:
            continue
        is_whole = any(copy.is_complete for copy in each.copies.get(queue.unified, []))
        vp = round_.state.uses_vp
        _, files = data.found(round_.chunk, each.dataset, queue, vp)
        if not is_whole and len(files) < len(each.dataset.files):
            return False
    return True
