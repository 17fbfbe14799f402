-- title: requests that are looked at together, in the order in which they are served
-- grain: seq
-- note: $1 is the first of them, $2 the last; a request for one job stands alone
with
    lone as (
        select min(asking.seq) as seq
        from asking
        where asking.seq between $1 and $2 and job_id is not null
    )

select
    asking.seq,
    asking.class_id,
    request_key(cfg.seed, asking.seq) as draw_key,
    asking.job_id,
    job_left.tq_id as asked_tq_id,
    asking.arrival_time
from asking
cross join lone
cross join cfg
left join
    (
        select queued_job.job_id, queued_job.tq_id
        from queued_job
        anti join taken using (job_id)
        where
            queued_job.job_id
            in (select asking.job_id from asking where asking.seq between $1 and $2)
    ) as job_left using (job_id)
where asking.seq between $1 and $2 and (lone.seq is null or asking.seq < greatest(lone.seq, $1 + 1))
order by asking.seq
