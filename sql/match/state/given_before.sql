-- title: jobs that were given and did not come back, as if they were given now
-- grain: job_id
select
    state.gone.seq,
    state.job.tq_id,
    state.job.user_priority,
    state.gone.job_id,
    state.gone.class_id,
    state.gone.arrival_time
from state.gone
inner join state.job on state.gone.job_id = state.job.job_id
