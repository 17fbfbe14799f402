-- title: users of a queue in a share, and their running jobs
-- grain: prod_source_label, gshare, queue_name
-- differs: the running system counts the row of the total as a user
select
    user_queue_jobs.prod_source_label,
    user_queue_jobs.gshare,
    user_queue_jobs.queue_name,
    count(distinct user_queue_jobs.user_name) + if(any_value(cfg.count_total_row), 1, 0) as n_users,
    sum(user_queue_jobs.n_running)::bigint as n_running
from user_queue_jobs
cross join cfg
group by user_queue_jobs.prod_source_label, user_queue_jobs.gshare, user_queue_jobs.queue_name
