"""What finds a finished cycle in the user's cache, and the report that goes with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from typing import Any

from brokersql.compiler.cache import program_key
from brokersql.cycle.plan import Options, Plan
from brokersql.snapshot import LoadReport, Snapshot, TableLoad
from brokersql.snapshot.kept import digest_of_code, violations_of

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
