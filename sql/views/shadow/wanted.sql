-- The tasks to decide, by policy.
select policy, list(distinct jedi_task_id order by jedi_task_id)
from matched
where has_task and chunk_no is not null
group by policy
order by policy
