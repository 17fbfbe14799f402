"""What rejects a pair: names, numbers, values, files; also the second brokerage."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from brokersql.compiler import Criterion
from brokersql.core.sql_files import sql_root, sql_text
from brokersql.cycle import FinishedCycle
from brokersql.cycle.plan import affected_steps
from brokersql.explain.changes.nearest_value import Ends, ends_of
from brokersql.explain.changes.tunables import Tunable, TunableFinder
from brokersql.explain.chunk import Chunk
from brokersql.render.numbers import asked, grouped, is_use, quantity, span
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import fold, plural, printable
from brokersql.results.queries import Row, rows


@dataclass(frozen=True, slots=True)
class RuleTag:
    """A rule that rejects pairs: its criterion, the stem of its file, what it says.

    `is_shared` is set where another rule of the policy has the same criterion.
    """

    criterion: str
    rule: str
    cls: str
    is_shared: bool

    def __str__(self) -> str:
        return f"{self.criterion} ({self.rule})" if self.is_shared else self.criterion


def rule_tags(criteria: Iterable[Criterion]) -> Mapping[int, RuleTag]:
    """Return bit -> tag of the rules that reject pairs."""
    rules = {each.bit: each for each in criteria if each.bit is not None}
    often = Counter(each.criterion for each in rules.values())
    return {
        bit: RuleTag(it.criterion, it.stem, it.cls, often[it.criterion] > 1)
        for bit, it in rules.items()
    }


@dataclass(frozen=True, slots=True)
class Blocker:
    """A criterion that rejects pairs; `ends` are the numbers compared, if any."""

    bit: int
    stem: str
    criterion: str
    ends: tuple[Ends, ...]


@dataclass(frozen=True, slots=True)
class BlockedPair:
    """A rejected pair: the queue, and all that rejects it."""

    queue_name: str
    unified_name: str
    blockers: tuple[Blocker, ...]

    @property
    def criteria(self) -> tuple[str, ...]:
        """Return the criteria that reject it."""
        return tuple(dict.fromkeys(each.criterion for each in self.blockers))


_INDENT = 13
#: How many inputs of one column are listed, unless all are asked for.
_MOST_INPUTS = 3


@dataclass(frozen=True, slots=True)
class Failing:
    """A criterion that rejects a pair, or took it after its weight: then without a bit.

    `row` has the keys of JSON. Where numbers are compared the pair would pass where
    ``requested operator offered`` holds. `inputs` are the values that it rests on, None
    where nobody looked.
    """

    row: Row
    label: str
    inputs: tuple[Tunable, ...] | None = None

    @property
    def criterion(self) -> str:
        """Return the criterion."""
        return self.row["criterion"]

    @property
    def stem(self) -> str:
        """Return the name of the rule file."""
        return self.row["file"].rpartition("/")[2].removesuffix(".sql")

    @property
    def blocker(self) -> Blocker:
        """Return what has to be lifted before the pair gets a weight."""
        assert self.row["bit"] is not None, "a cap bars no pair from its weight"
        return Blocker(self.row["bit"], self.stem, self.criterion, self.ends)

    @property
    def ends(self) -> tuple[Ends, ...]:
        """Return the numbers that it compares; nothing where these are not known."""
        return ends_of(self.row["requested"], self.row["offered"])

    @property
    def words(self) -> str:
        """Return what the criterion says, and the numbers behind it."""
        detail = grouped(printable(str(self.row["detail"] or "")))
        return ": ".join(filter(None, (printable(self.row["title"]), detail)))

    def document(self) -> dict[str, object]:
        """Return the criterion as an object for JSON."""
        if self.inputs is None:
            return self.row
        return {**self.row, "inputs": [each.document() for each in self.inputs]}

    def lines(self, look: Display) -> list[str]:
        """Return the criterion with all that is known, for a reader."""
        row, tag = self.row, look.paint("bad", f"✗ {self.criterion}")
        kind = f"{row['class']}, {row['effect']}"
        lines = [f"{tag}  {kind}   {printable(row['title'])}", *self._numbers()]
        lines += _entry("detail", grouped(printable(str(row["detail"] or "–"))), look)
        if known := [each for each in self.inputs or () if each.present is not None]:
            shown = _inputs(known) if look.verbose else _summed(known)
            lines += _entry("inputs", " · ".join(shown), look)
        lines += _entry("page", printable(row["source"]), look)
        line = row["line"]
        place = row["file"] if line is None else f"{row['file']}:{line}"
        return [*lines, *_entry("file", printable(place), look)]

    def _numbers(self) -> list[str]:
        row = self.row
        if row["shortfall"] is None:
            return []
        is_cap = is_use(row["class"], row["operator"])
        shown = (
            {"in use": quantity(row["offered"]), "allowed": quantity(row["requested"])}
            if is_cap
            else {
                "asked": asked(row["requested"], row["operator"]),
                "offered": quantity(row["offered"]),
            }
        )
        if row["shortfall"]:  # none where the bound itself fails
            shown["over" if is_cap else "short"] = quantity(row["shortfall"])
        width = max(map(len, shown.values()))
        unit = f" {row['unit']}" if row["unit"] else ""
        return [f"    {name:<8} {text:>{width}}{unit}" for name, text in shown.items()]


def _inputs(tunables: Sequence[Tunable]) -> list[str]:
    """Return values with their names, and of which row where several have one name."""
    often = Counter(each.name for each in tunables)
    return [
        f"{each.name}{of} {each.measured(each.present)}{each.aged}"
        for each in tunables
        for row in [printable(", ".join(each.key))]
        for of in [f" of {row}" if often[each.name] > 1 else ""]
    ]


def _summed(tunables: Sequence[Tunable]) -> list[str]:
    """Return values with their names, many numbers of one column as their sum."""
    alike: dict[tuple[str, str | None], list[Tunable]] = {}
    for each in tunables:
        alike.setdefault((each.name, each.unit), []).append(each)
    found: list[str] = []
    texts = dict(zip(tunables, _inputs(tunables), strict=True))
    for (name, unit), same in alike.items():
        numbers = [each.number for each in same if each.number is not None]
        if len(same) <= _MOST_INPUTS or len(numbers) < len(same):
            found += [texts[each] for each in same]
            continue
        ages = [each.age_s for each in same if each.age_s is not None]
        aged = f" ({span(min(ages))} to {span(max(ages))} old)" if ages else ""
        together = f"{quantity(sum(numbers))} {unit or ''}".rstrip()
        found.append(f"{name} of {len(same)} rows, {together} together{aged}, -v: all")
    return found


def _entry(name: str, text: str, look: Display) -> list[str]:
    return fold([f"    {name:<8}", *text.split(" ")], look.width, " " * (_INDENT - 1))


def show_failing_pairs(
    cycle: FinishedCycle, chunk: Chunk, masks: Mapping[str, int]
) -> None:
    """Make the relation failing_pair of all that fails of a chunk at some queues.

    `masks` holds a queue -> what fails there: no other criterion is worked out.
    """
    bits = 0
    for mask in masks.values():
        bits |= mask
    reasons = cycle.pairs.program.reasons.sql(bits)
    text = sql_text("explain", "failing_pair", reasons=reasons)
    with cycle.database.as_written():
        cycle.database.hold("failing_pair", text, (*chunk.key, list(masks)))


def failing_of(
    cycle: FinishedCycle, chunk: Chunk, queue_name: str, mask: int
) -> list[Failing]:
    """Return what fails at a pair of this mask, the reported first."""
    if not mask:
        return []
    show_failing_pairs(cycle, chunk, {queue_name: mask})
    return [_failing(row) for row in rows(cycle, "explain", "failing")]


def caps_of(cycle: FinishedCycle, chunk: Chunk, queue_name: str) -> tuple[Failing, ...]:
    """Return what took a pair after its weight, then all other caps that hit it."""
    reasons = cycle.pairs.program.cap_reasons
    text = sql_text("explain", "cap", reasons=reasons)
    found = cycle.database.records(text, (*chunk.key, queue_name))
    return tuple(map(_failing, found))


def _failing(row: Row) -> Failing:
    label = row.pop("label")
    return Failing({**row, "line": line_of(row["file"])}, label)


def line_of(file: str) -> int | None:
    """Return the line of a rule file on which its condition begins, if it is there."""
    is_shipped = file.startswith("sql/")
    path = sql_root() / file.removeprefix("sql/") if is_shipped else Path(file)
    try:
        return condition_line(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def condition_line(text: str) -> int:
    r"""Return the line of the last condition that stands at the margin.

    >>> condition_line("-- title: x\nselect a\nfrom b\nwhere\n    a > 1")
    4
    """
    lines = text.splitlines()
    for word in ("where", "select"):
        found = [at for at, line in enumerate(lines, 1) if re.match(rf"{word}\b", line)]
        if found:
            return found[-1]
    return 1


_SECOND_COLUMNS = (
    TableColumn("queue_name", cut="middle"),
    "criterion",
    TableColumn("detail", cut="end"),
)
#: Keys of JSON of a criterion that fails in the second brokerage.
_SECOND_KEYS = ("criterion", "detail", "requested", "operator", "offered", "unit")


def _second_rows(
    cycle: FinishedCycle, chunk: Chunk, nucleus: str
) -> tuple[list[Row], list[Row]]:
    """Return the queues of a nucleus, nearest first, and each criterion that fails."""
    asked = cycle.asked_pairs
    if asked is None:
        return [], []
    asked.prepare(cycle.database)
    try:
        asked.show_pair_reason()
        near = rows(cycle, "explain", "asked_queue", (chunk.task, nucleus))
        names = [row["queue_name"] for row in near]
        return near, rows(cycle, "explain", "asked_reason", (chunk.task, names))
    finally:
        cycle.stage.prepare(cycle.database)


def second_of(cycle: FinishedCycle, chunk: Chunk, nucleus: str) -> list[Row]:
    """Return the queues of a nucleus with all that the policy that was asked rejects.

    Each has the keys of JSON, the nearest comes first. Nothing where none was asked.
    """
    near, found = _second_rows(cycle, chunk, nucleus)
    failing: dict[str, list[Row]] = {row["queue_name"]: [] for row in near}
    for row in found:
        failing[row["queue_name"]].append({name: row[name] for name in _SECOND_KEYS})
    return [
        {
            "queue_name": row["queue_name"],
            "unified_name": row["unified_name"],
            "failing": failing[row["queue_name"]],
        }
        for row in near
    ]


def second_lines(queues: Sequence[Row], look: Display) -> list[str]:
    """Return the second brokerage for a reader, a line for each failing criterion."""
    if not queues:
        return []
    n_fit = sum(1 for each in queues if not each["failing"])
    title = "Job brokerage at its queues, without a nucleus and weights"
    fits = f"{n_fit} of {plural(len(queues), 'queue')} could run its jobs"
    table: list[list[str | Cell]] = []
    for queue in queues:
        name = queue["queue_name"]
        if not queue["failing"]:
            table.append([name, Cell("✓", "good"), "could run its jobs"])
        for row in queue["failing"]:
            cross = Cell(f"✗ {row['criterion']}", "bad")
            table.append([name, cross, grouped(str(row["detail"] or "–"))])
            name = ""
    heading = look.paint("bold", f"{title}: {fits}")
    return ["", heading, *lay_out(_SECOND_COLUMNS, table, look)]


#: The relation of what the policy that is asked says of each pair.
_ASKED = "asked_pair"


class SecondBrokerage:
    """Finds the tunables of queues that one criterion alone keeps from the jobs.

    A nucleus is rejected as the policy that was asked says no for all its queues: what
    lets one of them in lets the nucleus in.
    """

    def __init__(self, cycle: FinishedCycle, chunk: Chunk) -> None:
        self._cycle = cycle
        self._chunk = chunk
        self._queues: dict[str, list[Row]] = {}
        self._tunables: TunableFinder | None = None
        asked = cycle.asked_pairs
        if asked is not None:
            second = replace(cycle, stage=asked, policy_source=asked.program.policy)
            self._tunables = TunableFinder(second, chunk)

    def answers(self, stem: str) -> bool:
        """Return whether a filter rests on what the policy that was asked says."""
        if self._tunables is None:
            return False
        steps = self._cycle.program.statements
        return bool(affected_steps(steps, {_ASKED}, {f"filter_{stem}"}))

    def tunables(self, nucleus: str, owner: str) -> list[Tunable]:
        """Return what an owner could set at the queues of a nucleus."""
        if self._tunables is None:
            return []
        queues = self._near(nucleus)
        with self._below():
            found = (
                tunable
                for each in queues
                for tunable in self._tunables.of(
                    each["bit"], each["unified_name"], owner
                )
            )
            return list(dict.fromkeys(found))

    def ends(self, nucleus: str) -> tuple[Ends, ...]:
        """Return the numbers that the criteria at the queues of a nucleus compare."""
        reasons = self._near(nucleus)
        ends = (ends_of(it["requested"], it["offered"]) for it in reasons)
        return tuple(end for each in ends for end in each)

    def _near(self, nucleus: str) -> list[Row]:
        """Return what alone fails at queues of a nucleus, first what misses least."""
        if nucleus not in self._queues:
            _, found = _second_rows(self._cycle, self._chunk, nucleus)
            often = Counter(row["queue_name"] for row in found)
            near = [row for row in found if often[row["queue_name"]] == 1]
            self._queues[nucleus] = sorted(near, key=lambda it: it["missing"])
        return self._queues[nucleus]

    @contextmanager
    def _below(self) -> Generator[None]:
        """Let names mean what they mean to the policy that was asked."""
        cycle = self._cycle
        assert cycle.asked_pairs is not None, "there are tunables of a policy below"
        cycle.asked_pairs.prepare(cycle.database)
        try:
            yield
        finally:
            cycle.stage.prepare(cycle.database)
