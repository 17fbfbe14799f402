-- title: the queues that one chunk was tried at, with all that fails there
-- grain: queue_name
select
    verdict.queue_name,
    verdict.unified_name,
    verdict.reject_mask,
    bit_count(verdict.reject_mask)::integer as n_failing,
    criterion.criterion,
    coalesce(criterion.step, 0) as step,
    coalesce(ladder.is_frame, false) as is_outside
from verdict
inner join reported_unit on verdict.unit_no = reported_unit.unit_no and reported_unit.is_last
left join criterion on reported_bit(verdict.reject_mask) = criterion.bit
left join ladder on criterion.bit = ladder.bit
where verdict.jedi_task_id = ? and verdict.chunk_no = ? and verdict.unit_no between ? and ?
order by verdict.queue_name
