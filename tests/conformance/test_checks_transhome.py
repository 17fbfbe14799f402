"""In the analysis brokerage a transformation home asks the recorded question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.conformance.recorded import recorded
from tests.conformance.software_words import CALL
from tests.facts.world import World, settings
from tests.typed_rows import cells

POLICY = "panda_analysis"
NAMES = "jedi_task_id prod_source_label trans_home trans_uses"
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
            cells(NAMES, number, "user", line["transHome"], line["transUses"])
            for number, line in enumerate(LINES)
        ],
        input_chunk=[
            {"jedi_task_id": number, "chunk_no": 0} for number in range(len(LINES))
        ],
    )
    return [
        None if row["is_unreadable"] else {word: row[CALL[word]] for word in WORDS}
        for row in world.rows("software_question")
    ]


def test_every_line_asks_the_recorded_question() -> None:
    expected = [expected_call(line) for line in LINES]
    assert expected
    assert asked_calls() == expected
