"""The sample of single checks, as plain Python decides them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.conformance.software_words import CALL, reason_of
from tests.facts.random_software import ALL_TAGS, question, queue
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

N_TRIALS = 10_000
LEVEL = "x86-64-v3"
POLICIES = (
    *("type=evgen:100%,type=any:0%", "type=evgen:0%,type=simul&:50%", "gshare=MC*:0"),
    *("group=AP_.*:priority>500:0%,type=any:0%", "priority<=500:0%", None),
)


def checks() -> Iterator[tuple[str, list[Row]]]:
    """Yield the name and the lines of each check."""
    speeds = (0, 1, 1.5, 2.5, 10, 20.1, 60, 75, 99, 150, 201)
    weights: list[Row] = [
        {"mbps": each, "expected": throughput_weight(each)} for each in speeds
    ]
    yield "throughput", weights
    yield "zeroshare", list(zero_shares())
    yield "gshare", [shares(Random(seed)) for seed in range(3)]
    yield "software", software()


def zero_shares() -> Iterator[Row]:
    """Yield random tasks at random fairshare policies."""
    dice = Random(1)
    for number in range(16):
        policy = dice.choice(POLICIES)
        kind = dice.choice(("evgen", "simul", "evgen", "validation"))
        group = dice.choice(("AP_Higgs", None))
        share, priority = dice.choice(("MC", "Data")), dice.choice((500, 501, None))
        ignore = dice.random() < 0.2
        asked = (group, share, priority, ignore)
        yield {
            **{"id": f"sample{number}", "policy": policy, "processingType": kind},
            **{"workingGroup": group, "gshare": share, "currentPriority": priority},
            "ignore_priority": ignore,
            "expected": {
                "zero_share": has_zero_share(policy, kind, *asked),
                "subpolicy": applicable_part(policy, process_group(kind), *asked),
            },
        }


def shares(dice: Random) -> Row:
    """Return a tree of global shares, what they use, and their order (spec 5.2)."""
    leaves: dict[str, float] = {}
    running: dict[str, int] = {}

    def grown(name: str, depth: int, percent: float) -> Row:
        values = [dice.randint(1, 9) for _ in range(dice.randint(2, 3) * (depth > 0))]
        if not values:
            leaves[name], running[name] = percent, dice.choice((0, 300, 900, 2000))
        parts = [(each, percent * each / sum(values)) for each in values]
        children = [
            grown(f"{name}.{n}", dice.randint(0, depth - 1), part) | {"value": each}
            for n, (each, part) in enumerate(parts)
        ]
        return {"name": name, "value": percent, "children": children}

    tree = grown("L", 2, 100.0)
    whole = sum(running.values())
    target = {name: whole * percent / 100 for name, percent in leaves.items()}

    def below(node: Row) -> list[str]:
        """Return the leaves of a node, of the least used branches first."""

        def use(child: Row) -> float:
            names = below(child)
            return sum(running[n] for n in names) / sum(target[n] for n in names)

        branches = sorted(node["children"], key=use)
        return [name for child in branches for name in below(child)] or [node["name"]]

    queued = {name: dice.randint(0, 99) for name in running}
    expected = {"leaf_percent": leaves, "target": target, "order": below(tree)}
    return {"tree": tree, "running": running, "queued": queued, "expected": expected}


def software() -> list[Row]:
    """Return the shortest of many random lines for each test that decides."""
    dice = Random(1)
    found: dict[str, Row] = {}
    for _ in range(N_TRIALS):
        line = software_line(question(dice), queue(dice), dice.choice((None, 40.0)))
        if line is not None:
            seen = line["expected"]
            key = str(line["desc"]).split("_")[0]
            if seen["verdict"] == "ok" and is_unresolved(seen):
                key = "unresolved"
            elif seen["verdict"] == "ok" and seen["pref_weight"]:
                key = "preferred"
            found[key] = min(found.get(key, line), line, key=lambda it: len(str(it)))
    return [{"id": f"sample{n}", **found[key]} for n, key in enumerate(sorted(found))]


def is_unresolved(expected: Row) -> bool:
    """Tell whether a platform is a pattern that no platform of the queue fits."""
    return expected["platform_is_regexp"] and expected["resolved_platform"] is None


def software_line(
    asked: Row, offered: reference.SoftwareQueue, percent: float | None
) -> Row | None:
    """Return a line, or None where a call of PanDA cannot say what is asked."""
    text = asked["architecture"]
    preference = None
    if percent and text and text.startswith("{"):
        try:
            document = json.loads(text)
        except ValueError:
            return None
        preference = {"preferred_architecture_level": LEVEL}
        text = asked["architecture"] = json.dumps({**document, "cpu_pref": preference})
    spec = parse_architecture(text, ASRUN)
    platform = spec.platform if asked["asks_platform"] else None
    if asked["asks_platform"] != (platform is not None or not spec.asks_hardware):
        return None
    if not reference.asks(asked, spec) or not is_valid(platform):
        return None
    test = reference.decide(asked, spec, offered, ALL_TAGS, ASRUN)
    is_ok = test[0] == "+" and test != "+any"
    return {
        "desc": test,
        "architecture": text,
        "arch_pct": {LEVEL: percent} if preference else None,
        "call": {"cmt_config": platform}
        | {word: asked[name] for word, name in CALL.items()},
        "queue": {"releases": offered.releases, "sw": offered.data},
        "wn_gpus": offered.gpus,
        "all_tags": ALL_TAGS if asked["container_name"] else None,
        "parsed": {
            **{"sw_platform": spec.platform, "base_platform": spec.base_platform},
            **{"cpu_pref": preference, "cpu_specs": spec.cpu, "gpu_spec": spec.gpu},
        },
        "expected": {
            "verdict": "ok" if is_ok else "reject",
            "reason": reason_of(test),
            "resolved_platform": reference.resolve(asked, spec, offered),
            "platform_is_regexp": re.match(platform or "", platform or "") is None,
            "pref_weight": 1 + (percent or 0) / 100 if preference else None,
            "logged_error": test == "error",
        },
    }


def is_valid(pattern: str | None) -> bool:
    """Tell whether a text is no broken pattern."""
    try:
        return re.compile(pattern or "") is not None
    except re.error:
        return False
