"""The software and hardware check, one pair at a time (JB-45).

Written from the prose of the specification. A question has the columns of the fact
software_question, a queue is what CRIC and the worker nodes say of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt

from tests.property.reference.architecture import (
    Architecture,
    Row,
    Settings,
    parse_architecture,
)
from tests.property.reference.site_model import SiteModel
from tests.property.reference.world import World

OPERATORS = {"=": eq, "==": eq, ">=": ge, "<=": le, ">": gt, "<": lt}


class Unusable(Exception):
    """Something of the task cannot be tested: the queue is refused."""


@dataclass(frozen=True, slots=True)
class SoftwareQueue:
    """What a queue publishes about its software and hardware."""

    releases: Sequence[str]
    data: Row | None
    gpus: Sequence[Row]
    levels: Mapping[str, float] = field(default_factory=dict[str, float])

    @property
    def platforms(self) -> list[str]:
        """Return the platforms that are listed."""
        return strings((self.data or {}).get("cmtconfigs")) or []


@dataclass(frozen=True, slots=True)
class SoftwareAnswer:
    """Whether the queue passes, its preference factor, an unresolved platform."""

    passes: bool
    preference: float | None
    is_unresolved: bool


def read_software(
    world: World, sites: SiteModel
) -> tuple[dict[str, SoftwareQueue], list[Row]]:
    """Return what unified queues publish, and the tags of the queue ALL."""
    data = {
        row["queue_name"]: read_data(row["data"]) for row in world["queue_software"]
    }
    gpus: dict[str, list[Row]] = {}
    for row in world["queue_gpu"]:
        gpus.setdefault(row["queue_name"], []).append(row)
    levels: dict[str, dict[str, float]] = {}
    for row in world["queue_cpu_level"]:
        of_queue = levels.setdefault(row["queue_name"], {})
        of_queue[row["cpu_architecture_level"]] = row["pct_within_queue"]
    queues = {
        queue.name: SoftwareQueue(
            queue.releases,
            data.get(queue.name),
            gpus.get(queue.name, []),
            levels.get(queue.name, {}),
        )
        for queue in sites.queues
        if queue.parent is queue
    }
    return queues, (data.get("ALL") or {}).get("tags") or []


def read_data(data: object) -> Row | None:
    """Return the published object of a queue, also where it arrives as text."""
    if isinstance(data, str):
        data = json.loads(data)
    return data if isinstance(data, dict) else None


def compiled(pattern: object, flags: int = 0) -> re.Pattern[str]:
    """Return a compiled pattern; one that is no text or invalid is unusable."""
    try:
        re.compile(pattern)  # pyright: ignore
        return re.compile(f"(?:{pattern})", flags)
    except (re.error, TypeError) as error:
        raise Unusable from error


def strings(value: object) -> list[str] | None:
    """Return what a published attribute holds; a scalar is a list of one."""
    if value is None:
        return None
    return list(value) if isinstance(value, list | tuple) else [str(value)]


def numbers(version: str | None) -> list[int] | None:
    """Return the numbers of a dotted version without its trailing zeros."""
    parts = re.fullmatch(r"v?(\d+(\.\d+)*)", version) if version else None
    if parts is None:
        return None
    found = [int(part) for part in parts[1].split(".")]
    while len(found) > 1 and found[-1] == 0:
        found.pop()
    return found


def fulfils(value: str | None, requirement: object, ne_supported: bool) -> bool:
    """Tell whether a version fulfils an operator-prefixed requirement."""
    if not isinstance(requirement, str):
        raise Unusable
    parts = re.fullmatch(r"([=><!]+)(.+)", requirement)
    have, wanted = numbers(value), numbers(parts[2]) if parts else None
    if parts is None or wanted is None:
        return False
    if parts[1] == "!=":
        return ne_supported and have != wanted
    if have is None:
        return False
    compare = OPERATORS.get(parts[1])
    return compare is not None and compare(have, wanted)


def list_accepts(offered: Sequence[str] | None, asked: object, empty: bool) -> bool:
    """Tell whether a vendor or instruction-set list takes what is asked."""
    if asked == "*":
        return offered is None or "excl" not in offered
    if offered is None:
        return False
    return "any" in offered or asked in offered or (empty and "" in offered)


def arch_accepts(offered: Sequence[str] | None, asked: object, empty: bool) -> bool:
    """Tell whether an arch list takes what is asked."""
    if asked is None or offered is None:
        raise Unusable
    if list_accepts(offered, asked, empty):
        return True
    if asked == "*" or not offered:
        return False
    compiled(asked)
    return any(re.search(f"^{asked}$", item) for item in offered)


def cpu_failure(specs: Iterable[Row], entry: Row, empty: bool) -> str | None:
    """Return why no CPU alternative fits an entry; None if one does."""
    failure: str | None = None
    for spec in specs:
        if not arch_accepts(strings(entry.get("arch")), spec["arch"], empty):
            failure = "cpu_arch"
        elif not list_accepts(strings(entry.get("vendor")), spec["vendor"], empty):
            failure = "cpu_vendor"
        elif not list_accepts(strings(entry.get("instr")), spec["instr"], empty):
            failure = "cpu_instr"
        else:
            return None
    return failure


def any_begins(rows: Sequence[Row], name: str, pattern: object) -> bool:
    """Tell whether a row's value begins like a pattern, in any case of letters."""
    if not isinstance(pattern, str):
        raise Unusable
    if not rows:
        return False
    expression = compiled(pattern, re.IGNORECASE)
    return any(expression.match(row[name]) for row in rows if row[name])


