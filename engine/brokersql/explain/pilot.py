"""The story of a pilot: what fits it, every chance, and the limits of its sites."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any, cast

from brokersql.core.errors import UsageError
from brokersql.cycle import FinishedCycle
from brokersql.cycle.matching import (
    BlockMatcher,
    limit_facts,
    match_sql,
    priority_facts,
)
from brokersql.cycle.stages import result_sql
from brokersql.explain.changes.pilot_fixes import (
    PilotFix,
    PilotFixSearch,
    pilot_fix_lines,
)
from brokersql.explain.context import (
    PILOT_QUERIES,
    Explanation,
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
from brokersql.results.queries import Row, number, query, rows

_SITE_LIMITS = (
    TableColumn("site"),
    TableColumn("criterion"),
    TableColumn("attribute"),
    TableColumn("value", cut="middle"),
    TableColumn("allowed"),
    TableColumn("until"),
    TableColumn("task queues", right=True),
    TableColumn("jobs", right=True),
)


@dataclass(frozen=True, slots=True)
class SiteLimit:
    """A limit that is reached or a delay that lasts, and what it touches."""

    row: Row

    def document(self) -> Row:
        """Return it as an object for JSON."""
        return dict(self.row)

    @property
    def allowed(self) -> str:
        """Return what the site allows, and what is used of it."""
        row = self.row
        if row["criterion"] == "-limit":
            running, most = (count(number(row[it])) for it in ("n_running", "max_jobs"))
            return f"{running} of {most} jobs run"
        burst, delay = number(row["burst"]), float(str(row["delay_s"]))
        at_once = f"{count(burst)} at once, then " if burst > 1 else ""
        return f"{at_once}1 job in {quantity(delay)} s"

    def until(self, now: datetime) -> str:
        """Return when a job of the kind may be matched there again."""
        then = self.free_time
        if then is not None:
            wait = (then - cast("datetime", self.row["arrival_time"])).total_seconds()
            return f"{clock(then, now)} (in {span(ceil(wait))})"
        return "one of them ends" if self.row["max_jobs"] else "the limit is raised"

    @property
    def free_time(self) -> datetime | None:
        """Return when a delay is over; None of a limit."""
        return cast("datetime | None", self.row.get("free_time"))

    def cells(self, now: datetime) -> list[str]:
        """Return it as a row of a table."""
        row = self.row
        site = printable(str(row["site"]))
        return [
            f"{site} / {printable(str(row['ce']))}" if row.get("ce") else site,
            str(row["criterion"]),
            str(row["attribute"]),
            printable(str(row["value"])),
            self.allowed,
            self.until(now),
            count(number(row["n_queues"])),
            count(number(row["n_jobs"])),
        ]


@dataclass(frozen=True, slots=True)
class SiteLimits:
    """All that touches what fits a pilot; `n_queues` is how many fit."""

    each: tuple[SiteLimit, ...]
    n_queues: int

    def soonest(self, now: datetime) -> str:
        """Return until when the first of them holds back what it touches."""
        ends = [it for it in self.each if it.free_time is not None]
        first = min(ends, key=lambda it: it.free_time or now, default=self.each[0])
        return first.until(now)

    def lines(self, now: datetime, look: Display) -> list[str]:
        """Return them for a reader; none where nothing is held back."""
        if not self.each:
            return []
        table = lay_out(_SITE_LIMITS, [it.cells(now) for it in self.each], look)
        return ["", "Limits and delays of its sites that touch what fits it:", *table]


def site_limits(cycle: FinishedCycle, seq: int, *, is_drawn: bool) -> SiteLimits:
    """Return what limits and delays a pilot finds.

    Args:
        cycle: a finished cycle of a policy that decides about pilots.
        seq: the number of the pilot.
        is_drawn: jobs that pilots before it got in the cycle count.
    """
    database = cycle.database
    database.run(match_sql("token_macros"))
    database.hold("earlier_use", query(PILOT_QUERIES, "earlier_use"), (seq, is_drawn))
    database.hold("limitable", query(PILOT_QUERIES, "limitable"), (seq,))
    limits, delays = (
        rows(cycle, PILOT_QUERIES, name, (seq,)) for name in ("limits", "delays")
    )
    found = tuple(SiteLimit(row) for row in (*limits, *delays))
    (fitting,) = rows(cycle, PILOT_QUERIES, "fitting_count")
    return SiteLimits(found, number(fitting["n_queues"]))


#: The relations that differ from pilot to pilot -> what is then so.
_VIEW = {
    "eligible": query(PILOT_QUERIES, "found_eligible"),
    "job_class": "from job_left",
    "task_queue_priority": "from found_priority",
}
_GIVEN_BEFORE = query(PILOT_QUERIES, "given_before")


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
            database.hold("found_queue", query(PILOT_QUERIES, "found_queue"), (seq,))
            database.hold("job_left", match_sql("job_class"))
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
    since = number(found["seq"])
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
    TableColumn("task queues", right=True),
    TableColumn("", right=True),
    TableColumn("check"),
    TableColumn("jobs behind", right=True),
    TableColumn("most of them", cut="end"),
)
_DRAWS = (
    TableColumn("tq_id", right=True),
    TableColumn("owner_group"),
    TableColumn("owner"),
    TableColumn("cpu_time", right=True, drop=3),
    TableColumn("n_jobs", right=True),
    TableColumn("priority", right=True),
    *(TableColumn(name, right=True, drop=2) for name in ("share", "owners", "queues")),
    TableColumn("jobs", right=True, drop=2),
    TableColumn("chance", right=True),
)


@dataclass(frozen=True, slots=True)
class PilotStory(Explanation):
    """How one pilot stands: checks in their order, near misses, and its draws."""

    policy: StoryContext
    head: Row
    checks: tuple[Row, ...]
    lone: tuple[Row, ...]
    draws: tuple[Row, ...]
    taken: tuple[Row, ...]
    fixes: tuple[PilotFix, ...] | None
    limits: SiteLimits
    got: Row | None

    @property
    def fix(self) -> PilotFix | None:
        """Return the smallest change with which it might get a job."""
        return next(iter(self.fixes or ()), None)

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.policy.document("explain.pilot"),
            **self.head,
            "checks": list(self.checks),
            "nearest": list(self.lone),
            "changes": None
            if self.fixes is None
            else [each.document() for each in self.fixes],
            "draws": list(self.draws),
            "taken": list(self.taken),
            "restraints": [each.document() for each in self.limits.each],
            "got": self.got,
        }

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        lines = [self._title(look), self._outcome(look), *self._events()]
        if len(self.checks) > 1:
            lines += ["", *lay_out(_CHECKS, [_check(row) for row in self.checks], look)]
        lines += self.limits.lines(self.policy.snapshot_time, look)
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
        places = [head["sites"], head["grid_ces"]]
        parts = [", ".join(map(printable, each)) for each in places if each]  # pyright: ignore[reportArgumentType, reportUnknownVariableType]
        time = "no cpu_time"
        if head["cpu_time"] is not None:
            time = f"cpu_time {count(number(head['cpu_time']))} s"
        where = " / ".join(parts) or "no site"
        when = clock(self.policy.snapshot_time)
        return f"{look.paint('bold', f'pilot {name}')} · {where} · {time} · {when}"

    def _outcome(self, look: Display) -> str:
        head = self.head
        n_queues = number(self.checks[0]["n_before"]) if self.checks else 0
        n_eligible, n_top = number(head["n_eligible"]), number(head["n_top"])
        if head["is_refused"]:
            return look.paint("bad", f"✗ refused: {head['reason']}")
        if self._is_limited:
            fits = plural(self.limits.n_queues, "task queue")
            verb = "fits" if self.limits.n_queues == 1 else "fit"
            until = self.limits.soonest(self.policy.snapshot_time)
            text = f"✗ eligible but limited: {fits} {verb}, until {until} none is free"
            return look.paint("throttled", text)
        if head["criterion"] == _OUTDRAWN:
            return look.paint("throttled", f"✗ eligible but outdrawn: {head['reason']}")
        if head["criterion"] == _ASKED:
            fits = plural(n_eligible, "task queue")
            verb = "fits" if n_eligible == 1 else "fit"
            return look.paint("bad", f"✗ no match: {head['reason']}; {fits} {verb}")
        if not n_eligible:
            n_jobs = number(self.checks[0]["n_jobs_after"]) if self.checks else 0
            of = f"0 of {plural(n_queues, 'task queue')} eligible"
            text = f"✗ no match: {of} ({plural(n_jobs, 'waiting job')})"
            return look.paint("bad", text)
        text = f"✓ {plural(n_top, 'task queue')} to draw from"
        if head["job_id"] is not None:
            text = f"✓ job {head['job_id']} is in one of {n_eligible} that fit"
        elif n_eligible > n_top:
            text += f"; {count(n_eligible - n_top)} of lower CPU time take no part"
        return look.paint("good", text)

    @property
    def _is_limited(self) -> bool:
        """Return whether limits and delays are all that is in the way."""
        criterion = self.head["criterion"]
        if criterion in _LIMITED:
            return True
        may_be = criterion in (None, _NOTHING)
        return may_be and bool(self.limits.each) and not self.head["n_eligible"]

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
            queues = plural(number(row["n_queues"]), "task queue")
            jobs = plural(number(row["n_jobs"]), "job")
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
    cycle.report_reasons()
    found = [
        rows(cycle, PILOT_QUERIES, name, [seq]) for name in ("head", "checks", "lone")
    ]
    (head,), checks, lone = found
    if is_advised:
        cycle.pairs.show_reasons()
    with pilot_view(cycle, seq, is_drawn=is_drawn):
        (counts,) = rows(cycle, PILOT_QUERIES, "found_count")
        draws = rows(cycle, PILOT_QUERIES, "draws", [seq])
        misses = rows(cycle, PILOT_QUERIES, "misses", [seq]) if is_advised else []
    got = _pilot_outcome(cycle, seq) if is_drawn else None
    outcome = got and {name: got[name] for name in ("criterion", "reason")}
    is_served = bool(got["job_id"] if got else counts["n_top"])
    is_asked = is_advised and not is_served and not head["is_refused"]
    return PilotStory(
        context_of(cycle),
        {**head, **counts, **(outcome or {})},
        tuple(checks),
        tuple(lone),
        tuple(draws),
        tuple(rows(cycle, PILOT_QUERIES, "taken", [seq, is_drawn])),
        PilotFixSearch(cycle, seq, misses).found() if is_asked else None,
        site_limits(cycle, seq, is_drawn=is_drawn),
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
    return number(known[0]["seq"])


def _pilot_outcome(cycle: FinishedCycle, seq: int) -> Row:
    """Return what a pilot got, as the result tables say it."""
    cycle.database.hold("shown_result", result_sql("result", cycle.program.decides))
    (got,) = rows(cycle, PILOT_QUERIES, "outcome", [seq])
    return got


def _check(row: Row) -> list[str]:
    before, after = number(row["n_before"]), number(row["n_after"])
    return [
        count(before),
        f"-> {count(after)}" if row["step"] else "",
        str(row["label"]),
        count(number(row["n_jobs_after"])),
        grouped(printable(str(row["detail"] or ""))),
    ]


def _draw(row: Row) -> list[str]:
    return [
        str(row["tq_id"]),
        printable(str(row["owner_group"])),
        printable(str(row["owner"] or "–")),
        *(count(number(row[name])) for name in ("cpu_time", "n_jobs")),
        f"{float(str(row['priority'])):,.4g}",
        f"{float(str(row['share'])):,.6g}",
        *(count(number(row[name])) for name in ("n_owners", "n_queues")),
        _part(float(str(row["job_part"]))),
        share(round(1e9 * float(str(row["chance"]))), 10**9),
    ]


def _part(value: float) -> str:
    """Return a part of 1 with two decimals, a small one with its power of ten."""
    return f"{value:.2f}" if value >= 0.01 else figure(value)
