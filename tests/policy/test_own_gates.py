"""Gates of a policy of one's own: what they do decides what becomes of the work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.spec.whole import decide

#: What a gate does, and to which task.
GATES = {"throttle": 2, "fail": 3, "pending": 4}
GATE = """-- criterion: -own_{effect}
-- label: own {effect} check
-- title: an example
-- effect: {effect}
-- class: policy
-- source: an example
-- nulls: pass
select {unit}.*, 'by a gate' as detail
from {unit}
where {unit}.jedi_task_id = {task}
"""


@pytest.mark.parametrize(
    ("policy", "unit", "retry_s"),
    [
        ("panda_job", "chunk", 3600),
        ("panda_analysis", "analysis_chunk", 1200),
        ("panda_task", "brokered_task", 1800),
    ],
)
def test_what_becomes_of_work_that_a_gate_stops(
    policy: str, unit: str, retry_s: int, tmp_path: Path
) -> None:
    """What fails is not tried again, all else after the usual time."""
    names = [f'"own_{effect}"' for effect in GATES]
    (tmp_path / "policy.toml").write_text(
        f'title = "mine"\nextends = "{policy}"\ndrop = ["filters"]\n'
        f'filters = ["status"]\n[[add]]\ngates = [{", ".join(names)}]\n'
    )
    (tmp_path / "gates").mkdir()
    for effect, task in GATES.items():
        text = GATE.format(effect=effect, task=task, unit=unit)
        (tmp_path / "gates" / f"own_{effect}.sql").write_text(text)
    drawn = {"task": "jedi_task_id: 1 | 2 | 3 | 4"}
    cycle = decide(policy, "page", {}, drawn, asker=str(tmp_path))
    columns = ("status", "criterion", "reason", "retry_after_s")
    assert {
        row["jedi_task_id"]: tuple(row[name] for name in columns)
        for row in cycle.result.to_pylist()
    } == {
        1: ("assigned", None, None, None),
        2: ("throttled", "-own_throttle", "by a gate", retry_s),
        3: ("failed", "-own_fail", "by a gate", None),
        4: ("pending", "-own_pending", "by a gate", retry_s),
    }
