-- title: the work of each policy in a snapshot
-- grain: policy
-- source: design/interfaces.md, "Work of a policy"
with
    chunks as (
        select
            case
                when task.status = 'assigning'
                then 'panda_task'
                when task.prod_source_label in ('user', 'panda')
                then 'panda_analysis'
                else 'panda_job'
            end as policy,
            input_chunk.jedi_task_id
        from input_chunk
        inner join task on input_chunk.jedi_task_id = task.jedi_task_id
    )

select chunks.policy, count(distinct chunks.jedi_task_id) as n_units, 'task' as unit
from chunks
group by chunks.policy
union all
select 'panda_timeout' as policy, count(*) as n_units, 'job' as unit
from job
having count(*) > 0
union all
select 'dirac' as policy, count(*) as n_units, 'DIRAC job' as unit
from dirac_job
having count(*) > 0
order by policy
