-- title: all that fails at the queues that chunks were tried at last
-- grain: jedi_task_id, chunk_no, queue_name
select
    verdict.jedi_task_id, verdict.chunk_no, verdict.unit_no, verdict.queue_name, verdict.reject_mask
from verdict
inner join reported_unit on verdict.unit_no = reported_unit.unit_no and reported_unit.is_last
