"""In the analysis brokerage a transformation home asks the recorded question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.conformance.recorded import recorded
from tests.conformance.software_words import CALL
from tests.facts.world import World, settings

POLICY = "panda_analysis"
LINES = recorded("transhome")
#: The words of a call that a transformation home decides, each with its column.
WORDS = ("cvmfs_tag", "sw_project", "sw_version", "need_cvmfs", "cmt_config_only")
STANDALONE: dict[str, Any] = {word: None for word in WORDS}
STANDALONE |= {"need_cvmfs": False, "cmt_config_only": True}


def expected_call(line: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the call that can accept a queue; a crash is read as standalone.

    The second call of a release asks only about queues that it can never accept.
    """
    if line["branch"] == "crash":
        return STANDALONE
    return line["calls"][0] if line["calls"] else None


def asked_calls() -> list[dict[str, Any] | None]:
    """Return the question of each line in the words of the recording."""
    world = World(
        settings("asrun", POLICY),
        POLICY,
        task=[
            {
                "jedi_task_id": number,
                "prod_source_label": "user",
                "trans_home": line["transHome"],
                "trans_uses": line["transUses"],
            }
            for number, line in enumerate(LINES)
        ],
        input_chunk=[
            {"jedi_task_id": number, "chunk_no": 0} for number in range(len(LINES))
        ],
    )
    questions = {row["jedi_task_id"]: row for row in world.rows("software_question")}
    found: list[dict[str, Any] | None] = []
    for number in range(len(LINES)):
        row = questions[number]
        call = {word: row[CALL[word]] for word in WORDS}
        found.append(None if row["is_unreadable"] else call)
    return found


def test_every_line_asks_the_recorded_question() -> None:
    expected = [expected_call(line) for line in LINES]
    assert expected
    assert asked_calls() == expected
