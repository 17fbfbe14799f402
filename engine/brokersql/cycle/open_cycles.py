"""Finished cycles that are kept: open in this process, or in the user's cache."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from brokersql.compiler.cache import program_key
from brokersql.core.engine_faults import faults_so_far
from brokersql.cycle.plan import Options, Plan
from brokersql.cycle.stages import AnswerMemory, PairStage
from brokersql.snapshot import LoadReport, Snapshot, TableLoad
from brokersql.snapshot.kept import digest_of_code, violations_of

if TYPE_CHECKING:
    from brokersql.cycle.run import FinishedCycle

#: Pairs at most of a cycle about which answers keep what they find out of all tasks.
FEW_PAIRS = 50_000


class OpenCycles:
    """Cycles of all work that stay open in this process, those used last.

    They are found by all that decides what a cycle makes, see `cycle_key`. One in which
    DuckDB failed, or that was made after a fault, is not kept.
    """

    def __init__(self) -> None:
        self.most = 0
        self._held: OrderedDict[tuple[object, ...], FinishedCycle] = OrderedDict()

    def find(self, key: str, options: Options) -> FinishedCycle | None:
        """Return the cycle of a key; None if it is not there."""
        place = (key, options.n_threads, options.memory_limit)
        found = self._held.get(place)
        if found is None or found.database.has_failed or faults_so_far():
            return None
        self._held.move_to_end(place)
        return found

    def add(self, key: str, cycle: FinishedCycle) -> None:
        """Keep a cycle; the one that was not used for longest makes room."""
        if not cycle.database.faults:
            place = (key, cycle.options.n_threads, cycle.options.memory_limit)
            self._held[place] = cycle
            stage = cycle.stage
            if (
                self.most
                and isinstance(stage, PairStage)
                and stage.n_pairs <= FEW_PAIRS
            ):
                stage.memory = AnswerMemory()
        while len(self._held) > self.most:
            self._held.popitem(last=False)


open_cycles = OpenCycles()


def keep_open(most: int) -> None:
    """Let so many cycles of all work stay open in this process, for other commands."""
    open_cycles.most = most


#: What plays a program and makes relations beside it: packages, folders of SQL.
_CODE = (("cycle", "snapshot"), ("snapshot", "views/result", "views/report", "match"))


def cycle_key(snapshot: Snapshot, plan: Plan, options: Options) -> str | None:
    """Return a digest of all that decides what a cycle makes.

    None of a cycle of some tasks, and where the snapshot is no folder of files.
    """
    if options.tasks or options.part or (content := snapshot.key) is None:
        return None
    programs: list[str] = []
    each: Plan | None = plan
    while each is not None:
        programs.append(program_key(each.policy))
        each = each.asked
    settings = sorted(options.settings.items())
    profile = options.profile or plan.policy.profiles[0]
    chosen = (profile, settings, options.seed, options.verdict)
    text = repr((digest_of_code(*_CODE), content, programs, chosen))
    return sha256(text.encode()).hexdigest()


def report_text(report: LoadReport) -> str:
    """Return the report of a load as a text."""
    time = report.snapshot_time
    assert time is not None, "a loaded snapshot has a time"
    return json.dumps({**asdict(report), "snapshot_time": time.isoformat()})


def report_of(text: str) -> LoadReport:
    """Return the report that was made a text."""
    held: dict[str, Any] = json.loads(text)
    tables: Mapping[str, dict[str, int]] = held["tables"]
    return LoadReport(
        held["snapshot_id"],
        datetime.fromisoformat(held["snapshot_time"]),
        held["content_hash"],
        {name: TableLoad(**each) for name, each in tables.items()},
        violations_of(held["violations"]),
    )
