-- Each decision that differs, once for each of its causes.
select policy, jedi_task_id, chunk_no, cause
from difference
group by decision_no, policy, jedi_task_id, chunk_no, cause
order by decision_no, cause
