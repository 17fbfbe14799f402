-- title: the user priority that one request draws in a task queue, the job that it
-- draws among the oldest of it, and whether none is left then
-- grain: one row
-- source: T041, T043
-- nulls: no job where the oldest ones have to be looked up first
-- note: $1 is the task queue, $2 the draw key of the request and $3 where in the window
-- its job is
select drawn_first.job.user_priority, drawn_first.job.job_id, is_last
from
    (
        select
            arg_min(
                {
                    'user_priority':user_priority,
                    'job_id':oldest[
                        1 + drawn_place($3, least(getvariable('cfg_job_window'), n_jobs))
                    ]
                },
                (least_lot(drawn($2::uhugeint, draw_key), n_jobs, real_priority), user_priority)
            ) as job,
            sum(n_jobs) = 1 as is_last
        from open_class
        where tq_id = $1 and n_jobs > 0
    ) as drawn_first
