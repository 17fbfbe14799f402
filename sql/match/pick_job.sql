-- title: the user priority that one request draws in a task queue, the job that it
-- draws among the oldest of it, and whether none is left then
-- grain: one row; none where the task queue is empty
-- source: T041, T043
-- nulls: no job where the oldest ones have to be looked up first
-- note: $1 is the task queue, $2 the draw key of the request and $3 where in the window
-- its job is
select
    user_priority,
    oldest[1 + drawn_place($3, least(getvariable('cfg_job_window'), n_jobs))] as job_id,
    sum(n_jobs) over () = 1 as is_last
from open_class
where tq_id = $1 and n_jobs > 0
order by least_lot(drawn($2::uhugeint, draw_key), n_jobs, real_priority), user_priority
limit 1
