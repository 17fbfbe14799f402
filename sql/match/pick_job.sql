-- title: the job that one request draws among the oldest of a user priority
-- grain: one row
-- source: Task Queue Matching page, "Get the first ten and order them in random order"
-- source: spec/dirac.md 4.2
-- note: $1 is the task queue, $2 the user priority, $3 how many of its jobs are gone
-- note: since they were put in order, $4 the place among those left, from 0
select job_left.job_id
from
    (
        select queued_job.job_id, queued_job.place
        from queued_job
        where
            queued_job.tq_id = $1
            and queued_job.user_priority = $2
            and queued_job.place <= $3 + $4
    ) as job_left
anti join
    (select taken.job_id from taken where taken.tq_id = $1) as gone
    on job_left.job_id = gone.job_id
order by job_left.place
limit 1
offset $4