def gpu_failure(spec: Row, rows: Sequence[Row], ne_supported: bool) -> str | None:
    """Return the first GPU attribute that the rows do not fulfil."""
    vendor, model = spec["vendor"], spec["model"]
    if vendor != "*" and not any_begins(rows, "vendor", vendor):
        return "gpu_vendor"
    if model != "*":
        excluded = isinstance(model, dict) and model.get("excl") is True
        pattern = model.get("pattern") if isinstance(model, dict) else model
        hit = any_begins(rows, "model", pattern)
        if excluded and hit:
            return "gpu_excluded"
        if not rows or (not excluded and not hit):
            return "gpu_model"
    for key, column in (
        ("vram", "vram"),
        ("microarchitecture", "architecture"),
        ("version", "framework_version"),
        ("driver_version", "driver_version"),
    ):
        if spec.get(key) is None:
            continue
        values = [row[column] for row in rows]
        if key == "microarchitecture" and isinstance(spec[key], dict):
            if spec[key]["not"] in values:
                return "gpu_excluded"
            passed = bool(rows)
        elif key == "microarchitecture":
            passed = any(value in (strings(spec[key]) or ()) for value in values)
        else:
            if key == "vram":
                values = [str(value) if value else None for value in values]
            passed = [fulfils(value, spec[key], ne_supported) for value in values]
            fulfils(None, spec[key], ne_supported)
            passed = bool(passed) and all(passed)
        if not passed:
            return f"gpu_{key}"
    return None


def hardware_failure(
    spec: Architecture, data: Row, rows: Sequence[Row], parameters: Settings
) -> str | None:
    """Return which hardware test a published description fails."""
    described = data.get("architectures") or ()
    entries = {entry["type"]: entry for entry in described if "type" in entry}
    for kind, asked in (("cpu", spec.cpu), ("gpu", spec.gpu)):
        lists = [v for v in entries.get(kind, {}).values() if isinstance(v, list)]
        if asked is None and any("excl" in values for values in lists):
            return f"{kind}_exclusive"
    if spec.asks_hardware and not entries:
        return "no_hardware"
    if spec.cpu is not None:
        if "cpu" not in entries:
            return "no_cpu"
        failure = cpu_failure(
            spec.cpu, entries["cpu"], bool(parameters["empty_is_any"])
        )
        if failure:
            return failure
    if spec.gpu is not None:
        if "gpu" not in entries:
            return "no_gpu"
        return gpu_failure(spec.gpu, rows, bool(parameters["gpu_ne_supported"]))
    return None


