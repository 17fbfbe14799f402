-- title: every round of a chunk of an analysis task against every queue
select
    chunk_round.jedi_task_id,
    chunk_round.chunk_no,
    chunk_round.round,
    pseudo_queue.queue_name,
    pseudo_queue.unified_name
from chunk_round
cross join pseudo_queue
