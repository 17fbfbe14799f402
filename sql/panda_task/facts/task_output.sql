-- title: output and log datasets that need a place at the nucleus
-- grain: jedi_task_id, dataset_id
-- note: distributed ones (ddd:place) do not
select
    brokered_task.jedi_task_id,
    task_dataset.dataset_id,
    coalesce(task_dataset.storage_token, '') as storage_token,
    regexp_replace(
        regexp_extract(coalesce(task_dataset.storage_token, ''), '([^/]*)$', 1), '^dst:', ''
    ) as wanted
from brokered_task
inner join task_dataset using (jedi_task_id)
where
    task_dataset.type in ('output', 'log') and not is_distributed_output(task_dataset.storage_token)
