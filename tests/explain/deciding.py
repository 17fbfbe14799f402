"""Compares what is told of a pilot with what the result tables say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from brokersql.cycle import FinishedCycle
from brokersql.explain.pilot import PilotStory
from tests.cli.documents import check
from tests.match.reference import drawn, wide_key

Row = Mapping[str, Any]
#: Of what is told of a pilot, what the tables `match` and `result` say too.
MATCH = ("tq_id", "job_id", "user_priority", "n_eligible", "criterion")
RESULT = ("criterion", "reason", "n_candidates")


class Decided:
    """The result tables of a cycle, beside which stories are held."""

    def __init__(self, cycle: FinishedCycle) -> None:
        self._matches = {row["seq"]: row for row in cycle.table("match").to_pylist()}
        self._results = {row["seq"]: row for row in cycle.result.to_pylist()}
        self._masks: dict[int, list[int]] = {}
        for row in cycle.table("verdict").to_pylist():
            self._masks.setdefault(row["seq"], []).append(row["reject_mask"])
        self._seed = cycle.sql("select seed from cfg")["seed"][0].as_py()

    def check(self, story: PilotStory) -> None:
        """See that a story says what was decided, and holds to its schema."""
        told = story.document()
        check(told)
        match, result = self._matches[told["seq"]], self._results[told["seq"]]
        assert {key: told["got"][key] for key in MATCH} == {
            key: match[key] for key in MATCH
        }
        assert {key: told[key] for key in RESULT} == {
            key: result[key] for key in RESULT
        }
        assert told["n_eligible"] == match["n_eligible"]
        assert (result["reason"] is None) == (match["job_id"] is not None)
        sign, *words = str(story).splitlines()[1].split()
        assert sign == ("✗" if match["job_id"] is None else "✓"), str(story)
        assert (words[0] == "refused:") == (result["status"] == "failed")
        _check_checks(told, self._masks.get(told["seq"], []))
        _check_draw(told, self._seed)


def _check_checks(told: Row, masks: Sequence[int]) -> None:
    """See that the ladder and the near misses count what the verdict holds."""
    if not told["is_refused"]:
        n_left = told["checks"][-1]["n_after"]
        n_fit = sum(mask == 0 for mask in masks)
        assert n_left == (n_fit if told["job_id"] is None else told["n_candidates"])
        n_near = sum(row["n_queues"] for row in told["nearest"])
        n_lone = sum(mask.bit_count() == 1 for mask in masks)
        if told["job_id"] is None:
            assert n_near == n_lone
        elif not told["n_candidates"]:
            assert n_fit <= n_near <= n_fit + 1


def _check_draw(told: Row, seed: int) -> None:
    """See that the law of the draw gives what was drawn, from what is told."""
    draws = told["draws"]
    assert all(row["n_jobs"] > 0 for row in draws)
    if told["got"]["job_id"] is not None:
        key = wide_key(str(seed), told["seq"])
        lots = {
            row["tq_id"]: drawn(key, wide_key("task queue", row["tq_id"]))
            / max(row["priority"], 0.001)
            for row in draws
        }
        assert min(lots, key=lambda each: (lots[each], each)) == told["got"]["tq_id"]
        assert sum(row["chance"] for row in draws) == pytest.approx(1)
