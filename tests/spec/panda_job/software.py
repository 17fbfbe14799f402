"""What queues publish about their software, for the specs that are about it."""

from __future__ import annotations

import json

PLATFORM = "x86_64-centos7-gcc8-opt"


def tag(project: str, release: str, **other: object) -> dict[str, object]:
    """Return one entry of the tags of a queue."""
    return {
        "cmtconfig": PLATFORM,
        "project": project,
        "release": release,
        "container_name": "",
        "sources": [],
        **other,
    }


def publishes(**changes: object) -> str:
    """Return what a queue publishes: one platform on CVMFS, no container, no tag."""
    usual: dict[str, object] = {
        "cmtconfigs": [PLATFORM],
        "containers": [],
        "cvmfs": ["atlas"],
        "architectures": [{"type": "cpu", "arch": ["x86_64"]}],
        "tags": [],
    }
    return json.dumps({**usual, **changes})


def asks(**specification: object) -> str:
    """Return the architecture of a task in its new form, for the usual platform."""
    return json.dumps({"sw_platform": PLATFORM, **specification})
