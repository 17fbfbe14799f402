-- title: the part of its kind that a job is in, where one task queue cannot hold all
-- grain: job_id
-- bounds: as many jobs as the cap are one task queue, one more begins another
-- nulls: a cap of 0 is none
-- note: modern size cap: by job_id, so many to a task queue
with
    large as (
        select job_kind.kind, cfg.tq_max_jobs
        from job_signature
        inner join job_kind using (signature)
        cross join cfg
        where cfg.tq_max_jobs > 0
        group by job_kind.kind, cfg.tq_max_jobs
        having count(*) > cfg.tq_max_jobs
    ),
    ranked as (
        select
            job_signature.job_id,
            large.tq_max_jobs,
            row_number() over (partition by large.kind order by job_signature.job_id) as age_rank
        from job_signature
        inner join job_kind using (signature)
        inner join large using (kind)
    )

select job_id, trunc((age_rank - 1) / tq_max_jobs::double)::bigint as part
from ranked
