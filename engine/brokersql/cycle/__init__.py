"""Cycle room: a snapshot and a compiled policy in, decisions out.

One cycle is a pure function of snapshot, policy, parameters and seed. Python loads,
runs the statements of the program in order and hands out the result tables; it decides
nothing.
"""

from __future__ import annotations

from brokersql.cycle.bytask import TaskByTask
from brokersql.cycle.facts import add_facts, fact_names, make_facts
from brokersql.cycle.options import Options
from brokersql.cycle.rehearsal import Rehearsal
from brokersql.cycle.run import Cycle, make_stage, run_cycle, run_loaded
from brokersql.cycle.sitting import Sitting
from brokersql.cycle.steps import DECISION
from brokersql.cycle.write import LEFT_OUT, TABLES, write_run, write_table, write_tables

__all__ = [
    "DECISION",
    "LEFT_OUT",
    "TABLES",
    "Cycle",
    "Options",
    "Rehearsal",
    "Sitting",
    "TaskByTask",
    "add_facts",
    "fact_names",
    "make_facts",
    "make_stage",
    "run_cycle",
    "run_loaded",
    "write_run",
    "write_table",
    "write_tables",
]
