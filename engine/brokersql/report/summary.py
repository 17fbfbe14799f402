"""What a run decided, counted: one summary per policy, and what was odd."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from brokersql.cycle import Cycle
from brokersql.report.actions import ActionSummary
from brokersql.report.listing import listing
from brokersql.report.machine import SCHEMA_VERSION, plain
from brokersql.report.odd import Oddity
from brokersql.report.pilots import PilotSummary
from brokersql.report.queries import number, rows

_STATUSES = ("assigned", "pending", "throttled", "failed")
_JOBS = ("jobs", "fail", "kill", "reassign")
_PILOTS = ("pilots", "served", "unserved", "refused")


@dataclass(frozen=True, slots=True)
class Reason:
    """A criterion, and how many pairs or tasks it stands for."""

    criterion: str
    n: int
    retry_after_s: int | None = None


@dataclass(frozen=True, slots=True)
class PolicySummary:
    """What one policy decided; tasks by outcome, pairs by criterion."""

    policy: str
    profile: str
    content_hash: str
    statuses: dict[str, int]
    pairs: int
    weighed: int
    seconds: float
    rejected: tuple[Reason, ...]
    waiting: tuple[Reason, ...]

    @property
    def tasks(self) -> int:
        """Return the number of tasks that were decided."""
        return sum(self.statuses.values())

    @property
    def n_waiting(self) -> int:
        """Return the number of tasks without a choice."""
        return self.tasks - self.statuses.get("assigned", 0)

    def document(self) -> dict[str, object]:
        """Return the summary as an object for JSON."""
        return {
            "policy": self.policy,
            "profile": self.profile,
            "content_hash": self.content_hash,
            "tasks": self.tasks,
            **{name: self.statuses.get(name, 0) for name in _STATUSES},
            "pairs": self.pairs,
            "weighed": self.weighed,
            "rejected": [
                {"criterion": each.criterion, "pairs": each.n} for each in self.rejected
            ],
            "waiting": [
                {"criterion": each.criterion, "tasks": each.n} for each in self.waiting
            ],
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """A run: its policies, what was odd, where it was written, how long it took.

    `policies` are those that place work, `actions` those that act upon jobs, `pilots`
    those that match pilots.
    """

    snapshot_id: str
    seed: int
    out: str | None
    policies: tuple[PolicySummary, ...]
    actions: tuple[ActionSummary, ...]
    pilots: tuple[PilotSummary, ...]
    timings: dict[str, float]
    oddities: tuple[Oddity, ...]

    @plain
    def document(self) -> dict[str, object]:
        """Return the run as an object for JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "run",
            "run": {
                "snapshot_id": self.snapshot_id,
                "seed": self.seed,
                "out": self.out,
            },
            "policies": [
                each.document()
                for each in (*self.policies, *self.actions, *self.pilots)
            ],
            "timings_s": {name: round(each, 6) for name, each in self.timings.items()},
            "warnings": [each.document() for each in self.oddities],
        }

    def rows(self) -> pa.Table:
        """Return one row per policy, with the criterion that speaks most often."""
        columns: dict[str, type] = {"policy": str, "profile": str, "tasks": int}
        columns |= {name: int for name in (*_STATUSES, "pairs")}
        columns |= {"time_s": float, "top_criterion": str}
        columns |= {name: int for name in _JOBS}
        rows = [
            (
                *(each.policy, each.profile, each.tasks),
                *(each.statuses.get(name, 0) for name in _STATUSES),
                *(each.pairs, round(each.seconds, 3)),
                each.rejected[0].criterion if each.rejected else None,
                *(None for _ in _JOBS),
            )
            for each in self.policies
        ]
        rows += [
            (
                *(each.policy, each.profile),
                *(None for _ in ("tasks", *_STATUSES, "pairs")),
                *(round(each.seconds, 3), each.top_rule),
                *(each.jobs, *each.actions.values()),
            )
            for each in self.actions
        ]
        columns |= {name: int for name in _PILOTS}
        rows = [(*row, *(None for _ in _PILOTS)) for row in rows]
        rows += [
            (
                *(each.policy, each.profile),
                *(None for _ in ("tasks", *_STATUSES, "pairs")),
                round(each.seconds, 3),
                each.rejected[0].criterion if each.rejected else None,
                *(each.counts.get(name) for name in (*_JOBS, *_PILOTS)),
            )
            for each in self.pilots
        ]
        return listing(columns, rows)


def summarise(cycle: Cycle) -> PolicySummary:
    """Return what one policy decided."""
    statuses = {
        str(row["status"]): number(row["n_tasks"])
        for row in rows(cycle, "report", "statuses")
    }
    rejected = [
        Reason(str(row["criterion"]), number(row["n_pairs"]))
        for row in rows(cycle, "report", "rejected")
    ]
    waiting = [
        Reason(
            str(row["criterion"]),
            number(row["n_tasks"]),
            None if row["retry_after_s"] is None else number(row["retry_after_s"]),
        )
        for row in rows(cycle, "report", "waiting")
    ]
    seconds = cycle.clock.total - cycle.clock.seconds.get("load", 0.0)
    return PolicySummary(
        cycle.policy,
        cycle.parameters.profile,
        cycle.program.content_hash,
        statuses,
        cycle.pairs.n_pairs,
        cycle.database.count("weighed"),
        seconds,
        tuple(rejected),
        tuple(waiting),
    )


def timings(cycles: Sequence[Cycle], write: float | None) -> dict[str, float]:
    """Return the seconds of each phase over all policies."""
    spent: dict[str, float] = {}
    for cycle in cycles:
        for phase, seconds in cycle.clock.seconds.items():
            spent[phase] = spent.get(phase, 0.0) + seconds
    return spent if write is None else {**spent, "write": write}
