-- title: pairs of some tasks and queues that a filter rejects; those of all rounds
-- grain: jedi_task_id, chunk_no, queue_name
select told.*
from $rule as told
where
    list_contains(?::bigint[], told.jedi_task_id)
    and list_contains(?::varchar[], told.queue_name)
