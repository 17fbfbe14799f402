"""Facts for queries by hand: with what they read, and without a cycle."""

from __future__ import annotations

from collections.abc import Iterable

from brokersql.compiler.bind import Scratch
from brokersql.compiler.catalog import read_catalog
from brokersql.compiler.compile import late_names
from brokersql.compiler.parse import parse_file
from brokersql.compiler.program import Fact
from brokersql.compiler.statements import named_sql
from brokersql.database import quote
from brokersql.policy import Policy, SourceFile
from brokersql.policy.header import Header


def read_facts(policy: Policy, names: Iterable[str]) -> tuple[Fact, ...]:
    """Return facts and all that they read, in the order in which to make them."""
    scratch = Scratch(policy)
    scratch.macros(policy.macros)
    asked = [
        SourceFile("select", name, name, f"from {quote(name)}", Header())
        for name in names
    ]
    catalog = read_catalog(
        policy, [parse_file(file) for file in asked], scratch, late_names(policy)
    )
    return tuple(
        Fact(parsed.file.stem, named_sql(parsed.file).sql, parsed.file.grain)
        for parsed in catalog.facts
        if parsed.file.stem in catalog.relations
        and catalog.relations[parsed.file.stem].columns
    )
