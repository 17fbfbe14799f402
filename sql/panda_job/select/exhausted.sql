-- title: tasks that got no queue, and have waited too long to be tried again
-- grain: jedi_task_id
-- source: C137
-- bounds: exactly seven days since the first failure are tried again
-- nulls: a task that never failed is tried again; a parent that is not known, or is the
-- task itself, is not running
-- differs: on the page a task is pending for as long as it takes
with
    unserved as (
        select jedi_task_id from selected group by jedi_task_id having not bool_or(is_served)
    )

select
    unserved.jedi_task_id,
    format(', for more than {} days: exhausted', cfg.pending_timeout_days) as note
from unserved
inner join task using (jedi_task_id)
left join
    task as parent
    on task.parent_tid = parent.jedi_task_id
    and parent.jedi_task_id <> task.jedi_task_id
cross join snapshot
cross join cfg
where
    date_diff('second', task.frozen_time, snapshot.snapshot_time) > cfg.pending_timeout_days * 86400
    and (parent.status is null or list_contains(cfg.ended_task_statuses, parent.status))
