"""What an explanation is, with its answer, and what it rests on: policy, snapshot."""

from __future__ import annotations

import shlex
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from brokersql.core.sql_files import fixture_root
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.search import Fix
from brokersql.policy import split_reference
from brokersql.render.documents import SCHEMA_VERSION, plain
from brokersql.render.html import Renderable
from brokersql.render.numbers import span
from brokersql.render.table import Display
from brokersql.render.text import fold
from brokersql.results.queries import Row, rows
from brokersql.results.warnings import MissingTable

#: The queries about pilots and their jobs.
PILOT_QUERIES = "explain/pilot"


@dataclass(frozen=True, slots=True)
class StoryContext:
    """The rules, settings and snapshot that a decision rests on."""

    name: str
    profile: str
    snapshot_id: str
    snapshot_time: datetime
    seed: int
    chooses: str

    def document(self, kind: str) -> dict[str, object]:
        """Return the first keys of every explanation in JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": kind,
            "policy": self.name,
            "profile": self.profile,
            "snapshot_id": self.snapshot_id,
            "snapshot_time": self.snapshot_time,
            "seed": self.seed,
        }

    def __str__(self) -> str:
        return f"{self.name} ({self.profile})"


def context_of(cycle: FinishedCycle) -> StoryContext:
    """Return what a cycle rests on."""
    time = cycle.loaded.snapshot_time
    assert time is not None, "a loaded snapshot has a time"
    return StoryContext(
        cycle.policy,
        cycle.parameters.profile,
        cycle.loaded.snapshot_id,
        time,
        cycle.seed,
        cycle.program.chooses,
    )


@dataclass(frozen=True, slots=True)
class StoryAnswer:
    """The answer of a story, in the sentences that its lines are made of.

    `status` is a word, empty without one, `cause` the sentence that says why, `more`
    what follows it. `next_look` is when the work is decided about again. `helps` says
    what would help, whose it is and how many other decisions it changes; it is empty
    where nothing was looked for or found.
    """

    status: str
    cause: str
    more: tuple[str, ...] = ()
    next_look: str = ""
    helps: tuple[str, ...] = ()

    def document(self) -> dict[str, object]:
        """Return the answer as an object for JSON."""
        return asdict(self)


class Story(Renderable):
    """A story in words and as a document; by default it leads nowhere further."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return in three lines what it is about, its answer, and how to read more."""
        lines, answer = str(self).splitlines(), self.answer
        text = ": ".join(filter(None, (answer.status, answer.cause)))
        more = (
            f"print() shows all {len(lines)} lines, document() is the object for JSON"
        )
        return "\n".join((f"{type(self).__name__} of {lines[0]}", text, more))

    @abstractmethod
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""

    @property
    @abstractmethod
    def answer(self) -> StoryAnswer:
        """Return what the story comes to."""

    @property
    def next_queue(self) -> str:
        """Return the queue to look at next; empty where there is none."""
        return ""

    @property
    def next_criterion(self) -> str:
        """Return the criterion to look at next; empty where there is none."""
        return ""

    @property
    def next_rule(self) -> str:
        """Return the rule file to look at next; empty where there is none."""
        return ""

    @property
    def fix(self) -> Fix | None:
        """Return the change that helps; None where none is known."""
        return None

    @property
    def policy_fix(self) -> Fix | None:
        """Return the change of the policy that would help too; None without one."""
        return None


def fix_command(cycle: FinishedCycle, fix: Fix) -> str:
    """Return the command that decides again with a fix, to be pasted into a shell.

    It names what the cycle was made from; of a cycle of some tasks it decides these.
    """
    where, options = cycle.snapshot.where, cycle.options
    policy, dropped = split_reference(cycle.policy_source)
    words = [] if where == str(fixture_root() / "demo") else [where]
    words += ["--policy", policy, *_repeated("--without", dropped)]
    words += ["--profile", options.profile] if options.profile else []
    words += _repeated("--set", (f"{key}={it}" for key, it in options.settings.items()))
    words += ["--seed", str(cycle.seed)]
    words += _repeated("--update", map(str, cycle.snapshot.changes))
    words += _repeated("--task", map(str, options.tasks))
    return shlex.join(["brokersql", "run", *words, *fix.options])


def _repeated(option: str, values: Iterable[str]) -> list[str]:
    """Return an option once for each value, as words of a command line.

    >>> _repeated("--task", ["1", "2"])
    ['--task', '1', '--task', '2']
    """
    return [word for value in values for word in (option, value)]


@plain()
def fix_document(cycle: FinishedCycle, story: Story) -> dict[str, object]:
    """Return the change that helps as an object for JSON; null where there is none."""
    fix, other = story.fix, story.policy_fix
    return {
        **context_of(cycle).document("explain.fix"),
        "options": [] if fix is None else fix.options,
        "command": None if fix is None else fix_command(cycle, fix),
        "change": None if fix is None else fix.document(),
        "policy_change": None if other is None else other.document(),
    }


def queue_inputs(cycle: FinishedCycle, queue: str) -> list[Row]:
    """Return how old the inputs are that decisions about a unified queue rest on."""
    if cycle.program.chooses != "queue" or not cycle.database.has("default_output"):
        return []
    return rows(cycle, "explain", "queue_inputs", (queue,))


def input_text(row: Row, look: Display) -> str:
    """Return the age of an input for a reader; of a stale one that it is absent.

    Without a limit it counts at any age; `feeds` is what reads it, if no text says so.
    """
    age = f"{row['source']} {span(row['age_s'])}"
    reader = f", read by {row['feeds']}" if row.get("feeds") else ""
    if row["limit_s"] is None:
        return f"{age}{reader}"
    if not row["stale"]:
        return f"{look.paint('good', '✓')} {age}"
    sign = look.paint("wait", "!")
    return f"{sign} {age}, absent (limit {span(row['limit_s'])}){reader}"


def input_lines(
    absent: Sequence[MissingTable], inputs: Sequence[Row], look: Display
) -> list[str]:
    """Return what is missing, then inputs with their ages; none without any."""
    sign = look.paint("wait", "!")
    parts = [f"{sign} {each}" for each in absent]
    parts += [input_text(each, look) for each in inputs]
    if not parts:
        return []
    return ["", *fold(f"Inputs: {' · '.join(parts)}".split(" "), look.width)]
