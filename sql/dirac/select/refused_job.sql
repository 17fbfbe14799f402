-- title: jobs that stand in no task queue, with the reason
-- grain: job_id
-- nulls: rows without a readable job_id are reported by loading alone
-- note: bad data refuse the job, not the whole load; what loading refused stands here
-- with the violation
select job_id, fault as reason
from job_intake
where fault is not null
union all
select
    try_cast(quarantine.row_key as bigint) as job_id,
    string_agg(distinct quarantine.reason, '; ' order by quarantine.reason) as reason
from quarantine
left join dirac_job on quarantine.row_key = dirac_job.job_id::varchar
where
    quarantine.table_name = 'dirac_job'
    and try_cast(quarantine.row_key as bigint) is not null
    and dirac_job.job_id is null
group by quarantine.row_key
