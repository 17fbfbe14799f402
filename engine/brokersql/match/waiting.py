"""What waits in a state as a snapshot, so that `explain` can speak of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pyarrow as pa

from brokersql.cycle import Options
from brokersql.database import Database
from brokersql.match.beginning import REFUSED
from brokersql.match.reading import View, look
from brokersql.match.relations import state_sql
from brokersql.match.replay import arrived, replayed
from brokersql.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Waiting:
    """The jobs that wait with the rules of the state, and how these were set.

    `asking` are the numbers of the pilots that ask.
    """

    snapshot: Snapshot
    options: Options
    asking: tuple[int, ...]


def waiting(folder: Path, pilots: pa.Table | None = None) -> Waiting:
    """Return what waits in a state, read beside its writer.

    Args:
        folder: of the state.
        pilots: rows of `dirac_pilot` that ask now; without them one of each kind that
            ever asked.

    Raises:
        StateError: there is no state, or it is damaged.
    """
    return look(folder, lambda view: _waiting(view, pilots))


def _waiting(view: View, pilots: pa.Table | None) -> Waiting:
    first = next(iter(view.records()))
    came = [
        each.table("dirac_job")
        for each in view.records()
        if "dirac_job" in each.table_names
    ]
    found = replayed(view, whole=False)
    database = found.relations.database
    if pilots is None:
        asked = database.table(state_sql("kinds"))
    else:
        asked = arrived(found.relations, pilots, found.n_requests + 1)
    found.choice.enter()
    jobs = _still_there(database, came)
    tables = {**first.record.tables, "dirac_job": jobs, "dirac_pilot": asked}
    if found.choice.is_restrained:
        tables["dirac_running_job"] = database.table(state_sql("running_job"))
        tables["dirac_matching_delay"] = database.table(state_sql("delays_now"))
    database.close()
    tables.pop(REFUSED, None)
    note = first.note
    settings = cast("dict[str, str]", note["settings"])
    profile = cast("str | None", note["profile"])
    options = Options(profile=profile, settings=settings, seed=int(str(note["seed"])))
    asking = cast("list[int]", asked["seq"].to_pylist())
    return Waiting(Snapshot.open(tables), options, tuple(asking))


def _still_there(database: Database, came: list[pa.Table]) -> pa.Table:
    """Return the jobs that wait; of one that came again the last shape counts."""
    numbered = [
        table.append_column("came_no", pa.repeat(pa.scalar(place), table.num_rows))
        for place, table in enumerate(came)
    ]
    database.register("came", pa.concat_tables(numbered, promote_options="default"))
    return database.table(state_sql("still_there"))
