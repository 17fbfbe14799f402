"""The queries that explain: the reported criterion, all failing ones, the numbers.

What a filter or cap compares it says itself, in columns beside its detail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from brokersql.compiler.catalog import Scratch
from brokersql.compiler.emit import Emitter
from brokersql.compiler.expressions import text_of
from brokersql.compiler.fuse import OutputColumn, RelationJoin
from brokersql.compiler.parse import Parsed
from brokersql.compiler.program import BitSql, Criterion, Reasons, relation_of
from brokersql.compiler.templates import frame
from brokersql.core.database import quote

#: The columns by which a rule says what it compares: together, and what may be added.
COMPARED = ("asked", "operator", "offered")
COMPARISON = (*COMPARED, "unit")


def comparison_of(columns: Mapping[str, exp.Expr]) -> dict[str, exp.Expr]:
    """Return the columns of a comparison; none where the rule compares no numbers.

    A pair passes where ``asked operator offered`` holds.
    """
    if "asked" not in columns:
        return {}
    return {name: columns.get(name, exp.null()) for name in COMPARISON}


def cap_reasons(
    caps: Iterable[Parsed], criteria: Iterable[Criterion], pair_key: Iterable[str]
) -> str:
    """Return the query of all that caps say of pairs that they hit.

    `criteria` are those of the caps, in the same order.
    """
    tables = [
        {
            "name": relation_of(cap.file),
            "step": criterion.step,
            **{
                name: f"cap.{name}" if name in cap.tree.named_selects else "null"
                for name in COMPARISON
            },
        }
        for cap, criterion in zip(caps, criteria, strict=True)
    ]
    return frame("cap_reasons", tables=tables, keys=[*map(quote, pair_key)])


#: What the query of the reasons shows of a bit -> type.
_SHOWN = {
    "detail": "varchar",
    "asked": "double",
    "operator": "varchar",
    "offered": "double",
    "unit": "varchar",
}
#: Where what stands there for each bit goes, in the query of the reasons.
_EACH_BIT = "/* each bit */"
_NUMBERS = frozenset(
    (
        *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "FLOAT", "DOUBLE"),
        *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "DECIMAL"),
    )
)


@dataclass(slots=True)
class ExplainWriter:
    """Writes the queries over pairs whose mask is known.

    `details` and `compared` are what is shown about bits, as read on the pair, by name;
    `rules` are the relations of the pairs that set rules removed, by bit.
    """

    emitter: Emitter
    details: Mapping[int, exp.Expr]
    compared: Mapping[int, Mapping[str, exp.Expr]]
    rules: Mapping[int, str]

    def no_numbers(self, scratch: Scratch) -> Iterator[tuple[int, str, str]]:
        """Yield bit, column and type of what is compared and is no number."""
        ends = [
            (bit, name, columns[name])
            for bit, columns in self.compared.items()
            for name in ("asked", "offered")
        ]
        if not ends:
            return
        nodes = [node for _, _, node in ends]
        operands = [
            OutputColumn(f"operand_{number}", text_of(node))
            for number, node in enumerate(nodes)
        ]
        tables = self.emitter.side_tables(nodes)
        rows = scratch.database.rows(frame("operands", operands=operands, **tables))
        for (bit, name, _), row in zip(ends, rows, strict=True):
            kind = str(row[1])
            if kind.split("(")[0] not in _NUMBERS:
                yield bit, name, kind

    def reported(self) -> str:
        """Return the select of the reported criterion of each rejected pair."""
        details = [BitSql(bit, text_of(it)) for bit, it in self.details.items()]
        details += [BitSql(bit, f"{name}.detail") for bit, name in self.rules.items()]
        return self._query("reported", [*self.details.values()], details=details)

    def failing(self) -> Reasons:
        """Return the query of every failing criterion of each rejected pair."""
        nodes = [*self.details.values()]
        for each in self.compared.values():
            nodes += each.values()
        details = {bit: text_of(detail) for bit, detail in self.details.items()}
        details |= {bit: f"{name}.detail" for bit, name in self.rules.items()}
        compared = {bit: each for bit, each in self.compared.items() if each}
        columns = {"detail": details}
        for name in COMPARISON:
            columns[name] = {bit: text_of(it[name]) for bit, it in compared.items()}
        kinds = [{"name": name, "type": kind} for name, kind in _SHOWN.items()]
        text = self._query("pair_reason", nodes, shown=kinds, each_bit=_EACH_BIT)
        bits = tuple(BitSql(bit, f"{bit},") for bit in details)
        shown = (_branches(columns[name], kind) for name, kind in _SHOWN.items())
        return Reasons(tuple(text.split(_EACH_BIT)), (bits, *shown))

    def _query(self, template: str, nodes: Sequence[exp.Expr], **parts: object) -> str:
        emitter = self.emitter
        keys = [each for each in emitter.columns if each.name in emitter.pair_keys]
        rules = [
            RelationJoin(
                relation,
                relation,
                " and ".join(f"{relation}.{each.name} = {each.sql}" for each in keys),
            )
            for relation in self.rules.values()
        ]
        return frame(
            template,
            columns=emitter.result_columns,
            rules=rules,
            **emitter.side_tables(nodes),
            **parts,
        )


def _branches(texts: Mapping[int, str], kind: str) -> tuple[BitSql, ...]:
    """Return the branches of a case of bits, each with a value of one type."""
    return tuple(
        BitSql(bit, f"when {bit} then ({text})::{kind}") for bit, text in texts.items()
    )
