"""Queries on a finished cycle: those of the package, and those that users write.

A query by hand reads the snapshot, facts, rules and results, and changes nothing;
`catalogue` lists what it may name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

from brokersql.compiler import compile_facts, compile_policy
from brokersql.core.database import Database, SqlError
from brokersql.core.engine_faults import retried
from brokersql.core.errors import OutOfMemoryError, UsageError, suggest, within_sentence
from brokersql.core.result_tables import RESULTS, TABLES
from brokersql.core.sql_files import sql_folder, sql_text
from brokersql.cycle import FinishedCycle, add_facts, fact_names
from brokersql.policy import Policy, load_policy
from brokersql.policy.model import parse_header
from brokersql.render.formats import listing
from brokersql.render.text import printable
from brokersql.results.run_record import RecordedRun
from brokersql.sandbox import OverLimit, QueryLimits, Refused, Sandbox
from brokersql.snapshot import Snapshot

Row = dict[str, Any]


def rows(
    cycle: FinishedCycle,
    folder: str,
    name: str,
    parameters: Sequence[object] = (),
    **parts: str,
) -> list[Row]:
    """Return the rows of a query by column name; for small results only."""
    return cycle.database.records(sql_text(folder, name, **parts), parameters)


def number(value: object) -> int:
    """Return a count that a query gave, 0 for NULL.

    >>> number(None), number(3)
    (0, 3)
    """
    return 0 if value is None else int(str(value))


#: The view with a row for each failing criterion of a pair.
REASONS = "verdict_reason"
_MISSING = re.compile(
    r'Catalog Error: Table with name "?(?P<name>.+?)"?'
    r'( does not exist because schema "(?P<schema>.+)")? does not exist'
)
#: A function of an extension, which DuckDB then advises to install.
_OUTSIDE = re.compile(r'\w+ Function with name "?(?P<name>[^" ]+)"? is not in the cat')
#: What the parser says of lambdas in the older spelling.
_ARROW = "lambda arrow (->)"
_SETTING = re.compile(r"\b(SET|INSTALL|LOAD)\b")
_LINE = re.compile(r"LINE \d+: ")


def mentioned(text: str, names: Iterable[str]) -> list[str]:
    """Return the names that occur as words of a text.

    >>> mentioned("from exclusion", ["exclusion", "result"])
    ['exclusion']
    """
    words = set(re.findall(r"\w+", text.lower()))
    return [name for name in names if name in words]


@contextmanager
def results_in_view(
    database: Database, policy: str | None, names: Iterable[str], read: Reader
) -> Generator[None]:
    """Let queries see these result tables before all other relations.

    `read` gives the rows of a table by its name; each is asked once per database.
    """
    own = ("main",) if policy is None else (policy, "main")
    wanted = {name: read(name) for name in names if not _has(database, name)}
    if not _has_schema(database):
        database.create_schema(RESULTS)
    database.use_schemas((RESULTS, *own))
    try:
        for name, table in wanted.items():
            database.create_table(name, table)
        yield
    finally:
        database.use_schemas(own)


Reader = Callable[[str], pa.Table]


def _has_schema(database: Database) -> bool:
    return bool(database.rows(sql_text("report", "has_schema"), (RESULTS,))[0][0])


def _has(database: Database, name: str) -> bool:
    return bool(database.rows(sql_text("report", "has_table"), (RESULTS, name))[0][0])


def ask_cycle(cycle: FinishedCycle, text: str) -> pa.Table:
    """Return the rows of a query over a finished cycle and its result tables.

    Raises:
        UsageError: it is not exactly one query of harmless functions, it is faulty, or
            asks for a table that is not there.
    """
    _refuse_changes(cycle.database, text)
    names = mentioned(text, cycle.program.results)
    facts = fact_names(cycle.policy_source)
    # what no rule reads, facts and views of reasons, is made where it is named
    cycle.stage.show_named(text)
    add_facts(cycle, mentioned(text, facts))
    with results_in_view(cycle.database, cycle.policy, names, cycle.table):
        return run_query(cycle.database, text, facts)


def _refuse_changes(database: Database, text: str) -> None:
    """Refuse what is not one query that only reads, as the sandbox does."""
    from brokersql.sandbox.child import GateError, check_query

    try:
        check_query(database, text)
    except GateError as error:
        raise UsageError(str(error), hint=error.hint) from error
    except SqlError as error:
        raise query_error(str(error), ()) from error


def run_query(database: Database, text: str, known: Iterable[str] = ()) -> pa.Table:
    """Return the rows of a query; `known` are names that are not relations yet.

    Raises:
        UsageError: the query is faulty; the hint names what is near.
    """
    try:
        return database.table(text)
    except SqlError as error:
        names = [*known_names(database), *TABLES, *known]
        raise query_error(str(error), names) from error


def known_names(database: Database) -> list[str]:
    """Return the names of all relations."""
    return [str(row[0]) for row in database.rows(sql_text("report", "relations"))]


def query_error(message: str, known: Iterable[str]) -> UsageError:
    """Return DuckDB's error as a usage error, with a suggestion where one helps."""
    missing = _MISSING.match(message)
    if missing:
        prefix = f"{missing['schema']}." if missing["schema"] else ""
        name, names = missing["name"].removeprefix(prefix), list(known)
        hint = suggest(name, names) or "without a query it lists what there is"
        if name in names and prefix:
            hint = f"there is {name}, not of {printable(prefix[:-1])}: name it alone"
        elif name in names:
            hint = "the policy lacks what it reads: name another one with --policy"
        return UsageError(f"no table {printable(prefix + name)}", hint=hint)
    first, *rest = [line for line in message.splitlines() if line.strip()]
    kind, _, text = first.partition(": ")
    outside = _OUTSIDE.match(text)
    if outside:
        name = printable(outside["name"])
        hint = "extensions of DuckDB are switched off: only what it has built in counts"
        return UsageError(f"no function {name} here", hint=hint)
    if _ARROW in message:
        hint = "apply(range(9), lambda x: x + 1)"
        return UsageError("a lambda is written lambda x: …, not x -> …", hint=hint)
    if kind == "Permission Error":
        text = "files and networks are switched off: no file can be read here"
        rest = []
    message = within_sentence(text) if text else kind
    return UsageError(message, hint="\n  ".join(_placed(rest)))


