"""One round of an analysis chunk: what its checks look at."""

from __future__ import annotations

from dataclasses import dataclass

from tests.property.reference.analysis_chunk import AnalysisChunk, is_named
from tests.property.reference.analysis_data import AnalysisData, InputState, Locality
from tests.property.reference.analysis_grid import AnalysisGrid
from tests.property.reference.analysis_parameters import AnalysisParameters
from tests.property.reference.analysis_software import AnalysisSoftware
from tests.property.reference.queues import Queue


@dataclass(slots=True)
class AnalysisModels:
    """Everything that is indexed once per world."""

    grid: AnalysisGrid
    data: AnalysisData
    software: AnalysisSoftware


@dataclass(slots=True)
class Round:
    """A chunk in its first round, or in the second one without data locality."""

    models: AnalysisModels
    chunk: AnalysisChunk
    state: InputState
    number: int
    locality: Locality | None

    @property
    def grid(self) -> AnalysisGrid:
        """Return the grid."""
        return self.models.grid

    @property
    def parameters(self) -> AnalysisParameters:
        """Return the values in force."""
        return self.models.grid.parameters

    @property
    def is_site_given(self) -> bool:
        """Tell whether one pre-assigned queue lifts checks for the whole chunk."""
        is_lifted = self.parameters["preassigned_lifts"] == "many"
        return is_lifted and self.chunk.site is not None

    @property
    def site_name(self) -> str | None:
        """Return the unified name of the one pre-assigned queue."""
        site = self.chunk.site
        return None if site is None else self.grid.sites.by_name[site].unified

    @property
    def avoids_vp(self) -> bool:
        """Tell whether VP queues are refused (check 6)."""
        return (
            self.chunk.is_merging
            or self.chunk.rule.has("AV")
            or self.state.is_distributed
            or self.number == 2
            or (self.locality is not None and self.locality.is_union)
        )

    def holds_data(self, queue: Queue) -> bool:
        """Tell whether the data check of this round kept a queue."""
        return self.locality is not None and queue.unified in self.locality.queues

    def is_named(self, queue: Queue) -> bool:
        """Tell whether a queue is pre-assigned."""
        return is_named(self.grid, self.chunk, queue)
