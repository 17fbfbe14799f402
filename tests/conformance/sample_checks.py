"""What plain Python decides on the lines of single checks in the sample."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.conformance.recorded import Line
from tests.conformance.software_words import CALL, reason_of
from tests.facts.asking import ASKS_ALL, QUESTION
from tests.facts.world import ASRUN
from tests.property.reference import software as reference
from tests.property.reference.architecture import parse_architecture
from tests.property.reference.network import throughput_weight
from tests.property.reference.zero_share import (
    applicable_part,
    has_zero_share,
    process_group,
)

Row = dict[str, Any]


def throughput(line: Line) -> Row:
    """Return the weight of a throughput."""
    return {"expected": throughput_weight(line["mbps"])}


def zero_share(line: Line) -> Row:
    """Return whether a fairshare policy refuses a task, and which part decides."""
    kind, group, share = line["processingType"], line["workingGroup"], line["gshare"]
    asked = (group, share, line["currentPriority"], line["ignore_priority"])
    refuses = has_zero_share(line["policy"], kind, *asked)
    part = applicable_part(line["policy"], process_group(kind), *asked)
    return {"expected": {"zero_share": refuses, "subpolicy": part}}


def shares(line: Line) -> Row:
    """Return what a tree of global shares gives its leaves, and their order (5.2)."""
    running = line["running"]
    percents = dict(leaves(line["tree"], 100.0))
    whole = sum(running.values())
    target = {name: whole * percent / 100 for name, percent in percents.items()}

    def below(node: Line) -> list[str]:
        """Return the leaves of a node, of the least used branches first."""

        def use(child: Line) -> float:
            names = below(child)
            return sum(running[n] for n in names) / sum(target[n] for n in names)

        branches = sorted(node["children"], key=use)
        return [name for child in branches for name in below(child)] or [node["name"]]

    order = below(line["tree"])
    return {"expected": {"leaf_percent": percents, "target": target, "order": order}}


def leaves(node: Line, percent: float) -> list[tuple[str, float]]:
    """Return the leaves of a node that has a part of the grid, each with its own."""
    values = sum(child["value"] for child in node["children"])
    parts = [
        leaf
        for child in node["children"]
        for leaf in leaves(child, percent * child["value"] / values)
    ]
    return parts or [(node["name"], percent)]


def software(line: Line) -> Row:
    """Return how a queue answers a call, and what the architecture is read as."""
    call, spec = line["call"], parse_architecture(line["architecture"], ASRUN)
    platform = call["cmt_config"]
    asked = {
        **dict.fromkeys(QUESTION),
        **ASKS_ALL,
        **{name: call[word] for word, name in CALL.items()},
        "asks_platform": platform is not None or not spec.asks_hardware,
    }
    described = line["queue"]["releases"], line["queue"]["sw"], line["wn_gpus"]
    offered = reference.SoftwareQueue(*described)
    test = reference.decide(asked, spec, offered, line["all_tags"] or [], ASRUN)
    percent = (line["arch_pct"] or {}).get(spec.preferred_level)
    is_ok = test[0] == "+" and test != "+any"
    preference = {"preferred_architecture_level": spec.preferred_level}
    return {
        "desc": test,
        "parsed": {
            **{"sw_platform": spec.platform, "base_platform": spec.base_platform},
            "cpu_pref": preference if spec.preferred_level else None,
            **{"cpu_specs": spec.cpu, "gpu_spec": spec.gpu},
        },
        "expected": {
            "verdict": "ok" if is_ok else "reject",
            "reason": reason_of(test),
            "resolved_platform": reference.resolve(asked, spec, offered),
            "platform_is_regexp": re.match(platform or "", platform or "") is None,
            "pref_weight": 1 + percent / 100 if percent else None,
            "logged_error": test == "error",
        },
    }


#: Files of lines, and what is decided on each line.
CHECKS: Mapping[str, Callable[[Line], Row]] = {
    "throughput": throughput,
    "zeroshare": zero_share,
    "gshare": shares,
    "software": software,
}
