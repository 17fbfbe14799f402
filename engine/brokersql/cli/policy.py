"""`brokersql policy`: what a policy holds, whether it is sound, what it becomes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.groups import group
from brokersql.cli.options import Profile, Settings, parse_settings
from brokersql.cli.output import Choices, Output
from brokersql.errors import PolicyError, UsageError

app = group(
    "Work on policies: folders of rule files.",
    "brokersql policy show panda_job/low_memory",
)

Name = Annotated[
    str,
    typer.Argument(
        metavar="POLICY",
        autocompletion=completion.policies,
        help="A shipped name, or a folder.",
    ),
]
NameOrFile = Annotated[
    str,
    typer.Argument(
        metavar="POLICY[/FILE]",
        autocompletion=completion.rules,
        help="A policy, or a file of it.",
    ),
]


@app.command("list", epilog="Example: brokersql policy list")
def list_policies(context: typer.Context) -> None:
    """List the policies that ship with brokersql."""
    from brokersql.policy import load_policy, shipped_policies
    from brokersql.report.listing import listing

    policies = [load_policy(name) for name in shipped_policies()]
    rows = [
        (
            *(each.name, each.title, len(each.rules), len(each.weights)),
            *(", ".join(each.profiles), each.page),
        )
        for each in policies
    ]
    columns = {
        "policy": str,
        "title": str,
        "rules": int,
        "weights": int,
        "profiles": str,
        "page": str,
    }
    output = Output(cast(Choices, context.obj))
    output.rows(listing(columns, rows), "policy.list")


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
    from brokersql.report.parameters import Wanted
    from brokersql.report.policies import find_shown

    output = Output(cast(Choices, context.obj))
    usual = output.choices.usual
    wanted = Wanted(
        profile,
        parse_settings(settings),
        usual.profile,
        usual.settings,
        {name: given.origin for name, given in usual.parameters.items()},
    )
    shown = find_shown(name, wanted)
    if output.nested("policy.show", "brokersql sql SNAPSHOT 'from criterion'"):
        output.document(shown.document())
    else:
        output.lines(shown.lines(output.look))


@app.command(epilog="Example: brokersql policy check ./mine")
def check(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[POLICY]",
            autocompletion=completion.policies,
            help="A shipped name, or a folder.",
        ),
    ] = None,
) -> None:
    """Check every file of a policy, or of all shipped ones; exit code 4 on errors."""
    from brokersql.policy import shipped_policies
    from brokersql.report.findings import check_all

    names = shipped_policies() if name is None else (name,)
    checked = check_all(names)
    output = Output(cast(Choices, context.obj))
    if output.format("table") == "table":
        output.lines(checked.lines(output.look))
    else:
        output.rows(checked.rows(), "policy.check")
    if checked.findings:
        output.news(checked.sentence())
        raise typer.Exit(PolicyError.exit_code)


@app.command(epilog="Example: brokersql policy render panda_job --output job.sql")
def render(context: typer.Context, name: Name) -> None:
    """Print the SQL program that a policy is compiled to."""
    from brokersql.compiler import compile_policy
    from brokersql.policy import load_policy

    output = Output(cast(Choices, context.obj))
    program = compile_policy(load_policy(name))
    output.text(program.render())


@app.command(
    epilog="Examples: brokersql policy docs panda_job; "
    "brokersql policy docs --out docs/rules"
)
def docs(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[POLICY]",
            autocompletion=completion.policies,
            help="A shipped name, or a folder.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write a page of every policy here."),
    ] = None,
) -> None:
    """Print the rule catalogue of a policy as Markdown, or write all of them.

    It is made from the headers of the rule files, and from policy.toml.
    """
    from brokersql.policy import load_policy, shipped_policies
    from brokersql.report.rulebook import mapping, rulebook

    output = Output(cast(Choices, context.obj))
    if out is None:
        if name is None:
            raise UsageError("whose rules?", hint="name a policy, or give --out DIR")
        output.lines(rulebook(load_policy(name)), whole=True)
        return
    names = shipped_policies() if name is None else (name,)
    pages = {load_policy(each).name: rulebook(load_policy(each)) for each in names}
    pages["README"] = mapping(names)
    try:
        out.mkdir(parents=True, exist_ok=True)
        for page, lines in pages.items():
            text = "".join(f"{line}\n" for line in lines)
            (out / f"{page}.md").write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from error
    output.news(f"written: {out} ({len(pages)} pages)")
