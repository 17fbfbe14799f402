"""Policy files as syntax trees, and the constructs that no policy file may use."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import sqlglot
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ParseError, TokenError
from sqlglot.tokenizer_core import TokenType

from brokersql.compiler.program import Statement
from brokersql.core.allowed_sql import forbidden
from brokersql.policy import Finding, SourceFile
from brokersql.snapshot import contract

#: Made once: each expression that is written would make one of its own.
DIALECT = Dialect.get_or_raise("duckdb")
#: Of a join that was written out, the relations that its keys are read from.
_OWNERS = "owners"
#: Of a select that began with a star of pairs, the place of the star and its columns.
_STAR = "star"
#: That a join is with what a header exempts.
_EXEMPT = "exempt"
#: Of a column whose relation the text leaves out.
BARE = "bare"
#: The header key that names a relation, and its column of criteria.
EXEMPTS, EXEMPT_FROM = "exempts", "exempt_from"
#: The relation of the settings in force, a column each; each is a variable as well.
SETTINGS = "cfg"


class CompileError(Exception):
    """One finding that ends the work on a file."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file and its only statement, a query."""

    file: SourceFile
    tree: exp.Query

    def finding(self, node: exp.Expr, message: str, hint: str = "") -> Finding:
        """Return a finding about the text of `node`."""
        offset, length = span(node)
        return self.file.finding(offset, length, message, hint)

    def fault(self, node: exp.Expr, message: str, hint: str = "") -> CompileError:
        """Return the exception that carries a finding about `node`."""
        return CompileError(self.finding(node, message, hint))

    def spelling(self, node: exp.Expr) -> str:
        """Return the text in the file that made a node, as far as it is known."""
        if "start" not in node.meta:
            return ""
        return self.file.text[int(node.meta["start"]) : int(node.meta["end"]) + 1]

    @property
    def cte_names(self) -> frozenset[str]:
        """Return the names of all CTEs of the file, in lower case."""
        return frozenset(cte.alias.lower() for cte in self.tree.find_all(exp.CTE))

    @property
    def text(self) -> str:
        """Return the text of the file as a program has it.

        There each key of ``using (key)`` is one of the FROM relation; a select with
        other keys has conditions. A star of pairs is the key that it stands for. What
        the header exempts is an anti join.
        """
        text = self.file.text
        found: list[tuple[int, int, str]] = []
        for select in self.tree.find_all(exp.Select):
            if _needs_conditions(select):
                joins = [it for it in joins_of(select) if _OWNERS in it.meta]
                found += (
                    _condition(it, text) for it in joins if _EXEMPT not in it.meta
                )
            if _STAR in select.meta:
                found.append(select.meta[_STAR])
        for start, end, instead in sorted(found, reverse=True):
            text = f"{text[:start]}{instead}{text[end:]}"
        if self.file.header.text(EXEMPTS):
            text = _with_exempt(text, self.file, self.tree)
        return text

    def relations(self) -> Iterator[exp.Table]:
        """Yield every table the file reads that is not one of its CTEs."""
        own = self.cte_names
        for table in self.tree.find_all(exp.Table):
            is_plain = isinstance(table.this, exp.Identifier)
            if is_plain and (table.db or table.name.lower() not in own):
                yield table


#: Levels of a tree that all that walks in it bears.
_MOST_LEVELS = 150


