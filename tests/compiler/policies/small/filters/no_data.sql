-- criterion: -no_data
-- label: no_data check
-- title: no jobs of the task there while it is frozen
-- effect: drop
-- class: capacity
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
select
    candidate.*,
    'no jobs' as detail
from candidate
inner join
    unit
    on candidate.jedi_task_id = unit.jedi_task_id
    and candidate.chunk_no = unit.chunk_no
left join
    task_at_queue
    on candidate.jedi_task_id = task_at_queue.jedi_task_id
    and candidate.queue_name = task_at_queue.queue_name
cross join snapshot
where
    coalesce(task_at_queue.n_jobs, 0) = 0 and unit.frozen_time < snapshot.snapshot_time
