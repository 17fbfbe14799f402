"""The program of a policy of pairs, run in order on a loaded snapshot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from string import Template

from brokersql.compiler import NamedSql, PairProgram
from brokersql.cycle.choice import Choice, limit_facts, match_sql, priority_facts
from brokersql.cycle.options import Options
from brokersql.cycle.parts import fill, parts
from brokersql.cycle.stage import Stage, statement
from brokersql.cycle.steps import Step
from brokersql.cycle.timing import Clock
from brokersql.resources import sql_root

#: What is decided about -> the relations of sql/report that its cycles offer, readers
#: last. The first holds a row per filter and is read many times: it is a table.
_REPORTS = {
    "task": ("ladder", "fate", "queue_fate", "funnel_cut", "funnel", "refused_pair"),
    "pilot": ("ladder", "pilot/departure", "pilot/funnel"),
}
#: The view with a row for each failing criterion of a pair.
_REASONS = "verdict_reason"
#: A range that holds every number of a unit, and the first of one part of the kin.
ALL_UNITS = 2**31 - 1
_ALL_PAIRS = (0, ALL_UNITS, 1, 0)


@cache
def reports(decides: str) -> tuple[NamedSql, ...]:
    """Return the relations of sql/report that every cycle offers, readers last."""
    paths = [sql_root() / "report" / f"{name}.sql" for name in _REPORTS[decides]]
    kinds = ("table", *("view" for _ in paths[1:]))
    return tuple(
        NamedSql(path.stem, f"create {kind} {path.stem} as {path.read_text()}")
        for kind, path in zip(kinds, paths, strict=True)
    )


def _of_part(
    grains: Sequence[NamedSql], number: int, n_parts: int
) -> tuple[NamedSql, ...]:
    """Return statements after which the decisions of one part are left."""
    text = Template(statement("part_task"))
    cut = text.substitute(n_parts=n_parts, part_no=number)
    return tuple(
        replace(each, sql=f"{each.sql};\n{cut}") if each.name == "x_unit" else each
        for each in grains
    )


class PairStage(Stage[PairProgram]):
    """A policy that gives pairs verdicts and weights."""

    _shows_pairs = False
    _shows_reasons = False

    def perform(self, clock: Clock, options: Options) -> None:
        """Run the program: facts, verdict, weights, and the choice."""
        program = self.program
        # 1. settings and facts, each at its own grain
        with clock.phase("facts"):
            self.limit_to(options.tasks, "input_chunk")
            self.settle(self._paired(options.part))
        # 2. all criteria of all pairs, then the rules about sets of pairs
        with clock.phase("verdict"):
            self._judge()
        # 3. the pairs that are left get weights, and may hit a cap
        with clock.phase("weigh"):
            left = (*program.set_rule_marks, program.verdict, program.survivor)
            caps = (program.pair_weight, *program.caps, program.cap_hit)
            self.make((*left, *program.weights, *caps))
        # 4. rank, cut, name the outcome; then the views that tell of it
        with clock.phase("select"):
            self.make(program.select)
        if program.select:
            with clock.phase("views"):
                self.run(reports(program.decides))
        # 5. what was chosen leaves: requests are served one after the other
        if "match" in program.results:
            with clock.phase("serve"):
                self._serve()

    def compare(self) -> None:
        """Find the pairs that survive all conditions, when the facts are there.

        Raises:
            CycleError: a statement failed on this data.
        """
        self.make(self._paired(None))
        self._judge()
        program = self.program
        self.make((*program.set_rule_marks, program.verdict, program.survivor))

    def steps(self) -> list[Step]:
        """Return all statements from the facts on, in order, as steps."""
        fill, steps = self.program.verdict_fill.sql, super().steps()
        return [
            replace(step, parameters=_ALL_PAIRS) if step.sql == fill else step
            for step in steps
        ]

    @property
    def counts(self) -> dict[str, int]:
        """Return how much the cycle looked at, by what it is."""
        return {
            "units": self.n_units,
            "queues": self.n_partners,
            "pairs": self.n_pairs,
        }

    @property
    def n_pairs(self) -> int:
        """Return the number of pairs that the verdict holds."""
        return self.n_units * self.n_partners

    def _paired(self, part: tuple[int, int] | None) -> tuple[NamedSql, ...]:
        """Return the statements between the facts and the verdict."""
        program = self.program
        grains = program.grains if part is None else _of_part(program.grains, *part)
        sides = (*grains, program.sides, *program.side_facts)
        gates = (program.criterion, *program.gates, program.gate_hit)
        return (program.candidate, *program.pair_views, *sides, *gates)

    def _judge(self) -> None:
        program = self.program
        self.run((program.verdict_table,))
        self.fill_verdict()
        self.run((program.passed,))
        self.make(program.set_rules)

    def fill_verdict(self) -> None:
        """Compute the mask of every pair."""
        n_parts = parts(self.n_kins, self.n_pairs, self.crew.size)
        verdict_fill = self.program.verdict_fill
        with self.placing(verdict_fill.name):
            fill(self.crew, verdict_fill.sql, ALL_UNITS, n_parts)

    def _serve(self) -> None:
        policy = self.program.policy
        schemas = (f"{policy}_choice", policy, "main")
        self.database.run(match_sql("match_table"))
        priorities, limits = priority_facts(self.program), limit_facts(self.program)
        choice = Choice(self.database, schemas, priorities, limits)
        choice.serve()
        choice.end()

    def show_filters(self) -> None:
        """Make the views of the filters, each as its file has it, once.

        The verdict is made of all filters at once: only questions read these views.
        """
        views = self.program.filter_views
        if views and not self.database.has(views[0].name):
            self.run(views)

    def show_named(self, query: str) -> None:
        """Make the views that a query names and that nobody needed until now."""
        words = set(re.findall(r"\w+", query.lower()))
        if _REASONS in words:
            self.show_reasons()
        if words.intersection(each.name for each in self.program.filter_views):
            self.show_filters()

    def show_reasons(self) -> None:
        """Make the view verdict_reason, a row for each failing criterion, once."""
        self.show_pair_reason()
        if not self._shows_reasons:
            reason = statement(_REASONS, self.program.decides)
            self.database.run(f"create view {_REASONS} as {reason}")
            self._shows_reasons = True

    def show_pair_reason(self) -> None:
        """Make the view pair_reason, which that view is made of, once."""
        if not self._shows_pairs:
            reasons = self.program.reasons.sql()
            self.database.create_view("pair_reason", reasons)
            self._shows_pairs = True

    @property
    def n_units(self) -> int:
        """Return the number of decisions of the cycle."""
        return self.database.count("x_unit")

    @property
    def n_kins(self) -> int:
        """Return the number of kin of the partners."""
        return self.database.count("x_kin")

    @property
    def n_partners(self) -> int:
        """Return the number of queues, or nuclei, that each decision looks at."""
        return self.database.count("x_partner")
