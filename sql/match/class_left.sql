-- title: the jobs that are left in a task queue by user priority, where some that were
-- given are still counted in it
-- grain: tq_id, user_priority
-- note: $1 is the task queue, $4 the user priorities and $5 the jobs that were given
select
    tq_id,
    user_priority,
    real_priority,
    draw_key,
    n_jobs - len(list_filter($4, lambda given:given = user_priority)) as n_jobs,
    oldest_without(oldest, $5, 0) as oldest
from open_class
where tq_id = $1
