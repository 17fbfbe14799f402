"""`brokersql sql` and `brokersql export`: everything of a run or snapshot as tables."""

from __future__ import annotations

import shlex
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.inputs import OpenedInput, open_input
from brokersql.cli.options import (
    DefaultSource,
    Profile,
    QueryMemory,
    QueryTimeout,
    Seed,
    Settings,
    SnapshotOrRun,
    argument,
    option,
    parse_settings,
    query_limits,
)
from brokersql.cli.output import Output, output_of, writing
from brokersql.core.errors import UsageError
from brokersql.core.policy_names import default_policies
from brokersql.core.result_tables import RESULTS

if TYPE_CHECKING:
    import pyarrow as pa

    from brokersql.cycle import Options
    from brokersql.export import QuerySession


def export(
    context: typer.Context,
    where: SnapshotOrRun,
    duckdb: Annotated[
        Path, option("--duckdb", "The database to write.", metavar="FILE")
    ],
    policy: Annotated[
        str | None, option("--policy", "Default: every policy.", completion.policies)
    ] = None,
    force: Annotated[
        bool, option("--force", "Replace FILE where it is there.")
    ] = False,
    profile: Profile = None,
    settings: Settings = None,
    seed: Seed = None,
) -> None:
    """Write all tables, views and macros into one file that DuckDB's tools open.

    Snapshot tables stand in the schema main, results in results, facts and rules in a
    schema of each policy; the comments are those of the SQL files.
    """
    from brokersql.core.files import whole_file
    from brokersql.cycle import Options
    from brokersql.render.formats import listing
    from brokersql.render.numbers import size, timing
    from brokersql.render.text import plural

    # 1. where to
    output = output_of(context)
    if duckdb.exists() and not force:
        raise UsageError(f"{duckdb} is there already", hint="--force replaces it")
    if duckdb.exists() and not duckdb.is_file():
        raise UsageError(f"{duckdb} is no file", hint="name a new one")
    # 2. everything there is, in a file that appears as a whole
    start = time.perf_counter()
    options = Options(profile=profile, settings=parse_settings(settings), seed=seed)
    source = open_input(where, output.choices.config)
    _say_what_differs(source, options, output)
    with writing(duckdb, "--duckdb"), whole_file(duckdb) as partial:
        workspace = source.workspace(policy, options, partial.parent)
        workspace.complete()
        if workspace.gone:
            output.warn(f"{workspace.gone}; only results are written")
        workspace.comment()
        workspace.write(partial)
        rows = workspace.relations()
    # 3. what it holds
    output.choices.has_result = True
    if output.format("table") != "table":
        output.rows(listing("schema kind name comment", rows), "export")
    held = f"{plural(len(rows), 'relation')}, {size(duckdb.stat().st_size)}"
    spent = timing(time.perf_counter() - start)
    output.notice(f"written: {duckdb} ({held}) in {spent}")
    output.notice(f"next: duckdb {shlex.quote(str(duckdb))} 'from results.result'")


def sql(
    context: typer.Context,
    where: DefaultSource = None,
    query: Annotated[
        str | None, argument("[QUERY]", "One query; - reads it from stdin.")
    ] = None,
    policy: Annotated[
        str | None,
        option("--policy", "Whose facts and rules to see.", completion.policies),
    ] = None,
    profile: Profile = None,
    settings: Settings = None,
    seed: Seed = None,
    timeout: QueryTimeout = 60.0,
    memory_limit: QueryMemory = "1GB",
) -> None:
    """Ask anything of a snapshot or a run; nothing can be changed, no file read.

    Without a query it reads one from stdin, on a terminal it starts a shell.
    """
    # 1. where, and what
    output = output_of(context)
    if query is None and where is not None and " " in where.strip():
        where, query = None, where
    source = open_input(where, output.choices.config)
    if where is not None and source.run is None:
        source.snapshot()  # a query that names no table would not miss it
    text = query
    if text == "-" or (text is None and not sys.stdin.isatty()):
        if output.choices.stdin is None:
            if reconfigure := getattr(sys.stdin, "reconfigure", None):
                reconfigure(errors="surrogateescape")  # the gate says what is no UTF-8
            output.choices.stdin = sys.stdin.read()
        text = output.choices.stdin
    is_shell = query is None and not (text or "").strip()
    limits = output.limits = query_limits(timeout, memory_limit)
    # 2. what the result tables of a run answer alone
    if source.run is not None and text and not (policy or profile or settings or seed):
        from brokersql.sandbox.in_place import ask_in_place

        start = time.perf_counter()
        files = {name: source.run.file(name) for name in source.run.tables}
        found = ask_in_place(RESULTS, files, text, limits)
        if found is not None:
            _print(found, time.perf_counter() - start, output)
            return
    from brokersql.cycle import Options
    from brokersql.export import QuerySession

    options = Options(profile=profile, settings=parse_settings(settings), seed=seed)
    _say_what_differs(source, options, output)
    # 3. without a query: all relations, unless a terminal gets a shell
    names = [policy] if policy is not None else _policy_names(source)
    if is_shell and not (sys.stdin.isatty() and sys.stdout.isatty()):
        from brokersql.results.queries import catalogue

        relations = catalogue(source.snapshot(), source.run, names)
        output.rows(relations, "sql.tables")
        output.notice("next: brokersql sql SNAPSHOT_OR_RUN 'select … from …'")
        return
    # 4. one answer, or a shell
    make = partial(source.workspace, policy, options)
    with QuerySession(make, limits) as session:
        if is_shell:
            from brokersql.cli.shell import Shell
            from brokersql.cli.shell_explain import ExplainParser, ShellExplainer

            explainer = ShellExplainer(source, policy, options)
            line_parser = ExplainParser(source)
            Shell(source, session, output, names, explainer, line_parser).talk()
        else:
            _answer(session, text or "", output)


def _say_what_differs(source: OpenedInput, options: Options, output: Output) -> None:
    """Note where rules and facts have other options than the run had."""
    is_other = options.profile or options.settings or options.seed is not None
    if source.run is not None and is_other:
        text = "result tables are as the run decided, rules and facts as asked here"
        output.warn(text, "note")


def _answer(session: QuerySession, text: str, output: Output) -> None:
    start = time.perf_counter()
    try:
        table = session.ask(text)
    finally:
        if session.workspace.gone:
            output.warn(f"{session.workspace.gone}; only results can be asked")
    _print(table, time.perf_counter() - start, output)


def _print(table: pa.Table, seconds: float, output: Output) -> None:
    """Print the rows of a query, and how many there were, in which time."""
    from brokersql.render.numbers import timing
    from brokersql.render.text import plural

    n_rows = output.rows(table, "sql")
    output.notice(f"{plural(n_rows, 'row')}, {timing(seconds)}")


def _policy_names(source: OpenedInput) -> list[str]:
    if source.run is not None:
        return [each.name for each in source.run.policies]
    return default_policies()
