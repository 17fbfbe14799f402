-- title: pairs that are weighed: all that no filter took
-- grain: jedi_task_id, chunk_no, queue_name
-- kind: view
select
    survivor.jedi_task_id, survivor.chunk_no, survivor.queue_name, survivor.unified_name
from survivor
