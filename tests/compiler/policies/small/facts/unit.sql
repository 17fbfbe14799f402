-- title: chunks with what the tests need of their task
-- grain: jedi_task_id, chunk_no
select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    coalesce(input_chunk.is_merging, false) as is_done,
    task.nucleus,
    task.gshare,
    task.core_count,
    task.ram_count,
    task.io_intensity,
    task.frozen_time,
    task.resource_type
from input_chunk
inner join task on input_chunk.jedi_task_id = task.jedi_task_id
