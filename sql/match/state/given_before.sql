-- title: jobs that were given, as if they were given now
-- grain: seq
-- nulls: a job that came back has no job_id: it runs no longer, but its token is used
select
    state.gone.seq,
    state.job.tq_id,
    state.job.user_priority,
    state.gone.job_id,
    state.gone.class_id,
    state.gone.arrival_time
from state.gone
inner join state.job on state.gone.job_id = state.job.job_id
union all
select seq, tq_id, null as user_priority, null as job_id, class_id, arrival_time
from state.came_back
