-- title: the names that a chunk is pre-assigned to, by task.site or before a merge
-- grain: jedi_task_id, chunk_no
-- note: a pre-merge assignment lapses with time; chunks that ask for the same names
-- share a number; tasks that wait for a nucleus are not pre-assigned
with
    lists as (
        select
            input_chunk.jedi_task_id,
            input_chunk.chunk_no,
            coalesce(chunk_master.is_premerge, false) as is_premerge,
            case
                when chunk_master.is_premerge
                then [chunk_master.preassigned_name]
                else string_split(nullif(task.site, ''), ',')
            end as names
        from input_chunk
        inner join task using (jedi_task_id)
        left join chunk_master using (jedi_task_id, chunk_no)
        where
            not coalesce(chunk_master.is_lapsed, false) and task.status is distinct from 'assigning'
    )

select
    jedi_task_id,
    chunk_no,
    is_premerge,
    names,
    dense_rank() over (order by is_premerge, names) as preassignment_no
from lists
where names is not null
