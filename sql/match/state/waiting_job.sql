-- title: the jobs that wait
-- grain: job_id
select state.job.job_id, state.job.tq_id, state.job.user_priority, state.job.real_priority
from state.job
anti join state.gone on state.job.job_id = state.gone.job_id
