"""`brokersql export`: a database that other tools open."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.options import Profile, Seed, Settings, SnapshotOrRun, parse_settings
from brokersql.cli.output import Choices, Output
from brokersql.cli.source import open_source
from brokersql.errors import UsageError


def export(
    context: typer.Context,
    where: SnapshotOrRun,
    duckdb: Annotated[
        Path, typer.Option("--duckdb", metavar="FILE", help="The database to write.")
    ],
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy",
            autocompletion=completion.policies,
            help="Default: every policy.",
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace FILE where it is there.")
    ] = False,
    profile: Profile = None,
    settings: Settings = None,
    seed: Seed = None,
) -> None:
    """Write all tables, views and macros into one file that DuckDB's tools open.

    Snapshot tables stand in the schema main, results in results, facts and rules in a
    schema of each policy; the comments are those of the SQL files.
    """
    from brokersql.cycle import Options
    from brokersql.report.figures import size, timing
    from brokersql.report.listing import listing
    from brokersql.report.words import plural

    # 1. where to
    output = Output(cast(Choices, context.obj))
    if duckdb.exists() and not force:
        raise UsageError(f"{duckdb} is there already", hint="--force replaces it")
    # 2. everything there is
    start = time.perf_counter()
    options = Options(profile=profile, settings=parse_settings(settings), seed=seed)
    shelf = open_source(where, output.choices.usual).shelf(policy, options)
    shelf.complete()
    if shelf.gone:
        output.warn(f"{shelf.gone}; only results are written")
    # 3. the file, as a whole or not at all
    partial = duckdb.with_name(f".{duckdb.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        shelf.write(partial)
        rows = shelf.relations()
        os.replace(partial, duckdb)
        output.choices.has_result = True
    finally:
        partial.unlink(missing_ok=True)
    columns = {"schema": str, "kind": str, "name": str, "comment": str}
    if output.format("table") != "table":
        output.rows(listing(columns, rows), "export")
    told = [plural(len(rows), "relation"), size(duckdb.stat().st_size)]
    spent = timing(time.perf_counter() - start)
    output.news(f"written: {duckdb} ({', '.join(told)}) in {spent}")
    output.news(f"next: duckdb {duckdb} 'from results.result'")
