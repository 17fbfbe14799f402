-- title: which list of queues the locality of a chunk leaves
-- grain: jedi_task_id, chunk_no
-- note: all data on disk, else all data, else some of it; a pre-assigned queue takes
-- the list that it is in, all or some, and some is no union then
with
    lists as (
        select
            chunk_at_queue.jedi_task_id,
            chunk_at_queue.chunk_no,
            bool_or(chunk_at_queue.holds_all_on_disk) as is_all_on_disk,
            bool_or(chunk_at_queue.holds_all) as is_all,
            bool_or(chunk_at_queue.holds_some_on_disk) as is_some_on_disk,
            bool_or(chunk_at_queue.holds_some) as is_some,
            bool_or(
                chunk_at_queue.holds_all and chunk_at_queue.queue_name = analysis_task.site_name
            ) as is_all_at_site,
            bool_or(
                chunk_at_queue.holds_some and chunk_at_queue.queue_name = analysis_task.site_name
            ) as is_some_at_site,
            any_value(analysis_task.site_name) is not null as has_site
        from chunk_at_queue
        inner join analysis_task using (jedi_task_id)
        group by chunk_at_queue.jedi_task_id, chunk_at_queue.chunk_no
    )

select
    jedi_task_id,
    chunk_no,
    case
        when has_site and is_all_at_site
        then 'all'
        when has_site and is_some_at_site
        then 'some'
        when has_site
        then 'none'
        when is_all_on_disk
        then 'all_on_disk'
        when is_all
        then 'all'
        when is_some_on_disk
        then 'some_on_disk'
        when is_some
        then 'some'
        else 'none'
    end as locality,
    is_some and not (has_site or is_all_on_disk or is_all) as is_union
from lists
