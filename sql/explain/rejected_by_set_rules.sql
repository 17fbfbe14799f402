-- title: pairs of some tasks and queues that a rule about sets of pairs rejects
-- grain: jedi_task_id, chunk_no, queue_name, round
select verdict.jedi_task_id, verdict.chunk_no, verdict.queue_name, verdict.round
from $rule as rejection
inner join verdict on rejection.pair_no = verdict.pair_no
where
    list_contains(?::bigint[], verdict.jedi_task_id)
    and list_contains(?::varchar[], verdict.queue_name)
