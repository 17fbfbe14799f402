"""Queues and worker nodes of the page's examples, made up in their details."""

from __future__ import annotations

from tests.facts.world import Row

COLUMNS = (
    *("vendor", "model", "vram", "architecture"),
    *("framework_version", "driver_version", "gpus_per_host"),
)


def gpu(*values: object) -> Row:
    """Return one GPU configuration of worker nodes: its vendor, model, vram ..."""
    return dict(zip(COLUMNS, (*values, 4), strict=True))


A100 = gpu("NVIDIA", "NVIDIA A100-SXM4-40GB", 40960, "Ampere", "12.4", "575.57.08")
A100_80 = gpu("NVIDIA", "NVIDIA A100-SXM4-80GB", 81920, "Ampere", "12.9", "580.82.07")
V100 = gpu("NVIDIA", "Tesla V100S-PCIE-32GB", 32768, "Volta", "12.2", "550.54.14")
P100 = gpu("NVIDIA", "Tesla P100-PCIE-16GB", 16384, "Pascal", "11.4", "470.57.02")
T4 = gpu("NVIDIA", "Tesla T4", 15360, "Turing", "12.0", "575.51.03")
MI250 = gpu("AMD", "Instinct MI250X", 65536, "CDNA2", None, "6.3.6")
NODES = {"A100": A100, "A100_80": A100_80, "V100": V100, "P100": P100, "T4": T4}
NODES |= {"MI250": MI250}

EL9 = "x86_64-el9-gcc13-opt"
SLC6 = "x86_64-slc6-gcc62-opt"
CMTCONFIGS = ["x86_64-centos7-gcc8-opt", SLC6, EL9]


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
        "sources": sources,
        "tag": f"VO-atlas-{project}-{release}-{cmtconfig}",
    }


TAGS = [tag("AthDerivation", "21.2.2.0", SLC6), tag("Athena", "21.0.38", SLC6)]


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
        "architectures": architectures,
        "tags": tags,
    }


def cpu(arch: str | None, vendor: str | None = None, instr: str | None = None) -> Row:
    """Return a CPU entry of a software description; commas separate items of lists."""
    return _entry("cpu", arch=arch, vendor=vendor, instr=instr)


def gpus(vendor: str | None = None, model: str | None = None) -> Row:
    """Return a GPU entry of a software description."""
    return _entry("gpu", vendor=vendor, model=model)


def _entry(kind: str, **lists: str | None) -> Row:
    given = {name: text.split(",") for name, text in lists.items() if text is not None}
    return {"type": kind, **given}


ANY_GPU = published(cpu("any"), gpus("nvidia"))

#: The page's example queue; its text repaired, where a comma stood too much.
AGLT2 = published(
    cpu("x86_64", "intel,excl", "avx2"),
    {**gpus("nvidia,excl", "kt100"), "version": "11.0.3"},
    cmtconfigs=[
        *("x86_64-centos7-gcc62-opt", "x86_64-centos7-gcc8-opt"),
        *("x86_64-slc6-gcc49-opt", "x86_64-slc6-gcc62-opt", "x86_64-slc6-gcc8-opt"),
    ],
)