def container_test(question: Row, data: Row, all_tags: Sequence[Row]) -> str:
    """Return how a queue knows the container, or `container` if it does not."""
    name, only_tags = question["container_name"], question["only_tags"]
    containers = strings(data.get("containers")) or []
    tags = data.get("tags") or []
    if not only_tags and {"any", "/cvmfs"} & set(containers):
        return "+container_any"
    if any(tag.get("container_name") == name for tag in tags):
        return "+container_tag_name"
    if any(name in (strings(tag.get("sources")) or ()) for tag in tags):
        return "+container_tag_source"
    if only_tags:
        return "container"
    if name.startswith(tuple(containers)):
        return "+container_prefix"
    known = [tag for tag in all_tags if tag.get("container_name") == name]
    sources = [each for tag in known for each in strings(tag.get("sources")) or ()]
    is_known = any(source.startswith(tuple(containers)) for source in sources)
    return "+container_source" if is_known else "container"


def release_test(
    question: Row, spec: Architecture, queue: SoftwareQueue, parameters: Settings
) -> str:
    """Return which test of releases, caches and nightlies decides."""
    data = queue.data or {}
    containers = strings(data.get("containers")) or []
    repositories = strings(data.get("cvmfs")) or []
    platform = asked_platform(question, spec, queue, parameters)
    on_tags_only = parameters["base_platform_scope"] == "tags"
    needs_container = question["base_needs_container"] and (
        bool(spec.base_platform) if on_tags_only else spec.base_platform is not None
    )
    if "any" in repositories or question["cvmfs_tag"] in repositories:
        if {"any", "/cvmfs"} & set(containers):
            return "+cvmfs_container"
        needs_none = on_tags_only or not needs_container
        if needs_none and platform in queue.platforms:
            return "+cvmfs_platform"
        if not parameters["cvmfs_fall_through"]:
            return "cvmfs_platform"
    if question["needs_cvmfs"]:
        return "no_cvmfs"
    if needs_container and "any" not in containers:
        return "no_container"
    wanted = (platform, question["project"], question["version"])
    columns = ("cmtconfig", "project", "release")
    tags = [tuple(tag.get(name) for name in columns) for tag in data.get("tags") or ()]
    return "+tag" if None not in wanted and wanted in tags else "no_tag"


def production_question(task: Row, only_tags: bool) -> Row:
    """Return what a production task asks for; without a home it may be hardware or a
    container.
    """
    home = task["trans_home"]
    release: Row = {"cvmfs_tag": None, "project": None, "version": None}
    if home is not None:
        project, version, *_ = [*home.split("-"), None]
        release = {"cvmfs_tag": "atlas", "project": project, "version": version}
        is_nightly = re.search(r"(rel_\d+|\d{4}-\d{2}-\d{2}T\d{4})$", home)
        if is_nightly and not re.search(r"-\d+\.\d+\.\d+$", home):
            release = {"cvmfs_tag": "nightlies", "project": None, "version": None}
    container = task["container_name"]
    return {
        **release,
        "container_name": container,
        "only_tags": only_tags,
        "asks_platform": home is not None,
        "base_needs_container": True,
        "needs_cvmfs": False,
        "is_platform_only": False,
        "is_unreadable": False,
        "is_any_refused": only_tags and bool(container),
    }


def answer_production(
    task: Row,
    only_tags: bool,
    queue: SoftwareQueue,
    all_tags: Sequence[Row],
    parameters: Settings,
) -> SoftwareAnswer:
    """Return how a queue answers a production task: by ANY, else by AUTO."""
    spec = parse_architecture(task["architecture"], parameters)
    question = production_question(task, only_tags)
    is_unchecked = task["trans_home"] is None and parameters["hardware_needs_transhome"]
    if is_unchecked or not asks(question, spec):
        return SoftwareAnswer(True, None, False)
    test = decide(question, spec, queue, all_tags, parameters)
    if test[0] != "+" or test == "+any":
        return SoftwareAnswer(test == "+any", None, False)
    percent = queue.levels.get(spec.preferred_level or "") or 0.0
    preference = 1 + percent / 100 if spec.preferred_level else None
    return SoftwareAnswer(True, preference, is_unresolved(question, spec, queue))


def asks(question: Row, spec: Architecture) -> bool:
    """Tell whether a task asks for anything: a release, hardware or a container."""
    return (
        question["asks_platform"]
        or spec.asks_hardware
        or bool(question["container_name"])
    )


