-- title: task queues of the state that ask for the same as jobs that came, and how many
-- other jobs wait in each
-- grain: kind, tq_id
-- nulls: no requirement equals no requirement
-- bounds: one without jobs counts only where none of its kind has any, the first of them
-- note: incremental insertion gives the same task queues
with
    met as (
        select distinct added.task_queue_number.kind, state.task_queue.tq_id
        from added.task_queue_number
        inner join added.task_queue on added.task_queue_number.tq_id = added.task_queue.tq_id
        inner join
            state.task_queue
            on added.task_queue.cpu_time = state.task_queue.cpu_time
            and added.task_queue.owner = state.task_queue.owner
            and added.task_queue.owner_group = state.task_queue.owner_group
            and requirements(added.task_queue) = requirements(state.task_queue)
    ),
    others as (
        select state.job.tq_id, count(*) as n_jobs
        from state.job
        semi join met on state.job.tq_id = met.tq_id
        anti join state.gone on state.job.job_id = state.gone.job_id
        anti join added.waiting_job on state.job.job_id = added.waiting_job.job_id
        group by state.job.tq_id
    )

select met.kind, met.tq_id, coalesce(others.n_jobs, 0) as n_jobs
from met
left join others using (tq_id)
qualify n_jobs > 0 or row_number() over (partition by met.kind order by n_jobs desc, met.tq_id) = 1
