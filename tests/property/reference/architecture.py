"""A task's architecture text read into platform, CPU and GPU requirements."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.property.reference.parameters import Parameters

Row = Mapping[str, Any]
Settings = Row | Parameters

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

    platform: str | None = None
    base_platform: str | None = None
    cpu: list[dict[str, Any]] | None = None
    gpu: dict[str, Any] | None = None
    preferred_level: str | None = None
    has_alternatives: bool = False

    @property
    def asks_hardware(self) -> bool:
        """Tell whether a CPU or a GPU is asked for."""
        return self.cpu is not None or self.gpu is not None


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


def cpu_of_text(text: str, parameters: Settings) -> list[dict[str, Any]] | None:
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


def gpu_of_text(text: str, parameters: Settings) -> dict[str, Any] | None:
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


def parse_architecture(text: str | None, parameters: Settings) -> Architecture:
    """Return the parts of an architecture string."""
    if text is None:
        return Architecture()
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        base = re.search(r"@([^#&]*)", text)
        return Architecture(
            re.split("[@#&]", text)[0],
            (base[1] or None) if base else None,
            cpu_of_text(text, parameters),
            gpu_of_text(text, parameters),
            has_alternatives=bool(parameters["arch_alternatives"]),
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
    preference = document.get("cpu_pref")
    return Architecture(
        document.get("sw_platform", ""),
        document.get("base_platform"),
        cpu,
        gpu,
        preference and preference.get("preferred_architecture_level"),
        has_alternatives=bool(parameters["arch_alternatives"]),
    )