def parse_file(file: SourceFile) -> Parsed:
    """Return the tree of a file.

    Raises:
        Fault: it is not one query, or not SQL at all.
    """
    try:
        tokens = DIALECT.tokenize(file.text)
        statements = DIALECT.parser().parse(tokens, file.text)
    except RecursionError as error:
        raise CompileError(_too_deep(file)) from error
    except ParseError as error:
        raise CompileError(_syntax(file, error)) from error
    except TokenError as error:
        message = "a text or comment is not closed"
        raise CompileError(file.finding(len(file.text), 1, message)) from error
    if tokens and tokens[-1].text == ";":
        message = "a policy file ends without a semicolon"
        raise CompileError(file.finding(tokens[-1].start, 1, message, "remove it"))
    tree = statements[0] if statements else None
    if len(statements) != 1 or tree is None:
        message = "a policy file holds exactly one query"
        raise CompileError(file.finding(0, 1, message, "one question, one file"))
    if not isinstance(tree, exp.Query):
        message = "a policy file only reads: it is one select"
        start = tokens[0].start if tokens else 0
        length = tokens[0].end - start + 1 if tokens else 1
        raise CompileError(file.finding(start, length, message))
    if _depth(tree) > _MOST_LEVELS:
        raise CompileError(_too_deep(file))
    for select in tree.find_all(exp.Select):
        _name_relation(select)
    if file.header.text(EXEMPTS):
        _spare_exempt(file, tree)
    return Parsed(file, tree)


def _spare_exempt(file: SourceFile, tree: exp.Query) -> None:
    """Let a rule pass what its criterion does not hold for, as its header says.

    The relation of ``-- exempts: relation`` lists criteria per unit in `exempt_from`;
    its grain becomes the key of the join once it is known.
    """
    if not isinstance(tree, exp.Select):
        hint = "write one select, with or"
        raise CompileError(file.at_key(EXEMPTS, "it stands above one select", hint))
    join = exp.Join(this=exp.to_table(file.header.text(EXEMPTS)), side="LEFT")
    join.meta[_EXEMPT] = True
    tree.append("joins", join)
    is_exempt = exp.Coalesce(this=_lists_criterion(file), expressions=[exp.false()])
    tree.where(exp.not_(is_exempt), copy=False)


def _lists_criterion(file: SourceFile) -> exp.Expr:
    """Return whether what a file exempts lists its criterion; NULL without a row."""
    return exp.ArrayContains(
        this=exp.column(EXEMPT_FROM, table=file.header.text(EXEMPTS)),
        expression=exp.Literal.string(file.header.text("criterion")),
    )


def _with_exempt(text: str, file: SourceFile, tree: exp.Query) -> str:
    """Return the text of a rule without the rows of what its header exempts.

    It has an anti join: DuckDB moves conditions on `cfg` to the wrong side of a left
    join beside it.
    """
    join = joins_of(cast(exp.Select, tree))[-1]
    at, depth = len(text.rstrip()), 0
    for token in DIALECT.tokenize(text):
        depth += (token.token_type == TokenType.L_PAREN) - (
            token.token_type == TokenType.R_PAREN
        )
        if depth == 0 and token.token_type == TokenType.WHERE:
            at = token.start
    listed = _lists_criterion(file).sql(DIALECT, normalize_functions="lower")
    name, keys = join.this.sql(DIALECT), join.args["on"].sql(DIALECT)
    added = f"\nanti join {name} on {keys} and {listed}\n"
    return f"{text[:at].rstrip()}{added.replace(' AND ', ' and ')}{text[at:]}"


