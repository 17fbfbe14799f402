-- title: the requirement signature of each task; NULL where the check does not apply
-- grain: jedi_task_id
-- source: spec/production.md 4.7 NULL where neither trans_home is set nor hardware
-- asked for
-- differs: without trans_home hardware is checked on the page only (V23)
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
