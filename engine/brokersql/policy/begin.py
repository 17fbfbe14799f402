"""A new policy folder: one that extends another, with a rule and its test."""

from __future__ import annotations

from pathlib import Path
from string import Template

from brokersql.errors import UsageError
from brokersql.policy.folder import load_policy
from brokersql.policy.layer import shipped_policies
from brokersql.resources import sql_root

#: What is written where, by the name of what it is made from.
_FILES = {
    "policy.template.toml": "policy.toml",
    "small_queue.sql": "filters/small_queue.sql",
    "test_small_queue.sql": "tests/small_queue.sql",
}


def begin_policy(folder: Path, parent: str) -> list[Path]:
    """Write a sound policy that extends another one; return its files.

    Raises:
        UsageError: the folder is not empty, or the parent chooses no queues for tasks.
    """
    policy = load_policy(parent)
    if not policy.is_paired or (policy.decides, policy.chooses) != ("task", "queue"):
        fitting = ", ".join(filter(_is_fitting, shipped_policies()))
        raise UsageError(
            f"{parent} chooses no queues: the new rule would not fit",
            hint=f"--extends one of: {fitting}",
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there already", hint="name a new folder")
    is_shipped = parent in shipped_policies()
    named = parent if is_shipped else str(Path(parent).resolve())
    filters = "\n".join(f'    "{file.stem}",' for file in policy.filters)
    parts = {"name": folder.resolve().name, "parent": named, "filters": filters}
    written: list[Path] = []
    for source, target in _FILES.items():
        text = (sql_root() / "new" / source).read_text(encoding="utf-8")
        path = folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(text).substitute(parts), encoding="utf-8")
        written.append(path)
    return written


def _is_fitting(name: str) -> bool:
    policy = load_policy(name)
    return (policy.decides, policy.chooses) == ("task", "queue")
