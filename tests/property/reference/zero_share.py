"""Zero Share: whether a queue's fairshare policy leaves a task no share (JB-30)."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

OWN_GROUP = frozenset(
    ("evgen", "simul", "reprocessing", "mcore", "group", "deriv", "pile", "merge")
)
TEST_GROUP = frozenset(
    ("prod_test", "validation", "ptest", "rc_test", "rc_test2", "rc_alrb")
)
OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
PRIORITY = re.compile(rf"priority\s*(>=|<=|==|!=|>|<)\s*({NUMBER})\s*")


@dataclass(frozen=True, slots=True)
class SubPolicy:
    """One part of a policy, its fields all to be met; None is a field not given."""

    type_pattern: str | None
    group_pattern: str | None
    gshare_pattern: str | None
    priority: str | None
    is_zero: bool


def process_group(processing_type: str | None) -> str:
    """Return the processing group of a processing type."""
    if processing_type in OWN_GROUP:
        return processing_type or ""
    return "test" if processing_type in TEST_GROUP else "others"


def parse_policy(text: str) -> list[SubPolicy]:
    """Return the parts of a policy in their order."""
    parts = []
    for sub in text.split(","):
        *fields, value = sub.split(":")
        given: dict[str, str] = {}
        for field in fields:
            name, found, pattern = field.partition("=")
            if field.startswith("priority"):
                given["priority"] = field
            elif found and name in ("type", "group", "gshare"):
                given[name] = pattern
        patterns = given.get("type"), given.get("group"), given.get("gshare")
        is_zero = value in ("0", "0%")
        parts.append(SubPolicy(*patterns, given.get("priority"), is_zero))
    return parts


def pattern_matches(pattern: str | None, text: str) -> bool:
    """Tell whether a whole text matches; an invalid pattern raises re.error."""
    if pattern is None or pattern == "any":
        return True
    return re.search("^" + pattern.replace("*", ".*") + "$", text) is not None


def priority_matches(condition: str | None, priority: int | None) -> bool:
    """Tell whether a priority condition holds; one that says nothing always does."""
    if condition is None:
        return True
    if condition == "priority":
        return bool(priority)
    parsed = PRIORITY.fullmatch(condition)
    if parsed is None:
        return True
    sign, number = parsed[1], float(parsed[2])
    if priority is None:  # unequal to every number, and not comparable
        return sign != "=="
    return OPERATORS[sign](priority, number)


def has_zero_share(
    policy: str | None,
    processing_type: str | None,
    working_group: str | None,
    gshare: str | None,
    priority: int | None,
    ignore_priority: bool,
    skip_priority_rules: bool = False,
) -> bool:
    """Tell whether the first applicable part of a policy refuses the task."""
    asked = (working_group, gshare, priority, ignore_priority, skip_priority_rules)
    number = applicable_part(policy, process_group(processing_type), *asked)
    return number is not None and parse_policy(policy or "")[number].is_zero


def applicable_part(
    policy: str | None,
    group: str,
    working_group: str | None,
    gshare: str | None,
    priority: int | None,
    ignore_priority: bool,
    skip_priority_rules: bool = False,
) -> int | None:
    """Return the number of the first part of a policy that applies to a task."""
    if not policy or group == "test":
        return None
    try:
        for number, sub in enumerate(parse_policy(policy)):
            if ignore_priority and skip_priority_rules and sub.priority is not None:
                continue
            if (
                pattern_matches(sub.type_pattern, group)
                and pattern_matches(sub.group_pattern, working_group or "")
                and (gshare is None or pattern_matches(sub.gshare_pattern, gshare))
                and (ignore_priority or priority_matches(sub.priority, priority))
            ):
                return number
    except re.error:  # an invalid pattern that is reached abandons the whole policy
        return None
    return None
