"""Joins of columns that hold names of different things, and columns misnamed for it.

The name of a column says whose names it holds; only a few tables of the snapshot call
a pseudo queue `queue_name`. A name of a pseudo queue such as ``A/SCORE`` is never that
of a queue in CRIC: where the two meet in a join, rules about the children of unified
queues find no rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from brokersql.compiler.lineage import column_owner, sources_by_alias
from brokersql.compiler.parse import Parsed
from brokersql.policy import Finding

#: Name of a column -> what it names, whatever the relation.
_NAMED = {
    "queue_name": "queues in CRIC",
    "pseudo_queue": "pseudo queues",
    "nucleus": "nuclei",
}
#: Columns of the snapshot that hold names of something else.
_RECORDED = {("queue_lock", "queue_name"): "pseudo queues"}
#: A queue that is not unified is a pseudo queue itself.
_ITSELF = ("queues in CRIC", "pseudo queues")
_HINT = "queue_name is a queue in CRIC, pseudo_queue one with a resource type"


def mixed_names(parsed: Parsed) -> Iterator[Finding]:
    """Yield each equation and each renaming of names of different things in a file."""
    for equal in parsed.tree.find_all(exp.EQ):
        sides = [equal.this, equal.expression]
        held = [_names_of(each) for each in sides]
        if None not in held and held[0] != held[1]:
            first, second = (each.sql() for each in sides)
            message = f"{first} holds names of {held[0]}, {second} of {held[1]}"
            yield parsed.finding(sides[0], message, _HINT)
    for select in parsed.tree.find_all(exp.Select):
        for item in select.expressions:
            held = _names_of(item.unalias())
            named = _NAMED.get(item.alias_or_name.lower())
            if held and named and (held, named) not in (_ITSELF, (named, named)):
                message = f"{item.alias_or_name} is for names of {named}, not {held}"
                yield parsed.finding(item, message, _HINT)


def _names_of(node: exp.Expr) -> str | None:
    """Return what a column holds names of; None of any other expression."""
    if not isinstance(node, exp.Column):
        return None
    name = node.name.lower()
    select = node.find_ancestor(exp.Select)
    while select is not None:
        owner = column_owner(node, sources_by_alias(select))
        if owner is not None:
            return _RECORDED.get((owner.name.lower(), name), _NAMED.get(name))
        select = select.find_ancestor(exp.Select)
    return _NAMED.get(name)
