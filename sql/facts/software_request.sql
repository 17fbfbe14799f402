-- title: the requirement signature of each task; NULL where the check does not apply
-- grain: jedi_task_id
-- source: C199
-- differs: without trans_home hardware is checked on the page only
-- note: NULL where neither trans_home is set nor hardware asked for
select
    task.jedi_task_id,
    case
        when
            task.trans_home is not null
            or software_number.cpu_specs is not null
            or software_number.gpu_specs is not null
        then software_number.software_no
    end as software_no
from task
left join software_number using (jedi_task_id)
