-- title: jobs that were given before, as if they were given now
-- grain: seq
-- note: $1 is the first request that counts
select
    matched.seq,
    queued_job.tq_id,
    queued_job.user_priority,
    queued_job.job_id,
    matched.class_id,
    matched.arrival_time
from matched
inner join queued_job using (job_id)
where matched.seq >= $1