def _depth(tree: exp.Expr) -> int:
    """Return the levels of a tree."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [below for node in level for below in node.iter_expressions()]
    return depth


def _too_deep(file: SourceFile) -> Finding:
    return file.finding(0, 1, "it is nested too deeply", "split it into facts")


def spelled_out(tree: exp.Expr) -> exp.Expr:
    """Return the tree with what a select may leave out: relations and conditions.

    >>> sql = "with a as (select k from c) select b.n from a inner join b using (k)"
    >>> spelled_out(parse_statements(sql)[0]).sql(DIALECT)
    'WITH a AS (SELECT c.k FROM c) SELECT b.n FROM a INNER JOIN b ON a.k = b.k'
    """
    for select in tree.find_all(exp.Select):
        _name_relation(select)
    return _with_conditions(tree)


def _name_relation(select: exp.Select) -> None:
    """Write the relation of a select that has only one in front of its columns.

    A name that could as well be that of an output column is left as it stands, as is a
    query that may read columns of one around it.
    """
    sources = sources_of(select)
    if len(sources) != 1 or joins_of(sources[0]) or not _is_closed(select):
        return
    relation = sources[0].alias_or_name
    if not relation:
        return
    outputs = {each.alias.lower() for each in select.expressions if each.alias}
    for column in _bare_columns(select):
        if column.find_ancestor(exp.Select) is not select:
            continue
        own = _inside(column, select, exp.Alias)
        around = {each.alias.lower() for each in own}
        bound = {
            name.name.lower()
            for each in _inside(column, select, exp.Lambda, exp.Comprehension)
            for name in (*each.expressions, each.expression)
            if isinstance(name, exp.Expr)
        }
        name = column.name.lower()
        if (name in around or name not in outputs) and name not in bound:
            column.set("table", exp.to_identifier(relation))
            column.meta[BARE] = True


def _bare_columns(select: exp.Select) -> list[exp.Column]:
    """Return the columns without a relation that may be of a select's own FROM."""

    def is_within(column: exp.Column) -> bool:
        owner = column.find_ancestor(exp.Select)
        return owner is select or owner is None or not _is_closed(owner)

    return [
        each
        for each in select.find_all(exp.Column)
        if not each.table
        and not isinstance(each.this, exp.Star)
        and not isinstance(each.parent, exp.Star)
        and is_within(each)
    ]


def _inside(node: exp.Expr, top: exp.Expr, *kinds: type[exp.Expr]) -> list[exp.Expr]:
    """Return the nodes of some kinds around a node, up to `top`."""
    found: list[exp.Expr] = []
    around = node.parent
    while around is not None and around is not top:
        if isinstance(around, kinds):
            found.append(around)
        around = around.parent
    return found


def _is_closed(query: exp.Expr) -> bool:
    """Return whether a query reads nothing but what stands in its own FROM."""
    node = query
    while node.parent is not None:
        around = node.parent
        is_part = isinstance(around, exp.Select | exp.Join) and (
            node.arg_key in _RELATIONAL
        )
        if not (is_part or isinstance(around, _AROUND_QUERIES)):
            return False
        node = around
    return True


#: The parts of a select or join that read nothing of what stands beside them.
_RELATIONAL = ("with_", "from_", "joins", "this")
_AROUND_QUERIES = (
    *(exp.With, exp.CTE, exp.From, exp.Subquery, exp.SetOperation),
    *(exp.Create, exp.Insert),
)


def _with_conditions(tree: exp.Expr) -> exp.Expr:
    """Return the tree with each ``using (key)`` as a condition on the FROM relation."""
    for select in tree.find_all(exp.Select):
        for head in sources_of(select)[:1]:
            for join in joins_of(select):
                use_condition(join, [head.alias_or_name] * len(keys_of(join)))
    return tree


def keys_of(join: exp.Join) -> list[exp.Identifier]:
    """Return the keys of ``using (key)``; none of another join."""
    return cast("list[exp.Identifier]", join.args.get("using") or [])


def use_condition(join: exp.Join, owners: Sequence[str]) -> None:
    """Write the keys of ``using (key)`` as a condition; each is read from its owner.

    A key that the select also names without its relation is left as it stands: only
    ``using`` makes one column of the two.
    """
    keys = keys_of(join)
    if not keys or not all(owners) or _bare_keys(join):
        return
    equal = [
        exp.EQ(
            this=exp.column(key.copy(), table=owner),
            expression=exp.column(key.copy(), table=join.this.alias_or_name),
        )
        for key, owner in zip(keys, owners, strict=True)
    ]
    join.meta[_OWNERS] = tuple(owners)
    join.set("using", None)
    join.set("on", exp.and_(*equal, copy=False))


def _needs_conditions(select: exp.Select) -> bool:
    """Return whether a key of ``using`` is not one of the FROM relation."""
    owners = {it for join in joins_of(select) for it in join.meta.get(_OWNERS, ())}
    return bool(owners) and owners != {sources_of(select)[0].alias_or_name}


