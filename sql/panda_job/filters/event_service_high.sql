-- criterion: -eshigh
-- label: EventService check
-- title: the queue takes urgent event service jobs only
-- class: policy
-- exempts: preassigned_chunk
-- source: C111, O040
select candidate.*, 'jobseed eshigh' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join chunk_scout using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
where chunk.is_es_pure and unified_queue.job_seed = 'eshigh' and not chunk_scout.is_scout_or_top
