"""What every explanation begins with: which decision, under which rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from brokersql.cycle import Cycle
from brokersql.report.absent import Absent, absent_of
from brokersql.report.figures import clock
from brokersql.report.machine import SCHEMA_VERSION, plain


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules, settings and snapshot that a decision rests on."""

    name: str
    profile: str
    snapshot_id: str
    snapshot_time: datetime
    seed: int
    chooses: str

    def document(self, kind: str) -> dict[str, object]:
        """Return the first keys of every explanation in JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": kind,
            "policy": self.name,
            "profile": self.profile,
            "snapshot_id": self.snapshot_id,
            "snapshot_time": self.snapshot_time,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class Head:
    """The decision that is explained, and what it rests on."""

    rules: Policy
    task: int
    chunk: int
    absent: tuple[Absent, ...]

    @property
    def policy(self) -> str:
        """Return the name of the policy."""
        return self.rules.name

    @property
    def snapshot_time(self) -> datetime:
        """Return the time against which ages are measured."""
        return self.rules.snapshot_time

    @property
    def missing(self) -> list[dict[str, object]]:
        """Return the tables that the snapshot lacks for JSON."""
        return [each.document() for each in self.absent]

    def document(self, kind: str) -> dict[str, object]:
        """Return the first keys of an explanation of one chunk in JSON."""
        keys = {"jedi_task_id": self.task, "chunk_no": self.chunk}
        return {**self.rules.document(kind), **keys}

    def __str__(self) -> str:
        return f"{self.policy} ({self.rules.profile}) · {clock(self.snapshot_time)}"


def policy_of(cycle: Cycle) -> Policy:
    """Return what a cycle rests on."""
    time = cycle.loaded.snapshot_time
    assert time is not None, "a loaded snapshot has a time"
    return Policy(
        cycle.policy,
        cycle.parameters.profile,
        cycle.loaded.snapshot_id,
        time,
        cycle.seed,
        cycle.program.chooses,
    )


class Fix(Protocol):
    """A change that helps."""

    @property
    def options(self) -> list[str]:
        """Return the change as options of `run`."""
        ...

    @property
    def remark(self) -> str:
        """Return what stands in the way even with it; empty where nothing does."""
        ...

    def document(self) -> dict[str, object]:
        """Return the change as an object for JSON."""
        ...


@plain
def fix_document(cycle: Cycle, fix: Fix | None) -> dict[str, object]:
    """Return the change that helps as an object for JSON; null where there is none."""
    return {
        **policy_of(cycle).document("explain.fix"),
        "options": [] if fix is None else fix.options,
        "change": None if fix is None else fix.document(),
    }


def head_of(cycle: Cycle, task: int, chunk: int) -> Head:
    """Return the head of an explanation of one chunk."""
    return Head(policy_of(cycle), task, chunk, absent_of(cycle))