def _placed(rest: list[str]) -> list[str]:
    """Return what DuckDB advises in one line, else the place in the query.

    >>> _placed(["Did you mean x?", "LINE 1: select y", "    ^"])
    ['Did you mean x?']
    >>> _placed(["Candidates:", "a", "b", "LINE 1: select y", "    ^"])
    ['LINE 1: select y', '    ^']
    """
    at = next((at for at, line in enumerate(rest) if _LINE.match(line)), len(rest))
    advice = [line for line in rest[:at] if not _SETTING.search(line)]
    return advice if len(advice) == 1 else rest[at : at + 2]


_ROWS = "result_row"


def rows_where(
    table: pa.Table, condition: str, limits: QueryLimits | None = None
) -> pa.Table:
    """Return the rows of a table for which a condition over its columns holds.

    The sandbox decides about it, as about a query by hand.

    Raises:
        UsageError: it is no condition, names what the rows have not, or needs more than
            the limits.
        OutOfMemoryError: it needs more memory than it may have.
    """
    number = "row no"  # which no other column may be called
    while number in table.column_names:
        number += "_"
    parts = {"condition": f"{condition}\n", "number": number}  # it may end in a remark
    text = sql_text("sandbox", "fulfilling", **parts)
    numbers = pa.array(range(table.num_rows), pa.int64())  # pyright: ignore
    try:
        with TemporaryDirectory(prefix="brokersql-") as folder:
            file = Path(folder) / "rows.duckdb"
            with closing(Database.open(file)) as database:
                rows = table.append_column(number, numbers)  # pyright: ignore
                database.create_table(_ROWS, rows)
            (found,) = retried(lambda: _asked(file, text, limits)).columns
    except (OverLimit, OutOfMemoryError) as error:
        error.message = f"--where: {error.message}"
        if limits is None:  # no option of the command changes them
            error.hint = "ask for what is quicker, or takes less memory"
        raise
    except Refused as error:
        if not error.duckdb_message:
            raise UsageError(f"--where: {error.message}", hint=error.hint) from error
        known = query_error(error.duckdb_message, [])
        hint = f"the rows have {', '.join(map(printable, table.column_names))}"
        raise UsageError(f"--where: {known.message}", hint=hint) from error
    import pyarrow.compute as pc  # slow to import

    asked = pc.is_in(numbers, value_set=found)  # pyright: ignore
    if (pc.sum(asked).as_py() or 0) < len(found):  # pyright: ignore
        raise UsageError(f"--where: {printable(condition)} is no condition")
    return table.take(found)  # pyright: ignore[reportUnknownMemberType]


