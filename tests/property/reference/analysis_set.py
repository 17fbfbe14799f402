"""Checks of the analysis brokerage that compare the queues that are left."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.property.reference.analysis_filters import is_listed
from tests.property.reference.analysis_load import (
    is_overloaded,
    is_unsuitable,
    overload_tag,
)
from tests.property.reference.analysis_round import Round
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
