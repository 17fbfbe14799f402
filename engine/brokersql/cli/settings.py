"""`brokersql settings`: what holds for every command, and where it was said."""

from __future__ import annotations

import os
from typing import cast

import typer

from brokersql.cli.output import Choices, Output
from brokersql.cli.usual import FILE_VARIABLE, KINDS, PARAMETERS, misspelt, variable


def settings(context: typer.Context) -> None:
    """List what may be set for good, what is, and where it was said.

    An option of the command line stands above its variable, this above the file, this
    above the default. The file is brokersql.toml of this folder, or [tool.brokersql] of
    its pyproject.toml, else that of the user; BROKERSQL_CONFIG names another one. Its
    table [set] holds parameters of policies, such as NQUEUED_SAT_CAP = 80.
    """
    from brokersql.report.listing import listing
    from brokersql.report.recorded import setting
    from brokersql.report.words import printable

    choices = cast(Choices, context.obj)
    output, usual = Output(choices), choices.usual
    rows = [
        (name, given and setting(given.value), given and given.origin, variable(name))
        for name in KINDS
        for given in [usual.options.get(name)]
    ]
    rows += [
        (f"{PARAMETERS} {name}", setting(given.value), given.origin, variable("set"))
        for name, given in usual.parameters.items()
    ]
    columns = {"setting": str, "value": str, "origin": str, "variable": str}
    output.rows(listing(columns, rows), "settings", in_pipe="table")
    for remark in misspelt(os.environ):
        output.warn(printable(remark))
    for remark in _unknown(list(usual.parameters)):
        output.warn(printable(remark))
    read = usual.file or f"none; {FILE_VARIABLE} names one"
    output.news(f"file: {printable(read)}")


def _unknown(parameters: list[str]) -> list[str]:
    """Return a remark on each parameter that no shipped policy has."""
    from brokersql.errors import suggest
    from brokersql.policy import load_policy, named_parameter, shipped_policies

    policies = [load_policy(name) for name in shipped_policies() if parameters]
    known = {each.name for policy in policies for each in policy.parameters}
    return [
        f"no shipped policy has a parameter {name}; {suggest(name, known)}".rstrip("; ")
        for name in parameters
        if not any(named_parameter(policy, name) for policy in policies)
    ]
