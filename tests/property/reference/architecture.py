"""A task's architecture text read into platform, CPU and GPU requirements."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from tests.property.reference.parameters import Parameters

Json = object
GPU_PIECE = re.compile(r"(\w+)(>=|<=|!=|==|>|<|=)(.+)", re.DOTALL)
GPU_KEYS = {
    "cuda": "version",
    "driver": "driver_version",
    "uarch": "microarchitecture",
    "vram": "vram",
    "model": "model",
}


@dataclass(frozen=True, slots=True)
class Architecture:
    """What a task asks of software platform and hardware."""

    platform: str | None
    base_platform: str | None
    cpu_specs: list[dict[str, Json]] | None
    gpu_spec: dict[str, Json] | None
    preferred_level: str | None = field(default=None)


def parse_architecture(text: str | None, parameters: Parameters) -> Architecture:
    """Return the requirements of an architecture text, old or JSON."""
    if text is not None:
        try:
            data = json.loads(text)
        except ValueError:
            data = None
        if isinstance(data, dict):
            return from_json(text, data, parameters)
    return from_text(text, parameters)


def from_json(text: str, data: dict[str, Json], parameters: Parameters) -> Architecture:
    """Return the requirements of the JSON form."""
    specs: list[dict[str, Json]] | None
    try:
        specs = [
            {"vendor": "*", "instr": "*", **entry}  # type: ignore[dict-item]
            for entry in data.get("cpu_specs") or []  # type: ignore[union-attr]
        ] or None
    except TypeError:  # not a list of objects: read as if it were the old form
        specs = cpu_from_text(text, parameters)
    gpu = data.get("gpu_spec")
    if isinstance(gpu, dict):
        gpu = {"vendor": "*", "model": "*", **gpu}
    else:
        gpu = gpu_from_text(text, parameters)
    preference = data.get("cpu_pref")
    level = None
    if isinstance(preference, dict):
        level = preference.get("preferred_architecture_level") or None
    platform, base = data.get("sw_platform", ""), data.get("base_platform")
    return Architecture(
        platform if isinstance(platform, str) or platform is None else str(platform),
        base if isinstance(base, str) or base is None else str(base),
        specs,
        gpu,
        level if isinstance(level, str) else None,
    )


def from_text(text: str | None, parameters: Parameters) -> Architecture:
    """Return the requirements of the old form platform@base#cpu&gpu."""
    if text is None:
        return Architecture(None, None, None, None)
    base = re.search(r"@([^#&]*)", text)
    return Architecture(
        re.split(r"[@#&]", text)[0],
        (base[1] or None) if base else None,
        cpu_from_text(text, parameters),
        gpu_from_text(text, parameters),
    )


def cpu_from_text(text: str, parameters: Parameters) -> list[dict[str, Json]] | None:
    """Return the CPU alternatives of the old form; None where it names none."""
    if "#" not in text:
        if text[:1] in ("", "^", "@", "&"):
            return None
        if parameters["implied_cpu"] == "platform":
            text = re.split(r"[@&]", text)[0]
        arch = text.split("-")[0]
        return [{"arch": arch, "vendor": "*", "instr": "*"}] if arch else None
    spec = re.split(r"[\^@&]", text.split("#", 1)[1])[0]
    if not spec:
        return None
    if parameters["cpu_spec_parentheses"] and spec.startswith("(") and ")-" in spec:
        arch = spec[: spec.index(")") + 1]
        return [cpu_alternative(spec, arch)]
    spec = spec.removeprefix("(").removesuffix(")")
    return [cpu_alternative(piece) for piece in spec.split("|")]


def cpu_alternative(text: str, arch: str | None = None) -> dict[str, Json]:
    """Return arch, vendor and instr of one alternative; a missing part is *."""
    if arch is None:
        parts = text.split("-")
    else:
        parts = [arch, *text[len(arch) :].split("-")[1:]]
    parts = [*parts, "*", "*"]
    return {"arch": parts[0], "vendor": parts[1], "instr": parts[2]}


def gpu_from_text(text: str, parameters: Parameters) -> dict[str, Json] | None:
    """Return the GPU requirement of the old form; None where it names none."""
    if "&" not in text:
        return None
    spec = re.split(r"[\^@#]", text.split("&", 1)[1])[0]
    if not spec:
        return None
    first, *pieces = spec.split(":")
    parts = [*first.split("-"), "*"]
    gpu: dict[str, Json] = {"vendor": parts[0], "model": parts[1]}
    for piece in pieces:
        found = GPU_PIECE.fullmatch(piece)
        key = GPU_KEYS.get(found[1]) if found else None
        if found is None or key is None:
            continue
        sign, value = found[2], found[3]
        if key == "model":
            gpu[key] = {"pattern": value, "excl": True} if sign == "!=" else value
        elif key == "microarchitecture":
            excludes = sign == "!=" and parameters["gpu_ne_supported"]
            gpu[key] = {"excluded": value} if excludes else value
        else:
            gpu[key] = ("==" if sign == "=" else sign) + value
    return gpu
