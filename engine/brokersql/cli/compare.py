"""`brokersql diff`, `bisect`, `sensitivity`: what changes between runs or policies."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.inputs import open_snapshot, with_config
from brokersql.cli.options import (
    EXIT_DIFFERENT,
    ExitCode,
    OnePolicy,
    Profile,
    Seed,
    Settings,
    SnapshotFolder,
    Updates,
    argument,
    option,
    parse_settings,
)
from brokersql.cli.output import ProgressReporter, output_of
from brokersql.core.policy_names import DEFAULT_POLICY

if TYPE_CHECKING:
    from brokersql.variations.bisect import Version


#: Columns that csv has no form for.
_LISTS = ["queues_a", "queues_b"]


def diff(
    context: typer.Context,
    run_a: Annotated[Path, argument("RUN_A", "A folder of run --out.")],
    run_b: Annotated[Path, argument("RUN_B", "Another one.")],
    exit_code: ExitCode = False,
) -> None:
    """Print which decisions changed from run A to run B, each with its first cause.

    Text and json show everything, csv, jsonl, parquet and arrow give one row per
    changed decision.
    """
    from brokersql.diff import compare

    output = output_of(context)
    found = compare(run_a, run_b)
    style, is_changed = output.format("table"), bool(found.change.num_rows)
    lists = _LISTS if style == "csv" else []
    changes = found.change.drop_columns(lists)
    output.result(found, lambda: changes, "diff")
    if style == "table" and is_changed:
        places = " ".join(shlex.quote(str(each)) for each in (run_a, run_b))
        output.notice(f"next: brokersql diff {places} --format csv")
    if exit_code and is_changed:
        raise typer.Exit(EXIT_DIFFERENT)


def bisect(
    context: typer.Context,
    snapshot: SnapshotFolder,
    policy: Annotated[Path, option("--policy", "A policy folder that git keeps.")],
    good: Annotated[str, typer.Option(help="A revision under which it holds.")],
    expect: Annotated[
        str, typer.Option(help="A query that gives true under good versions.")
    ],
    bad: Annotated[str, typer.Option(help="A revision under which it fails.")] = "HEAD",
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    seed: Seed = None,
) -> None:
    """Find the version of a policy that first breaks a condition."""
    from brokersql.cycle import Options
    from brokersql.variations.bisect import find_change

    output = output_of(context)
    as_json = output.is_json("bisect", "no flat form")
    opened = open_snapshot(snapshot, update)
    options = Options(profile, parse_settings(settings), seed)
    options = with_config(options, str(policy), output.choices.config)

    def news(version: Version, fate: str) -> None:
        output.notice(f"{version.short}  {fate}  {version.subject}")

    found = find_change(opened, policy, good, bad, expect, options, news)
    if as_json:
        output.document(found.document())
    else:
        output.lines(found.lines(output.look))


def sensitivity(
    context: typer.Context,
    snapshot: SnapshotFolder,
    policy: OnePolicy = DEFAULT_POLICY,
    parameter: Annotated[
        list[str] | None,
        option(
            "--parameter",
            "Vary this one only; may be repeated.",
            completion.parameter_names,
        ),
    ] = None,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    seed: Seed = None,
) -> None:
    """Change every parameter alone and count the decisions that change with it."""
    from brokersql.cycle import Options
    from brokersql.variations.sensitivity import measure_sensitivity

    output = output_of(context)
    opened = open_snapshot(snapshot, update)
    options = Options(profile, parse_settings(settings), seed)
    options = with_config(options, policy, output.choices.config)

    progress = ProgressReporter("sensitivity", "changes", output)
    found = measure_sensitivity(
        opened, policy, options, parameter or (), progress.update
    )
    output.result(found, found.rows, "sensitivity")
