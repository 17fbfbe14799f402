"""A user of analysis: what may throttle the tasks, its use, and what frees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brokersql.cycle import Cycle
from brokersql.errors import UsageError, suggest
from brokersql.explain.head import Policy, policy_of
from brokersql.report.figures import clock, count, quantity, span
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, rows
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import plural, printable

_THROTTLES = (
    Column(""),
    Column("throttle"),
    Column("value", right=True),
    Column("limit", right=True),
    Column("unit"),
    Column("what frees it", cut="end"),
)
_TASKS = (
    Column("jedi_task_id", right=True),
    Column("status"),
    Column("criterion"),
    Column("next look", right=True, drop=1),
    Column("reason", cut="end"),
)
_THROTTLED = "throttled"


@dataclass(frozen=True, slots=True)
class Input:
    """A value that a throttle rests on: its age, and from which age on it is absent."""

    source: str
    age_s: int
    limit_s: int

    @property
    def is_stale(self) -> bool:
        """Tell whether it is too old to count."""
        return self.age_s > self.limit_s

    def document(self) -> dict[str, object]:
        """Return the value as an object for JSON."""
        return {
            "source": self.source,
            "age_s": self.age_s,
            "limit_s": self.limit_s,
            "stale": self.is_stale,
        }

    def text(self, look: Look) -> str:
        """Return its age for a reader; of a stale one that it counts as absent."""
        age = f"{self.source} {span(self.age_s)}"
        if not self.is_stale:
            return f"{look.paint('good', '✓')} {age}"
        sign = look.paint("wait", "!")
        return f"{sign} {age}, absent (limit {span(self.limit_s)})"


@dataclass(frozen=True, slots=True)
class Throttle:
    """One use and its limit; None where it is not known, or there is no limit.

    `inputs` are values behind it whose age is known; all others are of the snapshot.
    """

    criterion: str
    what: str
    used: float | None
    most: float | None
    unit: str
    inputs: tuple[Input, ...]

    @property
    def excess(self) -> float | None:
        """Return how much is beyond the limit; None where nothing is."""
        if self.used is None or self.most is None or self.used <= self.most:
            return None
        return self.used - self.most

    def document(self) -> dict[str, object]:
        """Return the throttle as an object for JSON."""
        return {
            "criterion": self.criterion,
            "what": self.what,
            "value": self.used,
            "limit": self.most,
            "unit": self.unit,
            "excess": self.excess,
            "inputs": [each.document() for each in self.inputs],
        }

    def row(self, look: Look) -> list[str | Cell]:
        """Return the throttle as a row of a table."""
        is_over = self.excess is not None
        sign = Cell("✗", "throttled") if is_over else Cell("✓", "good")
        value = "–" if self.used is None else quantity(round(self.used, 1))
        limit = "–" if self.most is None else quantity(round(self.most, 1))
        frees = ""
        if self.excess is not None:
            frees = f"{quantity(round(self.excess, 1))} {self.unit} less"
        elif self.used is None:
            frees = "not known, or too old to count"
        elif self.most is None:
            frees = "no limit"
        return [sign, self.what, value, limit, self.unit, frees]


@dataclass(frozen=True, slots=True)
class UserStory:
    """What throttles the tasks of a user, a group or an account."""

    policy: Policy
    user: str
    throttles: tuple[Throttle, ...]
    tasks: tuple[Row, ...]

    #: There is no queue, and no rule, to look at next.
    next_queue = ""
    next_rule = ""

    def __str__(self) -> str:
        return "\n".join(self.lines(Look()))

    @property
    def fix(self) -> None:
        """Return nothing: no change is looked for."""
        return None

    @property
    def n_throttled(self) -> int:
        """Return how many decisions are throttled."""
        return sum(1 for each in self.tasks if each["status"] == _THROTTLED)

    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.policy.document("explain.user"),
            "user": self.user,
            "throttles": [each.document() for each in self.throttles],
            "tasks": list(self.tasks),
        }

    def lines(self, look: Look) -> list[str]:
        """Return the story for a reader."""
        policy = f"{self.policy.name} ({self.policy.profile})"
        head = look.paint("bold", f"user {printable(self.user)}")
        lines = [f"{head} · {policy} · {clock(self.policy.snapshot_time)}"]
        n_tasks = plural(len(self.tasks), "task")
        if self.n_throttled:
            sign = look.paint("throttled", "✗ throttled")
            lines.append(f"{sign}: {count(self.n_throttled)} of {n_tasks}")
        else:
            lines.append(f"{look.paint('good', '✓ not throttled')}: {n_tasks}")
        lines += ["", *throttle_lines(self.throttles, look)]
        return [*lines, "", *lay_out(_TASKS, [_task(it) for it in self.tasks], look)]


def throttle_lines(throttles: Sequence[Throttle], look: Look) -> list[str]:
    """Return all throttles with their use, for a reader."""
    if not throttles:
        return ["No cap, share or quota is known for this user."]
    lines = lay_out(_THROTTLES, [each.row(look) for each in throttles], look)
    for each in throttles:
        if each.inputs:
            told = " · ".join(it.text(look) for it in each.inputs)
            lines.append(f"{each.what} rests on: {told}")
    return lines


def _task(row: Row) -> list[str | Cell]:
    retry = row["retry_after_s"]
    return [
        str(row["jedi_task_id"]),
        str(row["status"]),
        str(row["criterion"] or ""),
        "" if retry is None else span(number(retry)),
        printable(str(row["reason"] or "")),
    ]


def throttles_of(cycle: Cycle, task: int) -> tuple[Throttle, ...]:
    """Return what could throttle a task of analysis, with its use and limit."""
    if not cycle.database.has("analysis_task"):
        return ()
    inputs: dict[str, tuple[Input, ...]] = {}
    for row in rows(cycle, "explain", "throttle_inputs", (task,)):
        found = Input(str(row["source"]), number(row["age_s"]), number(row["limit_s"]))
        tag = str(row["criterion"])
        inputs[tag] = (*inputs.get(tag, ()), found)
    return tuple(
        Throttle(
            str(row["criterion"]),
            str(row["what"]),
            _real(row["used"]),
            _real(row["most"]),
            str(row["unit"]),
            inputs.get(str(row["criterion"]), ()),
        )
        for row in rows(cycle, "explain", "throttles", (task,))
    )


def tell_user(cycle: Cycle, user: str) -> UserStory:
    """Return what throttles the tasks of a user, a group or an account.

    Raises:
        UsageError: the policy has no users, or nobody of this name owns a task.
    """
    if not cycle.database.has("analysis_task"):
        raise UsageError(
            f"{cycle.policy} knows no users", hint="--policy panda_analysis does"
        )
    tasks = rows(cycle, "explain", "user_tasks", (user,))
    if not tasks:
        names = [str(row["name"]) for row in rows(cycle, "explain", "user_names")]
        known = [name for name in names if name != "None"]
        hint = suggest(user, known) or f"{plural(len(known), 'user')} own some"
        raise UsageError(f"no analysis task of {printable(user)}", hint=hint)
    first = number(tasks[0]["jedi_task_id"])
    return UserStory(policy_of(cycle), user, throttles_of(cycle, first), tuple(tasks))


def _real(value: object) -> float | None:
    return None if value is None else float(str(value))
