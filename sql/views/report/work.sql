-- title: the work of each policy in a snapshot
-- grain: policy
-- note: what loading refused is work all the same
with
    tasks as (
        select jedi_task_id, status, prod_source_label
        from task
        union all
        select try_cast(row_key as bigint), row ->> 'status', row ->> 'prod_source_label'
        from quarantine
        where table_name = 'task'
    ),
    chunk_tasks as (
        select jedi_task_id
        from input_chunk
        union all
        select try_cast(split_part(row_key, ', ', 1) as bigint)
        from quarantine
        where table_name = 'input_chunk' or (table_name = 'task' and row ->> 'status' = 'assigning')
    ),
    chunks as (
        select
            case
                when tasks.status = 'assigning'
                then 'panda_task'
                when tasks.prod_source_label in ('user', 'panda')
                then 'panda_analysis'
                else 'panda_job'
            end as policy,
            chunk_tasks.jedi_task_id
        from chunk_tasks
        inner join tasks using (jedi_task_id)
    )

select policy, count(distinct jedi_task_id) as n_units, 'task' as unit
from chunks
group by policy
union all
select 'panda_timeout' as policy, count(*) as n_units, 'job' as unit
from job
having count(*) > 0
union all
select 'dirac' as policy, count(*) as n_units, 'DIRAC job' as unit
from
    (
        select job_id::varchar as job
        from dirac_job
        union
        select row_key
        from quarantine
        where table_name = 'dirac_job'
    ) as jobs
having count(*) > 0
order by policy
