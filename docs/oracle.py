"""The page of what an import sends to Oracle, made from the statements themselves."""

from __future__ import annotations

import re
from itertools import chain

from brokersql.snapshot.importers import database_kinds

_ABOUT = """\
# What an import sends to Oracle

All of it, for the administrator who is asked for the rights. `begin` runs first; then
all statements see one state of the database. One with the line `-- with: work` is sent
behind `with work as (…)`, of the section `shared/work`; comments are not sent. `:vo`,
`:now`, `:task` and `:name` are bound, `:schema` is that of the source.

Files of `sql/snapshot/import/panda-oracle` are sent as they are. The others are
translated from `sql/snapshot/import/panda-postgres`; to send another text, put a file
of this name into the folder that `--sql` names.
"""


def oracle_page() -> str:
    """Return the page, a section per statement."""
    kind = database_kinds()["panda-oracle"]
    texts = {name: kind.statement(name) for name in sorted(kind.statements())}
    named = re.findall(r"^-- with: (.+)$", "\n".join(texts.values()), re.MULTILINE)
    for each in sorted(set(chain(*(names.split(", ") for names in named)))):
        texts[f"shared/{each}"] = kind.statement(f"shared/{each}")
    sections = (
        f"## {name}\n\n```sql\n{text.rstrip()}\n```\n" for name, text in texts.items()
    )
    return "\n".join([_ABOUT, *sections])
