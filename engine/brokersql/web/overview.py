"""The overview of a policy in a run: the document behind its page and its JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from brokersql.results.queries import Row, number
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
        if not isinstance(program, PairProgram):
            return {}
    except (EngineError, OutOfMemoryError):
        raise
    except BrokersqlError:
        return {}
    stems = {each.bit: each.stem for each in program.criteria}
    own = {(stems[it.bit], it.table, it.column) for it in program.rule_inputs}
    named: dict[str, list[str]] = {}
    for table in OWNERS["site"]:
        for column in tables()[table].settable:
            for stem in sorted(stems.values()):
                if (stem, table, column) in own:
                    named.setdefault(stem, []).append(f"{table}.{column}")
    return {stem: ", ".join(dict.fromkeys(names)) for stem, names in named.items()}


#: Waiting tasks, site changes, nuclei and sites that an overview shows.
_TASKS, _SITE_CHANGES, _NUCLEI, _SITES = 12, 15, 12, 25
#: Minutes for which a metric of a link counts, where the policy does not say.
_VALIDITY_MIN = 60
#: Most marks of a drawing.
_POINTS = 250


def overview(reader: RunReader, policy: str) -> dict[str, Any]:
    """Return outcomes, reasons, maps and the lists behind them, of one policy."""
    recorded = reader.policy(policy)
    words = _policy_words(policy)
    decides = "job" if recorded["shape"] == "unit" else words["decides"]
    lists = [
        {"name": name, "title": kind.title, "about": kind.about, "n": n}
        for name, kind in LISTS.items()
        if kind.relation in _relations(reader)
        and (n := count_rows(reader, policy, name, {}))
    ]
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "report.policy",
        "policy": policy,
        **words,
        "decides": decides,
        "profile": recorded["profile"],
        "shape": recorded["shape"],
        "content_hash": recorded["content_hash"],
        **identity(reader),
        **_CONTENT[decides](reader, policy),
        "lists": lists,
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


def _relations(reader: RunReader) -> set[str]:
    names = {kind.relation for kind in LISTS.values()}
    return {name for name in names if reader.database.has(name)}


def _policy_words(policy: str) -> dict[str, Any]:
    """Return title and noun of a policy; one that does not ship has its name only."""
    try:
        loaded = load_policy(policy)
        return {
            "title": loaded.title,
            "noun": loaded.chooses,
            "decides": loaded.decides,
        }
    except (PolicyError, UsageError):
        return {"title": policy, "noun": "queue", "decides": "task"}


def _placing(reader: RunReader, policy: str) -> dict[str, Any]:
    """Return what a policy that places work decided."""
    outcomes = reader.rows("statuses", (policy,))
    (pairs,) = reader.rows("pair_count", (policy,))
    return {
        "n": sum(number(row["n"]) for row in outcomes),
        "outcomes": outcomes,
        "waiting": reader.rows("waiting", (policy,)),
        "waiting_tasks": reader.rows("waiting_tasks", (policy, _TASKS)),
        "board": _board(reader, policy),
        "pairs": pairs,
        "checks": _checks(reader.rows("checks", (policy,)), number(pairs["n"])),
        "heat": _heat(reader.rows("heat", (policy,))),
        "levers": _site_changes(reader, policy),
        "factors": _factors(reader.rows("factors", (policy, WEIGHED_PLACES))),
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
    checks = reader.rows("pilot_checks", (policy,))
    return {
        "n": number(counts["n_pilots"]),
        "counts": counts,
        "outcomes": reader.rows("pilot_statuses", (policy,)),
        "unserved": reader.rows("unserved", (policy, _TASKS)),
        "checks": _checks(checks, number(counts["n_pairs"])),
        "task_queues": reader.rows("task_queues", (policy, _SITE_CHANGES)),
        "board": _board(reader, policy),
    }


def _board(reader: RunReader, policy: str) -> dict[str, Any]:
    """Return how all chunks, each share and each group fare under a policy."""
    own = sorted(
        (row for row in reader.board if row["policy"] == policy),
        key=lambda row: -float(str(row["target_percent"] or 0)),
    )
    scopes = {
        scope: [row for row in own if row["scope"] == scope]
        for scope in ("all", "share", "group")
    }
    return {
        "all": next(iter(scopes["all"]), None),
        "shares": scopes["share"],
        "groups": scopes["group"],
        "starved_s": STARVED_S,
    }


#: The contents of an overview, by what the policy decides about.
_CONTENT: Mapping[str, Callable[[RunReader, str], dict[str, Any]]] = {
    "task": _placing,
    "job": _acting,
    "pilot": _matching,
}


def _checks(taken: Sequence[Row], n_pairs: int) -> list[dict[str, Any]]:
    """Return the checks in order, each with what was there before and what it took."""
    before = n_pairs
    checks: list[dict[str, Any]] = []
    for label, group in groupby(taken, key=lambda row: row["label"]):
        criteria = list(group)
        n_cut = sum(number(row["n_cut"]) for row in criteria)
        checks.append(
            {
                "label": label,
                "n_before": before,
                "n_after": before - n_cut,
                "criteria": [
                    {name: row[name] for name in ("criterion", "class", "n_cut")}
                    for row in criteria
                ],
            }
        )
        before -= n_cut
    return checks


def _heat(cells: Sequence[Row]) -> dict[str, Any]:
    """Return counts by criterion and cloud, both in the order of their sums."""
    clouds = sorted({str(row["cloud"]) for row in cells})
    criteria: dict[str, dict[str, Any]] = {}
    for row in cells:
        tag = str(row["criterion"])
        line = criteria.setdefault(
            tag, {"criterion": tag, "class": row["class"], "counts": {}, "n": 0}
        )
        cloud, n = str(row["cloud"]), number(row["n"])
        line["counts"][cloud] = line["counts"].get(cloud, 0) + n
        line["n"] += n
    return {
        "clouds": clouds,
        "criteria": sorted(criteria.values(), key=lambda each: -each["n"]),
    }


def _factors(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return each factor with its spread among chosen pairs and the others."""
    factors: list[dict[str, Any]] = []
    for name, group in groupby(rows, key=lambda row: row["factor"]):
        sides: dict[str, Any] = {"chosen": None, "others": None}
        for row in group:
            side = "chosen" if row["is_chosen"] else "others"
            sides[side] = {name: row[name] for name in ("n", "quantiles", "pairs")}
        values = {q for each in sides.values() if each for q in each["quantiles"]}
        factors.append({"factor": name, **sides, "is_constant": len(values) < 2})
    return factors


