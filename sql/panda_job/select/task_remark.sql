-- title: what is malformed or unusable in the requirements of each task
-- grain: jedi_task_id, remark
-- note: shown with the task, decides nothing
select software_request.jedi_task_id, software_problem.problem as remark
from software_request
inner join software_problem using (software_no)
