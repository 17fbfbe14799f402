-- title: the queues of chunks whose candidates are given: task.site and pre-merge
-- grain: jedi_task_id, chunk_no, queue_name
-- source: spec/production.md 4.2 JB-00
-- source: Brokerage page, ATLAS Production Job Brokerage, "A list of pre-assigned
-- source: queues"
-- differs: a unified queue named in task.site is replaced by its pseudo queues on the
-- differs: page; the
-- differs: running system keeps it in the list beside them
with

    asked as (
        select
            input_chunk.jedi_task_id,
            input_chunk.chunk_no,
            not coalesce(chunk_master.is_premerge, false) as is_site,
            case
                when chunk_master.is_premerge then [chunk_master.preassigned_name]
                else string_split(task.site, ',')
            end as names
        from input_chunk
        inner join task on input_chunk.jedi_task_id = task.jedi_task_id
        left join
            chunk_master
            on input_chunk.jedi_task_id = chunk_master.jedi_task_id
            and input_chunk.chunk_no = chunk_master.chunk_no
        where not coalesce(chunk_master.is_lapsed, false)
    ),

    named as (
        select asked.jedi_task_id, asked.chunk_no, asked.is_site, trim(unnest(asked.names)) as name
        from asked
    )

select named.jedi_task_id, named.chunk_no, pseudo_queue.queue_name
from named
inner join pseudo_queue on named.name = pseudo_queue.unified_name
cross join cfg
where
    named.is_site
    and (
        not pseudo_queue.is_unified_parent
        or cfg.preassigned_parent_stays
    )
union
select named.jedi_task_id, named.chunk_no, pseudo_queue.queue_name
from named
inner join pseudo_queue on named.name = pseudo_queue.queue_name
where
    not named.is_site
    or pseudo_queue.is_unified_child
union
select named.jedi_task_id, named.chunk_no, pseudo_queue.queue_name
from named
inner join output_sharing on named.name = output_sharing.queue_name
inner join pseudo_queue on output_sharing.shared_name = pseudo_queue.unified_name
where not named.is_site
