-- criterion: -no_chunk
-- label: input chunk check
-- title: the task has no input chunk, so nothing tells the size of its jobs
-- effect: pending
-- class: misconfigured
-- source: running system
select
    brokered_task.jedi_task_id,
    brokered_task.chunk_no,
    'no row in input_chunk with chunk_no 0' as detail
from brokered_task
where not brokered_task.has_chunk and brokered_task.preset_nucleus is null
