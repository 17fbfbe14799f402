"""Policy of units in, `UnitProgram` out: every rule a query of its own.

A unit meets each rule alone, so nothing is fused: DuckDB runs the files as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brokersql.compiler.builder import Builder, Ground
from brokersql.compiler.criteria import criteria_of, number_bits
from brokersql.compiler.frames import frame
from brokersql.compiler.named import PREFIX, relation_of
from brokersql.compiler.program import Criterion, NamedSql, UnitProgram
from brokersql.compiler.statements import (
    criterion_table,
    fact_of,
    grain_faults,
    literal,
)
from brokersql.compiler.trial import Trial
from brokersql.database import quote
from brokersql.policy import SourceFile

#: Stage -> the table that collects its rules, and what they say beside the unit's key.
_COLLECTED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "exemptions": ("exempt", {"detail": "varchar"}),
    "timeouts": ("timer", {"clock_time": "timestamp", "due_time": "timestamp"}),
    "picks": ("picked", {"clock_time": "timestamp"}),
}


class UnitBuilder(Builder):
    """Builds the program of a policy whose rules act upon single units."""

    __slots__ = ()

    def run(self) -> UnitProgram | None:
        """Do all steps; return nothing as soon as one cannot go on."""
        policy = self.policy
        # 1. every file alone, and the facts in the order in which they need each other
        rules = [*policy.rules, *policy.select]
        collecting = [table for table, _ in _COLLECTED.values()]
        made = [relation_of(file) for file in rules]
        ground = self.ground(["unit", "criterion", *collecting, *made])
        if ground is None:
            return None
        # 2. the columns of each stage
        key = policy.subject.grain
        self.has_columns(policy.subject, key, is_all=False)
        for stage, (_, columns) in _COLLECTED.items():
            for file in self._files(stage):
                self.has_columns(file, (*key, *columns))
        # 3. one program, tried without rows
        return None if self.findings else self._write(ground, key)

    def _files(self, stage: str) -> tuple[SourceFile, ...]:
        return dict(self.policy.stages)[stage]

    def _write(self, ground: Ground, key: Sequence[str]) -> UnitProgram:
        policy, catalog = self.policy, ground.catalog
        trial = Trial(self.parsed, catalog, ground.scratch, self.findings)
        grains = {(f.stage, f.stem): policy.subject.stem for f in policy.rules}
        criteria = criteria_of(policy, number_bits(policy), grains)

        def collected(stage: str) -> NamedSql:
            rules = [each for each in criteria if each.stage == stage]
            return trial.one(_collect(stage, key, rules, self._codes(stage)))

        # the arguments are evaluated in their order, and so are the statements tried
        return UnitProgram(
            policy=policy.name,
            content_hash=policy.content_hash,
            asks=policy.asks,
            decides=policy.decides,
            chooses=policy.chooses,
            unit_key=tuple(key),
            criteria=criteria,
            macros=tuple(NamedSql(file.stem, file.text) for file in ground.macros),
            facts=tuple(fact_of(each.file) for each in catalog.facts),
            grain_faults=grain_faults([each.file for each in catalog.facts]),
            unit=trial.files((policy.subject,))[0],
            criterion=trial.one(criterion_table(policy.name, criteria)),
            exemptions=trial.files(policy.exemptions),
            exempt=collected("exemptions"),
            timeouts=trial.files(policy.timeouts),
            timer=collected("timeouts"),
            picks=trial.files(policy.picks),
            picked=collected("picks"),
            select=trial.files(policy.select),
        )

    def _codes(self, stage: str) -> Mapping[str, str]:
        """Return the code that each rule of a stage acts with, or null."""
        return {
            file.stem: file.header.text("code") or "null" for file in self._files(stage)
        }


def _collect(
    stage: str,
    key: Sequence[str],
    criteria: Sequence[Criterion],
    codes: Mapping[str, str],
) -> NamedSql:
    """Return the statement of the table that holds what all rules of a stage say."""
    table, columns = _COLLECTED[stage]
    made = frame(
        "collected",
        table=table,
        keys=[quote(name) for name in key],
        columns=[{"name": name, "type": kind} for name, kind in columns.items()],
        rules=[
            {
                "step": each.step,
                "criterion": literal(each.criterion),
                "action": literal(each.effect),
                "code": codes[each.stem],
                "table": quote(f"{PREFIX[stage]}{each.stem}"),
            }
            for each in criteria
        ],
    )
    return NamedSql(table, made)