def _site_changes(reader: RunReader, policy: str) -> list[Row]:
    """Return what sites could change, with the fields behind each rule."""
    fields = site_fields(reader, policy)
    return [
        {**row, "fields": fields.get(str(row["only_rule"]))}
        for row in reader.rows("levers", (policy, _SITE_CHANGES))
    ]


def _load(reader: RunReader, policy: str) -> dict[str, Any] | None:
    """Return queued and running jobs where the policy has a cap for them."""
    per_running = _parameter(reader, policy, "cap_per_running")
    if not per_running:
        return None
    points = reader.rows("load", (policy, per_running, _POINTS))
    if not points:
        return None
    n_all = number(points[0]["n_all"])
    return {"per_running": per_running, "n_all": n_all, "points": points}


def _parameter(reader: RunReader, policy: str, name: str) -> Any:
    """Return the value of a parameter in the run, None if the policy has none."""
    values = {
        each["name"]: each["value"] for each in reader.policy(policy)["parameters"]
    }
    return values.get(name)


def _network(reader: RunReader, policy: str) -> dict[str, Any] | None:
    """Return the links between the busiest sites and the nuclei of most tasks."""
    links = reader.rows("network", (policy, _NUCLEI, _SITES))
    if not links:
        return None
    counts = {str(row["dst_site"]): number(row["n_tasks"]) for row in links}
    nuclei = sorted(counts, key=lambda name: (-counts[name], name))
    sites: list[dict[str, Any]] = []
    for site, group in groupby(links, key=lambda row: str(row["src_site"])):
        cells = {str(row["dst_site"]): row for row in group}
        sites.append({"src_site": site, "links": [cells.get(n) for n in nuclei]})
    validity = _parameter(reader, policy, "metric_validity_min")
    return {
        "nuclei": [{"nucleus": name, "n_tasks": counts[name]} for name in nuclei],
        "sites": sites,
        "n_sites": number(links[0]["n_sites"]),
        "stale_s": 60 * int(validity or _VALIDITY_MIN),
    }
