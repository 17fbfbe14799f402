"""`brokersql sql`: queries by hand over snapshot, facts, rules and results."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.options import (
    DefaultSource,
    Profile,
    QueryMemory,
    QueryTimeout,
    Seed,
    Settings,
    parse_settings,
    query_limits,
)
from brokersql.cli.output import Choices, Output
from brokersql.cli.source import Source, open_source, policies

if TYPE_CHECKING:
    from brokersql.export import Desk


def sql(
    context: typer.Context,
    where: DefaultSource = None,
    query: Annotated[
        str | None,
        typer.Argument(metavar="[QUERY]", help="One query; - reads it from stdin."),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy",
            autocompletion=completion.policies,
            help="Whose facts and rules to see.",
        ),
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
    from brokersql.cycle import Options
    from brokersql.export import Desk

    # 1. where, and what
    output = Output(cast(Choices, context.obj))
    if query is None and where is not None and " " in where.strip():
        where, query = None, where
    source = open_source(where, output.choices.usual)
    text = query
    if text == "-" or (text is None and not sys.stdin.isatty()):
        if output.choices.stdin is None:
            output.choices.stdin = sys.stdin.read()
        text = output.choices.stdin
    options = Options(profile=profile, settings=parse_settings(settings), seed=seed)
    is_shell = query is None and not (text or "").strip()
    # 2. without a query all that can be asked for, unless there is somebody to ask
    if is_shell and not (sys.stdin.isatty() and sys.stdout.isatty()):
        _list(source, policy, output)
        return
    # 3. the answer, or the answers
    limits = query_limits(timeout, memory_limit)
    with Desk(lambda: source.shelf(policy, options), limits) as desk:
        if is_shell:
            from brokersql.cli.shell import Shell
            from brokersql.cli.telling import Telling
            from brokersql.cli.wording import Wording

            telling, wording = Telling(source, policy, options), Wording(source)
            named = _named(source, policy)
            Shell(source, desk, output, named, telling, wording).talk()
        else:
            answer(desk, text or "", output)


def answer(desk: Desk, text: str, output: Output) -> None:
    """Print the rows of a query, and how many there were, in which time."""
    from brokersql.report.figures import timing
    from brokersql.report.words import plural

    start = time.perf_counter()
    try:
        table = desk.ask(text)
    finally:
        if desk.shelf.gone:
            output.warn(f"{desk.shelf.gone}; only results can be asked")
    spent = time.perf_counter() - start
    n_rows = output.rows(table, "sql")
    output.news(f"{plural(n_rows, 'row')}, {timing(spent)}")


def _named(source: Source, policy: str | None) -> list[str]:
    """Return the policies whose relations are listed."""
    if policy is not None:
        return [policy]
    if source.run is not None:
        return [each.name for each in source.run.policies]
    return policies()


def _list(source: Source, policy: str | None, output: Output) -> None:
    """Print the relations that a query may name."""
    from brokersql.report.catalogue import catalogue

    named = _named(source, policy)
    output.rows(catalogue(source.snapshot(), source.run, named), "sql.tables")
    output.news("next: brokersql sql SNAPSHOT_OR_RUN 'select … from …'")
