-- criterion: -nones
-- label: EventService check
-- title: the queue takes event service jobs only
-- class: policy
-- exempts: preassigned_chunk
-- source: C111, O040
select candidate.*, 'jobseed es' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
where not chunk.is_es_pure and unified_queue.job_seed = 'es'
