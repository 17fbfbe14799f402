-- title: what is malformed or unusable in the requirements of one task
-- grain: remark
select remark from task_remark where jedi_task_id = ? order by remark
