-- criterion: -input_data
-- label: input data check
-- title: the input is not at the queue
-- effect: drop
-- class: capacity
-- source: C290
-- bounds: of several datasets all count, unless no queue holds them all
-- nulls: a chunk without input passes
-- differs: suppressed by priority, I/O or time on the page; in the running system these
-- only open the second round
-- note: round 1 only
select candidate.*, 'the input is not at hand' as detail
from candidate
inner join analysis_task using (jedi_task_id)
inner join analysis_chunk using (jedi_task_id, chunk_no)
left join local_queue using (jedi_task_id, chunk_no, queue_name)
where
    candidate.round = 1
    and analysis_chunk.n_datasets > 0
    and not analysis_task.waives_locality
    and not coalesce(local_queue.is_local, false)
