-- title: the job that each request gets
-- grain: seq
-- source: T044
with
    touched as (
        select tq_id, user_priority, max(place) as last_place
        from served_place
        group by tq_id, user_priority
    ),
    job_left as (
        select
            queued_job.tq_id,
            queued_job.user_priority,
            queued_job.job_id,
            queued_job.place,
            row_number() over (
                partition by queued_job.tq_id, queued_job.user_priority order by queued_job.place
            )
            - 1 as place_left
        from touched
        inner join open_class using (tq_id, user_priority)
        inner join
            queued_job
            on touched.tq_id = queued_job.tq_id
            and touched.user_priority = queued_job.user_priority
            and queued_job.place <= touched.last_place + open_class.n_taken
        anti join taken on queued_job.job_id = taken.job_id
    )

select
    served_place.seq,
    job_left.tq_id,
    job_left.user_priority,
    job_left.job_id,
    block.class_id,
    block.arrival_time
from served_place
inner join block using (seq)
inner join
    job_left
    on served_place.tq_id = job_left.tq_id
    and served_place.user_priority = job_left.user_priority
    and served_place.place = job_left.place_left
union all
select
    served.seq,
    queued_job.tq_id,
    queued_job.user_priority,
    queued_job.job_id,
    block.class_id,
    block.arrival_time
from served
inner join block using (seq)
inner join queued_job on served.tq_id = queued_job.tq_id and block.job_id = queued_job.job_id
