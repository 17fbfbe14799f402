-- criterion: -full_chain
-- label: full chain check
-- title: the nucleus takes full chains only
-- effect: defer
-- class: policy
-- source: C259, C260
-- nulls: a task without fullChain fails
select candidate.*, 'bareNucleus=only, and the task is not of a full chain' as detail
from candidate
inner join brokered_task using (jedi_task_id, chunk_no)
inner join nucleus using (nucleus)
where nucleus.bare_nucleus = 'only' and brokered_task.full_chain is null
