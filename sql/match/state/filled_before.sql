-- title: task queues of jobs that requests from $1 on got
-- grain: tq_id
select distinct state.job.tq_id
from state.gone
inner join state.job on state.gone.job_id = state.job.job_id
where state.gone.seq >= $1
