-- title: the waiting jobs of the task queues, with what their priority weighs
-- grain: job_id
-- source: T002, T022
-- bounds: user priority 10 is urgent, 0 is background; 1 to 9 weigh themselves
-- nulls: a job without a priority has the usual one
-- differs: the page says UserPriority
select
    job_signature.job_id,
    task_queue_number.tq_id,
    job_signature.user_priority,
    real_priority(
        job_signature.user_priority,
        cfg.use_real_priority,
        cfg.urgent_from,
        cfg.urgent_priority,
        cfg.background_priority
    ) as real_priority
from job_signature
inner join job_kind using (signature)
left join job_part using (job_id)
inner join
    task_queue_number
    on job_kind.kind = task_queue_number.kind
    and coalesce(job_part.part, 0) = task_queue_number.part
cross join cfg
