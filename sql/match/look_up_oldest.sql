-- title: the oldest jobs left of each user priority that does not know them
-- source: T042
-- note: at least as many as the window holds; twice as many where nothing is taken, so
-- that they are not soon looked up again
update open_class
set oldest = looked_up.job_ids
from
    (
        select
            queued_job.tq_id,
            queued_job.user_priority,
            list(queued_job.job_id order by queued_job.place) as job_ids
        from open_class as unknown
        cross join cfg
        inner join
            queued_job
            on unknown.tq_id = queued_job.tq_id
            and unknown.user_priority = queued_job.user_priority
            and queued_job.place < unknown.n_taken + 2 * cfg.job_window
        anti join taken on queued_job.job_id = taken.job_id
        where unknown.oldest is null
        group by queued_job.tq_id, queued_job.user_priority
    ) as looked_up
where
    open_class.tq_id = looked_up.tq_id
    and open_class.user_priority = looked_up.user_priority
