"""How many processors this process may use."""

from __future__ import annotations

import os


def n_processors() -> int:
    """Return the number of processors that this process may use.

    A batch slot or a container may give it fewer than the machine has.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
