-- title: task queues by kind and part, numbered by their lowest job
-- grain: kind, part
with
    parts as (
        select
            job_kind.kind,
            coalesce(job_part.part, 0) as part,
            min(job_signature.job_id) as first_job_id,
            count(*) as n_jobs
        from job_signature
        inner join job_kind using (signature)
        left join job_part using (job_id)
        group by job_kind.kind, coalesce(job_part.part, 0)
    )

select kind, part, first_job_id, n_jobs, row_number() over (order by first_job_id) as tq_id
from parts
