"""The story of a job: who got it by which chance, or where it waits and for whom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from brokersql.cycle import Cycle
from brokersql.errors import UsageError
from brokersql.explain.head import Policy, policy_of
from brokersql.explain.restraint import FOLDER
from brokersql.explain.turn import in_turn
from brokersql.policy.faults import suggest
from brokersql.report.figures import clock, count, share, span
from brokersql.report.html import Told
from brokersql.report.look import Look
from brokersql.report.machine import plain
from brokersql.report.queries import Row, number, rows
from brokersql.report.table import Column, lay_out
from brokersql.report.words import plural, printable

_DREW = Column("drew of its queue", right=True)
_SITES = (
    Column("site", cut="middle"),
    Column("pilots", right=True),
    Column("could take it", right=True),
    _DREW,
    Column("chance of its queue", right=True),
    Column("why not"),
)


#: Where to look for a job of PanDA: timeouts are told by task, queue and rule.
_BY_PANDA_ID = "of a PandaID: brokersql sql RUN 'from action where panda_id = {}'"


@dataclass(frozen=True, slots=True)
class JobStory(Told):
    """Where one job stands in its task queue, and what pilots make of that.

    `got` is the request that got it, None where nobody did or nothing was drawn.
    """

    policy: Policy
    job: Row
    sites: tuple[Row, ...]
    got: Row | None
    is_drawn: bool

    #: There is no queue, and no rule, to look at next.
    next_queue = ""
    next_rule = ""

    @property
    def fix(self) -> None:
        """Return nothing: no change is looked for."""
        return None

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        document = self.policy.document("explain.job")
        return {**document, **self.job, "got": self.got, "sites": list(self.sites)}

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

    def _table(self, look: Look) -> list[str]:
        """Return the sites; where nothing was drawn, not how many drew."""
        cells = [_site(row) for row in self.sites]
        if self.is_drawn:
            return lay_out(_SITES, cells, look)
        columns = [each for each in _SITES if each != _DREW]
        at = _SITES.index(_DREW)
        return lay_out(columns, [row[:at] + row[at + 1 :] for row in cells], look)

    def _matched(self, got: Row, look: Look) -> list[str]:
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


def tell_job(cycle: Cycle, job_id: int, *, is_drawn: bool = True) -> JobStory:
    """Return the story of a job, whether it was given, waits or is refused.

    With `is_drawn` it tells what came of it in the cycle; else how it stands before any
    pilot is served.

    Raises:
        UsageError: no such job, or a policy that decides about something else.
    """
    if cycle.program.decides != "pilot":
        hint = f"--policy dirac; {_BY_PANDA_ID.format(job_id)}"
        raise UsageError(f"{cycle.policy} matches no jobs to pilots", hint=hint)
    matched = rows(cycle, FOLDER, "job_match", [job_id]) if is_drawn else []
    (served,) = matched or rows(cycle, FOLDER, "end_of_cycle")
    seq = number(served["seq"])
    with in_turn(cycle, seq, is_drawn=is_drawn):
        found = rows(cycle, FOLDER, "job", [job_id, seq, is_drawn])
        got = _got(cycle, served, found[0]) if matched else None
    if not found:
        known = [str(row["job_id"]) for row in rows(cycle, FOLDER, "job_ids")]
        hint = suggest(str(job_id), known) or _BY_PANDA_ID.format(job_id)
        said = f"{plural(len(known), 'job')} of DIRAC"
        raise UsageError(f"no job {job_id} ({said})", hint=hint)
    job = found[0]
    sites: list[Row] = []
    if job["tq_id"] is not None:
        sites = rows(cycle, FOLDER, "job_sites", [job["tq_id"], is_drawn])
    return JobStory(policy_of(cycle), job, tuple(sites), got, is_drawn)


def _got(cycle: Cycle, matched: Row, job: Row) -> Row:
    """Return the request that got a job, with the chances that it had in its turn."""
    if matched["is_asked_for"]:
        return {**matched, "queue_chance": None, "job_chance": None}
    key = (matched["seq"], matched["tq_id"])
    (queue,) = rows(cycle, FOLDER, "queue_chance", key)
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
