"""Named places where a test can kill the process, to prove that nothing is lost.

`BROKERSQL_FAULT=<point>:<nth>` makes the process kill itself (SIGKILL) when it reaches
that point for the nth time; `:0` only counts. Without the variable a point costs one
look-up.
"""

from __future__ import annotations

import os
import signal
from collections import Counter

from brokersql.core.errors import UsageError

#: In the order in which one match passes them.
POINTS = (
    "before_begin",
    "after_begin",
    "after_mask",
    "after_match_insert",
    "before_commit",
    "segment_tmp_written",
    "segment_renamed",
    "manifest_tmp",
    "manifest_renamed",
    "during_commit",
    "after_commit_before_ack",
    "checkpoint",
    "lock_release",
)
VARIABLE = "BROKERSQL_FAULT"

#: How often each point was reached, counted while the variable is set.
reached: Counter[str] = Counter()


def reach(point: str) -> None:
    """Note that `point` is reached; kill the process if the variable names it.

    Raises:
        UsageError: the variable names no point, or no number.
    """
    fault = os.environ.get(VARIABLE)
    if fault is None:
        return
    name, nth = parse_fault(fault)
    reached[point] += 1
    if point == name and reached[point] == nth:
        os.kill(os.getpid(), signal.SIGKILL)


def parse_fault(fault: str) -> tuple[str, int]:
    """Return point and count of a fault.

    >>> parse_fault("manifest_tmp:2")
    ('manifest_tmp', 2)
    """
    name, _, nth = fault.partition(":")
    if name not in POINTS or not nth.isdecimal():
        raise UsageError(
            f"{VARIABLE}={fault} names no fault point",
            hint=f"<point>:<nth>, where point is one of {', '.join(POINTS)}",
        )
    return name, int(nth)
