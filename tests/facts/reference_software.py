"""The software and hardware check once more, in plain Python, one pair at a time.

Written from the prose of the specification, to be compared with the facts. A question
is a row of software_question, a queue is what CRIC and the worker nodes say of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]

OPERATORS = {"=": "==", "==": "==", ">=": ">=", "<=": "<=", ">": ">", "<": "<"}
GPU_KEYS = {
    "cuda": "version",
    "driver": "driver_version",
    "uarch": "microarchitecture",
    "vram": "vram",
    "model": "model",
}


class Unusable(Exception):
    """Something of the task cannot be tested: the queue is refused."""


@dataclass(frozen=True, slots=True)
class Specification:
    """An architecture string, parsed."""

    platform: str | None = None
    base_platform: str | None = None
    cpu: list[dict[str, Any]] | None = None
    gpu: dict[str, Any] | None = None


def split_outside(text: str, separator: str) -> list[str]:
    """Split at a separator that stands outside of parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == separator and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def enclosed(text: str) -> bool:
    """Tell whether one pair of parentheses stands around the whole text."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth <= 0 and place < len(text) - 1:
            return False
    return text.startswith("(") and text.endswith(")")


def cpu_of_text(text: str, parameters: Row) -> list[dict[str, Any]] | None:
    """Return the CPU alternatives of an old string."""
    if "#" not in text:
        by_platform = parameters["implied_cpu"] == "platform"
        arch = re.split("[@&-]" if by_platform else "-", text)[0]
        if text[:1] in ("^", "@", "&") or not arch:
            return None
        return [{"arch": arch, "vendor": "*", "instr": "*"}]
    spec = re.split(r"[\^@&]", text.split("#", 1)[1])[0]
    if not spec:
        return None
    if parameters["cpu_spec_parentheses"]:
        spec = spec[1:-1] if enclosed(spec) else spec
        pieces = [split_outside(part, "-") for part in split_outside(spec, "|")]
    else:
        spec = spec.removeprefix("(")
        pieces = [part.split("-") for part in spec.removesuffix(")").split("|")]
    padded = [(*part, "*", "*")[:3] if len(part) < 3 else part[:3] for part in pieces]
    return [{"arch": a, "vendor": v, "instr": i} for a, v, i in padded]


def gpu_of_text(text: str, parameters: Row) -> dict[str, Any] | None:
    """Return the GPU requirement of an old string."""
    if "&" not in text:
        return None
    spec = re.split(r"[\^@#]", text.split("&", 1)[1])[0]
    if not spec:
        return None
    first, *rest = spec.split(":")
    vendor, *model = first.split("-")
    found: dict[str, Any] = {"vendor": vendor, "model": model[0] if model else "*"}
    for piece in rest:
        parts = re.fullmatch(r"([A-Za-z0-9_]+)(>=|<=|!=|==|>|<|=)(.+)", piece)
        key = GPU_KEYS.get(parts[1]) if parts else None
        if parts is None or key is None:
            continue
        operator, wanted = parts[2], parts[3]
        if key == "microarchitecture":
            excluded = {"not": wanted}
            supported = parameters["gpu_ne_supported"]
            found[key] = excluded if operator == "!=" and supported else wanted
        elif key == "model":
            excluded = {"pattern": wanted, "excl": True}
            found[key] = excluded if operator == "!=" else wanted
        else:
            found[key] = f"{'==' if operator == '=' else operator}{wanted}"
    return found


def parse(text: str | None, parameters: Row) -> Specification:
    """Return the parts of an architecture string."""
    if text is None:
        return Specification()
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        base = re.search(r"@([^#&]*)", text)
        return Specification(
            re.split("[@#&]", text)[0],
            (base[1] or None) if base else None,
            cpu_of_text(text, parameters),
            gpu_of_text(text, parameters),
        )
    cpu = document.get("cpu_specs")
    if cpu and isinstance(cpu, list) and all(isinstance(spec, dict) for spec in cpu):
        cpu = [{"arch": None, "vendor": "*", "instr": "*", **spec} for spec in cpu]
    else:
        cpu = cpu_of_text(text, parameters) if cpu else None
    gpu = document.get("gpu_spec")
    if isinstance(gpu, dict):
        gpu = {"vendor": "*", "model": "*", **gpu}
    else:
        gpu = gpu_of_text(text, parameters)
    return Specification(
        document.get("sw_platform", ""), document.get("base_platform"), cpu, gpu
    )


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
    outcome = {
        "==": have == wanted,
        ">=": have >= wanted,
        "<=": have <= wanted,
        ">": have > wanted,
        "<": have < wanted,
    }
    return outcome.get(OPERATORS.get(parts[1], ""), False)


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
    if asked == "*":
        return False
    if not offered:
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
    spec: Specification, data: Row, rows: Sequence[Row], parameters: Row
) -> str | None:
    """Return which hardware test a published description fails."""
    entries = {
        entry["type"]: entry
        for entry in data.get("architectures", ())
        if "type" in entry
    }
    for kind, asked in (("cpu", spec.cpu), ("gpu", spec.gpu)):
        lists = [v for v in entries.get(kind, {}).values() if isinstance(v, list)]
        if asked is None and any("excl" in values for values in lists):
            return f"{kind}_exclusive"
    if (spec.cpu is not None or spec.gpu is not None) and not entries:
        return "no_hardware"
    if spec.cpu is not None:
        if "cpu" not in entries:
            return "no_cpu"
        failure = cpu_failure(spec.cpu, entries["cpu"], parameters["empty_is_any"])
        if failure:
            return failure
    if spec.gpu is not None:
        if "gpu" not in entries:
            return "no_gpu"
        return gpu_failure(spec.gpu, rows, parameters["gpu_ne_supported"])
    return None


def container_test(question: Row, data: Row, all_tags: Sequence[Row]) -> str:
    """Return how a queue knows the container, or `container` if it does not."""
    name, only_tags = question["container_name"], question["only_tags"]
    containers = strings(data.get("containers")) or []
    tags = data.get("tags") or []
    if not only_tags and {"any", "/cvmfs"} & set(containers):
        return "+container_any"
    if any(tag["container_name"] == name for tag in tags):
        return "+container_tag_name"
    if any(name in tag["sources"] for tag in tags):
        return "+container_tag_source"
    if only_tags:
        return "container"
    if any(name.startswith(prefix) for prefix in containers):
        return "+container_prefix"
    for tag in all_tags:
        if tag["container_name"] == name and any(
            source.startswith(prefix)
            for source in tag["sources"]
            for prefix in containers
        ):
            return "+container_source"
    return "container"


def release_test(question: Row, spec: Specification, data: Row, parameters: Row) -> str:
    """Return which test of releases, caches and nightlies decides."""
    containers = strings(data.get("containers")) or []
    repositories = strings(data.get("cvmfs")) or []
    platform = asked_platform(question, spec, data, parameters)
    on_tags_only = parameters["base_platform_scope"] == "tags"
    needs_container = question["base_needs_container"] and (
        bool(spec.base_platform) if on_tags_only else spec.base_platform is not None
    )
    if "any" in repositories or question["cvmfs_tag"] in repositories:
        if {"any", "/cvmfs"} & set(containers):
            return "+cvmfs_container"
        needs_none = on_tags_only or not needs_container
        if needs_none and platform in (strings(data.get("cmtconfigs")) or []):
            return "+cvmfs_platform"
        if not parameters["cvmfs_fall_through"]:
            return "cvmfs_platform"
    if question["needs_cvmfs"]:
        return "no_cvmfs"
    if needs_container and "any" not in containers:
        return "no_container"
    wanted = (platform, question["project"], question["version"])
    for tag in data.get("tags") or []:
        if None not in wanted and wanted == (
            tag["cmtconfig"],
            tag["project"],
            tag["release"],
        ):
            return "+tag"
    return "no_tag"


def asks(question: Row, parameters: Row) -> bool:
    """Tell whether a task asks for anything: for a release, or for hardware."""
    spec = parse(question["architecture"], parameters)
    return question["asks_platform"] or spec.cpu is not None or spec.gpu is not None


def decide(
    question: Row,
    releases: Sequence[str],
    data: Row | None,
    rows: Sequence[Row],
    all_tags: Sequence[Row],
    parameters: Row,
) -> str:
    """Return the test that decides on a queue, by ANY or by its AUTO description."""
    spec = parse(question["architecture"], parameters)
    exact = parameters["releases_match"] == "exact"
    is_any, is_auto = (
        releases == [name] if exact else name in releases for name in ("ANY", "AUTO")
    )
    has_hardware = spec.cpu is not None or spec.gpu is not None
    is_more_asked = has_hardware or question["is_any_refused"]
    if is_any and not (parameters["any_needs_no_hw_spec"] and is_more_asked):
        return "+any"
    if not is_auto or data is None:
        return "no_auto"
    try:
        failure = hardware_failure(spec, data, rows, parameters)
    except Unusable:
        return "error"
    if failure:
        return failure
    platform = spec.platform if question["asks_platform"] else None
    asked = (question["cvmfs_tag"], question["project"], question["version"], platform)
    if has_hardware and not any(asked) and not question["container_name"]:
        return "+hardware_only"
    if question["container_name"]:
        return container_test(question, data, all_tags)
    if question["is_platform_only"]:
        return "+platform_only"
    return release_test(question, spec, data, parameters)


def asked_platform(
    question: Row, spec: Specification, data: Row, parameters: Row
) -> str | None:
    """Return the platform that releases are looked up for at a queue."""
    if not question["asks_platform"]:
        return None
    first = parameters["platform_resolve"] == "before"
    found = fitting_platform(spec, data) if first else None
    return found or spec.platform


def resolve(question: Row, data: Row | None, parameters: Row) -> str | None:
    """Return the platform told to the pilot, where a pattern was resolved."""
    spec = parse(question["architecture"], parameters)
    found = fitting_platform(spec, data) if question["asks_platform"] else None
    return f"{found}@{spec.base_platform}" if found and spec.base_platform else found


def fitting_platform(spec: Specification, data: Row | None) -> str | None:
    """Return the first platform of a queue that a pattern fits; None if listed."""
    cmtconfigs = strings((data or {}).get("cmtconfigs")) or []
    if spec.platform is None or spec.platform in cmtconfigs:
        return None
    try:
        compiled(spec.platform)
    except Unusable:
        return None
    for cmtconfig in cmtconfigs:
        if re.search(f"^{spec.platform}$", cmtconfig):
            return cmtconfig
    return None
