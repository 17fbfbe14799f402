"""The analysis job brokerage: chunks in, throttles, rounds, ranked queues and reasons.

from tests.property.reference.analysis import broker_analysis
from tests.property.reference.world import load_world

outcomes = broker_analysis(load_world(folder), profile="asrun")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.property.reference.analysis_chunk import AnalysisChunk, analysis_chunks
from tests.property.reference.analysis_data import AnalysisData, InputState, locality
from tests.property.reference.analysis_filters import failing
from tests.property.reference.analysis_grid import AnalysisGrid
from tests.property.reference.analysis_parameters import AnalysisParameters
from tests.property.reference.analysis_rank import (
    Ranked,
    SetResult,
    compare_survivors,
    rank,
)
from tests.property.reference.analysis_round import AnalysisModels, Round
from tests.property.reference.analysis_software import AnalysisSoftware
from tests.property.reference.analysis_throttles import gates
from tests.property.reference.chunk_features import Key
from tests.property.reference.parameters import Value
from tests.property.reference.queues import Queue
from tests.property.reference.world import World

PENDING_MINUTES = 20


#: All failing criteria of each queue that a round drops, the reported one first.
Failing = dict[str, list[str]]


@dataclass(slots=True)
class AnalysisOutcome:
    """A decision: status, why none, the rounds, and what became of weighed queues."""

    status: str
    criterion: str | None = None
    rounds: dict[int, Failing] = field(default_factory=dict[int, Failing])
    weighed: dict[str, Ranked] = field(default_factory=dict[str, Ranked])

    @property
    def retry_minutes(self) -> int | None:
        """Return after how many minutes the task is tried again."""
        is_tried_again = self.status in ("pending", "throttled")
        return PENDING_MINUTES if is_tried_again else None

    @property
    def chosen(self) -> dict[str, float]:
        """Return the chosen queues with their weights."""
        return {
            name: row.weight
            for name, row in self.weighed.items()
            if row.criterion == "+use"
        }


def broker_analysis(
    world: World,
    profile: str = "page",
    parameters: Mapping[str, Value] | None = None,
) -> dict[Key, AnalysisOutcome]:
    """Return the decision on every chunk of an analysis task."""
    values = AnalysisParameters(profile, world["gdp_config"], parameters, world.vo)
    grid = AnalysisGrid(world, values)
    models = AnalysisModels(grid, AnalysisData(grid), AnalysisSoftware(grid))
    return {chunk.key: decide(models, chunk) for chunk in analysis_chunks(grid)}


def decide(models: AnalysisModels, chunk: AnalysisChunk) -> AnalysisOutcome:
    """Return the decision on one chunk."""
    state = models.data.state(chunk)
    gate = next(gates(models.grid, chunk, state), None)
    if gate is not None:
        status = "pending" if gate == "-incomplete_input" else "throttled"
        return AnalysisOutcome(status, gate)
    return play_rounds(models, chunk, state)


def play_rounds(
    models: AnalysisModels, chunk: AnalysisChunk, state: InputState
) -> AnalysisOutcome:
    """Return the decision of the first round with queues enough, else of the last."""
    outcome = AnalysisOutcome("pending", "-no_candidates")
    kept: dict[str, Queue] = {}
    places: list[tuple[int, str]] = []
    n_first, has_failed = 0, False
    for number in (1, 2) if has_second_round(chunk, state) else (1,):
        round_ = make_round(models, chunk, state, number)
        result = play(round_, outcome.rounds.setdefault(number, {}))
        is_fatal = models.grid.parameters["preassigned_queue_fatal"]
        is_broken = result.is_broken and is_fatal
        outcome.status = "failed" if is_broken else "pending"
        outcome.criterion = "-nonpreassigned" if is_broken else "-no_candidates"
        kept.update({queue.name: queue for queue in result.survivors})
        places += [(number, queue.name) for queue in result.survivors]
        n_first = n_first or len(kept)
        has_failed = has_failed or not result.survivors
        if kept and len(kept) >= chunk.n_sites_per_job:
            break
    if not kept:
        return outcome
    if has_failed and len(kept) < chunk.n_sites_per_job:
        for number, name in places:
            outcome.rounds[number][name] = ["-few_sites"]
        return outcome
    outcome.weighed = rank(round_, list(kept.values()), n_first)
    if outcome.chosen:
        outcome.status, outcome.criterion = "assigned", None
    else:
        outcome.status, outcome.criterion = "pending", "-no_candidates"
    return outcome


def has_second_round(chunk: AnalysisChunk, state: InputState) -> bool:
    """Tell whether queues without the input may be asked."""
    return bool(chunk.datasets) and state.has_remote_source


def make_round(
    models: AnalysisModels, chunk: AnalysisChunk, state: InputState, number: int
) -> Round:
    """Return a round with what it asks of the place of the input."""
    is_suppressed = (
        models.grid.parameters["second_round_mode"] == "persistent_failure"
        and chunk.ignores_locality
    )
    round_ = Round(models, chunk, state, number, None)
    if number == 1 and chunk.datasets and not is_suppressed:
        round_.locality = locality(state, round_.site_name)
    return round_


def play(round_: Round, told: Failing) -> SetResult:
    """Return who is left after all checks of a round, and tell of the others."""
    survivors: list[Queue] = []
    for queue in round_.grid.sites.queues:
        criteria = failing(round_, queue)
        if criteria:
            told[queue.name] = criteria
        else:
            survivors.append(queue)
    has_second = round_.number == 1 and has_second_round(round_.chunk, round_.state)
    result = compare_survivors(round_, survivors, has_second)
    for name, criterion in result.dropped.items():
        told[name] = [criterion]
    return result
