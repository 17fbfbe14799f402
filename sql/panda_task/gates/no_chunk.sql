-- criterion: -no_chunk
-- label: input chunk check
-- title: the task has no input chunk, so nothing tells the size of its jobs
-- effect: pending
-- class: misconfigured
-- source: running system
select brokered_task.*, 'no row in input_chunk with chunk_no 0' as detail
from brokered_task
where not has_chunk and preset_nucleus is null
