"""The story of a job: who got it by which chance, or where it waits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from brokersql.core.errors import UsageError, suggest
from brokersql.cycle import FinishedCycle
from brokersql.explain.context import (
    PILOT_QUERIES,
    Explanation,
    StoryContext,
    context_of,
)
from brokersql.explain.pilot import pilot_view
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, count, share, span
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.results.queries import Row, number, rows

_DREW = TableColumn("drew of its queue", right=True)
_SITES = (
    TableColumn("site", cut="middle"),
    TableColumn("pilots", right=True),
    TableColumn("could take it", right=True),
    _DREW,
    TableColumn("chance of its queue", right=True),
    TableColumn("why not"),
)


#: Where to look for a job of PanDA: timeouts are explained by task, queue and rule.
_PANDA_JOB_HINT = "of a PandaID: brokersql sql RUN 'from action where panda_id = {}'"


@dataclass(frozen=True, slots=True)
class JobStory(Explanation):
    """Where one job stands in its task queue, and what pilots make of that.

    `got` is the request that got it, None where nobody did or nothing was drawn.
    """

    policy: StoryContext
    job: Row
    sites: tuple[Row, ...]
    got: Row | None
    is_drawn: bool

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        document = self.policy.document("explain.job")
        return {**document, **self.job, "got": self.got, "sites": list(self.sites)}

    def lines(self, look: Display) -> list[str]:
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
            verb = "waits since" if self.got is None else "came"
            parts.append(f"{verb} {clock(submitted)} ({span(age)})")
        parts.append(f"tq {job['tq_id']}")
        title = " · ".join(parts)
        if self.got is not None:
            return [title, *self._matched(self.got, look)]
        lines = [title, self._place()]
        if self.is_drawn and job["n_given"]:
            given = plural(number(job["n_given"]), "job")
            lines.append(f"Pilots of this cycle got {given} of its task queue before.")
        if self.sites:
            lines += ["", *self._table(look)]
            if self.is_drawn:
                lines.append(
                    "Who could take it, and the chance: as if each came first."
                )
        else:
            lines.append("no pilot asks for a job")
        return lines

    def _table(self, look: Display) -> list[str]:
        """Return the sites; where nothing was drawn, not how many drew."""
        cells = [_site(row) for row in self.sites]
        if self.is_drawn:
            return lay_out(_SITES, cells, look)
        columns = [each for each in _SITES if each != _DREW]
        at = _SITES.index(_DREW)
        return lay_out(columns, [row[:at] + row[at + 1 :] for row in cells], look)

    def _matched(self, got: Row, look: Display) -> list[str]:
        """Return which pilot got the job, and how likely that was."""
        name = printable(str(got["pilot_id"] or got["seq"]))
        whom = f"pilot {name} (request {got['seq']}) got it"
        if got["is_asked_for"]:
            return [look.paint("good", f"✓ matched: {whom}, which asked for this job")]
        job = self.job
        n_queue, n_alike = number(job["n_jobs"]), number(job["n_alike"])
        n_window = number(job["n_in_window"])
        jobs = f"{plural(n_queue, 'job')} then, {count(n_alike)} of its user_priority"
        return [
            look.paint("good", f"✓ matched: {whom}"),
            f"Task queue {job['tq_id']} had a chance of "
            f"{_part(got['queue_chance'])} in the draw of this pilot.",
            f"It held {jobs}: {_part(got['job_chance'])} for this job, one of the "
            f"{count(n_window)} oldest.",
        ]

    def _place(self) -> str:
        job = self.job
        n_older, n_alike = number(job["n_older"]), number(job["n_alike"])
        n_window = number(job["n_in_window"])
        of = f"{plural(number(job['n_jobs']), 'job')} in its task queue"
        text = f"… waiting: {of}, {count(n_alike)} of its user_priority, of which "
        text += f"{count(n_older)} are older"
        if n_older >= n_window:
            return f"{text}; {count(n_older - n_window + 1)} must go before its turn"
        part = _part(_own_chance(job))
        return f"{text}; drawn with {part} once its task queue is"


def explain_job(
    cycle: FinishedCycle, job_id: int, *, is_drawn: bool = True
) -> JobStory:
    """Return the story of a job, whether it was given, waits or is refused.

    With `is_drawn` it says what came of it in the cycle; else how it stands before any
    pilot is served.

    Raises:
        UsageError: no such job, or a policy that decides about something else.
    """
    if cycle.program.decides != "pilot":
        hint = f"--policy dirac; {_PANDA_JOB_HINT.format(job_id)}"
        raise UsageError(f"{cycle.policy} matches no jobs to pilots", hint=hint)
    matched = rows(cycle, PILOT_QUERIES, "job_match", [job_id]) if is_drawn else []
    (served,) = matched or rows(cycle, PILOT_QUERIES, "end_of_cycle")
    seq = number(served["seq"])
    with pilot_view(cycle, seq, is_drawn=is_drawn):
        found = rows(cycle, PILOT_QUERIES, "job", [job_id, seq, is_drawn])
        got = _matched_request(cycle, served, found[0]) if matched else None
    if not found:
        known = [str(row["job_id"]) for row in rows(cycle, PILOT_QUERIES, "job_ids")]
        hint = suggest(str(job_id), known) or _PANDA_JOB_HINT.format(job_id)
        counted = f"{plural(len(known), 'job')} of DIRAC"
        raise UsageError(f"no job {job_id} ({counted})", hint=hint)
    job = found[0]
    sites: list[Row] = []
    if job["tq_id"] is not None:
        sites = rows(cycle, PILOT_QUERIES, "job_sites", [job["tq_id"], is_drawn])
    return JobStory(context_of(cycle), job, tuple(sites), got, is_drawn)


def _matched_request(cycle: FinishedCycle, matched: Row, job: Row) -> Row:
    """Return the request that got a job, with the chances that it had then."""
    if matched["is_asked_for"]:
        return {**matched, "queue_chance": None, "job_chance": None}
    key = (matched["seq"], matched["tq_id"])
    (queue,) = rows(cycle, PILOT_QUERIES, "queue_chance", key)
    chances = {"queue_chance": queue["chance"], "job_chance": _own_chance(job)}
    return {**matched, **chances}


def _own_chance(job: Row) -> float:
    """Return the chance of one of the oldest jobs once its task queue is drawn."""
    return float(str(job["chance"])) / number(job["n_in_window"])


def _part(chance: object) -> str:
    return share(round(1e9 * float(str(chance))), 10**9)


def _site(row: Row) -> list[str]:
    chance = row["chance"]
    return [
        printable(str(row["site"])),
        *(count(number(row[name])) for name in ("n_pilots", "n_could", "n_drew")),
        "–" if chance is None else _part(chance),
        str(row["why_not"] or ""),
    ]
