-- title: the blocked link of a pair whose nucleus is unwritable or full
-- grain: storage_site, nucleus
-- note: no rule rejects the pair for it
with
    pairs as (
        select
            verdict.unified_name,
            bool_or(ends_with(criterion.file, '/link_blocked.sql')) as is_recorded,
            bool_or(
                ends_with(criterion.file, '/nucleus_unwritable.sql')
                or ends_with(criterion.file, '/links_full.sql')
            ) as is_closed
        from verdict
        inner join criterion on has_bit(verdict.reject_mask, criterion.bit)
        where verdict.jedi_task_id = $2 and verdict.chunk_no = $3 and verdict.unified_name = $1
        group by verdict.unified_name
    )

select nucleus_link.storage_site, nucleus_link.nucleus
from pairs
inner join chunk on chunk.jedi_task_id = $2 and chunk.chunk_no = $3
inner join
    nucleus_link
    on chunk.nucleus = nucleus_link.nucleus
    and chunk.transfer_activity = nucleus_link.transfer_activity
    and pairs.unified_name = nucleus_link.queue_name
where pairs.is_closed and not pairs.is_recorded and nucleus_link.is_blocked
