"""The first record of a state: all that a snapshot says about jobs and their rules."""

from __future__ import annotations

import pyarrow as pa

from brokersql.compiler import NamedSql, compile_policy
from brokersql.cycle import Options
from brokersql.cycle.needs import needed
from brokersql.cycle.run import parameters_in_force
from brokersql.cycle.stage import Ground
from brokersql.database import Database
from brokersql.match.reading import View
from brokersql.match.record import Json, Record
from brokersql.policy import Parameters, load_policy
from brokersql.snapshot import Snapshot

POLICY = "dirac"
#: The table of a record that names those of its jobs that no task queue takes.
REFUSED = "refused_job"


def init_record(snapshot: Snapshot, options: Options) -> Record:
    """Return the first record of a state: the jobs, groups and rules of a snapshot.

    Raises:
        SnapshotError: the snapshot cannot be used.
        UsageError: an unknown profile or parameter.
    """
    database = Database.open(threads=options.n_threads)
    try:
        loaded = snapshot.load_into(database, partial=True)
        parameters, seed = parameters_in_force(database, POLICY, options)
        filled = [name for name, each in loaded.tables.items() if each.n_loaded]
        kept = {name for name in filled if name.startswith("dirac_")} - {"dirac_pilot"}
        names = ("snapshot", "gdp_config", *sorted(kept | {"dirac_job"}))
        tables = {name: database.table(f"from main.{name}") for name in names}
        tables[REFUSED] = _refused(database, parameters)
    finally:
        database.close()
    note: dict[str, Json] = {
        "profile": parameters.profile,
        "settings": dict(options.settings),
        "seed": seed,
        "snapshot_id": loaded.snapshot_id,
    }
    return Record("init", note, tables)


def refused_at_first(view: View) -> pa.Table:
    """Return job_id and reason of the jobs that a state refused when it was made."""
    return next(iter(view.records())).table(REFUSED)


def _refused(database: Database, parameters: Parameters) -> pa.Table:
    """Return job_id and reason of the jobs of a loaded snapshot that cannot wait."""
    program = compile_policy(load_policy(POLICY))
    ground = Ground(database, program, parameters)
    ground.furnish()
    facts = [
        NamedSql(fact.name, fact.sql) for fact in needed(program.facts, ["job_intake"])
    ]
    refused = [each for each in program.select if each.name == REFUSED]
    ground.make((*program.macros, *facts, *refused))
    return database.table(f"from {REFUSED}")
