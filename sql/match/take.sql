-- title: jobs that were given leave their task queues
insert into taken
select
    seq,
    tq_id,
    user_priority,
    job_id,
    class_id,
    arrival_time
from given
;

update open_class
set
    n_jobs = open_class.n_jobs - gone.n_jobs,
    n_taken = open_class.n_taken + gone.n_jobs,
    oldest = oldest_without(
        open_class.oldest,
        gone.job_ids,
        least(getvariable('cfg_job_window'), open_class.n_jobs - gone.n_jobs)
    )
from
    (
        select
            given.tq_id,
            given.user_priority,
            count(*) as n_jobs,
            list(given.job_id) as job_ids
        from given
        group by given.tq_id, given.user_priority
    ) as gone
where open_class.tq_id = gone.tq_id and open_class.user_priority = gone.user_priority
;
