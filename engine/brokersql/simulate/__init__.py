"""Simulation room: a snapshot and policies in, what becomes of jobs over cycles out.

What a policy chooses enters the statistics that it reads in its next cycle. Python
loops over cycles; jobs come, wait, start and end in sql/simulate.
"""

from __future__ import annotations

from brokersql.simulate.run import Plan, Simulated, simulate
from brokersql.simulate.story import SimulationStory

__all__ = ["Plan", "Simulated", "SimulationStory", "simulate"]
