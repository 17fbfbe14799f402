-- title: jobs that were given leave their task queues
insert into taken
select
    given.seq,
    given.tq_id,
    given.user_priority,
    given.job_id,
    given.class_id,
    given.arrival_time
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
