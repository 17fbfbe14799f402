"""How old measured values behind a criterion are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from brokersql.cycle import Cycle
from brokersql.explain.knob import PARAMETERS, Knob
from brokersql.report.queries import rows

#: The parameter that says up to which age values of links count.
_LIMIT = "metric_validity_min"


def dated(cycle: Cycle, knobs: Iterable[Knob]) -> tuple[Knob, ...]:
    """Return values with the age of those that are measured."""
    return tuple(_dated(cycle, knob) for knob in knobs)


def _dated(cycle: Cycle, knob: Knob) -> Knob:
    if knob.table == PARAMETERS:
        return knob
    has_limit = cycle.parameters.has(_LIMIT)
    limit = cycle.parameters.scalar(_LIMIT) if has_limit else None
    keys = (knob.table, knob.column, list(knob.key), limit)
    for row in rows(cycle, "explain", "measured", keys):
        age = cast("int | None", row["age_s"])
        return replace(knob, age_s=age, is_stale=bool(row["is_stale"]))
    return knob
