-- title: every round of a chunk of an analysis task against every queue
-- in_results: pseudo_queue as queue_name, queue_name as unified_name
select
    chunk_round.jedi_task_id,
    chunk_round.chunk_no,
    chunk_round.round,
    pseudo_queue.pseudo_queue,
    pseudo_queue.queue_name
from chunk_round
cross join pseudo_queue
