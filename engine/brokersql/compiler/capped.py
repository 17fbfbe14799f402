"""What caps compare: what a weighed pair has, and the limit that it passed."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from brokersql.compiler.compare import limit_of
from brokersql.compiler.frames import frame
from brokersql.compiler.macros import Macros
from brokersql.compiler.parse import Parsed
from brokersql.compiler.relations import text_of
from brokersql.compiler.weigh import PAIR_KEY


def cap_numbers(caps: Iterable[Parsed], macros: Macros) -> str:
    """Return the query of the numbers that caps compare, at the pairs that they hit."""
    found = (_numbers(each, macros) for each in caps)
    return frame("cap_numbers", queries=[text for text in found if text])


def _numbers(parsed: Parsed, macros: Macros) -> str:
    """Return the query of one cap; empty where it compares no two numbers."""
    tree = parsed.tree
    where = tree.args.get("where")
    if not isinstance(tree, exp.Select) or not isinstance(where, exp.Where):
        return ""
    compared = limit_of(where.this, macros)
    if compared is None:
        return ""
    shown = {
        "asked": compared.requested,
        "operator": compared.operator,
        "offered": compared.offered,
    }
    pair = next(each for each in tree.expressions if each.alias_or_name == PAIR_KEY)
    told = [exp.alias_(node.copy(), name) for name, node in shown.items()]
    query = tree.copy()
    query.set("expressions", [pair.copy(), *told])
    return text_of(query)
