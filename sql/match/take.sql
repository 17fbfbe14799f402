-- title: jobs that were given leave their task queues
insert into taken
select given.seq, given.tq_id, given.user_priority, given.job_id
from given
;

update open_class
set
    n_jobs = open_class.n_jobs - gone.n_jobs,
    n_taken = open_class.n_taken + gone.n_jobs
from
    (
        select given.tq_id, given.user_priority, count(*) as n_jobs
        from given
        group by given.tq_id, given.user_priority
    ) as gone
where open_class.tq_id = gone.tq_id and open_class.user_priority = gone.user_priority
;

insert into drained
select open_class.tq_id
from open_class
where open_class.tq_id in (select given.tq_id from given)
group by open_class.tq_id
having sum(open_class.n_jobs) = 0
;
