"""The figures of a scoreboard, from how things stood in each cycle."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from brokersql.database import Database
from brokersql.report.queries import query
from brokersql.scoreboard.states import States

#: After how long without a queue a chunk is starved, s, unless somebody says else.
STARVED_S = 86_400
_VIEWS = ("standing", "jain", "figures", "share_figures", "board")


@dataclass(frozen=True, slots=True)
class Board:
    """A scoreboard.

    `told` has a row per cycle, policy, scope ('all', 'share', 'group') and name:
    snapshot_id, snapshot_time, policy, scope, name, target_percent, used_percent,
    used_ratio, jain_index, n_shares, n_chunks, assigned_percent, n_throttled, n_capped,
    n_starved, wait_p50_h, wait_p95_h, wait_p99_h, n_waiting, n_matched. `mean` holds
    the means over the cycles, `stuck` the chunks that are capped or starved in the last
    cycle of each policy: policy, jedi_task_id, chunk_no, gshare, status, is_capped,
    is_starved, waits_s. `starved_s` is after how long a chunk counts as starved, s.
    """

    told: pa.Table
    mean: pa.Table
    stuck: pa.Table
    starved_s: int

    @property
    def n_cycles(self) -> int:
        """Return the number of cycles."""
        return len(self.told["snapshot_id"].unique())


def make_board(states: States, starved_s: int) -> Board:
    """Return the scoreboard of cycles."""
    database = Database.open()
    try:
        for name, table in states.items():
            database.create_table(name, table)
        database.set_variables({"starved_s": str(starved_s)})
        database.run(query("lib", "steady"))
        for name in _VIEWS:
            database.create_view(name, query("scoreboard", name))
        told, mean, stuck = (
            database.table(query("scoreboard", name))
            for name in ("told", "mean", "stuck")
        )
        return Board(told, mean, stuck, starved_s)
    finally:
        database.close()