def _asked(file: Path, text: str, limits: QueryLimits | None) -> pa.Table:
    with Sandbox(limits) as sandbox:
        sandbox.open(file, ("main",))
        return sandbox.ask(text)


#: Stage whose rules are views -> what such a view has one row of.
_PER = {
    "filters": "pair that it rejects",
    "exemptions": "unit that it spares",
    "timeouts": "unit that it watches",
    "picks": "unit that it picks",
}
_Row = tuple[str, str, int | None, str | None, str]


def catalogue(
    snapshot: Snapshot, run: RecordedRun | None, policies: Sequence[str]
) -> pa.Table:
    """Return one row per relation: kind, name, rows where known, grain, title.

    Facts and rules are computed when a query names one, so their rows are not known.
    """
    loaded = [load_policy(name) for name in policies]
    rows = [
        *_snapshot(snapshot),
        *_own_tables(loaded),
        *_facts(loaded),
        *(row for policy in loaded for row in _rules(policy)),
        *_results(run),
    ]
    named: dict[str, _Row] = {}
    for row in rows:
        named.setdefault(row[1], row)
    return listing("kind table rows:int per title", named.values())


def _snapshot(snapshot: Snapshot) -> Iterator[_Row]:
    for name, n_rows in snapshot.tables.items():
        yield "snapshot", name, n_rows, None, title_of("snapshot", name)


def _own_tables(policies: Sequence[Policy]) -> Iterator[_Row]:
    for table in (each for policy in policies for each in policy.tables):
        per = ", ".join(table.contract.key)
        yield "table", table.name, table.rows.num_rows, per, table.contract.title


def _facts(policies: Sequence[Policy]) -> Iterator[_Row]:
    """Yield the facts of policies, those too that no rule reads, each of them once."""
    seen: set[str] = set()
    for policy in policies:
        files = {file.stem: file for file in policy.facts}
        made = {statement.name for statement in compile_policy(policy).statements}
        alone = {fact.name for fact in compile_facts(policy)}
        used = files.keys() & (made | alone) - seen
        seen |= used
        for name in sorted(used):
            per = ", ".join(files[name].grain)
            yield "fact", name, None, per, files[name].header.text("title")


def _rules(policy: Policy) -> Iterator[_Row]:
    for stage, files in policy.stages:
        for file in files if stage in _PER else ():
            kind, title = stage.removesuffix("s"), file.header.text("title")
            yield kind, f"{kind}_{file.stem}", None, _PER[stage], title
    for file in policy.select:
        if file.stem not in TABLES:
            per = ", ".join(file.grain)
            yield "step", file.stem, None, per, file.header.text("title")


def _results(run: RecordedRun | None) -> Iterator[_Row]:
    for name in TABLES:
        n_rows = run.count(name) if run is not None and name in run.tables else None
        yield "result", name, n_rows, None, title_of("result", name)


@cache
def title_of(folder: str, name: str) -> str:
    """Return the title of a file of a folder of queries, wherever it stands in it."""
    path = next(sql_folder(folder).rglob(f"{name}.sql"), None)
    if path is None:
        return ""
    return parse_header(path.read_text(encoding="utf-8")).text("title")
