-- title: what is malformed or unusable in the requirements of one task
-- grain: remark
select task_remark.remark
from task_remark
where task_remark.jedi_task_id = ?
order by task_remark.remark
