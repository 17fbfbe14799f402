-- title: the jobs of a task queue by user priority, as they are left
-- grain: tq_id, user_priority
select tq_id, user_priority, real_priority, n_jobs from open_class where n_jobs > 0
