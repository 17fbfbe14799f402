"""`brokersql policy`: list, show, check, test and render policies, or make one."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.inputs import warn_unknown_parameters
from brokersql.cli.options import (
    EXIT_DIFFERENT,
    ExitCode,
    Profile,
    Settings,
    argument,
    option,
    parse_settings,
)
from brokersql.cli.output import ProgressReporter, output_of
from brokersql.cli.parser import group
from brokersql.core.errors import PolicyError, UsageError
from brokersql.core.policy_names import DEFAULT_POLICY

app = group(
    "Work on policies: folders of rule files.",
    "brokersql policy show panda_job/low_memory",
)

Name = Annotated[
    str, argument("POLICY", "A shipped name, or a folder.", completion.policies)
]
NameOrAll = Annotated[
    str | None,
    argument("[POLICY]", "A shipped name, or a folder.", completion.policies),
]
NameOrFile = Annotated[
    str, argument("POLICY[/FILE]", "A policy, or a file of it.", completion.rules)
]


@app.command("list", epilog="Example: brokersql policy list")
def list_policies(context: typer.Context) -> None:
    """List the policies that ship with brokersql."""
    from brokersql.policy import load_policy, shipped_policies
    from brokersql.render.formats import listing

    policies = [load_policy(name) for name in shipped_policies()]
    rows = [
        (
            *(each.name, each.title, len(each.rules), len(each.weights)),
            *(", ".join(each.profiles), each.page),
        )
        for each in policies
    ]
    columns = "policy title rules:int weights:int profiles page"
    output_of(context).rows(listing(columns, rows), "policy.list")


@app.command(
    epilog="Examples: brokersql policy show panda_job; "
    "brokersql policy show panda_job/low_memory"
)
def show(
    context: typer.Context,
    name: NameOrFile,
    profile: Profile = None,
    settings: Settings = None,
) -> None:
    """Show rules in order with bit, effect, class and grain, and all parameters."""
    from brokersql.results.policy_show import Wanted, find_shown

    output = output_of(context)
    config = output.choices.config
    wanted = Wanted(
        profile,
        parse_settings(settings),
        config.profile,
        config.settings,
        config.origins,
    )
    warn_unknown_parameters(config)
    shown = find_shown(name, wanted)
    if output.is_json("policy.show", "brokersql sql SNAPSHOT 'from criterion'"):
        output.document(shown.document())
    else:
        output.lines(shown.lines(output.look))


@app.command(epilog="Example: brokersql policy check ./mine")
def check(
    context: typer.Context,
    name: NameOrAll = None,
) -> None:
    """Check every file of a policy, or of all shipped ones; exit code 4 on errors."""
    from brokersql.policy import shipped_policies
    from brokersql.results.policy_lint import check_all

    names = shipped_policies() if name is None else (name,)
    checked = check_all(names)
    output = output_of(context)
    output.lines_or_rows(checked, "policy.check")
    if checked.findings:
        output.notice(checked.sentence())
        raise typer.Exit(PolicyError.exit_code)


@app.command(epilog="Example: brokersql policy render panda_job --output job.sql")
def render(context: typer.Context, name: Name) -> None:
    """Print the SQL program that a policy is compiled to."""
    from brokersql.compiler import compile_policy
    from brokersql.policy import load_policy

    output = output_of(context)
    program = compile_policy(load_policy(name))
    output.text(program.render())


@app.command(
    epilog="Examples: brokersql policy docs panda_job; "
    "brokersql policy docs --out docs/rules"
)
def docs(
    context: typer.Context,
    name: NameOrAll = None,
    out: Annotated[
        Path | None,
        option("--out", "Write a page of every policy here.", metavar="DIR"),
    ] = None,
) -> None:
    """Print the rule catalogue of a policy as Markdown, or write all of them.

    It is made from the headers of the rule files, and from policy.toml.
    """
    from brokersql.core.files import FolderWriter
    from brokersql.policy import load_policy, shipped_policies
    from brokersql.results.rulebook import mapping, rulebook

    output = output_of(context)
    if out is None:
        if name is None:
            raise UsageError("whose rules?", hint="name a policy, or give --out DIR")
        output.lines(rulebook(load_policy(name)), whole=True)
        return
    names = shipped_policies() if name is None else (name,)
    pages = {load_policy(each).name: rulebook(load_policy(each)) for each in names}
    pages["README"] = mapping(names)
    with FolderWriter(out) as writer:
        with writer.writing():
            for page, lines in pages.items():
                text = "".join(f"{line}\n" for line in lines)
                (writer.path / f"{page}.md").write_text(text, encoding="utf-8")
        writer.put()
    output.notice(f"written: {out} ({len(pages)} pages)")


@app.command(
    epilog="Examples: brokersql policy lineage panda_job/low_memory; "
    "brokersql policy lineage panda_job --of queue.max_rss"
)
def lineage(
    context: typer.Context,
    name: NameOrFile,
    of: Annotated[
        str | None, option("--of", "Only what rests on TABLE.COLUMN, or a parameter.")
    ] = None,
    graph: Annotated[
        str | None, option("--graph", "A graph of files: mermaid or dot.")
    ] = None,
) -> None:
    """Show which columns each file reads, and which of the snapshot they rest on."""
    from brokersql.results.lineage import find_lineage

    output = output_of(context)
    found = find_lineage(name, of)
    if graph is not None:
        output.lines(found.graph(graph), whole=True)
    else:
        output.lines_or_rows(found, "policy.lineage", in_pipe="csv")


@app.command(epilog="Example: brokersql policy lint ./mine --over out")
def lint(
    context: typer.Context,
    name: Name,
    over: Annotated[
        list[str] | None,
        option(
            "--over", "Look at what its rules did there; repeatable.", metavar="RUN"
        ),
    ] = None,
    exit_code: ExitCode = False,
) -> None:
    """Show what could surprise in a sound policy; `check` shows what is wrong.

    Without --over it reads the files: ties, NULLs in lists, sums of fractions, and what
    nothing reads. With it also rules that never fired, or never alone.
    """
    from brokersql.results.policy_lint import lint_policy

    output = output_of(context)
    found = lint_policy(name, over or ())
    output.lines_or_rows(found, "policy.lint")
    output.notice(found.sentence())
    if exit_code and found.remarks:
        raise typer.Exit(EXIT_DIFFERENT)


@app.command(epilog="Example: brokersql policy test ./mine --mutants")
def test(
    context: typer.Context,
    name: Name,
    mutants: Annotated[
        bool, option("--mutants", "Leave out each own rule: a test has to fail.")
    ] = False,
) -> None:
    """Run a policy's own tests, the SQL files of its folder `tests`.

    Exit code 4 where an expectation does not hold, or no test misses a rule.
    """
    from brokersql.variations.policy_tests import run_tests

    output = output_of(context)
    progress = ProgressReporter("tests", "cycles", output)
    found = run_tests(name, with_mutants=mutants, on_progress=progress.update)
    output.lines_or_rows(found, "policy.test")
    output.notice(found.sentence())
    if found.failed or found.untested:
        raise typer.Exit(PolicyError.exit_code)


@app.command(epilog="Example: brokersql policy new mine --extends panda_analysis")
def new(
    context: typer.Context,
    folder: Annotated[Path, argument("FOLDER", "A new one, of that name.")],
    extends: Annotated[
        str, option("--extends", "A shipped name, or a folder.", completion.policies)
    ] = DEFAULT_POLICY,
) -> None:
    """Make a policy that extends another one, with a rule of its own and a test."""
    from brokersql.policy import begin_policy, shipped_policies

    output = output_of(context)
    written = begin_policy(folder, extends)
    output.lines(str(each) for each in written)
    place = f"./{folder}" if str(folder) in shipped_policies() else str(folder)
    place = shlex.quote(place)
    output.notice(
        f"next: brokersql policy test {place}; then brokersql run --policy {place}"
    )
