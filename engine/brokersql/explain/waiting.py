"""The story of a job that waits: its place in its task queue, and who could take it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from brokersql.cycle import Cycle
from brokersql.errors import UsageError
from brokersql.explain.head import Policy, policy_of
from brokersql.explain.restraint import FOLDER
from brokersql.policy.faults import suggest
from brokersql.report.figures import clock, count, share, span
from brokersql.report.look import Look
from brokersql.report.machine import plain
from brokersql.report.queries import Row, number, rows
from brokersql.report.table import Column, lay_out
from brokersql.report.words import plural, printable

_SITES = (
    Column("site", cut="middle"),
    Column("pilots", right=True),
    Column("could take it", right=True),
    Column("chance of its queue", right=True),
    Column("why not"),
)


@dataclass(frozen=True, slots=True)
class JobStory:
    """Where one job stands in its task queue, and what pilots make of that."""

    policy: Policy
    job: Row
    sites: tuple[Row, ...]

    #: There is no queue, and no rule, to look at next.
    next_queue = ""
    next_rule = ""

    def __str__(self) -> str:
        return "\n".join(self.lines(Look()))

    @property
    def fix(self) -> None:
        """Return nothing: no change is looked for."""
        return None

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        document = self.policy.document("explain.job")
        return {**document, **self.job, "sites": list(self.sites)}

    def lines(self, look: Look) -> list[str]:
        """Return the story for a reader."""
        job = self.job
        title = look.paint("bold", f"job {job['job_id']}")
        parts = [title, printable(str(job["owner_group"] or "no owner_group"))]
        if job["tq_id"] is None:
            refused = f"✗ in no task queue: {job['reason']}"
            return [" · ".join(parts), look.paint("bad", refused)]
        parts.append(f"user_priority {job['user_priority']}")
        submitted = job["submit_time"]
        if isinstance(submitted, datetime):
            age = int((self.policy.snapshot_time - submitted).total_seconds())
            parts.append(f"waits since {clock(submitted)} ({span(age)})")
        parts.append(f"tq {job['tq_id']}")
        lines = [" · ".join(parts), self._place()]
        if self.sites:
            lines += ["", *lay_out(_SITES, [_site(row) for row in self.sites], look)]
        else:
            lines.append("no pilot asks for a job")
        return lines

    def _place(self) -> str:
        job = self.job
        n_older, n_alike = number(job["n_older"]), number(job["n_alike"])
        n_window = number(job["n_in_window"])
        of = f"{plural(number(job['n_jobs']), 'job')} in its task queue"
        text = f"… waiting: {of}, {count(n_alike)} of its user_priority, of which "
        text += f"{count(n_older)} are older"
        if n_older >= n_window:
            return f"{text}; {count(n_older - n_window + 1)} must go before its turn"
        chance = float(str(job["chance"])) / n_window
        part = share(round(1e9 * chance), 10**9)
        return f"{text}; drawn with {part} once its task queue is"


def tell_job(cycle: Cycle, job_id: int) -> JobStory:
    """Return the story of a job, whether it waits or is refused.

    Raises:
        UsageError: no such job, or a policy that decides about something else.
    """
    if cycle.program.decides != "pilot":
        hint = "--policy dirac has task queues"
        raise UsageError(f"{cycle.policy} has no task queues", hint=hint)
    found = rows(cycle, FOLDER, "job", [job_id])
    if not found:
        known = [str(row["job_id"]) for row in rows(cycle, FOLDER, "job_ids")]
        hint = suggest(str(job_id), known)
        raise UsageError(f"no job {job_id} ({plural(len(known), 'job')})", hint=hint)
    job = found[0]
    sites: list[Row] = []
    if job["tq_id"] is not None:
        sites = rows(cycle, FOLDER, "job_sites", [job["tq_id"]])
    return JobStory(policy_of(cycle), job, tuple(sites))


def _site(row: Row) -> list[str]:
    chance = row["chance"]
    return [
        printable(str(row["site"])),
        *(count(number(row[name])) for name in ("n_pilots", "n_could")),
        "–" if chance is None else share(round(1e9 * float(str(chance))), 10**9),
        str(row["why_not"] or ""),
    ]
