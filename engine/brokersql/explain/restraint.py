"""Limits and delays of sites: what they keep from a pilot, and until when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import cast

from brokersql.cycle import Cycle
from brokersql.cycle.choice import match_sql
from brokersql.report.figures import clock, count, quantity, span
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, query, rows
from brokersql.report.table import Column, lay_out
from brokersql.report.words import printable

#: The queries about pilots and their jobs.
FOLDER = "explain/pilot"
_RESTRAINTS = (
    Column("site"),
    Column("criterion"),
    Column("attribute"),
    Column("value", cut="middle"),
    Column("allowed"),
    Column("until"),
    Column("task queues", right=True),
    Column("jobs", right=True),
)


@dataclass(frozen=True, slots=True)
class Restraint:
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
class Restraints:
    """All that touches what fits a pilot; `n_queues` is how many fit."""

    each: tuple[Restraint, ...]
    n_queues: int

    def soonest(self, now: datetime) -> str:
        """Return until when the first of them holds back what it touches."""
        ends = [it for it in self.each if it.free_time is not None]
        first = min(ends, key=lambda it: it.free_time or now, default=self.each[0])
        return first.until(now)

    def lines(self, now: datetime, look: Look) -> list[str]:
        """Return them for a reader; none where nothing is held back."""
        if not self.each:
            return []
        table = lay_out(_RESTRAINTS, [it.cells(now) for it in self.each], look)
        return ["", "Limits and delays of its sites that touch what fits it:", *table]


def restraints_of(cycle: Cycle, seq: int, *, is_drawn: bool) -> Restraints:
    """Return what limits and delays a pilot finds.

    Args:
        cycle: a finished cycle of a policy that decides about pilots.
        seq: the number of the pilot.
        is_drawn: jobs that pilots before it got in the cycle count.
    """
    database = cycle.database
    database.run(match_sql("token_macros"))
    database.hold("earlier_use", query(FOLDER, "earlier_use"), (seq, is_drawn))
    database.hold("limitable", query(FOLDER, "limitable"), (seq,))
    limits, delays = (
        rows(cycle, FOLDER, name, (seq,)) for name in ("limits", "delays")
    )
    found = tuple(Restraint(row) for row in (*limits, *delays))
    (fitting,) = rows(cycle, FOLDER, "fitting_count")
    return Restraints(found, number(fitting["n_queues"]))
