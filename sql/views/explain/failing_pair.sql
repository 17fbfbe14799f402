-- title: every failing criterion of one chunk at some queues, in the last reported
-- round
-- grain: queue_name, bit
with pair_reason as ($reasons)

select
    pair_reason.queue_name,
    pair_reason.unified_name,
    pair_reason.bit,
    pair_reason.is_reported,
    pair_reason.asked,
    pair_reason.operator,
    pair_reason.offered,
    pair_reason.unit,
    pair_reason.detail
from pair_reason
inner join reported_unit on pair_reason.unit_no = reported_unit.unit_no and reported_unit.is_last
where
    pair_reason.jedi_task_id = ?
    and pair_reason.chunk_no = ?
    and pair_reason.unit_no between ? and ?
    and list_contains(?::varchar[], pair_reason.queue_name)
