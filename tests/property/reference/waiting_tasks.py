"""Tasks that wait for a nucleus, and what they ask for (spec 2.1, 2.2)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tests.property.reference.chunk_features import SplitRule, is_pseudo
from tests.property.reference.world import Row, World

EVENT_WORK = 300


@dataclass(slots=True)
class Asking:
    """A task that waits for a nucleus, and what it asks for."""

    task: Row
    rule: SplitRule
    inputs: list[str]
    outputs: list[Row]
    work: float

    @property
    def priority(self) -> int:
        return self.task["current_priority"] or 0

    @property
    def full_chain(self) -> int | None:
        return self.rule.integer("FU")

    @property
    def wanted(self) -> list[str]:
        """Return the names of endpoints that its output asks for."""
        tails = (str(row["storage_token"] or "").split("/")[-1] for row in self.outputs)
        return [tail.removeprefix("dst:") for tail in tails]


def due_tasks(world: World) -> Iterator[Asking]:
    """Yield the tasks that wait for a nucleus, and were left alone for a while."""
    datasets: dict[int, list[Row]] = {}
    for row in world["task_dataset"]:
        datasets.setdefault(row["jedi_task_id"], []).append(row)
    limit = world.now - timedelta(minutes=30)
    for task in world["task"]:
        rows = datasets.get(task["jedi_task_id"], [])
        outputs = [row for row in rows if row["type"] in ("output", "log")]
        is_open = task["nucleus"] is None or any(
            row["destination"] is None for row in outputs
        )
        seen = task["modification_time"]
        if (
            task["status"] == "assigning"
            and task["vo"] is not None
            and task["vo"] == world.vo
            and task["cloud"] in ("WORLD", None)
            and is_open
            and (seen is None or seen < limit)
        ):
            yield Asking(
                task,
                SplitRule(task["split_rule"]),
                sorted(set(considered(task, rows))),
                [r for r in outputs if not is_distributed(r["storage_token"])],
                remaining_work(task, rows),
            )


def is_distributed(token: str | None) -> bool:
    """Tell whether the first ddd: of a list of tokens names a place."""
    for each in (token or "").split(","):
        if each.startswith("ddd:"):
            return each.removeprefix("ddd:").split("/")[0] != ""
    return False


def considered(task: Row, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the input datasets that are looked at: no release, no log."""
    parameters = json.loads(task["task_params"] or "{}")
    only_master = parameters.get("taskBrokerOnMaster") is True
    for row in rows:
        name = row["dataset_name"] or ""
        is_log = name.split(".")[4:5] == ["log"] and name[:4] != "user"
        if row["type"] != "input" or is_pseudo(row) or name.startswith("ddo"):
            continue
        if is_log and not name.startswith("group"):
            continue
        if not (only_master and row["master_id"] is not None):
            yield name


def remaining_work(task: Row, rows: Sequence[Row]) -> float:
    """Return the HS06 s that the events of the main input still need (2.2)."""
    per_event = EVENT_WORK if task["cpu_time"] is None else task["cpu_time"]
    if task["cpu_time"] is not None and (task["cpu_time_unit"] or "").startswith(
        "mHS06"
    ):
        per_event /= 1000
    events = sum(
        (row["n_events"] or 0) - (row["n_events_used"] or 0)
        for row in rows
        if row["type"] in ("input", "pseudo_input") and row["master_id"] is None
    )
    return events * per_event