def decide(
    question: Row,
    spec: Architecture,
    queue: SoftwareQueue,
    all_tags: Sequence[Row],
    parameters: Settings,
) -> str:
    """Return the test that decides on a queue, by ANY or by its AUTO description.

    It has a + where it accepts the queue.
    """
    is_more_asked = spec.asks_hardware or question["is_any_refused"]
    if holds_release(queue, "ANY", parameters) and not (
        parameters["any_needs_no_hw_spec"] and is_more_asked
    ):
        return "+any"
    return decide_described(question, spec, queue, all_tags, parameters)


def holds_release(queue: SoftwareQueue, name: str, parameters: Settings) -> bool:
    """Tell whether a queue takes part as ANY, or as AUTO."""
    releases = list(queue.releases)
    is_exact = parameters["releases_match"] == "exact"
    return releases == [name] if is_exact else name in releases


def decide_described(
    question: Row,
    spec: Architecture,
    queue: SoftwareQueue,
    all_tags: Sequence[Row],
    parameters: Settings,
) -> str:
    """Return the test that decides on a queue by its AUTO description."""
    if not holds_release(queue, "AUTO", parameters) or queue.data is None:
        return "no_auto"
    if question["is_unreadable"]:
        return "not_asked"
    try:
        failure = hardware_failure(spec, queue.data, queue.gpus, parameters)
    except Unusable:
        return "error"
    if failure:
        return failure
    platform = spec.platform if question["asks_platform"] else None
    asked = (question["cvmfs_tag"], question["project"], question["version"], platform)
    if spec.asks_hardware and not any(asked) and not question["container_name"]:
        return "+hardware_only"
    if question["container_name"]:
        return container_test(question, queue.data, all_tags)
    if question["is_platform_only"]:
        return "+platform_only"
    return release_test(question, spec, queue, parameters)


def asked_platform(
    question: Row, spec: Architecture, queue: SoftwareQueue, parameters: Settings
) -> str | None:
    """Return the platform that releases are looked up for at a queue."""
    if not question["asks_platform"]:
        return None
    first = parameters["platform_resolve"] == "before"
    found = fitting_platform(spec, queue) if first else None
    return found or spec.platform


def resolve(question: Row, spec: Architecture, queue: SoftwareQueue) -> str | None:
    """Return the platform told to the pilot, where a pattern was resolved."""
    found = fitting_platform(spec, queue) if question["asks_platform"] else None
    return f"{found}@{spec.base_platform}" if found and spec.base_platform else found


def is_unresolved(question: Row, spec: Architecture, queue: SoftwareQueue) -> bool:
    """Tell whether a platform is a pattern that no platform of the queue fits."""
    pattern = spec.platform if question["asks_platform"] else None
    if not pattern or pattern in queue.platforms or fitting_platform(spec, queue):
        return False
    try:
        return compiled(pattern).match(pattern) is None
    except Unusable:
        return True


def fitting_platform(spec: Architecture, queue: SoftwareQueue) -> str | None:
    """Return the first platform of a queue that a pattern fits; None if listed."""
    if spec.platform is None or spec.platform in queue.platforms:
        return None
    try:
        compiled(spec.platform)
    except Unusable:
        return None
    fitting = (
        name for name in queue.platforms if re.search(f"^{spec.platform}$", name)
    )
    return next(fitting, None) or fitting_architecture(spec, queue)


def fitting_architecture(spec: Architecture, queue: SoftwareQueue) -> str | None:
    """Return (a|b)rest with the first alternative that a CPU of the queue has."""
    found = re.fullmatch(
        r"\(([\w.+-]+(?:\|[\w.+-]+)*)\)([\w.+-]+)", spec.platform or ""
    )
    if found is None or not spec.has_alternatives:
        return None
    offered = [
        arch
        for each in (queue.data or {}).get("architectures") or []
        if each.get("type") == "cpu"
        for arch in strings(each.get("arch")) or []
    ]
    fitting = (a for a in found[1].split("|") if {"any", a} & {*offered})
    return next((arch + found[2] for arch in fitting), None)
