"""The first record of a state: all that a snapshot says about jobs and their rules."""

from __future__ import annotations

from brokersql.cycle import Options
from brokersql.cycle.run import parameters_in_force
from brokersql.database import Database
from brokersql.match.record import Json, Record
from brokersql.snapshot import Snapshot

POLICY = "dirac"


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
    finally:
        database.close()
    note: dict[str, Json] = {
        "profile": parameters.profile,
        "settings": dict(options.settings),
        "seed": seed,
        "snapshot_id": loaded.snapshot_id,
    }
    return Record("init", note, tables)
