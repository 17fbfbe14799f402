-- title: jobs that came of kinds that have task queues, in the order in which they join
-- grain: job_id
select
    added.task_queue_number.kind,
    added.waiting_job.job_id,
    row_number() over (
        partition by added.task_queue_number.kind order by added.waiting_job.job_id
    ) as place
from added.waiting_job
inner join added.task_queue_number on added.waiting_job.tq_id = added.task_queue_number.tq_id
semi join alike on added.task_queue_number.kind = alike.kind
