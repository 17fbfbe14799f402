"""What a policy that matches pilots finds: pilots by their chances, and why not."""

from __future__ import annotations

from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.report.figures import count, share
from brokersql.report.look import Look
from brokersql.report.queries import number, rows
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import plural

_TOP = 5
_COLUMNS = (
    Column("policy"),
    Column("profile", drop=3),
    *(Column(name, right=True) for name in ("pilots", "served", "unserved")),
    Column("refused", right=True),
    Column("task queues", right=True),
    Column("jobs", right=True),
    Column("time s", right=True, drop=1),
)


@dataclass(frozen=True, slots=True)
class Rejection:
    """A criterion, and how many pairs of pilot and task queue it takes first."""

    criterion: str
    pairs: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """Pilots or jobs that are refused for one reason."""

    kind: str
    reason: str
    n: int


@dataclass(frozen=True, slots=True)
class PilotSummary:
    """What one policy finds for its pilots.

    `served` pilots may draw a job, `unserved` ones find no task queue that fits.
    """

    policy: str
    profile: str
    content_hash: str
    counts: dict[str, int]
    seconds: float
    rejected: tuple[Rejection, ...]
    refused: tuple[Refusal, ...]

    @property
    def has_work(self) -> bool:
        """Tell whether there is a pilot or a job."""
        names = ("pilots", "jobs", "refused_jobs")
        return any(self.counts[name] for name in names)

    def document(self) -> dict[str, object]:
        """Return the summary as an object for JSON."""
        return {
            "policy": self.policy,
            "profile": self.profile,
            "content_hash": self.content_hash,
            **self.counts,
            "rejected": [
                {"criterion": each.criterion, "pairs": each.pairs}
                for each in self.rejected
            ],
            "refusals": [
                {"kind": each.kind, "reason": each.reason, "rows": each.n}
                for each in self.refused
            ],
        }

    def lines(self, look: Look) -> list[str]:
        """Return the counts, why task queues are not for pilots, and refusals."""
        counts = self.counts
        head = [
            *(self.policy, self.profile, count(counts["pilots"])),
            *(_cell(counts["served"], "good"), _cell(counts["unserved"], "wait")),
            _cell(counts["refused"], "bad"),
            *(count(counts["queues"]), count(counts["jobs"]), f"{self.seconds:.2f}"),
        ]
        lines = lay_out(_COLUMNS, [head], Look(look.colour, look.width))
        return [*lines, "", *self._why(look), *self._refusals()]

    def _why(self, look: Look) -> list[str]:
        total = sum(each.pairs for each in self.rejected)
        if not total:
            return ["No task queue was rejected."]
        pairs = self.counts["pilots"] * self.counts["queues"]
        title = f"Why task queues are not for pilots ({count(total)} of {count(pairs)})"
        table = [
            [each.criterion, count(each.pairs), share(each.pairs, total)]
            for each in self.rejected[:_TOP]
        ]
        rest = sum(each.pairs for each in self.rejected[_TOP:])
        if rest:
            named = plural(len(self.rejected) - _TOP, "other")
            table.append([named, count(rest), share(rest, total)])
        columns = [Column(""), Column("", True), Column("", True)]
        shown = lay_out(columns, table, Look())[1:]
        return [look.paint("bold", title), *(f"  {line}" for line in shown)]

    def _refusals(self) -> list[str]:
        if not self.refused:
            return []
        told = [
            f"  {plural(each.n, each.kind)} refused: {each.reason}"
            for each in self.refused[:_TOP]
        ]
        rest = sum(each.n for each in self.refused[_TOP:])
        return ["", *told, *([f"  {count(rest)} more refused"] if rest else [])]


def summarise_pilots(cycle: Cycle) -> PilotSummary:
    """Return what one policy finds for its pilots."""
    (counts,) = rows(cycle, "report/pilot", "pilot_counts")
    return PilotSummary(
        cycle.policy,
        cycle.parameters.profile,
        cycle.program.content_hash,
        {name.removeprefix("n_"): number(value) for name, value in counts.items()},
        cycle.clock.total - cycle.clock.seconds.get("load", 0.0),
        tuple(
            Rejection(str(row["criterion"]), number(row["n_pairs"]))
            for row in rows(cycle, "report/pilot", "rejecting")
        ),
        tuple(
            Refusal(str(row["kind"]), str(row["reason"]), number(row["n_rows"]))
            for row in rows(cycle, "report/pilot", "refusals")
        ),
    )


def _cell(n: int, meaning: str) -> Cell:
    return Cell(count(n), meaning if n else "dim")
