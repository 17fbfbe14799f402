"""`brokersql sql`: queries by hand over snapshot, facts, rules and results."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli.options import Profile, Seed, Settings, parse_settings
from brokersql.cli.output import Choices, Output
from brokersql.cli.source import Source, open_source
from brokersql.errors import SnapshotError

if TYPE_CHECKING:
    import pyarrow as pa

    from brokersql.cycle import Options
    from brokersql.database import Database


def sql(
    context: typer.Context,
    where: Annotated[
        str | None,
        typer.Argument(metavar="[SNAPSHOT_OR_RUN]", help="Default: the demo."),
    ] = None,
    query: Annotated[
        str | None,
        typer.Argument(metavar="[QUERY]", help="One query; - reads it from stdin."),
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", help="Whose facts and rules to see.")
    ] = None,
    profile: Profile = None,
    settings: Settings = None,
    seed: Seed = None,
) -> None:
    """Ask anything of a snapshot or a run; nothing can be changed, no file read.

    Without a query it reads one from stdin, on a terminal it lists all tables.
    """
    from brokersql.cycle import Options

    output = Output(cast(Choices, context.obj))
    if query is None and where is not None and " " in where.strip():
        where, query = None, where
    source = open_source(where)
    text = query
    if text == "-" or (text is None and not sys.stdin.isatty()):
        text = sys.stdin.read()
    if query is None and not (text or "").strip():
        _list(source, policy, output)
        return
    options = Options(profile=profile, settings=parse_settings(settings), seed=seed)
    start = time.perf_counter()
    table = _ask(source, policy, options, text or "", output)
    spent = time.perf_counter() - start
    output.rows(table, "sql")
    _tell(output, table.num_rows, spent)


def _tell(output: Output, n_rows: int, seconds: float) -> None:
    from brokersql.report.figures import timing
    from brokersql.report.words import plural

    output.news(f"{plural(n_rows, 'row')}, {timing(seconds)}")


def _ask(
    source: Source, policy: str | None, options: Options, text: str, output: Output
) -> pa.Table:
    """Return the rows of a query; what it does not name is not loaded."""
    from brokersql.database import Database
    from brokersql.report.adhoc import (
        ask,
        check_query,
        mentioned,
        misses_table,
        results_in_view,
        seal,
    )

    # 1. the results of a run alone
    database, run = Database.open(), source.run
    check_query(database, text)
    held = [] if run is None else mentioned(text, run.tables)
    read = _no_results if run is None else run.table
    with results_in_view(database, None, held, read):
        is_enough = run is not None and not misses_table(database, text)
        # 2. the tables of the snapshot beside them
        is_there = is_enough or _load(source, database, output)
        is_enough = is_enough or not (is_there and misses_table(database, text))
        # 3. facts, as long as no cycle is needed to make them
        if not is_enough:
            _make_facts(source, policy, options, text, database)
            is_enough = not misses_table(database, text)
        # 4. rules and results of a cycle, where one of them is named
        if is_enough:
            seal(database)
            return ask(database, text)
    database.close()
    return _ask_cycle(source, policy, options, text)


def _make_facts(
    source: Source, policy: str | None, options: Options, text: str, database: Database
) -> None:
    """Make the facts that a query names in a database with the snapshot."""
    from brokersql.cycle import fact_names, make_facts
    from brokersql.report.adhoc import RESULTS, mentioned

    named, chosen = source.chosen(policy or source.knowing(text), options)
    facts = mentioned(text, fact_names(named))
    if facts:
        schema = make_facts(database, named, chosen, facts)
        database.use_schemas((RESULTS, schema, "main"))


def _no_results(name: str) -> pa.Table:
    raise KeyError(name)


def _load(source: Source, database: Database, output: Output) -> bool:
    """Load the snapshot tables; of a run whose snapshot is gone there are none."""
    from brokersql.report.adhoc import RESULTS

    try:
        snapshot = source.snapshot()
        database.use_schemas(("main",))
        snapshot.load_into(database)
        database.use_schemas((RESULTS, "main"))
    except SnapshotError as error:
        if source.run is None:
            raise
        output.warn(f"{error.message}; only results can be asked")
        return False
    return True


def _ask_cycle(
    source: Source, policy: str | None, options: Options, text: str
) -> pa.Table:
    """Return the rows of a query over a finished cycle with all its relations."""
    from brokersql.cycle import fact_names
    from brokersql.report.adhoc import (
        add_named_facts,
        ask,
        cycle_reader,
        mentioned,
        results_in_view,
        seal,
    )

    cycle, _ = source.cycle(policy or source.knowing(text), options)
    add_named_facts(cycle, text)
    run = source.run
    read = cycle_reader(cycle)
    wanted = mentioned(text, cycle.program.results)
    if run is not None:
        read = run.table
        wanted = [name for name in wanted if name in run.tables]
    with results_in_view(cycle.database, cycle.policy, wanted, read):
        seal(cycle.database)
        return ask(cycle.database, text, fact_names(cycle.policy_source))


def _list(source: Source, policy: str | None, output: Output) -> None:
    """Print the relations that a query may name."""
    from brokersql.cli.source import policies
    from brokersql.report.catalogue import catalogue

    named = [policy] if policy else policies()
    if source.run is not None and policy is None:
        named = [each.name for each in source.run.policies]
    output.rows(catalogue(source.snapshot(), source.run, named), "sql.tables")
    output.news("next: brokersql sql SNAPSHOT_OR_RUN 'select … from …'")
