-- title: tasks that name one queue, and the checks that it need not pass
-- grain: jedi_task_id
-- differs: on the page such a queue passes the zero share check only; in the running
-- system also those of software, of closed jobs, of scouts, and the last ones
select analysis_task.jedi_task_id, cfg.preassign_single_exempts as exempt_from
from analysis_task
cross join cfg
where analysis_task.site_name is not null
