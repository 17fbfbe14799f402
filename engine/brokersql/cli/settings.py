"""`brokersql settings`: configured values and their origins."""

from __future__ import annotations

import os

import typer

from brokersql.cli.config import (
    FILE_VARIABLE,
    PARAMETERS,
    SETTING_TYPES,
    misspelt_variables,
    variable,
)
from brokersql.cli.output import output_of


def settings(context: typer.Context) -> None:
    """List what can be configured, what is, and where.

    An option of the command line wins over its variable, this over the file, this
    over the default. The file is brokersql.toml of this folder, or [tool.brokersql] of
    its pyproject.toml, else that of the user; BROKERSQL_CONFIG names another one. Its
    table [set] holds parameters of policies, such as NQUEUED_SAT_CAP = 80.
    """
    from brokersql.render.formats import listing
    from brokersql.render.text import printable
    from brokersql.results.run_record import setting

    output = output_of(context)
    config = output.choices.config
    rows = [
        (name, given and setting(given.value), given and given.origin, variable(name))
        for name in SETTING_TYPES
        for given in [config.options.get(name)]
    ]
    rows += [
        (f"{PARAMETERS} {name}", setting(given.value), given.origin, variable("set"))
        for name, given in config.parameters.items()
    ]
    columns = {"setting": str, "value": str, "origin": str, "variable": str}
    output.rows(listing(columns, rows), "settings", in_pipe="table")
    unknown = _unknown_parameters(list(config.parameters))
    for remark in (*misspelt_variables(os.environ), *unknown):
        output.warn(printable(remark))
    read = config.file or f"none; {FILE_VARIABLE} names one"
    output.notice(f"file: {printable(read)}")


def _unknown_parameters(parameters: list[str]) -> list[str]:
    """Return a remark on each parameter that no shipped policy has."""
    from brokersql.core.errors import suggest
    from brokersql.policy import load_policy, named_parameter, shipped_policies

    policies = [load_policy(name) for name in shipped_policies() if parameters]
    known = {each.name for policy in policies for each in policy.parameters}
    return [
        f"no shipped policy has a parameter {name}; {suggest(name, known)}".rstrip("; ")
        for name in parameters
        if not any(named_parameter(policy, name) for policy in policies)
    ]
