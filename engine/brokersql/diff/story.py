"""A comparison as text and JSON: inputs, changes, causes, figures of both runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import cast

from brokersql.diff.compare import Comparison, Difference, value_text
from brokersql.render.documents import SCHEMA_VERSION, plain
from brokersql.render.html import Renderable
from brokersql.render.numbers import count, figure, share
from brokersql.render.table import Display, TableColumn, lay_out, side_by_side
from brokersql.render.text import plural, printable

_SHOWN_HASH = 6
_SHOWN_SETTINGS = 8
_WORDS = {
    "assigned_percent": "chunks assigned, %",
    "best_weight_median": "best weight, median",
    "candidates_mean": "candidates of a chunk, mean",
}
_SCORE = (
    TableColumn("scoreboard"),
    TableColumn("policy", drop=1),
    *(TableColumn(name, right=True) for name in ("A", "B", "B − A")),
)


@dataclass(frozen=True, slots=True)
class DiffStory(Renderable):
    """The story of what changed between two runs."""

    found: Comparison

    def lines(self, look: Display) -> list[str]:
        """Return head, inputs, changes next to their causes, figures of both runs."""
        found = self.found
        n_changed, n_all = found.change.num_rows, found.n_decisions
        names = f"A {printable(found.a.shown)} · B {printable(found.b.shown)}"
        head = f"{names} · {self._policies()}{self._cycles()}"
        lines = [head, *self._inputs()]
        if not n_changed:
            return [*lines, f"0 of {plural(n_all, 'decision')} changed."]
        lines += [
            f"{count(n_changed)} of {plural(n_all, 'decision')} changed "
            f"({share(n_changed, n_all)})",
            "",
            *side_by_side(
                self._counted("what changed", "change"), self._causes(), look
            ),
        ]
        if found.score.num_rows:
            lines += ["", *lay_out(_SCORE, self._scores(), look)]
        return lines

    @plain
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON, with every changed decision."""
        found = self.found
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "diff",
            "a": str(found.a.folder),
            "b": str(found.b.folder),
            "policies": [{"a": a, "b": b} for a, b in found.policies.items()],
            "same_inputs": found.same_inputs,
            "parameters": [_document(each) for each in found.settings],
            "files": [_document(each) for each in found.files],
            "decisions": found.n_decisions,
            "changed": found.change.num_rows,
            "score": found.score.to_pylist(),
            "changes": found.change.to_pylist(),
        }

    def _policies(self) -> str:
        a, b = self.found.a.policies, self.found.b.policies
        names: list[str] = []
        for ours, theirs in self.found.policies.items():
            one = f"{ours} ({a[ours].profile})"
            other = f"{theirs} ({b[theirs].profile})"
            names.append(one if one == other else f"{one} → {other}")
        return ", ".join(map(printable, names))

    def _cycles(self) -> str:
        """Return how many snapshots were replayed, and their times."""
        a = self.found.a
        if not a.first:
            return ""
        return f" · {plural(a.cycles, 'cycle')}, {a.first} – {a.last}"

    def _inputs(self) -> list[str]:
        """Return one line per way in: rows, seed, parameters, policy files."""
        found = self.found
        parts = [f"inputs: {'equal' if found.a.inputs == found.b.inputs else 'differ'}"]
        if found.a.updates != found.b.updates:
            changes = [*found.a.updates, "→", *found.b.updates]
            parts[0] += f" (--update {' '.join(map(printable, changes))})"
        if found.a.seed != found.b.seed:
            seeds = (value_text(found.a.seed), value_text(found.b.seed))
            parts.append(f"seed: {' → '.join(seeds)}")
        parts.append("policy files: " + (_files(found.files) or "equal"))
        return [f"{'. '.join(parts)}.", f"parameters: {_settings(found.settings)}."]

    def _counted(self, head: str, column: str) -> list[str]:
        counts = Counter(cast("list[str]", self.found.change[column].to_pylist()))
        return _listed(head, counts)

    def _causes(self) -> list[str]:
        change = self.found.change
        kinds, causes = (
            cast("list[str]", change[name].to_pylist())
            for name in ("cause_kind", "first_cause")
        )
        named = (
            cause if kind == cause else f"{cause}  ({kind})"
            for kind, cause in zip(kinds, causes, strict=True)
        )
        return _listed("first cause", Counter(named))

    def _scores(self) -> list[list[str]]:
        rows: list[list[str]] = []
        for row in self.found.score.to_pylist():
            a, b = (cast("float | None", row[name]) for name in ("value_a", "value_b"))
            change = None if a is None or b is None else b - a
            name = _WORDS[str(row["figure"])]
            rows.append(
                [name, str(row["policy"]), *map(figure, (a, b)), _signed(change)]
            )
        return rows


def explain_diff(found: Comparison) -> DiffStory:
    """Return the story of a comparison."""
    return DiffStory(found)


def _listed(head: str, counts: Counter[str]) -> list[str]:
    """Return counts with the largest first and their sum last."""
    rows = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    shown = [[name, count(n)] for name, n in rows]
    shown.append(["all", count(counts.total())])
    return lay_out(
        [TableColumn(head), TableColumn("decisions", right=True)], shown, Display()
    )


def _settings(settings: list[Difference]) -> str:
    if not settings:
        return "equal"
    shown = [
        f"{printable(each.name)} {printable(value_text(each.a))} → "
        f"{printable(value_text(each.b))}"
        for each in settings[:_SHOWN_SETTINGS]
    ]
    rest = len(settings) - len(shown)
    return ", ".join(shown) + (f" and {plural(rest, 'other')}" if rest else "")


def _files(files: list[Difference]) -> str:
    return ", ".join(
        f"{printable(each.policy)} {str(each.a)[:_SHOWN_HASH]}… → "
        f"{printable(each.name)} {str(each.b)[:_SHOWN_HASH]}…"
        for each in files
    )


def _signed(change: float | None) -> str:
    if change is None:
        return figure(None)
    sign = "+" if change > 0 else "−" if change < 0 else ""
    return f"{sign}{figure(abs(change))}"


def _document(each: Difference) -> dict[str, object]:
    return {"policy": each.policy, "name": each.name, "a": each.a, "b": each.b}
