-- title: queues and tasks between which one criterion alone stands, and no gate
-- nulls: a criterion after the filters has no bit; a weight was lost by it
-- grain: jedi_task_id, unified_name
select
    nearest_pair.jedi_task_id,
    nearest_pair.unified_name,
    nearest_pair.chunk_no,
    nearest_pair.queue_name,
    nearest_pair.round,
    nearest_pair.reject_mask,
    chunk_cores.n_cores,
    not exists (
        select result.jedi_task_id
        from result
        where result.jedi_task_id = nearest_pair.jedi_task_id and result.status = 'assigned'
    ) as is_waiting
from nearest_pair
inner join chunk_cores using (jedi_task_id)
cross join (select bit_or(1::bigint << bit) as bits from criterion where criterion = $1) as masks
where
    (nearest_pair.is_barred and (nearest_pair.reject_mask & ~ masks.bits) = 0)
    or (nearest_pair.outcome = 'weighed' and nearest_pair.loss = $1)
