"""Draws from the same state again and again: each request has a copy of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.sql_files import sql_text
from brokersql.cycle.matching import BlockMatcher

#: Copies of task queues and of jobs are so far apart.
_QUEUES, _JOBS = 1_000_000, 1_000_000_000
_COPIES = f"""
create schema sample;
create table sample.copy as
select row_number() over (order by asking.seq, n) as no, asking.seq, asking.class_id
from asking
inner join n_copies on asking.seq = n_copies.seq
cross join unnest(range(n_copies.n_copies)) as copies(n);
create table sample.fitting as
select no as class_id, tq_id + {_QUEUES} * no as tq_id, no, tq_id as of_queue
from fitting inner join sample.copy on fitting.class_id = sample.copy.class_id;
create table sample.task_queue as
select task_queue.* replace (fitting.tq_id as tq_id)
from task_queue inner join sample.fitting on task_queue.tq_id = of_queue;
create table sample.task_queue_priority as
select fitting.tq_id, draw_priority
from task_queue_priority as each inner join sample.fitting on each.tq_id = of_queue;
create table sample.waiting_job as
select job_id + {_JOBS} * no as job_id, fitting.tq_id, user_priority
from waiting_job inner join sample.fitting on waiting_job.tq_id = of_queue;
create table sample.job_class as
select fitting.tq_id, user_priority, real_priority, n_jobs
from job_class inner join sample.fitting on job_class.tq_id = of_queue;
create table sample.asking as
select no as seq, null::varchar as pilot_id, no as class_id, null::bigint as job_id,
    null::varchar as criterion, null::timestamp as arrival_time
from sample.copy;
"""

Draws = dict[int, Counter[int]]


def sample(database: Database, n_copies: Mapping[int, int]) -> tuple[Draws, Draws]:
    """Return how often each pilot draws each task queue, and each job.

    A request has copies of what it may draw from, and of nothing else.

    Args:
        database: where the policy has decided, its schema first in the search path.
        n_copies: how often each pilot asks, by its number.
    """
    columns = {"seq": list(n_copies), "n_copies": list(n_copies.values())}
    database.register("n_copies", pa.table(columns))
    database.run(_COPIES)
    database.unregister("n_copies")
    schemas = ("sample", "dirac", "main")
    database.use_schemas(schemas)
    database.run(sql_text("match", "match_table"))
    choice = BlockMatcher(database, ("sample_choice", *schemas))
    choice.serve()
    rows = database.rows(
        "select copy.seq, tq_id, job_id from match inner join copy on match.seq = no "
        "where job_id is not null"
    )
    choice.end()
    database.use_schemas(("dirac", "main"))
    database.run("drop schema sample cascade")
    queues: Draws = {}
    jobs: Draws = {}
    for seq, tq_id, job_id in rows:
        pilot = int(str(seq))
        queues.setdefault(pilot, Counter())[int(str(tq_id)) % _QUEUES] += 1
        jobs.setdefault(pilot, Counter())[int(str(job_id)) % _JOBS] += 1
    return queues, jobs
