"""What a policy takes over from the one that it extends, and what it changes.

A policy inherits every list, file and parameter. Its policy.toml names what is
different: ``drop`` takes rules away, ``[replace]`` puts one in the place of another,
``[[add]]`` puts rules at the end of a list, or ``before`` or ``after`` one that is
there; a rule that the list holds already moves. A file of the same name takes the place
of the inherited one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from brokersql.core.errors import suggest
from brokersql.policy.model import STAGES, PolicyChange
from brokersql.policy.policy_toml import TomlTable

_PLACES = ("before", "after")


@dataclass(slots=True)
class Lists:
    """The files of every stage in order, as one policy after the other makes them."""

    stems: dict[str, list[str]] = field(
        default_factory=lambda: {stage: [] for stage in STAGES}
    )
    changes: list[PolicyChange] = field(default_factory=list[PolicyChange])

    def extend(
        self, policy: str, toml: TomlTable, files: Collection[tuple[str, str]]
    ) -> None:
        """Apply what a policy says of the lists; report with its table what is wrong.

        Args:
            policy: its name.
            toml: its policy.toml.
            files: stage and stem of its files and of those that it inherits.
        """
        step = _Step(self, policy, toml, files)
        step.drop()
        step.take_lists()
        step.replace()
        step.add()


@dataclass(frozen=True, slots=True)
class _Step:
    """One policy that changes the lists."""

    lists: Lists
    policy: str
    toml: TomlTable
    files: Collection[tuple[str, str]]

    def drop(self) -> None:
        for name in self.toml.strings("drop") or ():
            listed = [
                (stage, stem) for stage, stem in self._listed() if name in (stage, stem)
            ]
            for stage, stem in listed:
                self.lists.stems[stage].remove(stem)
                self._note("drop", stage, stem)
            if not listed:
                self._report_unlisted(self.toml, "drop", f"drop names {name}", name)

    def take_lists(self) -> None:
        """Take the policy's own lists, which stand where nothing is inherited."""
        for stage, stems in self.lists.stems.items():
            names = self.toml.strings(stage)
            if names is None:
                continue
            if stems:
                lost = [stem for stem in stems if stem not in names]
                without = f", and would lose {', '.join(lost)}" if lost else ""
                hint = (
                    f'add with [[add]] {stage} = ["…"]; drop = ["{stage}"] '
                    "before a list of its own"
                )
                message = f"{stage} is inherited{without}"
                self.toml.report(stage, message, hint)
                continue
            stems += [
                name for name in names if self._has(self.toml, stage, stage, name)
            ]

    def replace(self) -> None:
        table = self.toml.table("replace")
        for old in table.values:
            new = table.string(old)
            stages = [stage for stage, stem in self._listed() if stem == old]
            if not stages:
                self._report_unlisted(table, old, f"replace names {old}", old)
            for stage in stages:
                stems = self.lists.stems[stage]
                if new in stems:
                    table.report(old, f"{stage} holds {new} already")
                elif new is not None and self._has(table, old, stage, new):
                    stems[stems.index(old)] = new
                    self._note("replace", stage, new, f"in place of {old}")

    def add(self) -> None:
        for table in self.toml.tables("add"):
            table.check_keys((*STAGES, *_PLACES))
            stages = [key for key in table.values if key in STAGES]
            places = [key for key in table.values if key in _PLACES]
            if len(stages) != 1:
                hint = f"one of {', '.join(STAGES)}"
                table.report("", "add names not one list", hint)
            elif len(places) > 1:
                table.report("after", "add says before and after", "keep one")
            else:
                self._add(table, stages[0], *places)

    def _add(self, table: TomlTable, stage: str, side: str | None = None) -> None:
        stems = self.lists.stems[stage]
        names = [
            name
            for name in table.strings(stage) or ()
            if self._has(table, stage, stage, name)
        ]
        neighbour = table.string(side) if side else None
        if side and (neighbour not in stems or neighbour in names):
            if neighbour is not None:
                message = f"{stage} holds no {neighbour} to add {side}"
                table.report(side, message, suggest(neighbour, stems))
            return
        moved = [name for name in names if name in stems]
        for name in moved:
            stems.remove(name)
        at = (
            len(stems)
            if neighbour is None
            else stems.index(neighbour) + (side == "after")
        )
        stems[at:at] = names
        for name in names:
            place = f"{side} {neighbour}" if neighbour else ""
            self._note("move" if name in moved else "add", stage, name, place)

    def _listed(self) -> Iterator[tuple[str, str]]:
        for stage, stems in self.lists.stems.items():
            for stem in stems:
                yield stage, stem

    def _has(self, table: TomlTable, key: str, stage: str, stem: str) -> bool:
        """Return whether there is such a file; report it where there is none."""
        if (stage, stem) in self.files:
            return True
        known = [name for at, name in self.files if at == stage]
        table.report(key, f"no file {stage}/{stem}.sql", suggest(stem, known))
        return False

    def _report_unlisted(
        self, table: TomlTable, key: str, message: str, name: str
    ) -> None:
        known = {word for pair in self._listed() for word in pair}
        table.report(key, f"{message}: no such file", suggest(name, known))

    def _note(self, change: str, stage: str, file: str, place: str = "") -> None:
        self.lists.changes.append(PolicyChange(self.policy, change, stage, file, place))
