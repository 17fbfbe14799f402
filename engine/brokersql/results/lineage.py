"""What the files of a policy read, as text, rows and graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pyarrow as pa

from brokersql.compiler.program import Origin
from brokersql.core.errors import UsageError, suggest
from brokersql.policy import load_policy, split_file
from brokersql.render.formats import listing
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.results.policy_show import find_file

GRAPHS = ("mermaid", "dot")
_FILES = (
    "file",
    TableColumn("stage", drop=2),
    TableColumn("reads", cut="end"),
    *(
        TableColumn("tables of the snapshot", cut="end"),
        TableColumn("parameters", cut="end"),
    ),
)
_READS = ("reads", TableColumn("made from", cut="end"))


@dataclass(frozen=True, slots=True)
class ShownLineage:
    """The lineage of a policy, of one file, or of what touches one column."""

    policy: str
    file: str | None
    origins: Sequence[Origin]

    def rows(self) -> pa.Table:
        """Return a row per file, column that it reads and column behind that."""
        rows = [
            (
                *(it.file, it.stage, it.criterion or None),
                *(it.relation, it.column, it.table, it.source),
            )
            for it in self.origins
        ]
        columns = "file stage criterion relation column table source"
        return listing(columns, rows)

    def lines(self, look: Display) -> list[str]:
        """Return a row per column that one file reads, or per file of a policy."""
        if self.file is not None:
            rows = [
                [name, ", ".join(_distinct(it.shown for it in found if it.shown))]
                for name, found in _grouped(
                    self.origins, lambda it: f"{it.relation}.{it.column}"
                )
            ]
            return lay_out(_READS, rows, look)
        rows = [
            [
                *(
                    file,
                    found[0].stage,
                    ", ".join(_distinct(it.relation for it in found)),
                ),
                ", ".join(_distinct(it.table for it in found if not it.is_setting)),
                ", ".join(_distinct(it.source for it in found if it.is_setting)),
            ]
            for file, found in _grouped(self.origins, lambda it: it.file)
        ]
        return lay_out(_FILES, rows, look)

    def graph(self, style: str) -> list[str]:
        """Return which file reads which relation, as text that others draw.

        Raises:
            UsageError: there is no such style.
        """
        if style not in GRAPHS:
            raise UsageError(f"no --graph {style}", hint=f"one of: {', '.join(GRAPHS)}")
        edges = _distinct(f"{it.file}>{it.relation}" for it in self.origins)
        pairs = [edge.split(">") for edge in edges]
        if style == "mermaid":
            return ["graph LR", *(f"    {a} --> {b}" for a, b in pairs)]
        named = [f'    "{a}" -> "{b}";' for a, b in pairs]
        return [f'digraph "{self.policy}" {{', "    rankdir=LR;", *named, "}"]


def find_lineage(name: str, of: str | None = None) -> ShownLineage:
    """Return the lineage of a policy, or with NAME/FILE of one of its files.

    With `of`, only what rests on that column (``queue.max_rss``) or parameter.

    Raises:
        UsageError: there is no such policy, file, column or parameter.
        PolicyFault: the policy is not sound.
    """
    from brokersql.compiler.lineage import origins_of

    owner, stem = split_file(name)
    policy = load_policy(owner)
    origins = origins_of(policy)
    file = None if stem is None else find_file(policy, stem).stem
    if file is not None:
        origins = tuple(it for it in origins if it.file == file)
    return ShownLineage(policy.name, file, _resting(origins, of))


def _resting(origins: Sequence[Origin], of: str | None) -> Sequence[Origin]:
    if of is None:
        return origins
    wanted = of.lower()
    found = [it for it in origins if wanted in (it.shown, it.table, it.source)]
    if not found:
        known = [it.shown for it in origins] + [it.source or "" for it in origins]
        hint = suggest(of, known) or "a column, queue.max_rss, or a parameter"
        raise UsageError(f"nothing rests on {of}", hint=hint)
    return found


def _distinct(names: Iterable[str | None]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name))


def _grouped(
    origins: Iterable[Origin], key: Callable[[Origin], str]
) -> list[tuple[str, list[Origin]]]:
    """Return the origins by a name, in the order in which the names come first."""
    groups: dict[str, list[Origin]] = {}
    for each in origins:
        groups.setdefault(key(each), []).append(each)
    return list(groups.items())
