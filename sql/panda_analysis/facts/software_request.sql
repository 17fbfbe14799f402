-- title: the requirement signature of each task; NULL where the check does not apply
-- grain: jedi_task_id
-- source: C299
-- differs: a pre-assigned task is not checked in the running system
select
    task.jedi_task_id,
    case
        when
            analysis_task.site_name is null
            or not list_contains(cfg.preassign_single_exempts, '-cache')
        then software_number.software_no
    end as software_no
from task
left join analysis_task using (jedi_task_id)
left join software_number using (jedi_task_id)
cross join cfg
