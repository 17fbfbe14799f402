"""One brokerage cycle: a snapshot and a compiled policy in, decisions out.

A cycle is a pure function of snapshot, policy, parameters and seed. Python loads the
snapshot, runs the statements of the program in order and returns the result tables; it
decides nothing.
"""

from __future__ import annotations

from brokersql.cycle.dependencies import DECISION
from brokersql.cycle.options import Options
from brokersql.cycle.per_task import PerTaskCycle
from brokersql.cycle.result_tables import LEFT_OUT, TABLES, write_table
from brokersql.cycle.run import (
    FinishedCycle,
    MultiPolicyRun,
    add_facts,
    fact_names,
    make_facts,
    make_stage,
    run_cycle,
    run_loaded,
)
from brokersql.cycle.run_record import write_run, write_tables
from brokersql.cycle.what_if import WhatIf

__all__ = [
    "DECISION",
    "LEFT_OUT",
    "TABLES",
    "FinishedCycle",
    "MultiPolicyRun",
    "Options",
    "PerTaskCycle",
    "WhatIf",
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
