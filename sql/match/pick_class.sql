-- title: the user priority that one request draws in a task queue, how many of its jobs
-- title: are gone, the place of the job among those left, and whether none is left then
-- grain: one row
-- source: Task Queue Matching page, "gets the 'UserPriority' of the first job"
-- source: spec/dirac.md 4.2
-- note: $1 is the task queue, $2 the draw key of the request
-- note: and $3 where in the window its job is
select
    open_class.user_priority,
    open_class.n_taken,
    drawn_place($3, least(getvariable('cfg_job_window'), open_class.n_jobs)) as place,
    sum(open_class.n_jobs) over () = 1 as is_last
from open_class
where open_class.tq_id = $1 and open_class.n_jobs > 0
order by
    least_lot(
        drawn($2::uhugeint, open_class.draw_key),
        open_class.n_jobs,
        open_class.real_priority
    ),
    open_class.user_priority
limit 1
