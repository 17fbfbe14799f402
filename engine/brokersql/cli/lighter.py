"""`--without`: policies that leave some of their rules out."""

from __future__ import annotations

from collections.abc import Sequence

from brokersql.errors import UsageError


def lighter(names: Sequence[str], rules: Sequence[str]) -> dict[str, str]:
    """Return what each policy is called without those of these rules that it has.

    A rule goes by the stem of its file or by its criterion.

    Raises:
        UsageError: none of the policies has such a rule.
    """
    if not rules:
        return {name: name for name in names}
    from brokersql.policy import load_policy, without
    from brokersql.policy.faults import suggest

    loaded = {name: load_policy(name) for name in names}
    dropped: dict[str, list[str]] = {name: [] for name in names}
    for rule in rules:
        found = {
            name: [
                file.stem
                for file in policy.rules
                if rule in (file.stem, file.header.text("criterion"))
            ]
            for name, policy in loaded.items()
        }
        if not any(found.values()):
            known = {file.stem for each in loaded.values() for file in each.rules}
            hint = suggest(rule, known) or "brokersql policy show lists the rules"
            raise UsageError(f"--without {rule}: no such rule", hint=hint)
        for name, stems in found.items():
            dropped[name] += stems
    return {name: without(name, dropped[name]) for name in names}
