"""The limits of queries by hand, and of the process that answers them."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from brokersql.core.processors import n_processors

#: The most that a query may be given: 12 days, more than any timer here is meant for.
MAX_SECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """Limits of one query: bytes, seconds, rows; `n_threads` work on it."""

    n_bytes: int = 1 << 30
    seconds: float = 60.0
    n_rows: int = 10_000_000
    n_answer_bytes: int = 1 << 30
    n_threads: int = field(default_factory=lambda: min(4, n_processors()))

    @property
    def memory_limit(self) -> str:
        """Return how much memory DuckDB may use for data, in its own form."""
        return f"{self.n_bytes}B"


#: Address space besides what DuckDB may use for data: stacks, buffers, Arrow's copies.
_FURTHER_BYTES = 512 << 20


@contextmanager
def bounded_memory(limits: QueryLimits) -> Generator[None]:
    """Bound what this process may take within a with block, where the system can."""
    statm = Path("/proc/self/statm")
    if not statm.exists():  # the limit of DuckDB is all there is
        yield
        return
    import resource

    used = int(statm.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    before = resource.getrlimit(resource.RLIMIT_AS)
    space = used + 2 * limits.n_bytes + _FURTHER_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (space, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
