"""Other values for the parameters of a policy, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from brokersql.compiler import Program
from brokersql.policy import Policy, Resolved, Value
from brokersql.report.recorded import setting

#: By how much a number is changed, and the least change of a whole one.
_PART = 0.1
_ZERO_STEP = 0.1


@dataclass(frozen=True, slots=True)
class Variation:
    """One parameter set to another value; `name` as `--set` takes it."""

    name: str
    value: Value
    other: Value

    @property
    def settings(self) -> dict[str, str]:
        """Return the override that makes the variation."""
        return {self.name: setting(self.other)}


def full_name(resolved: Resolved) -> str:
    """Return the name of a parameter as `--set` takes it."""
    name = resolved.parameter.name
    return f"{name}_{resolved.suffix}" if resolved.suffix else name


def is_read(program: Program, resolved: Resolved) -> bool:
    """Tell whether a statement of the program reads a parameter."""
    column = resolved.parameter.column
    return any(column in statement.sql for statement in program.statements)


def variations(policy: Policy, resolved: Resolved) -> Iterator[Variation]:
    """Yield other values of a parameter.

    Numbers a tenth more and less, within their range; switches turned over; names and
    lists as other profiles have them.
    """
    seen = [resolved.value]
    for other in _others(policy, resolved):
        if other not in seen and not resolved.parameter.beyond(other):
            seen.append(other)
            yield Variation(full_name(resolved), resolved.value, other)


def _others(policy: Policy, resolved: Resolved) -> Sequence[Value]:
    match resolved.value:
        case bool() as value:
            return (not value,)
        case int() as value:
            step = max(1, round(abs(value) * _PART))
            return (value - step, value + step)
        case float() as value:
            step = abs(value) * _PART or _ZERO_STEP
            return (value - step, value + step)
        case _:
            profiles = policy.profiles
            return [resolved.parameter.default_of(each)[0] for each in profiles]
