-- title: what fails at some queues for one task in the policy that was asked
-- grain: queue_name, bit
select pair_reason.queue_name, criterion.criterion, pair_reason.detail
from pair_reason
inner join criterion on pair_reason.bit = criterion.bit
where
    pair_reason.jedi_task_id = ? and list_contains(?::varchar[], pair_reason.queue_name)
order by pair_reason.queue_name, pair_reason.is_reported desc, criterion.step
