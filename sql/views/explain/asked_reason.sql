-- title: what fails at some queues for one task in the policy that was asked
-- grain: queue_name, bit
-- nulls: requested and offered are NULL where a criterion compares no two numbers
select
    pair_reason.queue_name,
    pair_reason.unified_name,
    pair_reason.bit,
    criterion.criterion,
    pair_reason.detail,
    pair_reason.asked as requested,
    pair_reason.operator,
    pair_reason.offered,
    pair_reason.unit,
    coalesce(
        abs(pair_reason.asked - pair_reason.offered)
        / coalesce(nullif(greatest(abs(pair_reason.asked), abs(pair_reason.offered)), 0), 1),
        'inf'::double
    ) as missing
from pair_reason
inner join criterion on pair_reason.bit = criterion.bit
where pair_reason.jedi_task_id = ? and list_contains(?::varchar[], pair_reason.queue_name)
order by pair_reason.queue_name, pair_reason.is_reported desc, criterion.step
