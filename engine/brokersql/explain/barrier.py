"""What has to be lifted before a pair is admitted: the criteria that reject it."""

from __future__ import annotations

from dataclasses import dataclass

from brokersql.explain.search import Ends


@dataclass(frozen=True, slots=True)
class Barrier:
    """A criterion that rejects pairs; `ends` are the numbers compared, if any."""

    bit: int
    stem: str
    criterion: str
    ends: tuple[Ends, ...]


@dataclass(frozen=True, slots=True)
class Blocked:
    """A rejected pair: the queue, and all that rejects it."""

    queue_name: str
    unified_name: str
    barriers: tuple[Barrier, ...]

    @property
    def criteria(self) -> tuple[str, ...]:
        """Return the criteria that reject it."""
        return tuple(dict.fromkeys(each.criterion for each in self.barriers))
