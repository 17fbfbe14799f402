"""Tables that the rules of a policy read, and that the snapshot lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from brokersql.compiler import read_origins
from brokersql.cycle import Cycle
from brokersql.policy import load_policy

#: Stages whose files decide; the others read what these made.
_DECIDE = (
    *("gates", "filters", "set_rules", "weights", "caps"),
    *("exemptions", "timeouts", "picks"),
)
#: How many readers of a table are named.
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Absent:
    """A table without a row, and what reads it: first what rests on little else."""

    table: str
    readers: tuple[str, ...]

    @property
    def feeds(self) -> str:
        """Return who reads it; of many the first ones."""
        few = list(self.readers[:_SHOWN])
        if n_left := len(self.readers) - len(few):
            few.append(f"{n_left} more")
        return ", ".join(few)

    def __str__(self) -> str:
        return f"{self.table}: missing, read by {self.feeds}"

    def document(self) -> dict[str, object]:
        """Return the table as an object for JSON."""
        return {"table": self.table, "read_by": list(self.readers)}


def absent_of(cycle: Cycle) -> tuple[Absent, ...]:
    """Return the tables that rules of a cycle read and that its snapshot lacks."""
    lacking = cycle.loaded.lacking
    if not lacking:
        return ()
    known = _readers(cycle.policy_source, cycle.program.content_hash)
    return tuple(Absent(name, known[name]) for name in lacking if name in known)


@cache
def _readers(source: str, _content_hash: str) -> Mapping[str, tuple[str, ...]]:
    """Return who reads each table; a policy is told from others by its hash."""
    names: dict[str, str] = {}
    found: dict[str, Counter[str]] = {}
    for each in read_origins(load_policy(source)):
        if each.stage in _DECIDE and each.table is not None:
            names[each.file] = each.criterion or f"weight {each.file}"
            found.setdefault(each.table, Counter())[each.file] += 1
    whole = sum(found.values(), Counter[str]())
    return {
        table: tuple(
            dict.fromkeys(
                names[file]
                for file in sorted(reads, key=lambda it: -reads[it] / whole[it])
            )
        )
        for table, reads in found.items()
    }
