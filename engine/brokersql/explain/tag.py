"""How a rule is named where criteria are told: by its tag, with its file if need be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from brokersql.compiler import Criterion


@dataclass(frozen=True, slots=True)
class Tag:
    """A rule that rejects pairs: its criterion, the stem of its file, what it says.

    `is_shared` tells that another rule of the policy has the same criterion.
    """

    criterion: str
    rule: str
    cls: str
    is_shared: bool

    def __str__(self) -> str:
        return f"{self.criterion} ({self.rule})" if self.is_shared else self.criterion


def tags_of(criteria: Iterable[Criterion]) -> Mapping[int, Tag]:
    """Return bit -> tag of the rules that reject pairs."""
    rules = {each.bit: each for each in criteria if each.bit is not None}
    often = Counter(each.criterion for each in rules.values())
    return {
        bit: Tag(it.criterion, it.stem, it.cls, often[it.criterion] > 1)
        for bit, it in rules.items()
    }
