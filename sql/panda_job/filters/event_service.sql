-- criterion: -es
-- label: EventService check
-- title: event service jobs do not run at a standard queue
-- class: policy
-- exempts: preassigned_chunk
-- source: C111, O040
-- nulls: an unset job seed is std
select candidate.*, 'jobseed std' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
where chunk.is_es_pure and unified_queue.job_seed = 'std'
