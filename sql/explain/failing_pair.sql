-- title: every failing criterion of the pairs of one task, as in the round told last
-- grain: chunk_no, queue_name, bit
select verdict_reason.*
from verdict_reason
where verdict_reason.jedi_task_id = ?
qualify
    verdict_reason.round
    = max(verdict_reason.round) over (partition by verdict_reason.chunk_no)
