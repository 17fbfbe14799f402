-- title: decisions that one criterion made before any queue, most work first
-- grain: jedi_task_id, chunk_no
select result.jedi_task_id, result.chunk_no, chunk_cores.n_cores, result.reason
from result
left join chunk_cores using (jedi_task_id)
where result.criterion = ?
order by chunk_cores.n_cores desc nulls last, result.jedi_task_id, result.chunk_no
