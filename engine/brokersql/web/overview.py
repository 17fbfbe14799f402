"""The overview of a policy in a run: the document behind its page and its JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from brokersql.compiler import PairProgram, compile_policy
from brokersql.core.errors import (
    BrokersqlError,
    EngineError,
    OutOfMemoryError,
    PolicyError,
    UsageError,
)
from brokersql.explain.changes.tunables import OWNERS
from brokersql.policy import load_policy
from brokersql.render.documents import SCHEMA_VERSION
from brokersql.results.queries import number
from brokersql.scoreboard import STARVED_S
from brokersql.snapshot.contract import tables
from brokersql.web.lists import LISTS, WEIGHED_PLACES, count_rows
from brokersql.web.run_reader import RunReader


def site_fields(reader: RunReader, policy: str) -> dict[str, str]:
    """Return by rule the fields that a site could change, the most common first.

    There are none for a policy that is not here as the run used it.
    """
    recorded = reader.run.policy(policy)
    try:
        loaded = load_policy(recorded.reference)
        if loaded.content_hash != recorded.content_hash:
            return {}
        program = compile_policy(loaded)
    except (EngineError, OutOfMemoryError):
        raise
    except BrokersqlError:
        return {}
    if not isinstance(program, PairProgram):
        return {}
    stems = {each.bit: each.stem for each in program.criteria}
    own = {(stems[it.bit], it.table, it.column) for it in program.rule_inputs}
    return {
        stem: ", ".join(
            f"{table}.{column}"
            for table in OWNERS["site"]
            for column in tables()[table].settable
            if (stem, table, column) in own
        )
        for stem in {stem for stem, _, _ in own}
    }


#: Waiting tasks and users, site changes, nuclei and sites that an overview shows.
_TASKS, _SITE_CHANGES, _NUCLEI, _SITES = 12, 15, 12, 25
#: Minutes for which a metric of a link counts, where the policy does not say.
_VALIDITY_MIN = 60
#: Most marks of a drawing.
_POINTS = 250


def overview(reader: RunReader, policy: str) -> dict[str, Any]:
    """Return outcomes, reasons, maps and the lists behind them, of one policy."""
    recorded = reader.policy(policy)
    title, noun, decides = policy, "queue", "task"
    try:
        loaded = load_policy(policy)
        title, noun, decides = loaded.title, loaded.chooses, loaded.decides
    except (PolicyError, UsageError):
        pass  # one that does not ship has its name only
    if recorded["shape"] == "unit":
        decides = "job"
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "report.policy",
        "policy": policy,
        "title": title,
        "noun": noun,
        "decides": decides,
        "profile": recorded["profile"],
        "shape": recorded["shape"],
        "content_hash": recorded["content_hash"],
        **identity(reader),
        **_CONTENT[decides](reader, policy),
        "lists": [
            {"name": name, "title": each.title, "about": each.about, "n": n}
            for name, each in LISTS.items()
            if reader.database.has(each.relation)
            and (n := count_rows(reader, policy, name, {}))
        ],
    }


def identity(reader: RunReader) -> dict[str, Any]:
    """Return what a run was made from."""
    return {
        "run": str(reader.run.folder),
        "snapshot_id": reader.run.snapshot_id,
        "snapshot_time": reader.record["snapshot"]["snapshot_time"],
        "seed": reader.run.seed,
        "remarks": list(reader.remarks),
    }


def _placing(reader: RunReader, policy: str) -> dict[str, Any]:
    """Return what a policy that places work decided."""
    outcomes = reader.rows("statuses", (policy,))
    (pairs,) = reader.rows("pair_count", (policy,))
    fields = site_fields(reader, policy)
    heat = [
        {**row, "counts": dict(row["counts"])} for row in reader.rows("heat", (policy,))
    ]
    return {
        "n": sum(row["n"] for row in outcomes),
        "outcomes": outcomes,
        "waiting": reader.rows("waiting", (policy,)),
        "waiting_tasks": reader.rows("waiting_tasks", (policy, _TASKS)),
        "waiting_users": reader.rows("waiting_users", (policy, _TASKS)),
        "board": _board(reader, policy),
        "pairs": pairs,
        "checks": reader.rows("checks", (policy, pairs["n"])),
        "heat": {
            "clouds": sorted({cloud for row in heat for cloud in row["counts"]}),
            "criteria": heat,
        },
        "levers": [
            {**row, "fields": fields.get(str(row["only_rule"])) or None}
            for row in reader.rows("levers", (policy, _SITE_CHANGES))
        ],
        "factors": reader.rows("factors", (policy, WEIGHED_PLACES)),
        "load": _load(reader, policy),
        "network": _network(reader, policy),
    }


def _acting(reader: RunReader, policy: str) -> dict[str, Any]:
    """Return what a policy that acts upon single jobs does."""
    return {
        "n": number(reader.policy(policy)["units"]),
        "outcomes": reader.rows("acted", (policy,)),
        "acting": reader.rows("acting", (policy,)),
    }


def _matching(reader: RunReader, policy: str) -> dict[str, Any]:
    """Return which task queues fit the pilots of a policy."""
    (counts,) = reader.rows("pilot_counts", (policy,))
    return {
        "n": counts["n_pilots"],
        "counts": counts,
        "outcomes": reader.rows("pilot_statuses", (policy,)),
        "unserved": reader.rows("unserved", (policy, _TASKS)),
        "checks": reader.rows("checks", (policy, counts["n_pairs"])),
        "task_queues": reader.rows("task_queues", (policy, _SITE_CHANGES)),
        "board": _board(reader, policy),
    }


#: The contents of an overview, by what the policy decides about.
_CONTENT: Mapping[str, Callable[[RunReader, str], dict[str, Any]]] = {
    "task": _placing,
    "job": _acting,
    "pilot": _matching,
}


def _board(reader: RunReader, policy: str) -> dict[str, Any]:
    """Return how all chunks, each share and each group fare under a policy."""
    own = [row for row in reader.board if row["policy"] == policy]
    own.sort(key=lambda row: -(row["target_percent"] or 0))
    return {
        "all": next((row for row in own if row["scope"] == "all"), None),
        "shares": [row for row in own if row["scope"] == "share"],
        "groups": [row for row in own if row["scope"] == "group"],
        "starved_s": STARVED_S,
    }


def _load(reader: RunReader, policy: str) -> dict[str, Any] | None:
    """Return queued and running jobs where the policy has a cap for them."""
    per_running = _parameter(reader, policy, "cap_per_running")
    if not per_running:
        return None
    points = reader.rows("load", (policy, per_running, _POINTS))
    if not points:
        return None
    return {"per_running": per_running, "n_all": points[0]["n_all"], "points": points}


def _parameter(reader: RunReader, policy: str, name: str) -> Any:
    """Return the value of a parameter in the run, None if the policy has none."""
    found = reader.policy(policy)["parameters"]
    return {each["name"]: each["value"] for each in found}.get(name)


def _network(reader: RunReader, policy: str) -> dict[str, Any] | None:
    """Return the links between the busiest sites and the nuclei of most tasks."""
    links = reader.rows("network", (policy, _NUCLEI, _SITES))
    if not links:
        return None
    counts = {row["dst_site"]: row["n_tasks"] for row in links}
    nuclei = sorted(counts, key=lambda name: (-counts[name], name))
    sites: list[dict[str, Any]] = []
    for site, group in groupby(links, key=lambda row: row["src_site"]):
        cells = {row["dst_site"]: row for row in group}
        sites.append({"src_site": site, "links": [cells.get(n) for n in nuclei]})
    validity = _parameter(reader, policy, "metric_validity_min")
    return {
        "nuclei": [{"nucleus": name, "n_tasks": counts[name]} for name in nuclei],
        "sites": sites,
        "n_sites": links[0]["n_sites"],
        "stale_s": 60 * int(validity or _VALIDITY_MIN),
    }
