"""Simulation: a snapshot and policies in, what happens to jobs over cycles out.

What a policy chooses enters the statistics that it reads in its next cycle. Python
loops over cycles; jobs arrive, wait, start and end in sql/simulate.
"""

from __future__ import annotations
