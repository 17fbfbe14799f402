"""The Python interface: a snapshot in, a finished cycle out, questions to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from html import escape
from typing import TYPE_CHECKING

import pyarrow as pa

from brokersql import cycle as engine
from brokersql.core.engine_faults import Reopened
from brokersql.core.policy_names import DEFAULT_POLICY
from brokersql.core.sql_files import sql_text
from brokersql.explain import explain_subject
from brokersql.render.html import table_html
from brokersql.render.numbers import count
from brokersql.render.text import plural, printable
from brokersql.results.queries import ask_cycle, rows
from brokersql.results.run_record import setting
from brokersql.results.warnings import (
    doubtful_values,
    input_warnings,
    missing_table_warnings,
    snapshot_warnings,
    warning_lines,
)
from brokersql.snapshot import Snapshot, SnapshotSource, parse_change

if TYPE_CHECKING:
    from brokersql.explain.context import Story

#: What a parameter of a policy may be set to.
Setting = bool | int | float | str | list[str] | list[int] | tuple[str, ...]


#: What a notebook shows of a cycle, by what is decided: folder and query, what it says.
_SHOWN = {
    "task": (
        ("report", "statuses", "tasks by outcome"),
        ("report", "rejected", "rejected pairs by criterion"),
    ),
    "job": (("report", "action_counts", "jobs by action"),),
    "pilot": (
        ("report/pilot", "pilot_counts", "pilots and jobs"),
        ("report/pilot", "rejecting", "pairs of pilot and task queue by criterion"),
    ),
}

#: What is counted of jobs and pilots, and what becomes of them, by columns of `_SHOWN`.
_ENDS = {
    "job": ({"n_jobs": "job"}, ("fail", "kill", "reassign", "exempt")),
    "pilot": (
        {"n_pilots": "pilot", "n_queues": "task queue"},
        ("served", "unserved", "refused"),
    ),
}
#: What a cycle offers besides its tables.
_ASKED = (
    *("explain", "parameters", "policy", "seed", "snapshot", "sql", "table"),
    "warnings",
)


class Cycle(engine.FinishedCycle):
    """A finished cycle: its result tables as Arrow tables, and questions to it.

    `result`, `candidate`, `weighed`, `exclusion`, `verdict`, `criterion` and `funnel`
    are tables of a policy that places work, `action` and `criterion` of one that acts
    upon jobs; each access computes one anew. `explain` returns a story: its text is
    `str(story)`, its values are `story.document()`.
    """

    __slots__ = ()

    explain = explain_subject

    def sql(self, query: str) -> pa.Table:
        """Return the rows of a query over snapshot, facts, rules and results.

        Raises:
            UsageError: it is not one query that only reads, it is faulty, or names a
                table that is not there.
        """
        return ask_cycle(self, query)

    @property
    def warnings(self) -> list[str]:
        """Return what `brokersql run` warns of, about the snapshot and the settings."""
        about = (*snapshot_warnings(self), *missing_table_warnings([self]))
        found = [*about, *input_warnings(self)]
        return [*warning_lines(found), *filter(None, [doubtful_values(found)])]

    def __repr__(self) -> str:
        """Return the policy, what it decided, the tables, and rows that were faulty."""
        tables = f"tables: {', '.join(self._tables())}"
        lines = f"Cycle of {self._title()}", self._outcomes(), tables, self._left_out()
        return "\n".join(map(printable, filter(None, lines)))

    def __dir__(self) -> list[str]:
        """Return what there is to ask: the tables of this policy and the questions."""
        return [*self._tables(), *_ASKED]

    def _title(self) -> str:
        head = f"{self.policy} ({self.parameters.profile}), seed {self.seed}"
        return f"{head} · snapshot {self.loaded.snapshot_id}"

    def _tables(self) -> list[str]:
        return self.kept_tables if self.program.select else ["criterion"]

    def _left_out(self) -> str:
        """Return which rows of the snapshot are faulty and so count for nothing."""
        loads = self.loaded.tables.items()
        found = [
            f"{plural(load.n_quarantined, 'row')} of {name}"
            for name, load in loads
            if load.n_quarantined
        ]
        return f"left out as faulty: {', '.join(found)}" if found else ""

    def _outcomes(self) -> str:
        """Return how many of what the policy decides came to which end."""
        if not self.program.select:
            return "decides nothing: it answers policies that ask it"
        decides = self.program.decides
        found = rows(self, *_SHOWN[decides][0][:2])
        if decides == "task":
            ends = {str(row["status"]): row["n_tasks"] for row in found}
            n_queues = self.loaded.tables["queue"].n_loaded
            about = plural(sum(ends.values()), "task"), plural(n_queues, "queue")
        else:
            (counts,) = found
            nouns, names = _ENDS[decides]
            about = tuple(plural(counts[name], noun) for name, noun in nouns.items())
            ends = {name: counts[f"n_{name}"] for name in names}
        ended = ", ".join(f"{count(n)} {end}" for end, n in ends.items() if n)
        return ": ".join(filter(None, (", ".join(about), ended)))

    def _repr_html_(self) -> str:
        """Return for a notebook what was decided, and why pairs were rejected."""
        parts = [f"<h4>{escape(self._title())}</h4>"]
        is_shown = bool(self.program.select)  # else there are no results
        shown = _SHOWN.get(self.program.decides, ()) if is_shown else ()
        for folder, name, title in shown:
            table = self.database.table(sql_text(folder, name))
            parts.append(table_html(table, title))
        parts.append(f"<p>tables: {', '.join(self.program.results)}</p>")
        if left := self._left_out():
            parts.append(f"<p>{escape(left)}</p>")
        return "".join(parts)


class Explainer:
    """Explains single tasks of a snapshot, one after the other.

    Opening it loads the snapshot and makes the facts about tasks, queues and links;
    no pair gets a verdict then. Each task is decided when it is asked about, as the
    cycle decides it that `run` makes with the same choices. Without a copy of its own
    it is for one thread.

    Raises:
        UsageError: an unknown policy, profile, parameter or row.
        SnapshotError: the snapshot cannot be used.
        PolicyError: the policy is faulty.
        CycleError: a rule failed on the data.
    """

    def __init__(
        self,
        snapshot: Snapshot | SnapshotSource,
        policy: str = DEFAULT_POLICY,
        *,
        set: Mapping[str, Setting] | None = None,
        update: Iterable[str] = (),
        seed: int | None = None,
        profile: str | None = None,
    ) -> None:
        options = engine.Options(profile, _texts(set), seed)
        changed = _opened(snapshot, update)
        self._tasks = Reopened(
            lambda: engine.PerTaskCycle.over(changed, policy, options)
        )
        self._about = f"{policy}\n{changed!r}"

    def __repr__(self) -> str:
        """Return the policy, and the snapshot in three lines."""
        return f"Explainer of {self._about}"

    def __dir__(self) -> list[str]:
        """Return what there is to ask."""
        return ["explain"]

    def explain(
        self,
        task: int,
        queue: str | None = None,
        *,
        chunk: int | None = None,
        changes: bool = False,
        passing: bool = False,
    ) -> Story:
        """Return the story of a task, or of a task at a queue: see `Cycle.explain`.

        Raises:
            UsageError: the policy does not decide this task, or there is no such queue
                or chunk.
        """
        return self._tasks.ask(
            lambda tasks: explain_subject(
                tasks.decide(task),
                task,
                queue,
                chunk=chunk,
                changes=changes,
                passing=passing,
            )
        )


def run(
    snapshot: Snapshot | SnapshotSource,
    policy: str = DEFAULT_POLICY,
    *,
    set: Mapping[str, Setting] | None = None,
    update: Iterable[str] = (),
    seed: int | None = None,
    profile: str | None = None,
    tasks: Iterable[int] = (),
    threads: int = 0,
    memory_limit: str | None = None,
) -> Cycle:
    """Return one finished brokerage cycle of a policy over a snapshot.

    `policy` is a shipped name or the path of a folder. `set` overrides parameters by
    name, `update` single values of the snapshot ("queue:BNL.max_rss=64000"). `tasks`
    limits the cycle to these; none means all. Same snapshot, policy, parameters and
    seed give the same result.

    Raises:
        UsageError: an unknown policy, profile, parameter, task or row.
        SnapshotError: the snapshot cannot be used.
        PolicyError: the policy is faulty.
        CycleError: a rule failed on the data.
    """
    options = engine.Options(
        profile=profile,
        settings=_texts(set),
        seed=seed,
        tasks=tuple(tasks),
        threads=threads,
        memory_limit=memory_limit,
    )
    changed = _opened(snapshot, update)
    done = engine.run_cycle(changed, policy, options, is_kept=True)
    return Cycle(*(getattr(done, each.name) for each in fields(done)))


def _texts(settings: Mapping[str, Setting] | None) -> dict[str, str]:
    """Return settings as the texts that a cycle takes."""
    return {name: setting(value) for name, value in (settings or {}).items()}


def _opened(snapshot: Snapshot | SnapshotSource, update: Iterable[str]) -> Snapshot:
    """Return a snapshot with other values."""
    opened = snapshot if isinstance(snapshot, Snapshot) else Snapshot.open(snapshot)
    changes = tuple(map(parse_change, update))
    return opened.changed(changes) if changes else opened
