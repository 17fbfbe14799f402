"""The criteria that reject a pair: names, numbers, values behind them, files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import cast

from brokersql.compiler import Criterion
from brokersql.core.sql_files import sql_root
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.search import Ends, ends_of
from brokersql.explain.changes.tunables import Tunable
from brokersql.explain.chunk import Chunk
from brokersql.render.numbers import asked, grouped, quantity
from brokersql.render.table import Display
from brokersql.render.text import fold, printable
from brokersql.results.queries import Row, query, rows


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
#: How many inputs are listed, unless all are asked for.
_MOST_INPUTS = 10


@dataclass(frozen=True, slots=True)
class Failing:
    """A criterion that rejects a pair; asked and offered where it compares numbers.

    The pair would pass where ``requested operator offered`` holds. What takes a pair
    after its weight has no bit.
    """

    criterion: str
    bit: int | None
    effect: str
    cls: str
    label: str
    title: str
    source: str
    file: str
    line: int | None
    detail: str
    requested: float | None
    operator: str | None
    offered: float | None
    shortfall: float | None
    unit: str | None
    is_reported: bool
    inputs: tuple[Tunable, ...] | None = None

    @property
    def stem(self) -> str:
        """Return the name of the rule file."""
        return self.file.rpartition("/")[2].removesuffix(".sql")

    @property
    def blocker(self) -> Blocker:
        """Return what has to be lifted before the pair gets a weight."""
        assert self.bit is not None, "a cap bars no pair from its weight"
        return Blocker(self.bit, self.stem, self.criterion, self.ends)

    @property
    def ends(self) -> tuple[Ends, ...]:
        """Return the numbers that it compares; nothing where these are not known."""
        return ends_of(self.requested, self.offered)

    def document(self) -> dict[str, object]:
        """Return the criterion as an object for JSON."""
        return {
            "criterion": self.criterion,
            "bit": self.bit,
            "effect": self.effect,
            "class": self.cls,
            "reported": self.is_reported,
            "title": self.title,
            "detail": self.detail,
            "unit": self.unit,
            "requested": self.requested,
            "operator": self.operator,
            "offered": self.offered,
            "shortfall": self.shortfall,
            "inputs": self._inputs(),
            "source": self.source,
            "file": self.file,
            "line": self.line,
        }

    def _inputs(self) -> list[dict[str, object]] | None:
        """Return the values it rests on for JSON; null where nobody looked."""
        if self.inputs is None:
            return None
        return [each.document() for each in self.inputs]

    def lines(self, look: Display) -> list[str]:
        """Return the criterion with all that is known, for a reader."""
        tag = look.paint("bad", f"✗ {self.criterion}")
        lines = [f"{tag}  {self.cls}, {self.effect}   {printable(self.title)}"]
        lines += self._numbers()
        lines += _entry("detail", grouped(printable(self.detail)), look)
        if known := [each for each in self.inputs or () if each.present is not None]:
            shown = _inputs(known)
            if look.limit and len(shown) > _MOST_INPUTS:
                shown[_MOST_INPUTS:] = [
                    f"… and {len(shown) - _MOST_INPUTS} more: --limit 0"
                ]
            lines += _entry("inputs", " · ".join(shown), look)
        lines += _entry("page", printable(self.source), look)
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return [*lines, *_entry("file", printable(place), look)]

    def _numbers(self) -> list[str]:
        if self.shortfall is None:
            return []
        shown = {
            "asked": asked(self.requested, self.operator),
            "offered": quantity(self.offered),
        }
        if self.shortfall:  # none where the bound itself fails
            shown["short"] = quantity(self.shortfall)
        width = max(map(len, shown.values()))
        unit = f" {self.unit}" if self.unit else ""
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
    text = Template(query("explain", "failing_pair")).substitute(reasons=reasons)
    with cycle.database.as_written():
        cycle.database.hold("failing_pair", text, (*chunk.key, list(masks)))


def failing_of(
    cycle: FinishedCycle, chunk: Chunk, queue_name: str, mask: int
) -> list[Failing]:
    """Return what fails at a pair of this mask, the reported first."""
    if not mask:
        return []
    show_failing_pairs(cycle, chunk, {queue_name: mask})
    return [_failing_of_row(row) for row in rows(cycle, "explain", "failing")]


def cap_of(cycle: FinishedCycle, chunk: Chunk, queue_name: str) -> Failing | None:
    """Return what took a pair after its weight; None if nothing did."""
    numbers = cycle.pairs.program.cap_numbers
    text = Template(query("explain", "cap")).substitute(numbers=numbers)
    found = cycle.database.records(text, (*chunk.key, queue_name))
    return _failing_of_row(found[0]) if found else None


def _failing_of_row(row: Row) -> Failing:
    return Failing(
        str(row["criterion"]),
        cast("int | None", row["bit"]),
        str(row["effect"]),
        str(row["class"]),
        str(row["label"]),
        str(row["title"]),
        str(row["source"]),
        str(row["file"]),
        line_of(str(row["file"])),
        str(row["detail"]),
        cast("float | None", row["asked"]),
        cast("str | None", row["operator"]),
        cast("float | None", row["offered"]),
        cast("float | None", row["shortfall"]),
        cast("str | None", row["unit"]),
        bool(row["is_reported"]),
    )


@cache
def line_of(file: str) -> int | None:
    """Return the line of a rule file on which its condition begins, if it is there."""
    shipped = sql_root() / file.removeprefix("sql/")
    path = shipped if file.startswith("sql/") else Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return condition_line(text)


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
