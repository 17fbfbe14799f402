"""What queues publish about their software, for the specs that are about it."""

from __future__ import annotations

import json
from collections.abc import Mapping

PLATFORM = "x86_64-centos7-gcc8-opt"


def tag(project: str, release: str, **other: object) -> dict[str, object]:
    """Return one entry of the tags of a queue."""
    usual = {"cmtconfig": PLATFORM, "container_name": "", "sources": []}
    return {**usual, "project": project, "release": release, **other}


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


def published(**queues: Mapping[str, object] | None) -> dict[str, str]:
    """Draw queues of AUTO releases, and what is unusual about what they publish."""
    rows = [
        f"{name} | {publishes(**changes)}"
        for name, changes in queues.items()
        if changes is not None
    ]
    return {
        "queue": "\n".join(
            ["queue_name | releases", *(f"{q} | [AUTO]" for q in queues)]
        ),
        "queue_software": "\n".join(["queue_name | data", *rows]),
    }


def athena(*architectures: str) -> str:
    """Draw tasks 1, 2 … that ask for Athena 21.0.38, each for an architecture."""
    rows = [f"{n} | Athena-21.0.38 | {it}" for n, it in enumerate(architectures, 1)]
    return "\n".join(["jedi_task_id | trans_home | architecture", *rows])
