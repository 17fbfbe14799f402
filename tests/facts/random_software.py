"""Seeded random questions and queues, with broken pieces among the good ones."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.facts.asking import ASKS_ALL, QUESTION
from tests.facts.machines import A100, EL9, NODES, SLC6
from tests.facts.world import Row
from tests.property.reference.software import SoftwareQueue

PLATFORMS = [SLC6, EL9, "aarch64-el9-gcc13-opt"]
PLATFORM_PATTERNS = [
    *PLATFORMS,
    *PLATFORMS,
    *["x86_64-(slc6|el9)-.*", "x86_64-.*-opt", "(x86_64|aarch64)-el9", "(x", ".*", ""],
]
ARCHES = ["x86_64", "x86_64", "aarch64", "*", ".*", "x86", "x86_64|ppc", "(", ""]
VENDORS = ["intel", "amd", "*", "in.*", ""]
INSTRS = ["avx2", "avx512", "*"]
GPU_VENDORS = ["nvidia", "nvidia", "NVIDIA", "amd", "*", "*", "n(", ".*"]
MODELS = ["*", "Tesla", ".*A100.*", ".*(P100|V100).*", "A100", "tesla.*", "("]
OPERATORS = [">=", "<=", "==", "=", "!=", ">", "<", ">=", "=>"]
LIMITS = {
    "vram": ["15360", "16384", "40960", "x"],
    "version": ["12.0", "12.4", "11", "12.4.0", "x"],
    "driver_version": ["575.57.08", "500", "575.51.3", "v1"],
}
UARCHES = ["Ampere", "Ampere", "ampere", "Volta", ["Ampere", "Turing"], []]
CONTAINERS = ["docker://atlas/a", "AthAnalysis:latest", "/cvmfs/unpacked/a", "oci://z"]
PROJECTS, VERSIONS = ["Athena", "AthDerivation"], ["21.0.38", "21.2.2.0"]
JUNK = "x86a-|()#&@^:=<>!.*_"
NAMELESS: Row = {**A100, "vendor": "", "vram": 0, "framework_version": None}
GPUS = [A100, *NODES.values(), NAMELESS]
ALL_TAGS = [
    {
        "container_name": "AthAnalysis:latest",
        "sources": ["docker://atlas/a", "oci://z"],
    },
    {"container_name": "oci://z", "sources": []},
]


def some(random: Random, values: Sequence[Any], most: int) -> list[Any]:
    """Return up to `most` of the values, each at most once."""
    return random.sample(values, random.randint(0, min(most, len(values))))


def old_cpu(random: Random) -> str:
    """Return a CPU part of the old format."""
    alternatives = []
    for _ in range(random.randint(1, 3)):
        pieces = [random.choice(ARCHES)]
        if random.random() < 0.4:
            pieces.append(random.choice(VENDORS))
            if random.random() < 0.4:
                pieces.append(random.choice(INSTRS))
        alternatives.append("-".join(pieces))
    shape = random.choice(["{}", "{}", "({})", "({})-intel", "({}", "{})"])
    return "#" + shape.format("|".join(alternatives))


def old_gpu(random: Random) -> str:
    """Return a GPU part of the old format."""
    text = "&" + random.choice(GPU_VENDORS)
    text += random.choice(["", "", "", "-Tesla.*", "-.*A100.*", "-Tesla-T4"])
    for _ in range(random.randint(0, 2)):
        key = random.choice(["vram", "cuda", "driver", "uarch", "model", "foo"])
        name = {"cuda": "version", "driver": "driver_version"}.get(key, key)
        values = {"uarch": ["Ampere", "Volta"], "model": MODELS, **LIMITS}
        value = random.choice(values.get(name, ["1"]))
        text += f":{key}{random.choice(OPERATORS)}{value}"
    return text


def old_string(random: Random) -> str:
    """Return an architecture in the old format."""
    text = random.choice(PLATFORM_PATTERNS)
    text += random.choice(["", "", "@centos7", "@centos7+img", "@"])
    text += old_cpu(random) if random.random() < 0.5 else ""
    return text + (old_gpu(random) if random.random() < 0.4 else "")


def json_gpu(random: Random) -> object:
    """Return a gpu_spec, its entries missing or of a wrong type."""
    model = {"pattern": random.choice(MODELS), "excl": random.choice([True, False])}
    entries: dict[str, object] = {
        "vendor": random.choice(GPU_VENDORS),
        "model": random.choice([random.choice(MODELS), model, {"excl": True}]),
        "microarchitecture": random.choice(UARCHES),
    }
    for name, values in LIMITS.items():
        wanted = random.choice(OPERATORS) + random.choice(values)
        entries[name] = random.choice([wanted, wanted, wanted, wanted, "12", 12, None])
    return {name: entries[name] for name in some(random, list(entries), 3)}


def document(random: Random) -> str:
    """Return an architecture in the JSON format, keys missing or of a wrong type."""
    spec = {"arch": ARCHES, "vendor": VENDORS, "instr": INSTRS}
    specs = [
        {
            name: random.choice(values)
            for name, values in spec.items()
            if random.random() < {"arch": 0.9}.get(name, 0.3)
        }
        for _ in range(random.randint(1, 2))
    ]
    entries = {
        "sw_platform": random.choice(PLATFORM_PATTERNS),
        "base_platform": random.choice(["centos7", "centos7+img", ""]),
        "cpu_specs": random.choice([specs, specs, specs, [], {}, {"arch": "x"}]),
        "gpu_spec": random.choice([json_gpu(random), json_gpu(random), None, "nvidia"]),
    }
    kept = {name: value for name, value in entries.items() if random.random() < 0.5}
    return json.dumps(kept) + random.choice([""] * 20 + [" ", "x"])


def architecture(random: Random) -> str | None:
    """Return an architecture string of any kind."""
    kind = random.random()
    if kind < 0.05:
        return None
    if kind < 0.15:
        junk = "".join(random.choices(JUNK, k=random.randint(0, 12)))
        # RE2 repeats an anchor, Python refuses to
        return re.sub(r"\^\*+", "^", junk)
    return old_string(random) if kind < 0.6 else document(random)


def question(random: Random) -> dict[str, Any]:
    """Return a question: a release, a nightly, a container, hardware or a platform."""
    release = {
        "cvmfs_tag": "atlas",
        "project": random.choice(PROJECTS),
        "version": random.choice(VERSIONS),
    }
    container = random.choice([*CONTAINERS, ""])
    kinds: list[Row] = [
        *[release] * 4,
        {"cvmfs_tag": "nightlies", "needs_cvmfs": random.choice([True, False])},
        {**release, "container_name": container},
        {"container_name": container, "only_tags": True},
        {"asks_platform": False},
        {"asks_platform": False},
        {"is_platform_only": True},
    ]
    return {
        **dict.fromkeys(QUESTION),
        **ASKS_ALL,
        **random.choice(kinds),
        "architecture": architecture(random),
        "base_needs_container": random.choice([True, False]),
    }


def hardware(random: Random) -> list[Row]:
    """Return the architectures that a queue publishes."""
    extra = ["any", "any", "excl", ""]
    arches = some(random, ["x86_64", "x86_64_v3", "aarch64", *extra], 3)
    cpu: dict[str, object] = {"type": "cpu", "arch": random.choice([arches, "x86_64"])}
    if random.random() < 0.4:
        cpu["vendor"] = some(random, ["intel", "amd", *extra], 2)
    if random.random() < 0.3:
        cpu["instr"] = some(random, ["avx2", "avx512", *extra], 2)
    if random.random() < 0.05:
        del cpu["arch"]
    gpu: dict[str, object] = {"type": "gpu", "version": "excl"}
    if random.random() < 0.5:
        gpu["vendor"] = random.choice([["nvidia"], ["nvidia"], ["amd", "excl"]])
    shapes = [[cpu, gpu], [cpu, gpu], [cpu], [gpu], [{"type": "cpu", "arch": []}, cpu]]
    return random.choice([*shapes, [{"arch": ["x86_64"]}], []])


def description(random: Random) -> Row:
    """Return the software description of a queue."""
    tags = [
        {
            "cmtconfig": random.choice(PLATFORMS),
            "project": random.choice(PROJECTS),
            "release": random.choice(VERSIONS),
            "container_name": random.choice(["", "AthAnalysis:latest"]),
            "sources": some(random, CONTAINERS, 1),
        }
        for _ in range(random.randint(0, 4))
    ]
    found: dict[str, object] = {
        "cmtconfigs": some(random, PLATFORMS, 3),
        "containers": some(random, ["any", "/cvmfs", "docker://", "docker://b", ""], 1),
        "cvmfs": some(random, ["atlas", "nightlies", "any"], 2),
        "tags": tags,
        "architectures": hardware(random),
    }
    if random.random() < 0.1:
        del found[random.choice(list(found))]
    return found


def queue(random: Random) -> SoftwareQueue:
    """Return a queue: its releases, its description and its worker-node GPUs."""
    releases = random.choice([["AUTO"]] * 9 + [["AUTO", "21.0"], ["ANY"], []])
    described = random.random() < 0.95
    return SoftwareQueue(
        releases,
        description(random) if described else None,
        random.choices(GPUS, k=random.choice([0, 1, 1, 2])),
    )
