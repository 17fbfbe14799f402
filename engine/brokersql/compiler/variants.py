"""Statements that run once for many variants of a table, kept as texts.

See `batch_rewrite` for how a statement changes. To rewrite one needs a parser, which
takes longer to load than the statements to run: texts are kept in the user's cache.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import cast

from brokersql.compiler.cache import made_by
from brokersql.compiler.program import Statement
from brokersql.core.user_cache import new_entry, read_entry

#: The folder of the user's cache, and bytes of an entry at most.
_NAME, _MOST_BYTES = "variants", 4 * 1024 * 1024


def variant_texts(
    statements: Sequence[Statement], varied: Iterable[str]
) -> list[str] | None:
    """Return the texts of statements that read `varied` relations, once per variant.

    What they make replaces what there was; other relations are the same in all
    variants. None where a statement has a shape that cannot be rewritten.
    """
    own = {*varied, *(name for each in statements for name in each.writes)}
    read = {name for each in statements for name in each.reads}
    shared = sorted(read - own)
    texts = [each.again.sql for each in statements]
    key = sha256(repr((made_by(), texts, shared)).encode()).hexdigest()
    found = _kept(key)
    if found is None:
        found = {"key": key, "texts": _rewritten(texts, shared)}
        with suppress(OSError), new_entry(_NAME, key) as path:
            if path is not None:
                path.write_text(json.dumps(found), encoding="utf-8")
    return cast("list[str] | None", found["texts"])


def _kept(key: str) -> dict[str, object] | None:
    try:
        content = read_entry(_NAME, key, _MOST_BYTES)
        found = cast("dict[str, object]", json.loads(content or b"{}"))
        is_sound = found["key"] == key and "texts" in found
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return found if is_sound else None


def _rewritten(texts: Sequence[str], shared: Sequence[str]) -> list[str] | None:
    from brokersql.compiler.batch_rewrite import UnbatchableError, rewrite_with_shared

    try:
        known = frozenset(shared)
        return [rewrite_with_shared(text, known).sql for text in texts]
    except UnbatchableError:
        return None
