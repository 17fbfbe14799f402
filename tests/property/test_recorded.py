"""What facts, rules and results hold stays as it is until that is meant to change."""

from __future__ import annotations

import pytest

from brokersql.policy import shipped_policies
from tests.property.recording import contents, cycles


@pytest.mark.parametrize("policy", shipped_policies())
def test_relations_hold_what_is_recorded(policy: str) -> None:
    """A second witness beside the specs: it says that something changed, they say what.

    Where a change is meant, `python -m tests.property.recording` writes the records.
    """
    for file, cycle in cycles(policy):
        recorded = file.read_text(encoding="utf-8").splitlines()
        assert list(contents(cycle)) == recorded, file.name
