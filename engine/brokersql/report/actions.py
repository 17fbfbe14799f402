"""What a policy of single units does: actions by rule, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.report.figures import count, span
from brokersql.report.look import Look
from brokersql.report.queries import number, rows
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import plural

#: Actions from the strongest to the weakest, with the meaning of their colour.
ACTIONS = (("fail", "bad"), ("kill", "throttled"), ("reassign", "wait"))
_COLUMNS = (
    Column("policy"),
    Column("profile", drop=3),
    *(Column(name, right=True) for name in ("jobs", "fail", "kill", "reassign")),
    Column("left alone", right=True),
    Column("exempt", right=True, drop=2),
    Column("time s", right=True, drop=1),
)
_RULES = (
    Column("rule"),
    Column("action"),
    Column("code", right=True, drop=2),
    Column("jobs", right=True),
    Column("decisive", right=True, drop=1),
    Column("oldest", right=True),
    Column("title", cut="end"),
)
_UPCOMING = (
    Column("rule"),
    Column("action"),
    Column("jobs", right=True),
    Column("first in", right=True),
    Column("title", cut="end"),
)


@dataclass(frozen=True, slots=True)
class ActingRule:
    """A rule, its jobs, and those of them that no stronger rule hits."""

    rule_id: str
    title: str
    action: str
    code: int | None
    jobs: int
    decisive: int
    oldest_s: int | None

    def document(self) -> dict[str, object]:
        """Return the rule as an object for JSON."""
        return {
            "rule_id": self.rule_id,
            "action": self.action,
            "code": self.code,
            "jobs": self.jobs,
            "decisive": self.decisive,
            "oldest_s": self.oldest_s,
        }


@dataclass(frozen=True, slots=True)
class UpcomingRule:
    """A rule that will act, on how many jobs, and how soon on the first."""

    rule_id: str
    title: str
    action: str
    jobs: int
    first_in_s: int

    def document(self) -> dict[str, object]:
        """Return the rule as an object for JSON."""
        return {
            "rule_id": self.rule_id,
            "action": self.action,
            "jobs": self.jobs,
            "first_in_s": self.first_in_s,
        }


@dataclass(frozen=True, slots=True)
class ActionSummary:
    """What one policy does: jobs by their strongest action, and rules by their jobs."""

    policy: str
    profile: str
    content_hash: str
    jobs: int
    exempt: int
    n_upcoming: int
    hours: int
    actions: dict[str, int]
    seconds: float
    rules: tuple[ActingRule, ...]
    upcoming: tuple[UpcomingRule, ...]

    @property
    def acted_on(self) -> int:
        """Return the number of jobs that something is done to."""
        return sum(self.actions.values())

    @property
    def top_rule(self) -> str | None:
        """Return the rule that hits most jobs."""
        found = max(self.rules, key=lambda each: each.jobs, default=None)
        return found.rule_id if found else None

    def document(self) -> dict[str, object]:
        """Return the summary as an object for JSON."""
        return {
            "policy": self.policy,
            "profile": self.profile,
            "content_hash": self.content_hash,
            "jobs": self.jobs,
            **self.actions,
            "exempt": self.exempt,
            "rules": [each.document() for each in self.rules],
            "forecast_hours": self.hours,
            "upcoming_jobs": self.n_upcoming,
            "upcoming": [each.document() for each in self.upcoming],
        }

    def lines(self, look: Look) -> list[str]:
        """Return the counts, which rules act, and which will."""
        whole = Look(look.colour, look.width)
        head = [
            *(self.policy, self.profile, count(self.jobs)),
            *(_cell(self.actions[name], meaning) for name, meaning in ACTIONS),
            count(self.jobs - self.acted_on),
            *(count(self.exempt), f"{self.seconds:.2f}"),
        ]
        lines = lay_out(_COLUMNS, [head], whole)
        return [*lines, "", *self._acting(look), "", *self._coming(look)]

    def _acting(self, look: Look) -> list[str]:
        if not self.rules:
            return ["No rule acts on a job."]
        table = [
            [
                *(each.rule_id, each.action),
                "" if each.code is None else str(each.code),
                *(count(each.jobs), count(each.decisive)),
                "–" if each.oldest_s is None else span(each.oldest_s),
                each.title,
            ]
            for each in self.rules
        ]
        title = (
            f"Which rules act ({count(self.acted_on)} of {plural(self.jobs, 'job')})"
        )
        return [look.paint("bold", title), *_indented(_RULES, table, look)]

    def _coming(self, look: Look) -> list[str]:
        hours = plural(self.hours, "hour")
        if not self.upcoming:
            return [f"No further rule falls due in the next {hours}."]
        table = [
            [
                *(each.rule_id, each.action, count(each.jobs)),
                *(span(each.first_in_s), each.title),
            ]
            for each in self.upcoming
        ]
        title = f"In the next {hours}, if nothing happens "
        title += f"({plural(self.n_upcoming, 'job')})"
        return [look.paint("bold", title), *_indented(_UPCOMING, table, look)]


def summarise_actions(cycle: Cycle) -> ActionSummary:
    """Return what one policy of single units does."""
    (counts,) = rows(cycle, "report", "action_counts")
    return ActionSummary(
        cycle.policy,
        cycle.parameters.profile,
        cycle.program.content_hash,
        number(counts["n_jobs"]),
        number(counts["n_exempt"]),
        number(counts["n_upcoming"]),
        number(cycle.parameters.scalar("forecast_hours")),
        {name: number(counts[f"n_{name}"]) for name, _ in ACTIONS},
        cycle.clock.total - cycle.clock.seconds.get("load", 0.0),
        tuple(
            ActingRule(
                str(row["rule_id"]),
                str(row["title"]),
                str(row["action"]),
                None if row["code"] is None else number(row["code"]),
                number(row["n_jobs"]),
                number(row["n_decisive"]),
                None if row["oldest_s"] is None else number(row["oldest_s"]),
            )
            for row in rows(cycle, "report", "acting_rules")
        ),
        tuple(
            UpcomingRule(
                str(row["rule_id"]),
                str(row["title"]),
                str(row["action"]),
                number(row["n_jobs"]),
                number(row["first_in_s"]),
            )
            for row in rows(cycle, "report", "upcoming_rules")
        ),
    )


def _cell(n: int, meaning: str) -> Cell:
    return Cell(count(n), meaning if n else "dim")


def _indented(
    columns: Sequence[Column], table: list[list[str]], look: Look
) -> list[str]:
    width = None if look.width is None else look.width - 2
    return [f"  {line}" for line in lay_out(columns, table, Look(look.colour, width))]
