"""What a query by hand may use up: memory, time, files, rows."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from brokersql.errors import UsageError

_SIZE = re.compile(r"(?P<number>\d+(\.\d+)?)\s*(?P<unit>[KMGT]i?)?B?", re.IGNORECASE)
#: The most that a query may be given: 12 days, more than any timer here is meant for.
MAX_SECONDS = 1_000_000
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
#: Address space beside what DuckDB may use for data: stacks, buffers, Arrow's copies.
_BESIDE = 512 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one query: bytes, seconds, rows; `n_threads` work on it."""

    n_bytes: int = 1 << 30
    seconds: float = 60.0
    n_rows: int = 10_000_000
    n_answer_bytes: int = 1 << 30
    n_threads: int = field(default_factory=lambda: min(4, os.cpu_count() or 1))

    @property
    def memory_limit(self) -> str:
        """Return how much memory DuckDB may use for data, in its own form."""
        return f"{self.n_bytes}B"


def parse_size(text: str) -> int:
    """Return a number of bytes, written as DuckDB takes it.

    Raises:
        UsageError: it is no size.

    >>> parse_size("1.5GB"), parse_size("64 MiB"), parse_size("100")
    (1500000000, 67108864, 100)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"{text} is no size", hint="--memory-limit 2GB")
    unit = (found["unit"] or "").lower()
    base = 1024 if unit.endswith("i") else 1000
    return int(float(found["number"]) * base ** _POWERS[unit.removesuffix("i")])


def confine(limits: Limits) -> None:
    """Bind this process to its limits, where the system has them."""
    try:
        import resource
    except ImportError:  # the timer of the parent is all there is
        return
    statm = Path("/proc/self/statm")
    if statm.exists():
        used = int(statm.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        space = used + 2 * limits.n_bytes + _BESIDE
        resource.setrlimit(resource.RLIMIT_AS, (space, space))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    n_files = 64
    resource.setrlimit(resource.RLIMIT_NOFILE, (n_files, n_files))


def allow_time(limits: Limits) -> None:
    """Give the next query its time on the processor."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = used.ru_utime + used.ru_stime + limits.seconds * limits.n_threads
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, most))
