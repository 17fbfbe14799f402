"""CPU and GPU requirements of a task against what a queue declares and shows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tests.property.reference.architecture import Json

Entry = Mapping[str, Json]
REQUIREMENT = re.compile(r"(==|!=|>=|<=|[=><]+)(.*)", re.DOTALL)
NUMERIC = re.compile(r"\d+(\.\d+)*")


def as_list(value: Json) -> list[Json] | None:
    """Return a list attribute; a scalar is a list of one, a missing one is None."""
    if value is None:
        return None
    return list(value) if isinstance(value, (list, tuple)) else [value]


def hardware_entries(architectures: Json) -> dict[str, Entry]:
    """Return the entries of a queue by type; the last of a type wins."""
    entries: dict[str, Entry] = {}
    for entry in as_list(architectures) or []:
        if isinstance(entry, dict) and "type" in entry:
            entries[str(entry["type"])] = entry
    return entries


def is_exclusive(entry: Entry | None) -> bool:
    """Tell whether a list of a hardware entry shuts out tasks that do not ask."""
    return entry is not None and any(
        isinstance(items, list) and "excl" in items for items in entry.values()
    )


def cpu_matches(spec: Entry, entry: Entry | None, empty_is_any: bool) -> bool:
    """Tell whether a CPU entry fulfils one alternative; errors mean that it cannot."""
    if entry is None:
        return False
    arch, items = str(spec["arch"]), as_list(entry["arch"])
    if items is None:
        raise KeyError("arch")
    if arch == "*":
        if "excl" in items:
            return False
    elif not (
        "any" in items
        or arch in items
        or (empty_is_any and "" in items)
        or any(re.search(f"^{arch}$", str(item)) for item in items)
    ):
        return False
    for name in ("vendor", "instr"):
        items = as_list(entry.get(name))
        if spec[name] == "*":
            if items is not None and "excl" in items:
                return False
        elif items is None or not ("any" in items or spec[name] in items):
            return False
    return True


def version_numbers(text: str) -> tuple[int, ...] | None:
    """Return a dotted version as numbers without trailing zeros; None if it is not."""
    text = text.strip()
    if NUMERIC.fullmatch(text) is None:
        return None
    numbers = [int(part) for part in text.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def version_fulfils(offered: str | None, requirement: Json, ne_supported: bool) -> bool:
    """Tell whether a version meets a requirement such as >=12.0."""
    if not isinstance(requirement, str):
        raise TypeError("a version requirement is a text")
    found = REQUIREMENT.fullmatch(requirement)
    if found is None:
        return False
    have, want = version_numbers(offered or ""), version_numbers(found[2])
    if want is None:
        return False
    if found[1] == "!=":
        return ne_supported and have != want
    if have is None:
        return False
    match found[1]:
        case "=" | "==":
            return have == want
        case ">=":
            return have >= want
        case "<=":
            return have <= want
        case ">":
            return have > want
        case "<":
            return have < want
    return False


def model_matches(wanted: Json, rows: Sequence[Entry]) -> bool:
    """Tell whether a model pattern is met, or no row meets an excluded one."""
    if not rows:
        return False
    excluded = False
    if isinstance(wanted, dict):
        excluded = wanted.get("excl") is True
        wanted = wanted["pattern"]
    hit = any(
        re.match(str(wanted), str(row["model"]), re.IGNORECASE)
        for row in rows
        if row["model"]
    )
    return hit != excluded


def kind_matches(wanted: Json, rows: Sequence[Entry]) -> bool:
    """Tell whether a row is of a wanted microarchitecture, or none of an excluded."""
    if wanted is None:
        return True
    if isinstance(wanted, dict) and "excluded" in wanted:
        return bool(rows) and all(
            row["architecture"] != wanted["excluded"] for row in rows
        )
    return any(row["architecture"] in (as_list(wanted) or []) for row in rows)


def gpu_matches(
    spec: Entry, is_capable: bool, rows: Sequence[Entry], ne_supported: bool
) -> bool:
    """Tell whether a GPU-capable queue fulfils a requirement, by its worker nodes."""
    if not is_capable:
        return False
    vendor = spec["vendor"]
    if vendor != "*" and not any(
        re.match(str(vendor), str(row["vendor"]), re.IGNORECASE)
        for row in rows
        if row["vendor"]
    ):
        return False
    if spec["model"] != "*" and not model_matches(spec["model"], rows):
        return False
    if not kind_matches(spec.get("microarchitecture"), rows):
        return False
    for asked, column in (
        ("vram", "vram"),
        ("version", "framework_version"),
        ("driver_version", "driver_version"),
    ):
        requirement = spec.get(asked)
        if requirement is not None and not (
            rows
            and all(
                version_fulfils(
                    str(row[column]) if row[column] else None, requirement, ne_supported
                )
                for row in rows
            )
        ):
            return False
    return True
