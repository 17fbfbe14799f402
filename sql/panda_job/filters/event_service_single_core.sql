-- criterion: -es_ucore
-- label: EventService check
-- title: event service avoids single-core children of unified queues
-- class: policy
-- exempts: preassigned_chunk
-- source: C111, O040
select candidate.*, 'one core of a unified queue' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join pseudo_queue using (pseudo_queue)
where chunk.is_es_pure and pseudo_queue.is_unified_child and pseudo_queue.core_count = 1
