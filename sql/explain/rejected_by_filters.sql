-- title: pairs of some tasks and queues that a filter rejects; those of all rounds
-- grain: jedi_task_id, chunk_no, queue_name
select rejection.*
from $rule as rejection
where
    list_contains(?::bigint[], rejection.jedi_task_id)
    and list_contains(?::varchar[], rejection.queue_name)
