-- title: the jobs of a task queue by user priority, as they are left
-- grain: tq_id, user_priority
select
    open_class.tq_id,
    open_class.user_priority,
    open_class.real_priority,
    open_class.n_jobs
from open_class
where open_class.n_jobs > 0
