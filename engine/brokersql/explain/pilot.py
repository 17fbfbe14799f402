"""The story of a pilot: what fits it, why the rest does not, and every chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from brokersql.cycle import Cycle
from brokersql.cycle.stage import statement
from brokersql.errors import UsageError
from brokersql.explain.head import Policy, policy_of
from brokersql.explain.offer import Offer, Offers, offer_lines
from brokersql.explain.restraint import FOLDER, Restraints, restraints_of
from brokersql.explain.turn import in_turn
from brokersql.report.figures import clock, count, figure, grouped, share
from brokersql.report.html import Told
from brokersql.report.look import Look
from brokersql.report.machine import plain
from brokersql.report.queries import Row, number, rows
from brokersql.report.table import Column, lay_out
from brokersql.report.words import plural, printable

_LONE = 5
#: Why a pilot gets nothing of what fits it: limits, others, its own wish; or nothing
#: fits.
_LIMITED = ("-limit", "-delay")
_OUTDRAWN, _ASKED, _NOTHING = "-outdrawn", "-job_id", "-no_eligible_queue"
_DRAWN = 10
_CHECKS = (
    Column("task queues", right=True),
    Column("", right=True),
    Column("check"),
    Column("jobs behind", right=True),
    Column("most of them", cut="end"),
)
_DRAWS = (
    Column("tq_id", right=True),
    Column("owner_group"),
    Column("owner"),
    Column("cpu_time", right=True, drop=3),
    Column("n_jobs", right=True),
    Column("priority", right=True),
    *(Column(name, right=True, drop=2) for name in ("share", "owners", "queues")),
    Column("jobs", right=True, drop=2),
    Column("chance", right=True),
)


@dataclass(frozen=True, slots=True)
class PilotStory(Told):
    """How one pilot stands: checks in their order, near misses, and its draws."""

    policy: Policy
    head: Row
    checks: tuple[Row, ...]
    lone: tuple[Row, ...]
    draws: tuple[Row, ...]
    taken: tuple[Row, ...]
    offers: tuple[Offer, ...] | None
    restraints: Restraints
    got: Row | None

    #: There is no queue, and no rule, to look at next.
    next_queue = ""
    next_rule = ""

    @property
    def fix(self) -> Offer | None:
        """Return the smallest change with which it might get a job."""
        return next(iter(self.offers or ()), None)

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.policy.document("explain.pilot"),
            **self.head,
            "checks": list(self.checks),
            "nearest": list(self.lone),
            "changes": None
            if self.offers is None
            else [each.document() for each in self.offers],
            "draws": list(self.draws),
            "taken": list(self.taken),
            "restraints": [each.document() for each in self.restraints.each],
            "got": self.got,
        }

    def lines(self, look: Look) -> list[str]:
        """Return the story for a reader."""
        lines = [self._title(look), self._outcome(look), *self._told()]
        if len(self.checks) > 1:
            lines += ["", *lay_out(_CHECKS, [_check(row) for row in self.checks], look)]
        lines += self.restraints.lines(self.policy.snapshot_time, look)
        lines += self._nearest()
        lines += offer_lines(self.offers or (), look)
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

    def _title(self, look: Look) -> str:
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

    def _outcome(self, look: Look) -> str:
        head = self.head
        n_queues = number(self.checks[0]["n_before"]) if self.checks else 0
        n_eligible, n_top = number(head["n_eligible"]), number(head["n_top"])
        if head["is_refused"]:
            return look.paint("bad", f"✗ refused: {head['reason']}")
        if self._is_limited:
            fits = plural(self.restraints.n_queues, "task queue")
            verb = "fits" if self.restraints.n_queues == 1 else "fit"
            until = self.restraints.soonest(self.policy.snapshot_time)
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
        """Tell whether limits and delays are all that is in the way."""
        criterion = self.head["criterion"]
        if criterion in _LIMITED:
            return True
        may_be = criterion in (None, _NOTHING)
        return may_be and bool(self.restraints.each) and not self.head["n_eligible"]

    def _told(self) -> list[str]:
        """Return what the pilot got in its turn, and what was taken before."""
        told: list[str] = []
        if self.got is not None and self.got["job_id"] is not None:
            got = f"job {self.got['job_id']} of task queue {self.got['tq_id']}"
            told.append(f"In its turn it got {got}.")
        if self.taken:
            last = self.taken[0]
            name = printable(str(last["last_pilot_id"] or last["last_seq"]))
            queues = plural(len(self.taken), "task queue")
            told.append(
                f"Earlier pilots emptied {queues} that fitted, {name} the last."
            )
        return told

    def _nearest(self) -> list[str]:
        if not self.lone:
            return []
        shown = self.lone[:_LONE]
        lines = ["", "Kept back by one criterion alone:"]
        for row in shown:
            queues = plural(number(row["n_queues"]), "task queue")
            jobs = plural(number(row["n_jobs"]), "job")
            told = grouped(printable(str(row["detail"])))
            lines.append(f"  {row['criterion']}  {queues} with {jobs}: {told}")
        if rest := len(self.lone) - len(shown):
            lines.append(f"  … {plural(rest, 'more reason')}")
        return lines


def tell_pilot(
    cycle: Cycle, pilot: str, *, is_drawn: bool = True, is_advised: bool = False
) -> PilotStory:
    """Return the story of a pilot, by its pilot_id or its number.

    With `is_drawn` it tells what the pilot got in its turn in the cycle; else how it
    stands, as if it came alone. With `is_advised` changes are looked for with which a
    pilot might get a job that gets none and is not refused.

    Raises:
        UsageError: no such pilot, or a policy that decides about something else.
    """
    seq = _seq_of(cycle, pilot)
    cycle.report_reasons()
    found = [rows(cycle, FOLDER, name, [seq]) for name in ("head", "checks", "lone")]
    (head,), checks, lone = found
    if is_advised:
        cycle.show_reasons()
    with in_turn(cycle, seq, is_drawn=is_drawn):
        (counts,) = rows(cycle, FOLDER, "found_count")
        draws = rows(cycle, FOLDER, "draws", [seq])
        misses = rows(cycle, FOLDER, "misses", [seq]) if is_advised else []
    got = _outcome(cycle, seq) if is_drawn else None
    told = got and {name: got[name] for name in ("criterion", "reason")}
    is_served = bool(got["job_id"] if got else counts["n_top"])
    is_asked = is_advised and not is_served and not head["is_refused"]
    return PilotStory(
        policy_of(cycle),
        {**head, **counts, **(told or {})},
        tuple(checks),
        tuple(lone),
        tuple(draws),
        tuple(rows(cycle, FOLDER, "taken", [seq, is_drawn])),
        Offers(cycle, seq, misses).found() if is_asked else None,
        restraints_of(cycle, seq, is_drawn=is_drawn),
        got,
    )


def _seq_of(cycle: Cycle, pilot: str) -> int:
    """Return the number of a pilot, by its pilot_id or its number."""
    if cycle.program.decides != "pilot":
        hint = "--policy dirac has pilots"
        raise UsageError(f"{cycle.policy} decides about no pilots", hint=hint)
    known = rows(cycle, FOLDER, "pilots", [pilot])
    for row in rows(cycle, FOLDER, "refused", [pilot]) if not known else ():
        said = f"pilot {pilot} was refused while loading: {row['reason']}"
        hint = "-quarantined: it asks for nothing until the snapshot is corrected"
        raise UsageError(said, hint=hint)
    if not known:
        hint = "brokersql sql SNAPSHOT 'select seq, pilot_id from request'"
        raise UsageError(f"no pilot {pilot}", hint=hint)
    return number(known[0]["seq"])


def _outcome(cycle: Cycle, seq: int) -> Row:
    """Return what a pilot got, as the result tables say it."""
    cycle.database.hold("told_result", statement("result", cycle.program.decides))
    (got,) = rows(cycle, FOLDER, "outcome", [seq])
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
