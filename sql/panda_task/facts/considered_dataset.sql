-- title: input datasets that the choice of a nucleus looks at
-- grain: jedi_task_id, dataset_name
-- source: C022, C023, C024
-- nulls: a dataset without a name is nowhere
-- note: no pseudo input, no database release, no logs
select distinct brokered_task.jedi_task_id, coalesce(task_dataset.dataset_name, '') as dataset_name
from brokered_task
inner join task_dataset using (jedi_task_id)
where
    task_dataset.type = 'input'
    and not starts_with(coalesce(task_dataset.dataset_name, ''), 'ddo')
    and not is_pseudo_input(task_dataset.type, task_dataset.dataset_name, task_dataset.attributes)
    and dataset_type(task_dataset.dataset_name) is distinct from 'log'
    and not (brokered_task.is_on_master and task_dataset.master_id is not null)
