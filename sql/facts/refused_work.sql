-- title: chunks that loading refused, alone or with their task, and what kind they are
-- grain: jedi_task_id, chunk_no
-- nulls: a chunk of a task that nobody knows is no work
with
    known_task as (
        select jedi_task_id, status, prod_source_label
        from task
        union all
        select jedi_task_id, status, prod_source_label
        from refused_task
    ),
    refused as (
        select refused_task.jedi_task_id, input_chunk.chunk_no, refused_task.reason
        from refused_task
        inner join input_chunk using (jedi_task_id)
        union all
        select jedi_task_id, 0, reason
        from refused_task
        where status = 'assigning'
        union all
        select refused_row.jedi_task_id, refused_row.chunk_no, refused_row.reason
        from refused_row
        left join input_chunk using (jedi_task_id, chunk_no)
        where refused_row.table_name = 'input_chunk' and input_chunk.jedi_task_id is null
    )

select
    refused.jedi_task_id,
    refused.chunk_no,
    case
        when any_value(known_task.status) = 'assigning'
        then 'task'
        when any_value(known_task.prod_source_label) in ('user', 'panda')
        then 'analysis'
        else 'job'
    end as work,
    string_agg(distinct refused.reason, '; ' order by refused.reason) as reason
from refused
inner join known_task using (jedi_task_id)
where refused.chunk_no is not null
group by refused.jedi_task_id, refused.chunk_no
