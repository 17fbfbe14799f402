-- title: the user priority that one request draws in a task queue, and how many jobs
-- title: of it there are
-- grain: one row
-- source: Task Queue Matching page, "gets the 'UserPriority' of the first job"
-- source: spec/dirac.md 4.2
-- note: $1 is the task queue, $2 the draw key of the request
select
    open_class.user_priority,
    open_class.n_taken,
    least(cfg.job_window, open_class.n_jobs) as n_window,
    drawn_place(
        drawn($2::uhugeint, wide_key('job', 'window')),
        least(cfg.job_window, open_class.n_jobs)
    ) as place,
    sum(open_class.n_jobs) over () = 1 as is_last
from open_class
cross join cfg
where open_class.tq_id = $1 and open_class.n_jobs > 0
order by
    least_lot(
        drawn($2::uhugeint, open_class.draw_key),
        open_class.n_jobs,
        open_class.real_priority
    ),
    open_class.user_priority
limit 1
