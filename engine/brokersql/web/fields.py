"""Which fields of a site the rules of a policy rest on."""

from __future__ import annotations

from brokersql.compiler import PairProgram, compile_policy
from brokersql.errors import BrokersqlError, EngineError, OutOfMemoryError
from brokersql.explain.knob import OWNERS
from brokersql.policy import load_policy
from brokersql.snapshot.contract import tables
from brokersql.web.book import Book


def site_fields(book: Book, policy: str) -> dict[str, str]:
    """Return by rule the fields that a site could set otherwise, the usual first.

    There are none for a policy that is not here as the run used it.
    """
    recorded = book.run.policy(policy)
    try:
        loaded = load_policy(recorded.reference)
        if loaded.content_hash != recorded.content_hash:
            return {}
        program = compile_policy(loaded)
        if not isinstance(program, PairProgram):
            return {}
    except (EngineError, OutOfMemoryError):
        raise
    except BrokersqlError:
        return {}
    stems = {each.bit: each.stem for each in program.criteria}
    own = {(stems[it.bit], it.table, it.column) for it in program.levers}
    named: dict[str, list[str]] = {}
    for table in OWNERS["site"]:
        for column in tables()[table].levers:
            for stem in sorted(stems.values()):
                if (stem, table, column) in own:
                    named.setdefault(stem, []).append(f"{table}.{column}")
    return {stem: ", ".join(dict.fromkeys(names)) for stem, names in named.items()}
