"""One brokerage cycle: a snapshot and a compiled policy in, decisions out.

A cycle is a pure function of snapshot, policy, parameters and seed. Python loads the
snapshot, runs the statements of the program in order and returns the result tables; it
decides nothing.
"""

from __future__ import annotations

from brokersql.core.result_tables import TABLES
from brokersql.cycle.multi_policy import MultiPolicyRun
from brokersql.cycle.open_cycles import keep_open
from brokersql.cycle.per_task import PerTaskCycle
from brokersql.cycle.plan import DECISION, LEFT_OUT, Options, Plan
from brokersql.cycle.run import (
    CycleReader,
    DecidedAgain,
    FinishedCycle,
    LoadedSnapshot,
    add_facts,
    answering_cycle,
    fact_names,
    make_facts,
    own_table_names,
    play,
    run_cycle,
)
from brokersql.cycle.run_record import RunWriter, write_run, write_table
from brokersql.cycle.stages import AnswerMemory

__all__ = [
    "DECISION",
    "LEFT_OUT",
    "TABLES",
    "AnswerMemory",
    "CycleReader",
    "DecidedAgain",
    "FinishedCycle",
    "LoadedSnapshot",
    "MultiPolicyRun",
    "Options",
    "PerTaskCycle",
    "Plan",
    "RunWriter",
    "add_facts",
    "answering_cycle",
    "fact_names",
    "keep_open",
    "make_facts",
    "own_table_names",
    "play",
    "run_cycle",
    "write_run",
    "write_table",
]