def _condition(join: exp.Join, text: str) -> tuple[int, int, str]:
    """Return where ``using (key)`` stands in a text, and the condition for it."""
    condition = cast(exp.Expr, join.args["on"])
    first, length = span(condition)
    start, end = text.rindex("using", 0, first), text.index(")", first + length) + 1
    return start, end, f"on {condition.sql(DIALECT).replace(' AND ', ' and ')}"


def key_star(parsed: Parsed) -> exp.Column | None:
    """Return the star of a relation that the last select of a rule begins with."""
    select, stage = parsed.tree, parsed.file.stage
    if stage not in _LISTING or not isinstance(select, exp.Select):
        return None
    first, *others = select.expressions
    is_star = isinstance(first, exp.Column) and isinstance(first.this, exp.Star)
    return first if is_star and others and not any(first.this.args.values()) else None


def use_keys(star: exp.Column, keys: Sequence[str]) -> None:
    """Write columns of a relation instead of its star, which a select begins with."""
    select = cast(exp.Select, star.parent)
    start, length = span(star)
    columns = [exp.column(key, table=star.table) for key in keys]
    for column in columns:
        column.this.meta.update(start=start, end=start + length - 1)
    names = ", ".join(column.sql(DIALECT) for column in columns)
    select.meta[_STAR] = (start, start + length, names)
    select.set("expressions", [*columns, *select.expressions[1:]])


def _bare_keys(join: exp.Join) -> set[str]:
    """Return the keys of a join that its select names without a relation."""
    keys = {key.name.lower() for key in keys_of(join)}
    select = join.find_ancestor(exp.Select)
    if select is None or not keys:
        return set()
    return keys & {each.name.lower() for each in _bare_columns(select)}


def _syntax(file: SourceFile, error: ParseError) -> Finding:
    first = error.errors[0]
    line, column = int(first["line"] or 1), int(first["col"] or 1)
    token = str(first["highlight"] or "")
    rows = file.text.split("\n")
    end = sum(len(row) + 1 for row in rows[: line - 1]) + column
    shown = f"syntax error at {token}" if token else "syntax error"
    return file.finding(max(end - len(token), 0), max(len(token), 1), shown)


def parse_statements(sql: str) -> list[exp.Expr]:
    """Return the trees of one or more statements of any kind."""
    logging.getLogger("sqlglot").setLevel(logging.ERROR)  # it wonders about SET
    trees = sqlglot.parse(sql, dialect=DIALECT)
    return [spelled_out(tree) for tree in trees if tree is not None]


def read_statement(name: str, sql: str) -> Statement:
    """Return a text of one or more statements with what they read, make and change.

    >>> made = read_statement("v", "create view a as select cfg.n from b, cfg")
    >>> made.makes, made.reads, made.settings, made.is_view
    (('a',), ('b', 'cfg'), ('n',), True)
    """
    makes: list[str] = []
    changes: list[str] = []
    reads: list[str] = []
    settings: set[str] = set()
    kinds: set[str] = set()
    for tree in parse_statements(sql):
        target = written_table(tree)
        if target is not None and isinstance(tree, exp.Create):
            makes.append(target.name.lower())
            kinds.add(tree.kind or "")
        elif target is not None:
            changes.append(target.name.lower())
        read, columns = relations_and_settings(tree, target)
        reads += read
        settings |= columns
    return Statement(
        name,
        sql,
        makes=tuple(makes),
        changes=tuple(changes),
        reads=tuple(reads),
        settings=tuple(sorted(settings)),
        is_view=kinds == {"VIEW"} and not changes,
    )


def written_table(tree: exp.Expr) -> exp.Table | None:
    """Return the relation that a statement makes or changes, if it does."""
    if not isinstance(tree, exp.Create | exp.Insert | exp.Update | exp.Delete):
        return None
    target = tree.this.this if isinstance(tree.this, exp.Schema) else tree.this
    return target if isinstance(target, exp.Table) else None


