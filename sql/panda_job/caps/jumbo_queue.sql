-- criterion: +usejumbo
-- label: final check
-- title: a jumbo task at a jumbo queue
-- effect: use
-- class: policy
-- source: running system
-- note: an empty queue is started as others are
select survivor.*, 'jumbo queue' as detail
from survivor
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join weighed_queue using (pseudo_queue)
anti join empty_pair using (jedi_task_id, chunk_no, pseudo_queue)
where weighed_chunk.has_jumbo and weighed_queue.uses_jumbo
