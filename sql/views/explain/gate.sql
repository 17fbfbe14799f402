-- title: what lets chunks wait whatever the queue: the gate that each is decided by
-- grain: jedi_task_id, chunk_no; none where no gate holds it
select
    jedi_task_id, chunk_no, result.status, result.criterion, coalesce(result.reason, '') as reason
from result
inner join gate_hit using (jedi_task_id, chunk_no, criterion)
where $chosen and result.status <> 'assigned'
