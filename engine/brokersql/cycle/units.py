"""The program of a policy of single units, run in order on a loaded snapshot."""

from __future__ import annotations

from brokersql.compiler import UnitProgram
from brokersql.cycle.options import Options
from brokersql.cycle.stage import Stage
from brokersql.cycle.timing import Clock


class UnitStage(Stage[UnitProgram]):
    """A policy whose rules act upon single units."""

    def perform(self, clock: Clock, options: Options) -> None:
        """Run the program: facts, then each kind of rules, then the actions."""
        program = self.program
        # 1. settings, facts, and the units that are decided about
        with clock.phase("facts"):
            self.settle((program.unit, program.criterion))
            self.limit_to(options.tasks, "unit")
        # 2. whom no rule acts upon, when each rule falls due, whom sets give up
        with clock.phase("verdict"):
            self.make((*program.exemptions, program.exempt))
            self.make((*program.timeouts, program.timer))
            self.make((*program.picks, program.picked))
        # 3. the actions
        with clock.phase("select"):
            self.make(program.select)

    @property
    def n_units(self) -> int:
        """Return the number of decisions of the cycle."""
        return self.database.count("unit")
