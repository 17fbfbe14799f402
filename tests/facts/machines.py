"""Queues and worker nodes of the page's examples, made up in their details."""

from __future__ import annotations

from tests.facts.world import Row


def gpu(
    vendor: str | None,
    model: str | None,
    vram: int | None,
    architecture: str | None,
    cuda: str | None,
    driver: str | None,
) -> Row:
    """Return one GPU configuration of worker nodes."""
    return {
        "vendor": vendor,
        "model": model,
        "vram": vram,
        "architecture": architecture,
        "framework_version": cuda,
        "driver_version": driver,
        "gpus_per_host": 4,
    }


A100 = gpu("NVIDIA", "NVIDIA A100-SXM4-40GB", 40960, "Ampere", "12.4", "575.57.08")
A100_80 = gpu("NVIDIA", "NVIDIA A100-SXM4-80GB", 81920, "Ampere", "12.9", "580.82.07")
V100 = gpu("NVIDIA", "Tesla V100S-PCIE-32GB", 32768, "Volta", "12.2", "550.54.14")
P100 = gpu("NVIDIA", "Tesla P100-PCIE-16GB", 16384, "Pascal", "11.4", "470.57.02")
T4 = gpu("NVIDIA", "Tesla T4", 15360, "Turing", "12.0", "575.51.03")
MI250 = gpu("AMD", "Instinct MI250X", 65536, "CDNA2", None, "6.3.6")

CMTCONFIGS = [
    "x86_64-centos7-gcc8-opt",
    "x86_64-slc6-gcc62-opt",
    "x86_64-el9-gcc13-opt",
]


def tag(
    project: str = "",
    release: str = "",
    cmtconfig: str = "",
    container_name: str = "",
    sources: object = (),
) -> Row:
    """Return one published tag."""
    return {
        "cmtconfig": cmtconfig,
        "container_name": container_name,
        "project": project,
        "release": release,
        "sources": list(sources) if isinstance(sources, tuple) else sources,
        "tag": f"VO-atlas-{project}-{release}-{cmtconfig}",
    }


TAGS = [
    tag("AthDerivation", "21.2.2.0", "x86_64-slc6-gcc62-opt"),
    tag("Athena", "21.0.38", "x86_64-slc6-gcc62-opt"),
]


def published(
    *architectures: Row,
    containers: object = ("any", "/cvmfs"),
    cvmfs: object = ("atlas", "nightlies"),
    cmtconfigs: object = tuple(CMTCONFIGS),
    tags: object = tuple(TAGS),
) -> Row:
    """Return a software description."""
    return {
        "cmtconfigs": cmtconfigs,
        "containers": containers,
        "cvmfs": cvmfs,
        "architectures": list(architectures),
        "tags": tags,
    }


def cpu(**lists: object) -> Row:
    """Return a CPU entry of a software description."""
    return {"type": "cpu", **lists}


def gpus(**lists: object) -> Row:
    """Return a GPU entry of a software description."""
    return {"type": "gpu", **lists}


ANY_GPU = published(cpu(arch=["any"]), gpus(vendor=["nvidia"]))

#: The page's example queue; its text repaired, where a comma stood too much.
AGLT2 = published(
    cpu(arch=["x86_64"], instr=["avx2"], vendor=["intel", "excl"]),
    gpus(vendor=["nvidia", "excl"], model=["kt100"], version="11.0.3"),
    cmtconfigs=(
        "x86_64-centos7-gcc62-opt",
        "x86_64-centos7-gcc8-opt",
        "x86_64-slc6-gcc49-opt",
        "x86_64-slc6-gcc62-opt",
        "x86_64-slc6-gcc8-opt",
    ),
)
