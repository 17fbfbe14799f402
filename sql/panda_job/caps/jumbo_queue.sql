-- criterion: +usejumbo
-- label: final check
-- title: a jumbo task at a jumbo queue
-- effect: use
-- class: policy
-- source: running system
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    'jumbo queue' as detail
from survivor
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join weighed_queue using (queue_name)
where weighed_chunk.has_jumbo and weighed_queue.uses_jumbo
