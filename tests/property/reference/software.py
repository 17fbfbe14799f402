"""Software and hardware check: what a queue can run of what a task asks (JB-45)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from tests.property.reference.architecture import (
    Architecture,
    Json,
    parse_architecture,
)
from tests.property.reference.hardware import (
    Entry,
    as_list,
    cpu_matches,
    gpu_matches,
    hardware_entries,
    is_exclusive,
)
from tests.property.reference.parameters import Parameters

REPOSITORY = ("any", "/cvmfs")


@dataclass(frozen=True, slots=True)
class SoftwareQuestion:
    """What a task asks of the software of a queue."""

    cvmfs_tag: str | None
    project: str | None
    version: str | None
    platform: str | None
    needs_container: bool
    container: str | None
    only_tags: bool
    needs_cvmfs: bool = False
    platform_only: bool = False


@dataclass(frozen=True, slots=True)
class SoftwareQueue:
    """What a queue publishes about its software and hardware."""

    releases: Sequence[str]
    tags: Mapping[str, Json] | None
    gpus: Sequence[Entry]
    cpu_level_pct: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SoftwareAnswer:
    """Whether the queue passes, its preference factor, an unresolved platform."""

    passes: bool
    preference: float | None
    is_unresolved: bool


def read_tags(data: Json) -> Mapping[str, Json] | None:
    """Return the published object of a queue, also where it arrives as text."""
    if isinstance(data, str):
        data = json.loads(data)
    return data if isinstance(data, dict) else None


def asks_hardware(architecture: Architecture) -> bool:
    """Tell whether a CPU or a GPU is asked for."""
    return bool(architecture.cpu_specs) or architecture.gpu_spec is not None


def production_question(
    trans_home: str | None,
    architecture: Architecture,
    container: str | None,
    only_tags: bool,
    parameters: Parameters,
) -> SoftwareQuestion | None:
    """Return what a production task asks for; None where nothing is checked."""
    if trans_home is None:
        if parameters["hardware_needs_transhome"] or not asks_hardware(architecture):
            return None
        return SoftwareQuestion(None, None, None, None, False, None, False)
    is_nightly = re.search(r"(rel_\d+|\d{4}-\d{2}-\d{2}T\d{4})$", trans_home)
    if is_nightly and not re.search(r"-\d+\.\d+\.\d+$", trans_home):
        repository, project, version = "nightlies", None, None
    else:
        pieces = trans_home.split("-")
        repository, project = "atlas", pieces[0]
        version = pieces[1] if len(pieces) > 1 else None
    return SoftwareQuestion(
        repository,
        project,
        version,
        architecture.platform,
        bool(architecture.base_platform)
        if parameters["base_platform_scope"] == "tags"
        else architecture.base_platform is not None,
        container,
        only_tags,
    )


def check_queue(
    question: SoftwareQuestion,
    architecture: Architecture,
    queue: SoftwareQueue,
    all_tags: Sequence[Entry],
    parameters: Parameters,
) -> tuple[str, float | None]:
    """Return ok, no_auto or reject, and the preference factor of the queue."""
    asked_hardware = asks_hardware(architecture)
    if parameters["releases_match"] == "exact":
        is_auto = list(queue.releases) == ["AUTO"]
    else:
        is_auto = "AUTO" in queue.releases
    if not is_auto or queue.tags is None:
        refused = asked_hardware or question.container is not None
        return ("reject" if refused else "no_auto"), None
    preference = None
    if architecture.preferred_level:
        pct = queue.cpu_level_pct.get(architecture.preferred_level) or 0.0
        preference = 1 + pct / 100
    try:
        fits = hardware_fits(architecture, queue, parameters)
    except (re.error, KeyError, TypeError, AttributeError, ValueError):
        fits = False
    if not fits:
        return "reject", preference
    asked = (question.cvmfs_tag, question.platform, question.project, question.version)
    if asked_hardware and not any(asked) and question.container is None:
        return "ok", preference
    fits = software_fits(question, queue.tags, all_tags, parameters)
    return ("ok" if fits else "reject"), preference


def hardware_fits(
    architecture: Architecture, queue: SoftwareQueue, parameters: Parameters
) -> bool:
    """Tell whether exclusive hardware is asked for, and the asked one is there."""
    assert queue.tags is not None
    entries = hardware_entries(queue.tags.get("architectures"))
    cpu, gpu = entries.get("cpu"), entries.get("gpu")
    if is_exclusive(cpu) and not architecture.cpu_specs:
        return False
    if is_exclusive(gpu) and architecture.gpu_spec is None:
        return False
    if architecture.cpu_specs and not any(
        cpu_matches(spec, cpu, bool(parameters["empty_is_any"]))
        for spec in architecture.cpu_specs
    ):
        return False
    return architecture.gpu_spec is None or gpu_matches(
        architecture.gpu_spec,
        gpu is not None,
        queue.gpus,
        bool(parameters["gpu_ne_supported"]),
    )


def software_fits(
    question: SoftwareQuestion,
    tags: Mapping[str, Json],
    all_tags: Sequence[Entry],
    parameters: Parameters,
) -> bool:
    """Tell whether container, repository or tags of the queue serve the task."""
    listed = tag_list(tags.get("tags"))
    containers = as_list(tags.get("containers")) or []
    if question.container:
        return container_fits(question, containers, listed, all_tags)
    if question.platform_only:
        return True
    repositories = as_list(tags.get("cvmfs")) or []
    platforms = as_list(tags.get("cmtconfigs")) or []
    platform = question.platform
    if parameters["platform_resolve"] == "before":
        platform = fitting_platform(platform, platforms)
    on_tags_only = parameters["base_platform_scope"] == "tags"
    needs_none = on_tags_only or not question.needs_container
    if "any" in repositories or question.cvmfs_tag in repositories:
        if any(name in containers for name in REPOSITORY):
            return True
        if needs_none and platform in platforms:
            return True
        if not parameters["cvmfs_fall_through"]:
            return False
    if question.needs_cvmfs or (question.needs_container and "any" not in containers):
        return False
    wanted = (platform, question.project, question.version)
    return None not in wanted and any(
        (tag.get("cmtconfig"), tag.get("project"), tag.get("release")) == wanted
        for tag in listed
    )


def tag_list(value: Json) -> list[Entry]:
    """Return the tags that are objects."""
    return [tag for tag in as_list(value) or [] if isinstance(tag, dict)]


def container_fits(
    question: SoftwareQuestion,
    containers: Sequence[Json],
    listed: Sequence[Entry],
    all_tags: Sequence[Entry],
) -> bool:
    """Tell whether a container is there by repository, tag, source or prefix."""
    name = question.container or ""
    if not question.only_tags and any(item in containers for item in REPOSITORY):
        return True
    for tag in listed:
        sources = as_list(tag.get("sources")) or []
        if name == tag.get("container_name") or name in sources:
            return True
    if question.only_tags:
        return False
    paths = [name]
    for tag in all_tags:
        if tag.get("container_name") == name:
            paths += [str(source) for source in as_list(tag.get("sources")) or []]
    return any(path.startswith(str(item)) for item in containers for path in paths)


def fitting_platform(platform: str | None, listed: Sequence[Json]) -> str | None:
    """Return the first listed platform that a pattern fits, else the text itself."""
    if platform and platform not in listed:
        with suppress(re.error):
            for item in listed:
                if re.search(f"^{platform}$", str(item)):
                    return str(item)
    return platform


def resolve_platform(platform: str | None, tags: Mapping[str, Json] | None) -> bool:
    """Tell whether a platform needs no resolution, or a queue's platform matches it."""
    if not platform:
        return True
    try:
        is_pattern = re.match(platform, platform) is None
    except re.error:
        return True
    if not is_pattern:
        return True
    platforms = as_list((tags or {}).get("cmtconfigs")) or []
    return platform in platforms or any(
        re.search(f"^{platform}$", str(item)) for item in platforms
    )


def answer_production(
    question: SoftwareQuestion | None,
    architecture: Architecture,
    queue: SoftwareQueue,
    all_tags: Sequence[Entry],
    parameters: Parameters,
) -> SoftwareAnswer:
    """Return how a queue answers a production task: by AUTO, else by ANY."""
    if question is None:
        return SoftwareAnswer(True, None, False)
    releases = list(queue.releases)
    exact = parameters["releases_match"] == "exact"
    is_any = releases == ["ANY"] if exact else "ANY" in releases
    if is_any and not parameters["any_needs_no_hw_spec"]:
        return SoftwareAnswer(True, None, False)
    verdict, preference = check_queue(
        question, architecture, queue, all_tags, parameters
    )
    if verdict == "ok":
        unresolved = not resolve_platform(question.platform, queue.tags)
        return SoftwareAnswer(True, preference, unresolved)
    if not is_any:
        return SoftwareAnswer(False, None, False)
    asks = asks_hardware(architecture)
    only_tagged = bool(question.container) and question.only_tags
    return SoftwareAnswer(not asks and not only_tagged, None, False)


__all__ = ["SoftwareAnswer", "answer_production", "parse_architecture"]