def relations_and_settings(
    tree: exp.Expr, target: exp.Table | None = None
) -> tuple[list[str], set[str]]:
    """Return what a tree reads: relations but for `target`, and columns of `cfg`.

    A relation stands there as often as it is read, twice in a recursion.

    >>> sql = "with t as (from t), s as (from t) select c.n from s, cfg as c"
    >>> relations_and_settings(parse_statements(sql)[0])
    (['cfg', 't'], {'n'})
    """
    relations: list[str] = []
    columns: list[exp.Column] = []
    settings: set[str] = set()
    aliases: set[str] = set()
    is_recursive = False
    for node in tree.walk():
        if isinstance(node, exp.Table):
            name = node.name.lower()
            is_named = node is not target and isinstance(node.this, exp.Identifier)
            if is_named and not _is_cte(node):
                relations.append(name)
                if name == SETTINGS:
                    aliases.add(node.alias_or_name.lower())
        elif isinstance(node, exp.With):
            is_recursive = is_recursive or bool(node.recursive)
        elif isinstance(node, exp.Column):
            columns.append(node)
        elif variable := variable_of(node):
            settings.add(variable)
    owners = {SETTINGS, *aliases}
    settings |= {it.name.lower() for it in columns if it.table.lower() in owners}
    return relations * (2 if is_recursive else 1), settings


def variable_of(node: exp.Expr) -> str:
    """Return the column of `cfg` that a call reads as a variable; empty of others."""
    if not isinstance(node, exp.Anonymous) or node.name.lower() != "getvariable":
        return ""
    relation, _, column = node.expressions[0].name.lower().partition("_")
    return column if relation == SETTINGS else ""


def _is_cte(table: exp.Table) -> bool:
    """Return whether a table is one that a query around it names, and no relation.

    In its own query the name is that of a relation, unless the query is recursive.
    """
    name, node = table.name.lower(), cast(exp.Expr, table)
    while node.parent is not None:
        node, inner = node.parent, node
        with_ = node if isinstance(node, exp.With) else node.args.get("with_")
        if not isinstance(with_, exp.With) or (inner is with_):
            continue
        names = [cte.alias.lower() for cte in with_.expressions]
        if isinstance(node, exp.With):
            place = next(at for at, it in enumerate(with_.expressions) if it is inner)
            names = names[: place + bool(with_.recursive)]
        if name in names:
            return True
    return False


def span(node: exp.Expr) -> tuple[int, int]:
    """Return offset and length of the text of a node, as far as it is known."""
    marked = [each.meta for each in node.walk() if "start" in each.meta]
    if not marked:
        parent = node.parent
        return span(parent) if parent is not None else (0, 1)
    start = min(int(each["start"]) for each in marked)
    end = max(int(each["end"]) for each in marked if int(each["start"]) >= start)
    return start, end - start + 1


#: Numbers that no policy would change: neutral elements, signs and unit factors.
_NEUTRAL = frozenset(
    (0, 1, 60, 100, 1000, 1024, 3600, 86400, 1000000, 1048576, 10**9, 1024**3)
)
#: Functions whose numbers count characters, parts or decimals.
_POSITIONAL = (
    *(exp.SplitPart, exp.Substring, exp.RegexpExtract, exp.Round, exp.Bracket),
    *(exp.Left, exp.Right, exp.DataTypeParam),
)
#: Stages whose files name every column they read.
_RULES = ("candidate", "gates", "filters")
#: Stages whose files list pairs, or what is decided, by their key.
_LISTING = ("gates", "filters", "set_rules", "weights", "caps")
_ENUMERATING = (exp.EQ, exp.NEQ, exp.In, exp.NullSafeEQ, exp.NullSafeNEQ)


