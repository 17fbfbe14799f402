"""Joins that find a row for each row before them, so that inner and left are one.

Read from the queries of both sides: the keys of the rows before come from a relation,
all keys of which the joined relation keeps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import sqlglot
from sqlglot import exp

from brokersql.snapshot import contract
from tests.mutation.belonging import files_of, policies_of
from tests.mutation.mutants import Mutant
from tests.mutation.same_plan import is_query, own_name
from tests.spec.stage import queries

#: What keeps rows of the sources of a query out of it.
DROPPING = ("where", "having", "qualify", "limit", "offset", "sample", "distinct")
#: Relations of one row.
ONE_ROW = ("cfg", "snapshot")
#: Relations whose rows are some of another one, made by the compiler.
SOME_OF: Mapping[str, str] = {
    **dict.fromkeys(("survivor", "passed", "remaining"), "candidate")
}


def covers(mutant: Mutant, text: str) -> bool:
    """Tell whether a change makes a join left or inner that always finds a row."""
    if not is_query(mutant) or {mutant.before, mutant.after} != {"inner", "left"}:
        return False
    policy = policies_of(mutant)[0]
    before, after = (_tree(each) for each in (text, mutant.applied(text)))
    joins = zip(before.find_all(exp.Join), after.find_all(exp.Join), strict=True)
    join = next(one for one, other in joins if one.side != other.side)
    query = Relation(policy, own_name(policy, mutant.file), join.parent)
    return query.finds(join)


@dataclass(frozen=True)
class Source:
    """A relation that a query reads, and the columns that it is joined by.

    `is_needed` where the query has no row without one of it.
    """

    alias: str
    relation: Relation
    keys: Sequence[str]
    is_needed: bool


@dataclass(frozen=True)
class Relation:
    """A relation of a policy or a part of its query; an input has no query."""

    policy: str
    name: str
    query: exp.Expr | None

    def finds(self, join: exp.Join) -> bool:
        """Tell whether a join of the query has a row for each row before it."""
        keys = _keys(join)
        joined = self.read(join.this)
        return bool(keys) and any(
            contains(source.relation, joined, keys)
            for source in self.sources(until=join)
            if source.is_needed and all(source.relation.has(key) for key in keys)
        )

    def joins(self) -> Sequence[exp.Join]:
        """Return the joins of the query itself, not of its parts."""
        return self.query.args.get("joins", ()) if self.query else ()

    def sources(self, until: exp.Join | None = None) -> list[Source]:
        """Return what the query reads, all or up to a join; nothing of other forms."""
        if not isinstance(self.query, exp.Select) or "from_" not in self.query.args:
            return []
        found: list[Source] = []
        for node in (self.query.args["from_"], *self.joins()):
            if node is until:
                break
            if not isinstance(node.this, exp.Table):
                return []
            keys = _keys(node) if isinstance(node, exp.Join) else ()
            is_needed = not isinstance(node, exp.Join) or (
                not node.side and node.kind in ("INNER", "CROSS")
            )
            relation = self.read(node.this)
            found.append(Source(node.this.alias_or_name, relation, keys, is_needed))
        return found

    def read(self, table: exp.Expr) -> Relation:
        """Return a relation by its place in the query, maybe a part of it."""
        above = table.parent
        while above is not None:
            parts = above.args.get("with_") or exp.With()
            for part in parts.expressions:
                if part.alias == table.name:
                    name = f"{self.name.partition('(')[0]}({part.alias})"
                    query = None if parts.recursive else part.this
                    return Relation(self.policy, name, query)
            above = above.parent
        text = queries(self.policy).get(SOME_OF.get(table.name, table.name))
        return Relation(self.policy, table.name, _tree(text) if text else None)

    def selects(self) -> Sequence[exp.Expr]:
        """Return what the query selects."""
        return self.query.selects if isinstance(self.query, exp.Query) else ()

    def has(self, column: str) -> bool:
        """Tell whether it has a column."""
        if self.query is None:
            known = contract.tables().get(self.name)
            return known is not None and column in known.column_types
        names = [each.alias_or_name for each in self.selects()]
        return column in names or any(
            source.relation.has(column) for source in self._whole()
        )

    def _whole(self) -> list[Source]:
        """Return the sources all of whose columns are selected."""
        stars = {
            each.table
            for each in self.selects()
            if isinstance(each, exp.Column) and each.is_star
        }
        return [source for source in self.sources() if source.alias in stars]

    def origins(self, key: str) -> list[Source]:
        """Return the sources whose column of this name is that of the result."""
        having = [source for source in self.sources() if source.relation.has(key)]
        own = [each for each in self.selects() if each.alias_or_name == key]
        whole = self._whole()
        if not having or (own and not isinstance(own[0], exp.Column)):
            return []
        alias = ""
        if isinstance(own[0] if own else None, exp.Column):
            alias = own[0].text("table")
        elif whole:
            alias = whole[0].alias
        joined = [having[0], *(each for each in having[1:] if key in each.keys)]
        alike = [each for each in joined if each.is_needed]
        if not alias or alias in [each.alias for each in alike]:
            return alike
        return [each for each in having if each.alias == alias and each.is_needed]

    def above(self, keys: Collection[str]) -> Iterator[Relation]:
        """Yield all relations that have whatever it has in these columns."""
        yield self
        if isinstance(self.query, exp.Union):
            left, right = (
                {each.name: each for each in replace(self, query=branch).above(keys)}
                for branch in (self.query.left, self.query.right)
            )
            yield from (left[name] for name in left.keys() & right.keys())
            return
        origins = [self.origins(key) for key in keys]
        for source in origins[0]:
            if all(source in others for others in origins):
                yield from source.relation.above(keys)

    def never_null(self) -> Collection[str]:
        """Return columns that are known to be given in each row: those of its key."""
        known = contract.tables().get(self.name)
        if known is not None:
            return set(known.key) - set(known.nullable_key)
        files = (file for file in files_of(self.policy) if file.stem == self.name)
        return next((file.grain for file in files), ())

    def keeps(self, rows: Relation, keys: Collection[str]) -> bool:
        """Tell whether it has, in these columns, whatever the rows have."""
        if self.name in {each.name for each in rows.above(keys)}:
            return True
        sources = self.sources()
        if not sources or self._drops():
            return False
        first = sources[0]
        if not all(first in self.origins(key) for key in keys):
            return False
        return first.relation.keeps(rows, keys) and all(
            self._keeps_each(join, rows, keys) for join in self.joins()
        )

    def _drops(self) -> bool:
        """Tell whether rows get lost otherwise than by a join."""
        return any(self.query and self.query.args.get(each) for each in DROPPING) or (
            any(each.find(exp.Explode, exp.Unnest) for each in self.selects())
        )

    def _keeps_each(
        self, join: exp.Join, rows: Relation, keys: Collection[str]
    ) -> bool:
        """Tell whether none of the rows gets lost by a join."""
        if join.side == "LEFT" or (join.kind == "CROSS" and join.this.name in ONE_ROW):
            return True
        if join.side or join.kind != "INNER":
            return False
        by = _keys(join)
        is_of_rows = bool(by) and set(by) <= set(keys)
        return self.finds(join) or (
            is_of_rows and contains(rows, self.read(join.this), by)
        )


def contains(rows: Relation, joined: Relation, keys: Collection[str]) -> bool:
    """Tell whether each row has a partner of the same keys."""
    above = list(rows.above(keys))
    is_given = all(any(key in each.never_null() for each in above) for key in keys)
    return is_given and joined.keeps(rows, keys)


@cache
def _tree(text: str) -> exp.Expr:
    return sqlglot.parse_one(text, dialect="duckdb")


def _keys(join: exp.Join) -> Sequence[str]:
    return [each.name for each in join.args.get("using", ())]
