-- criterion: -not_candidate
-- label: initial candidates
-- title: a satellite takes tasks of full chains only
-- class: policy
-- owner: task
-- source: C257
-- nulls: a task without fullChain has nuclei only
select candidate.*, 'a satellite, and the task is not of a full chain' as detail
from candidate
inner join brokered_task using (jedi_task_id, chunk_no)
inner join nucleus using (nucleus)
where nucleus.role <> 'nucleus' and brokered_task.full_chain is null
