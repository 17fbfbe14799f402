"""Where `brokersql run` wrote its tables, and how long everything took."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from brokersql.cli.output import Output

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from brokersql.cycle import Cycle
    from brokersql.report.summary import Summary


@dataclass(frozen=True, slots=True)
class Written:
    """Where results went: no folder, no files, no time where nothing was written."""

    folder: Path | None = None
    files: tuple[Path, ...] = ()
    seconds: float | None = None


def write_cycles(cycles: Sequence[Cycle], out: Path | None) -> Written:
    """Write the result tables, where a folder is given."""
    from brokersql.cycle import write_run

    if out is None:
        return Written()
    start = time.perf_counter()
    files = write_run(cycles, out)
    return Written(out, tuple(files), time.perf_counter() - start)


def phases(seconds: Mapping[str, float]) -> str:
    """Return the seconds of each phase, and of all.

    >>> phases({"load": 0.254, "tell": 1.0})
    'load 0.25 · tell 1.00 = 1.25 s'
    """
    spent = " · ".join(f"{name} {s:.2f}" for name, s in seconds.items())
    return f"{spent} = {sum(seconds.values()):.2f} s"


def tell_written(summary: Summary, written: Written, output: Output) -> None:
    """Name the folder, its size, and the seconds of each phase."""
    from brokersql.report.figures import size
    from brokersql.report.words import plural

    spent = phases(summary.timings)
    if written.folder is None:
        output.news(f"nothing written (no --out)   {spent}")
        return
    n_bytes = sum(file.stat().st_size for file in written.files)
    n_tables = sum(1 for file in written.files if file.suffix == ".parquet")
    held = f"{plural(n_tables, 'table')}, {size(n_bytes)}"
    output.news(f"written: {written.folder} ({held})   {spent}")
