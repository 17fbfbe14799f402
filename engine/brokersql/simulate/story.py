"""A simulation as text and JSON: policies side by side, then their scoreboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from brokersql.render.documents import SCHEMA_VERSION, plain
from brokersql.render.html import Renderable
from brokersql.render.numbers import span
from brokersql.render.table import Display
from brokersql.render.text import plural
from brokersql.scoreboard.board import (
    Figure,
    ScoreRow,
    counted,
    measured,
    side_by_side,
    tenths,
)
from brokersql.simulate.run import SimulationResult

_FIGURES = (
    Figure("n_arrived", "jobs that came", counted),
    Figure("n_placed", "got a queue", counted),
    Figure("n_started", "started, with those there before", counted),
    Figure("n_finished", "finished, with those there before", counted),
    Figure("n_unplaced", "at the end without a queue", counted),
    Figure("n_waiting", "at the end in line at a queue", counted),
    Figure("cores_used_percent", "cores used, % of those there", tenths),
    Figure("wait_mean_h", "wait, mean, h", measured),
    Figure("wait_p50_h", "wait, median, h", measured),
    Figure("wait_p95_h", "wait, 95 %, h", measured),
    Figure("wait_p99_h", "wait, 99 %, h", measured),
)
#: What the scoreboard adds, as means over the cycles.
_MEANS = (
    Figure("assigned_percent", "chunks assigned, mean over cycles, %", tenths),
    Figure("n_capped", "chunks capped, mean", counted),
    Figure("jain_index", "Jain index over global shares, mean", measured),
)


@dataclass(frozen=True, slots=True)
class SimulationStory(Renderable):
    """The story of a simulation."""

    found: SimulationResult

    def lines(self, look: Display) -> list[str]:
        """Return what was simulated, and the policies side by side."""
        plan = self.found.plan
        cycles = plural(plan.cycles, "cycle")
        head = f"{cycles}, {span(plan.every_s)} apart · load {plan.load:g}"
        rows = cast("list[ScoreRow]", self.found.compared.to_pylist())
        lines = [f"{head} · seed {self.found.seed}"]
        lines += ["", *side_by_side("simulation", _FIGURES, rows, look)]
        means = cast("list[ScoreRow]", self.found.board.mean.to_pylist())
        whole = [row for row in means if row["scope"] == "all" and row["policy"]]
        if whole:
            lines += ["", *side_by_side("scoreboard", _MEANS, whole, look)]
        return lines

    @plain
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        plan = self.found.plan
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "simulation",
            "cycles": plan.cycles,
            "every_s": plan.every_s,
            "load": plan.load,
            "seed": self.found.seed,
            "policies": self.found.compared.to_pylist(),
            "scoreboard": self.found.board.mean.to_pylist(),
        }
