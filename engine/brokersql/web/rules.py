"""The page of one rule: its file, the parameters it reads, and what it touched."""

from __future__ import annotations

from typing import Any

from brokersql.errors import PolicyError, UsageError
from brokersql.policy import load_policy
from brokersql.report.parameters import Wanted
from brokersql.report.policies import shown_file
from brokersql.web.answers import NotThere, no_page
from brokersql.web.book import Book


def rule_document(book: Book, policy: str, rule: str) -> dict[str, Any]:
    """Return a file of a policy as the run was set, with its counts where it has any.

    Raises:
        NotThere: the run has no such policy, or the policy no such file.
    """
    names = [each["policy"] for each in book.policies]
    if policy not in names:
        raise no_page("policy", policy, names)
    recorded = book.run.policy(policy)
    try:
        loaded = load_policy(recorded.reference)
        wanted = Wanted(recorded.profile, recorded.settings)
        shown = shown_file(loaded, rule, wanted)
    except (PolicyError, UsageError) as error:
        raise NotThere(error.message, hint=error.hint, items=error.items) from error
    counts = book.rows("rule_counts", (policy, shown.file.shown))
    remark = (
        f"policy {policy} has changed since the run: this is its word"
        if loaded.content_hash != recorded.content_hash
        else None
    )
    return {**shown.document(), "counts": counts, "remark": remark}
