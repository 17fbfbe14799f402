-- title: the jobs that are left in each task queue, by user priority
-- grain: tq_id, user_priority
-- nulls: oldest, the oldest jobs left, is filled where a request alone asks for it
select
    tq_id,
    user_priority,
    real_priority,
    wide_key('user priority', user_priority) as draw_key,
    n_jobs,
    0::bigint as n_taken,
    null::bigint[] as oldest
from job_class
order by tq_id, user_priority
