"""What an analysis task asks of the software of a queue (spec 2.5)."""

from __future__ import annotations

import re
from functools import lru_cache

from tests.property.reference.analysis_chunk import AnalysisChunk
from tests.property.reference.analysis_grid import AnalysisGrid
from tests.property.reference.architecture import Architecture, Row, parse_architecture
from tests.property.reference.queues import Queue
from tests.property.reference.software import (
    decide,
    decide_described,
    is_unresolved,
    read_software,
)

NIGHTLY = re.compile(r"\d{4}-\d{2}-\d{2}T\d{4}$")
THREE_NUMBERS = re.compile(r"-\d+\.\d+\.\d+$")
TWO_NUMBERS = re.compile(r"-\d+\.\d+$")
#: The columns of the fact software_question where nothing but a platform is asked for.
ASKS_PLATFORM: Row = {
    **dict.fromkeys(["cvmfs_tag", "project", "version", "container_name"]),
    **dict.fromkeys(["only_tags", "base_needs_container", "needs_cvmfs"], False),
    **dict.fromkeys(["is_platform_only", "is_unreadable", "is_any_refused"], False),
    "asks_platform": True,
}


class AnalysisSoftware:
    """The software check of the analysis brokerage."""

    def __init__(self, grid: AnalysisGrid) -> None:
        self.grid = grid
        self.queues, self.all_tags = read_software(grid.world, grid.sites)
        # all queues of a chunk come one after the other
        self.architecture = lru_cache(maxsize=1)(self._architecture)
        self.question = lru_cache(maxsize=1)(self._question)

    def _architecture(self, chunk: AnalysisChunk) -> Architecture:
        """Return what a task asks of platform and hardware."""
        return parse_architecture(chunk.task["architecture"], self.grid.parameters)

    def problem(self, chunk: AnalysisChunk, queue: Queue) -> str | None:
        """Return which software criterion a queue fails."""
        spec, offered = self.architecture(chunk), self.queues[queue.unified]
        question = self.question(chunk)
        test = decide(question, spec, offered, self.all_tags, self.grid.parameters)
        if test[0] != "+":
            return "-cache"
        unresolved = test != "+any" and is_unresolved(question, spec, offered)
        return "-regexpcmtconfig" if unresolved else None

    def _question(self, chunk: AnalysisChunk) -> Row:
        """Return what a task asks."""
        asked = {
            **ASKS_PLATFORM,
            "container_name": chunk.task["container_name"],
            "only_tags": chunk.rule.has("OT"),
            "base_needs_container": self.grid.parameters["analysis_need_container"],
        }
        standalone = {**asked, "is_platform_only": True}
        home, uses = chunk.task["trans_home"], chunk.task["trans_uses"]
        text = re.sub(r"^[^-]+-*", "", home or "").replace("_", "-")
        pieces = text.split("-")
        is_nightly = NIGHTLY.search(text) is not None
        has_three = THREE_NUMBERS.search(text) is not None
        is_bare = home is None or home == "AnalysisTransforms"
        cache = {"cvmfs_tag": "atlas", "project": pieces[0], "version": pieces[-1]}
        if not is_nightly and not has_three and not is_bare:
            if len(pieces) < 2:
                return standalone
            return {**asked, **cache, "version": pieces[1]}
        uses_cache = uses is None or TWO_NUMBERS.search(uses) is None
        if (text == "" and uses is not None) or (has_three and uses_cache):
            if uses is None:
                return {**asked, **cache, "is_unreadable": len(pieces) != 2}
            version = uses.split("-")[-1]
            return {**asked, **cache, "project": "AtlasOffline", "version": version}
        if home is None:
            return standalone
        return {**asked, "cvmfs_tag": "nightlies", "needs_cvmfs": True}

    def lacks_gpu_platform(self, chunk: AnalysisChunk, queue: Queue) -> bool:
        """Tell whether a GPU queue does not take the platform of the task."""
        if not self.grid.has_gpu_key[queue.unified] or chunk.rule.has("HO"):
            return False
        platform = self.architecture(chunk).platform
        if not platform:
            return True
        test = decide_described(
            {**ASKS_PLATFORM, "is_platform_only": True},
            Architecture(platform),
            self.queues[queue.unified],
            self.all_tags,
            self.grid.parameters,
        )
        return test[0] != "+"
