"""`brokersql policy`: what its files read, what could be better, tests, a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.options import DIFFERENT, ExitCode
from brokersql.cli.output import Choices, Output
from brokersql.cli.policy import Name, NameOrFile, app
from brokersql.cli.progress import Teller
from brokersql.cli.source import USUAL
from brokersql.errors import PolicyError


@app.command(
    epilog="Examples: brokersql policy lineage panda_job/low_memory; "
    "brokersql policy lineage panda_job --of queue.max_rss"
)
def lineage(
    context: typer.Context,
    name: NameOrFile,
    of: Annotated[
        str | None,
        typer.Option("--of", help="Only what rests on TABLE.COLUMN, or a parameter."),
    ] = None,
    graph: Annotated[
        str | None, typer.Option("--graph", help="A graph of files: mermaid or dot.")
    ] = None,
) -> None:
    """Tell which columns each file reads, and which of the snapshot stand behind."""
    from brokersql.report.lineage import find_lineage

    output = Output(cast(Choices, context.obj))
    found = find_lineage(name, of)
    if graph is not None:
        output.lines(found.graph(graph), whole=True)
    elif output.format() == "table":
        output.lines(found.lines(output.look))
    else:
        output.rows(found.rows(), "policy.lineage")


@app.command(epilog="Example: brokersql policy lint ./mine --over out")
def lint(
    context: typer.Context,
    name: Name,
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over",
            metavar="RUN",
            help="Look at what its rules did there; repeatable.",
        ),
    ] = None,
    exit_code: ExitCode = False,
) -> None:
    """Tell what could surprise about a sound policy; `check` tells what is wrong.

    Without --over it reads the files: ties, NULLs in lists, sums of fractions, and what
    nothing reads. With it, also rules that never fired, or never alone.
    """
    from brokersql.report.lint import lint_policy

    output = Output(cast(Choices, context.obj))
    found = lint_policy(name, over or ())
    if output.format("table") == "table":
        output.lines(found.lines(output.look))
    else:
        output.rows(found.rows(), "policy.lint")
    output.news(found.sentence())
    if exit_code and found.remarks:
        raise typer.Exit(DIFFERENT)


@app.command(epilog="Example: brokersql policy test ./mine --mutants")
def test(
    context: typer.Context,
    name: Name,
    mutants: Annotated[
        bool,
        typer.Option("--mutants", help="Leave out each own rule: a test has to fail."),
    ] = False,
) -> None:
    """Run a policy's own tests, the SQL files of its folder `tests`.

    Exit code 4 where an expectation does not hold, or no test misses a rule.
    """
    from brokersql.whatif.cases import run_tests

    output = Output(cast(Choices, context.obj))
    teller = Teller("tests", "cycles", output)
    found = run_tests(name, with_mutants=mutants, tell=teller.tell)
    if output.format("table") == "table":
        output.lines(found.lines(output.look))
    else:
        output.rows(found.rows(), "policy.test")
    output.news(found.sentence())
    if found.failed or found.unheld:
        raise typer.Exit(PolicyError.exit_code)


@app.command(epilog="Example: brokersql policy new mine --extends panda_analysis")
def new(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A new one, of that name.")
    ],
    extends: Annotated[
        str,
        typer.Option(
            "--extends",
            autocompletion=completion.policies,
            help="A shipped name, or a folder.",
        ),
    ] = USUAL,
) -> None:
    """Make a policy that extends another one, with a rule of its own and a test."""
    from brokersql.policy import begin_policy

    output = Output(cast(Choices, context.obj))
    written = begin_policy(folder, extends)
    output.lines(str(each) for each in written)
    output.news(
        f"next: brokersql policy test {folder}; then brokersql run --policy {folder}"
    )
