"""`brokersql diff`: which decisions changed from one run to another, and why."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, cast

import typer

from brokersql.cli.options import DIFFERENT, ExitCode
from brokersql.cli.output import Choices, Output

#: What csv has no form for: all queues of both lists.
_LISTS = ["queues_a", "queues_b"]


def diff(
    context: typer.Context,
    run_a: Annotated[
        Path, typer.Argument(metavar="RUN_A", help="A folder of run --out.")
    ],
    run_b: Annotated[Path, typer.Argument(metavar="RUN_B", help="Another one.")],
    exit_code: ExitCode = False,
) -> None:
    """Tell which decisions changed from run A to run B, each with its first cause.

    Text and json tell the whole story, csv, jsonl, parquet and arrow give one row per
    changed decision.
    """
    from brokersql.diff import compare, tell_diff

    output = Output(cast(Choices, context.obj))
    found = compare(run_a, run_b)
    style, is_changed = output.format("table"), bool(found.change.num_rows)
    lists = _LISTS if style == "csv" else []
    changes = found.change.drop_columns(lists)
    output.story(tell_diff(found), lambda: changes, "diff")
    if style == "table" and is_changed:
        places = " ".join(shlex.quote(str(each)) for each in (run_a, run_b))
        output.news(f"next: brokersql diff {places} --format csv")
    if exit_code and is_changed:
        raise typer.Exit(DIFFERENT)