def lint(parsed: Parsed) -> list[Finding]:
    """Return every construct of the file that a policy file may not use."""
    rules = (_forbidden, _literals, _stars, _joins, _limits, _divisions, _orders)
    return [found for rule in rules for found in rule(parsed)]


def function_name(node: exp.Func) -> str:
    """Return the name of a function in lower case, sqlglot's own where it knows it."""
    own = node.name if isinstance(node, exp.Anonymous) else ""
    return (own or node.sql_name()).lower()


def _forbidden(parsed: Parsed) -> Iterator[Finding]:
    """Yield what DuckDB reads in the file, or in what is written from its tree."""
    file = parsed.file
    if file.is_shipped:
        return
    found = forbidden(file.text)
    for each in found:
        yield file.finding(each.offset, each.length, each.message, each.hint)
    for each in () if found else forbidden(parsed.tree.sql(DIALECT)):
        yield file.finding(0, 1, each.message, each.hint)


def _literals(parsed: Parsed) -> Iterator[Finding]:
    for node in parsed.tree.find_all(exp.Literal):
        if not _is_number(node):
            continue
        value = float(node.name)
        if value in _NEUTRAL or _is_structure(node):
            continue
        message = f"{node.name} is a threshold: make it a parameter"
        yield parsed.finding(
            node, message, "declare it in policy.toml and read it as cfg.…"
        )


def _is_number(node: exp.Literal) -> bool:
    """Return whether a literal is a number, or a text that is read as one."""
    if not node.is_string:
        return True
    is_read = isinstance(node.parent, exp.Interval) or (
        isinstance(node.parent, exp.Cast)
        and node.parent.to.this in exp.DataType.NUMERIC_TYPES
    )
    return is_read and re.fullmatch(r"-?\d+(\.\d*)?", node.name) is not None


def _is_structure(node: exp.Literal) -> bool:
    """Return whether a number names a code or a place rather than a quantity."""
    parent = node.parent
    while isinstance(parent, exp.Paren | exp.Neg | exp.Cast | exp.Slice):
        parent = parent.parent
    is_code = isinstance(parent, _ENUMERATING) and float(node.name).is_integer()
    return is_code or isinstance(parent, _POSITIONAL)


def _stars(parsed: Parsed) -> Iterator[Finding]:
    """Yield stars over snapshot tables: new columns would leak in unseen."""
    of_key = key_star(parsed)
    for star in parsed.tree.find_all(exp.Star):
        column = star.parent if isinstance(star.parent, exp.Column) else star
        select = column.parent
        if column is of_key:
            continue
        if isinstance(select, exp.Select) and not _is_over_ctes(parsed, select, column):
            hint = "name the columns; a star stands for a CTE, or first for a pair"
            node = column if isinstance(column, exp.Column) else select
            yield parsed.finding(node, "select * hides which columns are read", hint)


def _is_over_ctes(parsed: Parsed, select: exp.Select, column: exp.Expr) -> bool:
    sources = [
        source
        for source in sources_of(select)
        if not isinstance(column, exp.Column) or source.alias_or_name == column.table
    ]
    return all(
        isinstance(source, exp.Subquery) or _is_own(parsed, source.name.lower())
        for source in sources
    )


def _is_own(parsed: Parsed, name: str) -> bool:
    """Return whether a relation is a CTE of the file, or a fact a fact is built on."""
    is_fact = parsed.file.stage not in _RULES and name not in contract.tables()
    return is_fact or name in parsed.cte_names


def joins_of(node: exp.Expr) -> list[exp.Join]:
    """Return the joins of a select, or of a relation, in their order."""
    return cast(list[exp.Join], node.args.get("joins") or [])


def sources_of(select: exp.Select) -> list[exp.Expr]:
    """Return what stands in FROM and joins of a select."""
    head = cast(exp.Expr | None, select.args.get("from_"))
    return [each.this for each in (*([head] if head else []), *joins_of(select))]


