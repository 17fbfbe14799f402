-- criterion: -only_local
-- label: only_local check
-- title: another queue has more jobs of the task
-- effect: drop
-- class: policy
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
with

    counted as (
        select
            passed.jedi_task_id,
            passed.chunk_no,
            passed.queue_name,
            coalesce(task_at_queue.n_jobs, 0) as n_jobs
        from passed
        left join
            task_at_queue
            on passed.jedi_task_id = task_at_queue.jedi_task_id
            and passed.queue_name = task_at_queue.queue_name
    )

select
    counted.*,
    format('{} jobs', counted.n_jobs) as detail
from counted
qualify
    counted.n_jobs
    < max(counted.n_jobs) over (partition by counted.jedi_task_id, counted.chunk_no)
