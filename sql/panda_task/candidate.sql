-- title: every task that waits for a nucleus against every nucleus
-- in_results: nucleus as queue_name, nucleus as unified_name
-- note: satellites that accept full chains stand here too
select brokered_task.jedi_task_id, brokered_task.chunk_no, nucleus.nucleus
from brokered_task
cross join nucleus
where
    brokered_task.preset_nucleus is null
    and (nucleus.role = 'nucleus' or nucleus.bare_nucleus in ('only', 'allow'))
