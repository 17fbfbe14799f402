-- criterion: FR
-- title: too many jobs of a share wait at a queue that runs few of them
-- effect: kill
-- code: 10
-- source: C250
-- bounds: see queue_excess; the jobs of the lowest PandaID go first
-- nulls: a job without a share or a queue is never picked
-- differs: the running system takes one job less than the excess
with
    ranked as (
        select
            panda_id,
            creation_time,
            queue_name,
            gshare,
            row_number() over (partition by queue_name, gshare order by panda_id) as age_rank
        from job
        where job_status in ('defined', 'assigned', 'activated', 'starting')
    )

select ranked.panda_id, ranked.creation_time as clock_time
from ranked
inner join queue_excess using (queue_name, gshare)
where ranked.age_rank <= queue_excess.n_to_kill
