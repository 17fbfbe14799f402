"""The stories of a pilot and a job: what fits, every chance, limits of sites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any

from brokersql.core.errors import UsageError, suggest
from brokersql.core.sql_files import result_sql, sql_text
from brokersql.cycle import FinishedCycle
from brokersql.cycle.matching import (
    BlockMatcher,
    limit_facts,
    priority_facts,
)
from brokersql.explain.changes.pilot_fixes import (
    PilotFix,
    PilotFixSearch,
    pilot_fix_lines,
)
from brokersql.explain.context import (
    PILOT_QUERIES,
    Story,
    StoryAnswer,
    StoryContext,
    context_of,
)
from brokersql.render.documents import plain
from brokersql.render.numbers import (
    clock,
    count,
    figure,
    grouped,
    quantity,
    share,
    span,
)
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.results.queries import Row, rows

_SITE_LIMITS = (
    "site",
    "criterion",
    "attribute",
    TableColumn("value", cut="middle"),
    "allowed",
    "until",
    ">task queues",
    ">jobs",
)


def site_limits(
    cycle: FinishedCycle, seq: int, *, is_drawn: bool
) -> tuple[list[Row], int]:
    """Return the limits and delays that touch what fits a pilot, and how many fit.

    Args:
        cycle: a finished cycle of a policy that decides about pilots.
        seq: the number of the pilot.
        is_drawn: jobs that pilots before it got in the cycle count.
    """
    database = cycle.database
    database.run(sql_text("match", "token_macros"))
    database.hold(
        "earlier_use", sql_text(PILOT_QUERIES, "earlier_use"), (seq, is_drawn)
    )
    database.hold("limitable", sql_text(PILOT_QUERIES, "limitable"), (seq,))
    limits, delays = (
        rows(cycle, PILOT_QUERIES, name, (seq,)) for name in ("limits", "delays")
    )
    (fitting,) = rows(cycle, PILOT_QUERIES, "fitting_count")
    return [*limits, *delays], fitting["n_queues"]


def _limit(row: Row, now: datetime) -> list[str]:
    """Return a limit or a delay as a row of a table, with what the site allows."""
    if row["criterion"] == "-limit":
        allowed = f"{count(row['n_running'])} of {count(row['max_jobs'])} jobs run"
    else:
        burst = row["burst"]
        at_once = f"{count(burst)} at once, then " if burst > 1 else ""
        allowed = f"{at_once}1 job in {quantity(row['delay_s'])} s"
    site = printable(str(row["site"]))
    return [
        f"{site} / {printable(row['ce'])}" if row.get("ce") else site,
        row["criterion"],
        row["attribute"],
        printable(str(row["value"])),
        allowed,
        _free_from(row, now),
        count(row["n_queues"]),
        count(row["n_jobs"] or 0),
    ]


def _free_from(row: Row, now: datetime) -> str:
    """Return when a job of the kind may be matched again; a limit has no time."""
    then = row.get("free_time")
    if then is not None:
        wait = (then - row["arrival_time"]).total_seconds()
        return f"{clock(then, now)} (in {span(ceil(wait))})"
    return "one of them ends" if row["max_jobs"] else "the limit is raised"


#: The relations that differ from pilot to pilot -> what is then so.
_VIEW = {
    "eligible": sql_text(PILOT_QUERIES, "found_eligible"),
    "job_class": "from job_left",
    "task_queue_priority": "from found_priority",
}
_GIVEN_BEFORE = sql_text(PILOT_QUERIES, "given_before")


@contextmanager
def pilot_view(cycle: FinishedCycle, seq: int, *, is_drawn: bool) -> Generator[None]:
    """Let the relations of a draw be what a pilot finds when it is served.

    These are eligible, its own rows only, job_class and task_queue_priority, with the
    views that read them; found_queue holds what fits it. All is undone at the end.

    Args:
        cycle: a finished cycle of a policy that decides about pilots.
        seq: the number of the pilot.
        is_drawn: jobs that pilots before it got in the cycle are gone.
    """
    database, program = cycle.database, cycle.program
    schemas = (f"{program.policy}_turn", program.policy, "main")
    with database.undone():
        choice = BlockMatcher(
            database, schemas, priority_facts(program), limit_facts(program)
        )
        try:
            if is_drawn:
                _give(cycle, choice, seq)
            choice.meet(seq)
            database.hold("found_queue", sql_text(PILOT_QUERIES, "found_queue"), (seq,))
            database.hold("job_left", sql_text("match", "job_class"))
            database.hold("found_priority", "from task_queue_priority")
        finally:
            choice.end()
        for name, text in _VIEW.items():
            takes = (seq,) if name == "eligible" else ()
            database.run(f"create or replace table {name} as {text}", takes)
        yield


def _give(cycle: FinishedCycle, choice: BlockMatcher, seq: int) -> None:
    """Take out what was given before a request, with the priorities it then finds."""
    given = cycle.database.table(_GIVEN_BEFORE, (seq,))
    (found,) = rows(cycle, PILOT_QUERIES, "priorities_of", (seq,))
    if found["seq"] is None:
        choice.give(given)
        return
    since = found["seq"]
    choice.give(cycle.database.table(_GIVEN_BEFORE, (since,)))
    choice.recalculate(since)
    choice.give(given, since)


_LONE = 5
#: Why a pilot gets nothing of what fits it: limits, others, its own wish; or nothing
#: fits.
_LIMITED = ("-limit", "-delay")
_OUTDRAWN, _ASKED, _NOTHING = "-outdrawn", "-job_id", "-no_eligible_queue"
_DRAWN = 10
_CHECKS = (
    ">task queues",
    ">",
    "check",
    TableColumn("jobs behind", right=True, drop=1),
    TableColumn("most of them", cut="below"),
)
_DRAWS = (
    ">tq_id",
    "owner_group",
    "owner",
    TableColumn("cpu_time", right=True, drop=3),
    ">n_jobs",
    ">priority",
    *(TableColumn(name, right=True, drop=2) for name in ("share", "owners", "queues")),
    TableColumn("jobs", right=True, drop=2),
    ">chance",
)


@dataclass(frozen=True, slots=True, repr=False)
class PilotStory(Story):
    """How one pilot stands: checks in their order, near misses, and its draws.

    `limits` are those of its sites that touch one of the `n_fitting` task queues.
    """

    policy: StoryContext
    head: Row
    checks: Sequence[Row]
    lone: Sequence[Row]
    draws: Sequence[Row]
    taken: Sequence[Row]
    fixes: tuple[PilotFix, ...] | None
    limits: Sequence[Row]
    n_fitting: int
    got: Row | None

    @property
    def fix(self) -> PilotFix | None:
        """Return the smallest change with which it might get a job."""
        return next((it for it in self.fixes or () if not it.is_policy), None)

    @property
    def policy_fix(self) -> PilotFix | None:
        """Return the change of the policy that would help too, None without one."""
        return next((it for it in self.fixes or () if it.is_policy), None)

    @property
    def answer(self) -> StoryAnswer:
        """Return what the pilot can draw from, or why it gets nothing; what helps."""
        meaning, words = self._outcome_words()
        is_good = meaning == "good"
        status, _, cause = ("eligible", "", words) if is_good else words.partition(": ")
        helps = tuple(each.sentence for each in self.fixes or ())
        return StoryAnswer(status, cause, tuple(self._events()), helps=helps)

    @plain()
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.policy.document("explain.pilot"),
            **self.head,
            "checks": self.checks,
            "nearest": self.lone,
            "changes": None
            if self.fixes is None
            else [each.document() for each in self.fixes],
            "draws": self.draws,
            "taken": self.taken,
            "restraints": self.limits,
            "got": self.got,
        }

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        lines = [self._title(look), self._outcome(look), *self._events()]
        if len(self.checks) > 1:
            lines += ["", *lay_out(_CHECKS, [_check(row) for row in self.checks], look)]
        if self.limits:
            table = [_limit(it, self.policy.snapshot_time) for it in self.limits]
            lines += ["", "Limits and delays of its sites that touch what fits it:"]
            lines += lay_out(_SITE_LIMITS, table, look)
        lines += self._nearest()
        lines += pilot_fix_lines(self.fixes or (), look)
        if self.draws:
            shown = self.draws[:_DRAWN]
            lines += ["", *lay_out(_DRAWS, [_draw(row) for row in shown], look)]
            if rest := len(self.draws) - len(shown):
                lines.append(f"… {plural(rest, 'task queue')} of less chance")
            drawn = "" if self.got else " Nothing was drawn."
            lines += [
                "The chance is exact (the least RAND() / priority wins), not "
                f"priority ÷ sum.{drawn}"
            ]
        return lines

    def _title(self, look: Display) -> str:
        head = self.head
        name = printable(str(head["pilot_id"] or head["seq"]))
        places: list[list[str] | None] = [head["sites"], head["grid_ces"]]
        parts = [", ".join(map(printable, each)) for each in places if each]
        time = "no cpu_time"
        if head["cpu_time"] is not None:
            time = f"cpu_time {count(head['cpu_time'])} s"
        where = " / ".join(parts) or "no site"
        title = f"{look.paint('bold', f'pilot {name}')} · {where} · {time}"
        if self.got is None:  # a state goes on after its snapshot
            return title
        return f"{title} · {clock(self.policy.snapshot_time)}"

    def _outcome(self, look: Display) -> str:
        meaning, words = self._outcome_words()
        return look.paint(meaning, f"{'✓' if meaning == 'good' else '✗'} {words}")

    def _outcome_words(self) -> tuple[str, str]:
        """Return the meaning of the outcome, and in words what it is and why."""
        head = self.head
        n_queues = self.checks[0]["n_before"] if self.checks else 0
        n_eligible, n_top = head["n_eligible"] or 0, head["n_top"] or 0
        if head["is_refused"]:
            return "bad", f"refused: {head['reason']}"
        if self._is_limited:
            fits = plural(self.n_fitting, "task queue")
            verb = "fits" if self.n_fitting == 1 else "fit"
            ends = [it for it in self.limits if it.get("free_time") is not None]
            first = min(ends, key=lambda it: it["free_time"], default=self.limits[0])
            until = _free_from(first, self.policy.snapshot_time)
            text = f"eligible but limited: {fits} {verb}, until {until} none is free"
            return "throttled", text
        if head["criterion"] == _OUTDRAWN:
            return "throttled", f"eligible but outdrawn: {head['reason']}"
        if head["criterion"] == _ASKED:
            fits = plural(n_eligible, "task queue")
            verb = "fits" if n_eligible == 1 else "fit"
            return "bad", f"no match: {head['reason']}; {fits} {verb}"
        if not n_eligible:
            n_jobs = self.checks[0]["n_jobs_after"] if self.checks else 0
            of = f"0 of {plural(n_queues, 'task queue')} eligible"
            return "bad", f"no match: {of} ({plural(n_jobs, 'waiting job')})"
        text = f"{plural(n_top, 'task queue')} to draw from"
        if head["job_id"] is not None:
            text = f"job {head['job_id']} is in one of {n_eligible} that fit"
        elif n_eligible > n_top:
            text += f"; {count(n_eligible - n_top)} of lower CPU time left out"
        return "good", text

    @property
    def _is_limited(self) -> bool:
        """Return whether limits and delays are all that is in the way."""
        criterion = self.head["criterion"]
        if criterion in _LIMITED:
            return True
        may_be = criterion in (None, _NOTHING)
        return may_be and bool(self.limits) and not self.head["n_eligible"]

    def _events(self) -> list[str]:
        """Return what the pilot got, and what was taken before."""
        parts: list[str] = []
        if self.got is not None and self.got["job_id"] is not None:
            got = f"job {self.got['job_id']} of task queue {self.got['tq_id']}"
            parts.append(f"In its turn it got {got}.")
        if self.taken:
            last = self.taken[0]
            name = printable(str(last["last_pilot_id"] or last["last_seq"]))
            queues = plural(len(self.taken), "task queue")
            parts.append(
                f"Earlier pilots emptied {queues} that fitted, {name} the last."
            )
        return parts

    def _nearest(self) -> list[str]:
        if not self.lone:
            return []
        shown = self.lone[:_LONE]
        lines = ["", "Kept back by one criterion alone:"]
        for row in shown:
            queues = plural(row["n_queues"] or 0, "task queue")
            jobs = plural(row["n_jobs"] or 0, "job")
            text = grouped(printable(str(row["detail"])))
            lines.append(f"  {row['criterion']}  {queues} with {jobs}: {text}")
        if rest := len(self.lone) - len(shown):
            lines.append(f"  … {plural(rest, 'more reason')}")
        return lines


def explain_pilot(
    cycle: FinishedCycle, pilot: str, *, is_drawn: bool = True, is_advised: bool = False
) -> PilotStory:
    """Return the story of a pilot, by its pilot_id or its number.

    With `is_drawn` it is what the pilot got in the cycle; else how it
    stands, as if it came alone. With `is_advised` changes are looked for with which a
    pilot might get a job that gets none and is not refused.

    Raises:
        UsageError: no such pilot, or a policy that decides about something else.
    """
    seq = _seq_of(cycle, pilot)
    cycle.pairs.show_reported()
    (head,) = rows(cycle, PILOT_QUERIES, "head", [seq])
    if is_advised:
        cycle.pairs.show_reasons()
    with pilot_view(cycle, seq, is_drawn=is_drawn):
        (counts,) = rows(cycle, PILOT_QUERIES, "found_count")
        draws = rows(cycle, PILOT_QUERIES, "draws", [seq])
        misses = rows(cycle, PILOT_QUERIES, "misses", [seq]) if is_advised else []
    got = None
    head |= counts
    if is_drawn:
        table = result_sql("result", cycle.program.decides)
        cycle.database.hold("shown_result", table)
        (got,) = rows(cycle, PILOT_QUERIES, "outcome", [seq])
        head |= {name: got[name] for name in ("criterion", "reason")}
    is_served = bool(got["job_id"] if got else counts["n_top"])
    is_asked = is_advised and not is_served and not head["is_refused"]
    limits, n_fitting = site_limits(cycle, seq, is_drawn=is_drawn)
    return PilotStory(
        context_of(cycle),
        head,
        rows(cycle, PILOT_QUERIES, "checks", [seq]),
        rows(cycle, PILOT_QUERIES, "lone", [seq]),
        draws,
        rows(cycle, PILOT_QUERIES, "taken", [seq, is_drawn]),
        PilotFixSearch(cycle, seq, misses).found() if is_asked else None,
        limits,
        n_fitting,
        got,
    )


def _seq_of(cycle: FinishedCycle, pilot: str) -> int:
    """Return the number of a pilot, by its pilot_id or its number."""
    if cycle.program.decides != "pilot":
        hint = "--policy dirac has pilots"
        raise UsageError(f"{cycle.policy} decides about no pilots", hint=hint)
    known = rows(cycle, PILOT_QUERIES, "pilots", [pilot])
    for row in rows(cycle, PILOT_QUERIES, "refused", [pilot]) if not known else ():
        text = f"pilot {pilot} was refused while loading: {row['reason']}"
        hint = "-quarantined: it asks for nothing until the snapshot is corrected"
        raise UsageError(text, hint=hint)
    if not known:
        hint = "brokersql sql SNAPSHOT 'select seq, pilot_id from request'"
        raise UsageError(f"no pilot {pilot}", hint=hint)
    return known[0]["seq"]


def _check(row: Row) -> list[str]:
    return [
        count(row["n_before"] or 0),
        f"-> {count(row['n_after'])}" if row["step"] else "",
        row["label"],
        count(row["n_jobs_after"] or 0),
        grouped(printable(row["detail"] or "")),
    ]


def _draw(row: Row) -> list[str]:
    part = row["job_part"]
    return [
        str(row["tq_id"]),
        printable(str(row["owner_group"])),
        printable(row["owner"] or "–"),
        *(count(row[name] or 0) for name in ("cpu_time", "n_jobs")),
        f"{row['priority']:,.4g}",
        f"{row['share']:,.6g}",
        *(count(row[name] or 0) for name in ("n_owners", "n_queues")),
        f"{part:.2f}" if part >= 0.01 else figure(part),
        _chance(row["chance"]),
    ]


def _chance(part: float) -> str:
    """Return a chance in percent."""
    return share(round(1e9 * part), 10**9)


_PILOTS = ">pilots"
_KINDS = ">kinds"
_DREW = TableColumn("drew of its queue", right=True, drop=1)
_SITES = (
    TableColumn("site", cut="middle"),
    _PILOTS,
    ">could take it",
    _DREW,
    TableColumn("chance of its queue", right=True, drop=2),
    "why not",
)


#: Where to look for a job of PanDA: timeouts are explained by task, queue and rule.
_PANDA_JOB_HINT = "of a PandaID: brokersql sql RUN 'from action where panda_id = {}'"


@dataclass(frozen=True, slots=True, repr=False)
class JobStory(Story):
    """Where one job stands in its task queue, and what pilots make of that.

    `got` is the request that got it, None where nobody did or nothing was drawn: then
    `sites` have one pilot of each kind that ever asked a state.
    `kept_by` is the criterion that rejects its task queue for most pilots.
    """

    policy: StoryContext
    job: Row
    sites: Sequence[Row]
    got: Row | None
    is_drawn: bool
    kept_by: str

    @property
    def answer(self) -> StoryAnswer:
        """Return which pilot got the job, or where it stands in its task queue."""
        first, *more = self._sentences()
        status, _, cause = first.partition(": ")
        return StoryAnswer(status, cause, tuple(more))

    @plain()
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        document = self.policy.document("explain.job")
        return {**document, **self.job, "got": self.got, "sites": self.sites}

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        job = self.job
        title = look.paint("bold", f"job {job['job_id']}")
        parts = [title, printable(job["owner_group"] or "no owner_group")]
        first, *more = self._sentences()
        if job["tq_id"] is None:
            return [" · ".join(parts), look.paint("bad", f"✗ {first}")]
        parts.append(f"user_priority {job['user_priority']}")
        submitted = job["submit_time"]
        if submitted is not None:
            age = int((self.policy.snapshot_time - submitted).total_seconds())
            verb = "waits since" if self.got is None else "came"
            past = f" ({span(age)})" if self.is_drawn else ""
            parts.append(f"{verb} {clock(submitted)}{past}")
        parts.append(f"tq {job['tq_id']}")
        title = " · ".join(parts)
        if self.got is not None:
            return [title, look.paint("good", f"✓ {first}"), *more]
        lines = [title, f"… {first}", *more]
        if self.sites:
            lines += ["", *self._table(look)]
            if self.is_drawn:
                lines.append(
                    "Who could take it, and the chance: as if each came first."
                )
        else:
            lines.append("no pilot asks for a job")
        return lines

    def _sentences(self) -> list[str]:
        """Return what became of the job, without the sign before it."""
        job = self.job
        if job["tq_id"] is None:
            return [f"in no task queue: {job['reason']}"]
        if self.got is not None:
            return self._matched(self.got)
        sentences = [self._place(), *self._pilots()]
        if self.is_drawn and job["n_given"]:
            given = plural(job["n_given"], "job")
            text = f"Pilots of this cycle got {given} of its task queue before."
            sentences.append(text)
        return sentences

    @property
    def next_criterion(self) -> str:
        """Return what keeps the task queue of a waiting job from most pilots."""
        return "" if self.got is not None else self.kept_by

    def _pilots(self) -> list[str]:
        """Return how many pilots could take the job, and what keeps it from others."""
        n_all, n_could = (
            sum(row[name] or 0 for row in self.sites)
            for name in ("n_pilots", "n_could")
        )
        if not n_all:
            return []
        could = count(n_could) if n_could else "None"
        of = plural(n_all, "pilot" if self.is_drawn else "kind")
        of += "" if self.is_drawn else " of pilots"
        text = f"{could} of {of} could take it"
        if self.kept_by:
            text += (
                f"; {self.kept_by} keeps most {'of the others ' if n_could else ''}away"
            )
        return [f"{text}."]

    def _table(self, look: Display) -> list[str]:
        """Return the sites; where nothing was drawn, kinds of pilots and no draws."""
        cells = [_site(row) for row in self.sites]
        if self.is_drawn:
            return lay_out(_SITES, cells, look)
        columns = [_KINDS if it == _PILOTS else it for it in _SITES if it != _DREW]
        at = _SITES.index(_DREW)
        return lay_out(columns, [row[:at] + row[at + 1 :] for row in cells], look)

    def _matched(self, got: Row) -> list[str]:
        """Return which pilot got the job, and how likely that was."""
        name = printable(str(got["pilot_id"] or got["seq"]))
        whom = f"pilot {name} (request {got['seq']}) got it"
        if got["is_asked_for"]:
            return [f"matched: {whom}, which asked for this job"]
        job = self.job
        n_alike = count(job["n_alike"] or 0)
        jobs = (
            f"{plural(job['n_jobs'] or 0, 'job')} then, {n_alike} of its user_priority"
        )
        return [
            f"matched: {whom}",
            f"Task queue {job['tq_id']} had a chance of "
            f"{_chance(got['queue_chance'])} in the draw of this pilot.",
            f"It held {jobs}: {_chance(got['job_chance'])} for this job, of the "
            f"{count(job['n_in_window'] or 0)} oldest.",
        ]

    def _place(self) -> str:
        job = self.job
        n_older, n_window = job["n_older"] or 0, job["n_in_window"] or 0
        of = f"{plural(job['n_jobs'] or 0, 'job')} in its task queue {job['tq_id']}"
        alike = count(job["n_alike"] or 0)
        text = f"waiting: {of}, {alike} of its user_priority, of which "
        text += f"{count(n_older)} {'is' if n_older == 1 else 'are'} older"
        if n_older >= n_window:
            return f"{text}; {count(n_older - n_window + 1)} must go before its turn"
        part = _chance(job["chance"] / n_window)
        return f"{text}; drawn with {part} once its task queue is drawn"


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
    seq = served["seq"]
    with pilot_view(cycle, seq, is_drawn=is_drawn):
        found = rows(cycle, PILOT_QUERIES, "job", [job_id, seq, is_drawn])
        got = None
        if matched:  # the chances are those that it had then
            chances = {"queue_chance": None, "job_chance": None}
            if not served["is_asked_for"]:
                key = (seq, served["tq_id"])
                (queue,) = rows(cycle, PILOT_QUERIES, "queue_chance", key)
                part = found[0]["chance"] / found[0]["n_in_window"]
                chances = {"queue_chance": queue["chance"], "job_chance": part}
            got = {**served, **chances}
    if not found:
        known = [str(row["job_id"]) for row in rows(cycle, PILOT_QUERIES, "job_ids")]
        elsewhere = _PANDA_JOB_HINT.format(job_id) if is_drawn else ""
        hint = suggest(str(job_id), known) or elsewhere
        counted = f"{plural(len(known), 'job')} of DIRAC"
        raise UsageError(f"no job {job_id} ({counted})", hint=hint)
    job = found[0]
    sites: list[Row] = []
    if job["tq_id"] is not None:
        sites = rows(cycle, PILOT_QUERIES, "job_sites", [job["tq_id"], is_drawn])
    known = {each.criterion for each in cycle.program.criteria}
    kept_by = _most_often(row for row in sites if row["why_not"] in known)
    return JobStory(context_of(cycle), job, sites, got, is_drawn, kept_by)


def _most_often(sites: Iterable[Row]) -> str:
    """Return what keeps a job from most pilots of these sites; empty without any."""
    n_kept: Counter[str] = Counter()
    for row in sites:
        n_kept[row["why_not"]] += (row["n_pilots"] or 0) - (row["n_could"] or 0)
    return min(n_kept, key=lambda name: (-n_kept[name], name), default="")


def _site(row: Row) -> list[str]:
    chance = row["chance"]
    return [
        printable(str(row["site"])),
        *(count(row[name] or 0) for name in ("n_pilots", "n_could", "n_drew")),
        "–" if chance is None else _chance(chance),
        row["why_not"] or "",
    ]
