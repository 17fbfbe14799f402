"""Names of relations: those of files, and those that a query by hand names."""

from __future__ import annotations

from dataclasses import dataclass

from brokersql.policy import SourceFile

#: Stage -> prefix of the relation that holds what a file of it yields.
PREFIX = {
    "gates": "gate_",
    "filters": "filter_",
    "set_rules": "set_rule_",
    "weights": "weight_",
    "caps": "cap_",
    "select": "",
    "facts": "",
    "candidate": "",
    "exemptions": "exemption_",
    "timeouts": "timeout_",
    "picks": "pick_",
    "unit": "",
}
#: Stages whose files describe what is decided about, and the relation of it.
_SUBJECTS = ("candidate", "unit")


@dataclass(frozen=True, slots=True)
class Named:
    """Tables as (schema, name), the schema empty where unsaid; functions by name."""

    tables: tuple[tuple[str, str], ...]
    functions: tuple[str, ...]


def relation_of(file: SourceFile) -> str:
    """Return the name of the relation that holds what a file yields."""
    return file.stage if file.stage in _SUBJECTS else PREFIX[file.stage] + file.stem
