"""Which criterion is asked about, and where in a decision it speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from brokersql.compiler import Criterion
from brokersql.cycle import Cycle
from brokersql.errors import UsageError
from brokersql.policy import Policy, load_policy
from brokersql.policy.faults import suggest
from brokersql.report.words import printable

_TAG = re.compile(r"'([-+][a-z]\w+)'", re.IGNORECASE)


class Scope(Enum):
    """A filter decides pairs, a weight those that are left, others whole decisions."""

    FILTER = "filter"
    WEIGHT = "weight"
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class Subject:
    """A criterion: its rule files, and where they speak; `decides` about what."""

    rules: tuple[Criterion, ...]
    scope: Scope
    decides: str

    @property
    def first(self) -> Criterion:
        """Return the first of its rule files."""
        return self.rules[0]

    @property
    def stems(self) -> Mapping[int | None, str]:
        """Return bit -> stem of its rule files that reject pairs."""
        return {each.bit: each.stem for each in self.rules if each.bit is not None}

    @property
    def name(self) -> str:
        """Return the criterion itself."""
        return self.first.criterion


def subject_of(cycle: Cycle, name: str) -> Subject:
    """Return what a criterion, a criterion without its sign or a file's stem names.

    Filters count before the rules after and before them, these before names that only
    the choice itself gives.

    Raises:
        UsageError: the policy has no such criterion.
    """
    criteria, decides = cycle.program.criteria, cycle.program.decides
    filters = [each for each in criteria if each.bit is not None]
    if found := _named(filters, name):
        return Subject(found, Scope.FILTER, decides)
    unfiled = list(_unfiled(load_policy(cycle.policy_source), len(criteria) + 1))
    found = _named(criteria, name) or _named(unfiled, name)[:1]
    if not found:
        known = {each.criterion for each in (*criteria, *unfiled)}
        raise UsageError(
            f"no criterion {printable(name)} in {cycle.policy}",
            hint=suggest(name, known) or "brokersql policy show lists them",
        )
    is_late = found[0].stage not in ("gates", "result", "standing")
    scope = Scope.WEIGHT if is_late and decides == "task" else Scope.DECISION
    return Subject(found, scope, decides)


def _named(criteria: Sequence[Criterion], name: str) -> tuple[Criterion, ...]:
    """Return the rule files of a criterion, or of a file's stem."""
    wanted = name.casefold()
    tags = [each.criterion.casefold() for each in criteria]
    for names in (tags, [tag[1:] for tag in tags], [each.stem for each in criteria]):
        found = [
            each for each, tag in zip(criteria, names, strict=True) if tag == wanted
        ]
        if found:
            return tuple(found)
    return ()


def tells(policy: Policy, name: str) -> bool:
    """Return whether a policy has such a criterion, by a rule or by its choice."""
    wanted = name.casefold()
    told = [
        *((each.header.text("criterion"), each.stem) for each in policy.rules),
        *((each.criterion, "") for each in _unfiled(policy, 0)),
    ]
    return any(
        wanted in (tag.casefold(), tag[1:].casefold(), stem) for tag, stem in told
    )


def _unfiled(policy: Policy, step: int) -> Iterator[Criterion]:
    """Yield what the choice itself tells of pairs and decisions: no file of its own.

    The stage is the file's stem: that tells whether it is about whole decisions.
    """
    for file in (*policy.select, *policy.macros):
        head = file.header
        titles = dict(each.split(" ", 1) for each in head.all("tells"))
        for tag in dict.fromkeys((*_TAG.findall(file.text), *titles)):
            yield Criterion(
                bit=None,
                step=step,
                criterion=tag,
                label="",
                title=titles.get(tag, head.text("title")),
                effect="",
                cls="",
                source=head.text("source"),
                file=file.shown,
                stage=file.stem,
                stem=file.stem,
                grain="",
            )
