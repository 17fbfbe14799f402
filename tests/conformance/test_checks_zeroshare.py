"""Fairshare policies refuse exactly what PanDA was recorded to refuse."""

from __future__ import annotations

from tests.conformance.recorded import recorded
from tests.facts.world import ASRUN, World
from tests.typed_rows import cells

LINES = recorded("zeroshare")
#: What a line says of a task, and our names.
NAMES = {
    **{"processingType": "processing_type", "workingGroup": "working_group"},
    **{"gshare": "gshare", "currentPriority": "current_priority"},
}


def decisions() -> dict[str, tuple[bool, int | None]]:
    """Return per line whether it is refused, and the sub-policy that decided."""
    policies = {line["policy"] for line in LINES}
    queues = {policy: f"Q{number}" for number, policy in enumerate(policies)}
    world = World(
        ASRUN,
        queue=[
            {"queue_name": name, "fairshare_policy": policy}
            for policy, name in queues.items()
        ],
        task=[
            {
                "jedi_task_id": number,
                **{ours: line[name] for name, ours in NAMES.items()},
            }
            for number, line in enumerate(LINES)
        ],
        input_chunk=[
            cells(
                "jedi_task_id chunk_no is_merging", number, 0, line["ignore_priority"]
            )
            for number, line in enumerate(LINES)
        ],
    )
    shown = {
        row["jedi_task_id"]: row["zero_share_no"]
        for row in world.rows("zero_share_request")
    }
    decided = {
        (row["zero_share_no"], row["queue_name"]): (row["is_refused"], row["rule_no"])
        for row in world.rows("zero_share")
    }
    return {
        line["id"]: decided.get((shown[number], queues[line["policy"]]), (False, None))
        for number, line in enumerate(LINES)
    }


def test_every_line_is_decided_by_the_recorded_sub_policy() -> None:
    expected = {
        line["id"]: (line["expected"]["zero_share"], line["expected"]["subpolicy"])
        for line in LINES
    }
    assert expected
    assert decisions() == expected
