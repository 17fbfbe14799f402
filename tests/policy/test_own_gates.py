"""Rules of a policy of one's own: what its gates decide, and which filter fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.core.errors import CycleError
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


def test_the_filter_that_fails_on_a_value_is_named(tmp_path: Path) -> None:
    """One statement decides by all filters, of which `status` is sound."""
    rule = GATE.format(effect="number", unit="candidate", task=1)
    rule = rule.replace("-- effect: number\n", "")
    rule = rule.replace("candidate.jedi_task_id", "candidate.queue_name::bigint")
    (tmp_path / "policy.toml").write_text(
        'title = "mine"\nextends = "panda_job"\ndrop = ["filters"]\n'
        'filters = ["status", "own_number"]\n'
    )
    (tmp_path / "filters").mkdir()
    file = tmp_path / "filters" / "own_number.sql"
    file.write_text(rule)
    with pytest.raises(CycleError) as caught:
        decide("panda_job", "page", {}, {"queue": "queue_name: A"}, asker=str(tmp_path))
    assert caught.value.where == str(file)
    assert "Could not convert string" in caught.value.message