def _joins(parsed: Parsed) -> Iterator[Finding]:
    for join in parsed.tree.find_all(exp.Join):
        fault = ""
        if _bare_keys(join):
            fault = "a key of using is also named without its relation"
        elif join.method.upper() in ("NATURAL", "ASOF"):
            fault = f"{join.method.lower()} join is not allowed"
        elif join.side.upper() == "RIGHT":
            fault = "right join is not allowed"
        elif not join.side and not join.kind:
            fault = "the join has no kind"
        if fault:
            hint = "write inner join, left join … on, or cross join"
            yield parsed.finding(join.this, fault, hint)


def _limits(parsed: Parsed) -> Iterator[Finding]:
    for select in parsed.tree.find_all(exp.Select):
        limit = select.args.get("limit")
        if limit is not None and select.args.get("order") is None:
            hint = "write a total order, one that ends in the key"
            yield parsed.finding(limit, "limit without order by is random", hint)
        for sample in select.find_all(exp.TableSample):
            yield parsed.finding(sample, "a sample is random", "use a seeded hash")


def _divisions(parsed: Parsed) -> Iterator[Finding]:
    for node in parsed.tree.find_all(exp.IntDiv):
        hint = "the formatter takes // for a comment: write trunc(a / b)"
        yield parsed.finding(node, "// is not allowed", hint)
    for node in parsed.tree.find_all(exp.Mod):
        divisor = node.expression.unnest()
        while isinstance(divisor, exp.Cast):
            divisor = divisor.this
        if isinstance(divisor, exp.Column):
            hint = f"write nullif({divisor.sql()}, 0)"
            yield parsed.finding(divisor, "% by 0 stops the whole cycle", hint)


#: Aggregates whose value depends on the order in which threads bring their rows.
_ORDER_DEPENDENT = re.compile(
    r"array_agg|group_concat|json_group_\w+|first|last|arbitrary|f?avg|mean|geomean"
    r"|w(eighted_)?avg|sem|stddev\w*|var_\w+|variance\w*|corr|covar_\w+|skewness"
    r"|regr_(?!count)\w+|kurtosis\w*|fsum|kahan_sum|sumkahan|product|approx_quantile"
    r"|reservoir_quantile"
)
#: What they are called where a file is read, which may differ from sqlglot's names.
_NAMES = {
    "array_agg": "list",
    "group_concat": "string_agg",
    "variance_pop": "var_pop",
}


def _orders(parsed: Parsed) -> Iterator[Finding]:
    """Yield aggregates that give other values on another number of threads."""
    for node in parsed.tree.find_all(exp.Func):
        name = function_name(node)
        if _ORDER_DEPENDENT.fullmatch(name) and not is_ordered(node):
            yield parsed.finding(node, *unordered(_NAMES.get(name, name)))


def unordered(name: str) -> tuple[str, str]:
    """Return what is wrong with an aggregate without an order, and what to do."""
    message = f"{name.lower()}() has no order: its value would differ between threads"
    return message, "write order by … in its parentheses"


def around_aggregate(node: exp.Expr) -> exp.Expr | None:
    """Return what stands around an aggregate and its filter."""
    around = node.parent
    while isinstance(around, exp.Filter | exp.IgnoreNulls | exp.RespectNulls):
        around = around.parent
    return around


def is_ordered(node: exp.Expr) -> bool:
    """Return whether an aggregate, or what stands around it, says in which order."""
    if any(isinstance(each, exp.Order) for each in node.iter_expressions()):
        return True
    around = around_aggregate(node)
    window = around if isinstance(around, exp.Window) else None
    if isinstance(window.parent if window else around, exp.ArraySort):
        return True
    if window is None:
        return False
    select, name = window.find_ancestor(exp.Select), window.alias.lower()
    named = cast(list[exp.Expr], (select.args.get("windows") if select else None) or [])
    spans = [window, *(each for each in named if name and each.name.lower() == name)]
    return any(each.args.get("order") for each in spans)
