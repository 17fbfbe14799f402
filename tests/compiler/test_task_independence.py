"""What the compiler sees of statements that put tasks together, and of others.

`x_unit` holds the decisions of one worker; `queue` and `fact` are the same everywhere.
"""

from __future__ import annotations

import pytest

from brokersql.compiler.task_independence import find_dependency

UNITS = ("x_unit", "create table x_unit as select chunk.jedi_task_id from chunk")
PAIRS = (
    "pairs",
    "create table pairs as select x_unit.unit_no, x_unit.jedi_task_id, "
    "queue.queue_name, x_unit.share from x_unit cross join queue",
)
ASKED = ("asked", "create table asked as select distinct pairs.share from pairs")
MARKED = ("marked", "create table marked as select pairs.unit_no from pairs")

INDEPENDENT = {
    "whole relations": "select queue.cloud, count(*) as n from queue group by all",
    "grouped by task": "select pairs.unit_no, count(*) as n from pairs "
    "group by pairs.unit_no",
    "ranked in a task": "select row_number() over (partition by pairs.unit_no "
    "order by pairs.queue_name) as no from pairs",
    "ranked under a name": "select row_number() over each as no from pairs "
    "window each as (partition by pairs.jedi_task_id)",
    "joined by task": "select marked.unit_no from pairs "
    "left join marked on pairs.unit_no = marked.unit_no",
    "what is asked": "select pairs.unit_no from pairs "
    "inner join asked on pairs.share = asked.share",
    "what is asked, joined with facts": "select asked.share from asked "
    "inner join fact on asked.share = fact.share",
    "own rows in a condition": "select pairs.unit_no from pairs where exists "
    "(select 1 as one from marked where marked.unit_no = pairs.unit_no)",
    "own rows in a list": "select pairs.queue_name from pairs where pairs.unit_no "
    "in (select marked.unit_no from marked)",
    "numbers in the order of tasks": "with files as (select fact.name, dense_rank() "
    "over (order by fact.jedi_task_id, fact.name) as file_no from fact) "
    "select files.file_no, count(*) as n from files "
    "inner join pairs on files.name = pairs.queue_name group by files.file_no",
    "both": "select pairs.unit_no from pairs "
    "union all select marked.unit_no from marked",
}
TOGETHER = {
    "counted over all": "select count(*) as n from pairs",
    "grouped by queue": "select pairs.queue_name, sum(pairs.unit_no) as n from pairs "
    "group by all",
    "ranked among all": "select row_number() over (order by pairs.share) as no "
    "from pairs",
    "running sum": "select pairs.unit_no, sum(1) over (partition by pairs.queue_name) "
    "as n from pairs",
    "the first": "select pairs.unit_no from pairs order by pairs.unit_no limit 1",
    "joined by queue": "select pairs.unit_no from pairs inner join pairs as other "
    "on pairs.queue_name = other.queue_name",
    "who asks nothing": "select queue.queue_name from queue "
    "left join pairs on queue.queue_name = pairs.queue_name",
    "what is asked by others": "select pairs.unit_no from pairs cross join asked",
    "what is asked by others, first": "select pairs.unit_no from asked "
    "inner join pairs on asked.share < pairs.share",
    "numbers within something else": "with files as (select fact.name, row_number() "
    "over (partition by fact.name order by fact.jedi_task_id) as file_no from fact) "
    "select files.file_no, count(*) as n from files "
    "inner join pairs on files.name = pairs.queue_name group by files.file_no",
    "counted questions": "select count(*) as n from asked",
    "grouped questions": "select asked.share, count(*) as n from asked group by all",
    "anybody": "select queue.queue_name from queue where queue.queue_name in "
    "(select pairs.queue_name from pairs)",
    "in a step before": "with sums as (select pairs.share, sum(1) as n from pairs "
    "group by pairs.share) select pairs.unit_no from pairs "
    "inner join sums on pairs.share = sums.share",
    "without repetition": "select pairs.queue_name from pairs union "
    "select queue.queue_name from queue",
    "numbers of something else": "with shares as (select pairs.unit_no, dense_rank() "
    "over (partition by pairs.unit_no order by pairs.share) as share_no from pairs) "
    "select shares.share_no, count(*) as n from shares group by shares.share_no",
}


def found(query: str) -> str | None:
    return find_dependency(
        [UNITS, PAIRS, ASKED, MARKED, ("it", f"create table it as {query}")]
    )


@pytest.mark.parametrize("shape", INDEPENDENT)
def test_tasks_stay_independent(shape: str) -> None:
    assert found(INDEPENDENT[shape]) is None


@pytest.mark.parametrize("shape", TOGETHER)
def test_dependent_tasks_are_located(shape: str) -> None:
    dependency = found(TOGETHER[shape])
    assert dependency is not None
    assert dependency.startswith("it: ")


def test_a_change_by_rows_of_others() -> None:
    by_queue = (
        "update pairs set share = 'x' from marked where pairs.share = marked.share"
    )
    by_task = (
        "update pairs set share = 'x' from marked where pairs.unit_no = marked.unit_no"
    )
    assert find_dependency([UNITS, PAIRS, MARKED, ("it", by_task)]) is None
    assert find_dependency([UNITS, PAIRS, MARKED, ("it", by_queue)]) is not None
