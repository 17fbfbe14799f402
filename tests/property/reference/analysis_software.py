"""What an analysis task asks of the software of a queue (spec 2.5)."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.property.reference.analysis_chunk import AnalysisChunk
from tests.property.reference.analysis_grid import AnalysisGrid
from tests.property.reference.architecture import Architecture, parse_architecture
from tests.property.reference.hardware import Entry
from tests.property.reference.queues import Queue
from tests.property.reference.software import (
    SoftwareQuestion,
    SoftwareQueue,
    asks_hardware,
    check_queue,
    read_tags,
    resolve_platform,
    tag_list,
)

NIGHTLY = re.compile(r"\d{4}-\d{2}-\d{2}T\d{4}$")
THREE_NUMBERS = re.compile(r"-\d+\.\d+\.\d+$")
TWO_NUMBERS = re.compile(r"-\d+\.\d+$")


class AnalysisSoftware:
    """The software check of the analysis brokerage."""

    def __init__(self, grid: AnalysisGrid) -> None:
        self.grid = grid
        tags = {
            row["queue_name"]: read_tags(row["data"])
            for row in grid.world["queue_software"]
        }
        self.all_tags: list[Entry] = tag_list((tags.get("ALL") or {}).get("tags"))
        gpus: dict[str, list[Entry]] = {}
        for row in grid.world["queue_gpu"]:
            gpus.setdefault(row["queue_name"], []).append(row)
        self.queues = {
            queue.name: SoftwareQueue(
                queue.releases, tags.get(queue.name), gpus.get(queue.name, []), {}
            )
            for queue in grid.sites.queues
            if queue.parent is queue
        }

    def architecture(self, chunk: AnalysisChunk) -> Architecture:
        """Return what a task asks of platform and hardware."""
        return parse_architecture(chunk.task["architecture"], self.grid.parameters)

    def problem(self, chunk: AnalysisChunk, queue: Queue) -> str | None:
        """Return which software criterion a queue fails."""
        parameters = self.grid.parameters
        architecture = self.architecture(chunk)
        offered = self.queues[queue.unified]
        if parameters["releases_match"] == "exact":
            is_any = list(offered.releases) == ["ANY"]
        else:
            is_any = "ANY" in offered.releases
        if is_any and not parameters["any_needs_no_hw_spec"]:
            return None
        question = self.question(chunk, architecture)
        if question is not None:
            answer, _ = check_queue(
                question, architecture, offered, self.all_tags, parameters
            )
            if answer == "ok":
                resolved = resolve_platform(architecture.platform, offered.tags)
                return None if resolved else "-regexpcmtconfig"
        return None if is_any and not asks_hardware(architecture) else "-cache"

    def question(
        self, chunk: AnalysisChunk, architecture: Architecture
    ) -> SoftwareQuestion | None:
        """Return what a task asks; None where it can only be refused."""
        needs_container = architecture.base_platform is not None
        if self.grid.parameters["base_platform_scope"] == "tags":
            needs_container = bool(architecture.base_platform)
        asked = SoftwareQuestion(
            None,
            None,
            None,
            architecture.platform,
            needs_container and bool(self.grid.parameters["analysis_need_container"]),
            chunk.task["container_name"],
            chunk.base.rule.has("OT"),
        )
        standalone = replace(asked, platform_only=True)
        home, uses = chunk.task["trans_home"], chunk.task["trans_uses"]
        text = re.sub(r"^[^-]+-*", "", home or "").replace("_", "-")
        pieces = text.split("-")
        is_nightly = NIGHTLY.search(text) is not None
        has_three = THREE_NUMBERS.search(text) is not None
        is_bare = home is None or home == "AnalysisTransforms"
        if not is_nightly and not has_three and not is_bare:
            if len(pieces) < 2:
                return standalone
            return replace(
                asked, cvmfs_tag="atlas", project=pieces[0], version=pieces[1]
            )
        uses_cache = uses is None or TWO_NUMBERS.search(uses) is None
        if (text == "" and uses is not None) or (has_three and uses_cache):
            if uses is not None:
                version = uses.split("-")[-1]
                return replace(
                    asked, cvmfs_tag="atlas", project="AtlasOffline", version=version
                )
            if len(pieces) == 2:
                return replace(
                    asked, cvmfs_tag="atlas", project=pieces[0], version=pieces[1]
                )
            return None
        if home is None:
            return standalone
        return replace(asked, cvmfs_tag="nightlies", needs_cvmfs=True)

    def lacks_gpu_platform(self, chunk: AnalysisChunk, queue: Queue) -> bool:
        """Tell whether a GPU queue does not take the platform of the task."""
        if not self.grid.has_gpu_key[queue.unified] or chunk.base.rule.has("HO"):
            return False
        platform = self.architecture(chunk).platform
        if not platform:
            return True
        question = SoftwareQuestion(
            None, None, None, platform, False, None, False, platform_only=True
        )
        bare = Architecture(platform, None, None, None)
        offered = self.queues[queue.unified]
        answer, _ = check_queue(
            question, bare, offered, self.all_tags, self.grid.parameters
        )
        return answer != "ok"
