"""What files write in short, written out: keys of ``using``, stars, exemptions.

A key of ``using`` is read from the first relation of a FROM that has the column; DuckDB
refuses one that two relations before the join have. A star that a rule's last select
begins with, as in ``select candidate.*, 'x' as detail``, stands for the key of its
stage. Which columns a relation has, its file or table says. What a header exempts is
joined by the grain of the relation that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from sqlglot import exp

from brokersql.compiler.join_sides import ROUND
from brokersql.compiler.parse import (
    EXEMPT_FROM,
    EXEMPTS,
    Parsed,
    joins_of,
    key_star,
    keys_of,
    sources_of,
    use_condition,
    use_keys,
)
from brokersql.compiler.program import relation_of
from brokersql.core.errors import suggest
from brokersql.policy import Finding
from brokersql.snapshot.contract import Table

#: Relations of the pairs that a program makes: they have the columns of candidate.
_OF_CANDIDATES = ("passed", "remaining", "survivor", "checked")
#: Those that have the key of a pair alone, of what candidate has.
_OF_KEYS = ("pair_weight", "cap_hit")

_Ctes = Mapping[str, exp.Expr]


class Shorthand:
    """The columns of all relations of a policy, as far as its files say."""

    def __init__(self, files: Iterable[Parsed], tables: Mapping[str, Table]) -> None:
        self._files = tuple(files)
        self._trees = {relation_of(each.file): each.tree for each in self._files}
        self._tables = {name: frozenset(it.column_types) for name, it in tables.items()}
        grains = {name: table.key for name, table in tables.items()}
        grains |= {it.file.stem: it.file.grain for it in self._files if it.file.grain}
        self._grains = grains
        self._keys: Mapping[str, tuple[str, ...]] = {}
        candidate = self._trees.get("candidate")
        sides = sources_of(candidate)[:2] if isinstance(candidate, exp.Select) else []
        if isinstance(candidate, exp.Select) and len(sides) > 1:
            given = [_given(candidate, side) for side in sides]
            names = [grains.get(side.name.lower(), ()) for side in sides]
            self._keys = _keys_of_stages(*map(_key, given, names))
            self._tables["candidate_unit"] = frozenset(given[0])
            self._trees |= dict.fromkeys(_OF_CANDIDATES, candidate)
            pair = frozenset(self._keys["weights"])
            self._tables |= dict.fromkeys(_OF_KEYS, pair)
        self._known = dict(self._tables)

    def write_out(self) -> list[Finding]:
        """Write stars and keys in full; return what is wrong with stars."""
        found = [it for parsed in self._files for it in self._write_exempt(parsed)]
        found += (it for parsed in self._files for it in self._write_star(parsed))
        self._known = dict(self._tables)
        self._write_conditions()
        return found

    def _write_exempt(self, parsed: Parsed) -> Iterator[Finding]:
        """Write the key of the join with what a header exempts."""
        name = parsed.file.header.text(EXEMPTS)
        if name not in self._grains:  # an unknown one is reported with what is read
            return
        *others, join = joins_of(cast(exp.Select, parsed.tree))
        sources = [sources_of(cast(exp.Select, parsed.tree))[0]]
        sources += (it.this for it in others)
        ctes = _ctes_of(parsed.tree)
        columns = {name for it in sources for name in self._columns(it, ctes)}
        grain = self._grains.get(name, ())
        missing = [key for key in grain if key not in columns]
        message = ""
        if EXEMPT_FROM not in self._columns(join.this, ctes):
            message = f"{name} has no column {EXEMPT_FROM}, a list of criteria"
        elif missing or not grain:
            message = f"{name} is not one row per what is decided"
        if message:
            yield parsed.file.at_key(EXEMPTS, message)
        join.set("using", [exp.to_identifier(key) for key in grain])
        use_condition(join, [self._owner(key, sources, ctes) for key in grain])

    def _write_star(self, parsed: Parsed) -> Iterator[Finding]:
        """Write the key of a pair instead of the star that a rule begins with."""
        star = key_star(parsed)
        keys = self._keys.get(parsed.file.stage, ())
        if star is None or not keys:
            return
        select = cast(exp.Select, star.parent)
        sources = {it.alias_or_name: it for it in sources_of(select)}
        if star.table not in sources:
            hint = suggest(star.table, sources)
            yield parsed.finding(star, f"unknown relation {star.table}", hint)
            return
        columns = self._columns(sources[star.table], _ctes_of(parsed.tree))
        missing = [key for key in keys if key not in columns]
        others = [it.alias_or_name.lower() for it in select.selects[1:]]
        doubled = [name for name in others if name in columns]
        if missing:
            message = f"{star.table} has no {missing[0]}"
            hint = f"a star stands for the key of a pair, {', '.join(keys)}"
            yield parsed.finding(star, message, hint)
        elif doubled:
            message = f"{star.table} has a column {doubled[0]} as well"
            yield parsed.finding(star, message, f"list the key, {', '.join(keys)}")
        else:
            use_keys(star, keys)

    def _write_conditions(self) -> None:
        """Write each ``using (key)`` of the files as a condition.

        A key that a select also names without its relation is left as it stands: only
        ``using`` makes one column of the two.
        """
        for parsed in self._files:
            ctes = _ctes_of(parsed.tree)
            for select in parsed.tree.find_all(exp.Select):
                before = sources_of(select)[:1]
                for join in joins_of(select):
                    keys = [key.name for key in keys_of(join)]
                    use_condition(join, [self._owner(it, before, ctes) for it in keys])
                    before.append(join.this)

    def _owner(self, key: str, before: list[exp.Expr], ctes: _Ctes) -> str:
        """Return the alias of the relation that a key is read from."""
        have = (it for it in before if key.lower() in self._columns(it, ctes))
        return next(have, before[0]).alias_or_name

    def _columns(self, node: exp.Expr, ctes: _Ctes) -> frozenset[str]:
        """Return the columns of what stands in a FROM."""
        if isinstance(node, exp.Subquery):
            return frozenset(self._outputs(node.this, ctes))
        name = node.name.lower()
        if name in ctes:
            others = {it: tree for it, tree in ctes.items() if it != name}
            return frozenset(self._outputs(ctes[name], others))
        if name not in self._known:
            self._known[name] = frozenset()  # in a circle it has none
            tree = self._trees.get(name)
            if tree is not None:
                self._known[name] = frozenset(self._outputs(tree, _ctes_of(tree)))
        return self._known[name]

    def _outputs(self, query: exp.Expr, ctes: _Ctes) -> Iterator[str]:
        """Yield the names of the columns of a query."""
        query = query.unnest()
        while isinstance(query, exp.SetOperation):
            query = query.this.unnest()
        if not isinstance(query, exp.Select):
            return
        for item in query.expressions:
            if not item.is_star:
                yield item.alias_or_name.lower()
                continue
            star = item.this if isinstance(item, exp.Column) else item
            left_out = {it.name.lower() for it in star.args.get("except_") or ()}
            only = item.table if isinstance(item, exp.Column) else ""
            for node in sources_of(query):
                if only in ("", node.alias_or_name):
                    yield from self._columns(node, ctes) - left_out


def _given(candidate: exp.Select, side: exp.Expr) -> dict[str, str]:
    """Return the columns that candidate takes from a side, by their names there."""
    made = {it.alias_or_name.lower(): it.unalias() for it in candidate.selects}
    return {
        name: it.name.lower()
        for name, it in made.items()
        if isinstance(it, exp.Column) and it.table == side.alias_or_name
    }


def _key(given: Mapping[str, str], grain: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name, column in given.items() if column in grain)


def _keys_of_stages(
    unit: tuple[str, ...], partner: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    """Return the key that the rules of each stage list."""
    decision = tuple(name for name in unit if name != ROUND)
    late = dict.fromkeys(("set_rules", "weights", "caps"), (*unit, *partner))
    return {"gates": decision, "filters": (*decision, *partner), **late}


def _ctes_of(tree: exp.Expr) -> _Ctes:
    return {it.alias.lower(): it.this for it in tree.find_all(exp.CTE)}
