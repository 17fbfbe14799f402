-- title: what lets one chunk wait whatever the queue: the gate that it is decided by
-- grain: one row; none where no gate holds it
select result.status, result.criterion, coalesce(result.reason, '') as reason
from result
inner join gate_hit using (jedi_task_id, chunk_no, criterion)
where result.jedi_task_id = ? and result.chunk_no = ? and result.status <> 'assigned'
