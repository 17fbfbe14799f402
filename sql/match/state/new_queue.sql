-- title: the numbers of task queues that jobs that came begin
-- grain: tq_id
-- note: deterministic: in the order of their lowest jobs
with
    highest as (select coalesce(max(state.task_queue.tq_id), 0) as tq_id from state.task_queue),
    begun as (
        select
            added.task_queue_number.kind,
            added.task_queue_number.part,
            added.task_queue_number.first_job_id,
            added.task_queue_number.n_jobs
        from added.task_queue_number
        anti join alike on added.task_queue_number.kind = alike.kind
        union all
        select kind, part, min(job_id), count(*)
        from seat
        where tq_id is null
        group by kind, part
    )

select
    begun.kind,
    begun.part,
    begun.first_job_id,
    begun.n_jobs,
    highest.tq_id + row_number() over (order by begun.first_job_id) as tq_id
from begun
cross join highest
