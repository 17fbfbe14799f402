-- title: input datasets that a chunk reads, and which of them is its master
-- grain: jedi_task_id, chunk_no, dataset_id
-- nulls: a dataset without a type is input, one without a name is nowhere
-- note: a dataset belongs to a chunk when it has files there
with members as (select distinct jedi_task_id, chunk_no, dataset_id from task_file)

select
    members.jedi_task_id,
    members.chunk_no,
    members.dataset_id,
    coalesce(task_dataset.dataset_name, '') as dataset_name,
    task_dataset.master_id is null as is_master,
    is_pseudo_input(
        task_dataset.type, task_dataset.dataset_name, task_dataset.attributes
    ) as is_pseudo,
    coalesce(regexp_matches(task_dataset.attributes, '(?:^|,)manytime'), false) as is_many_time,
    task_dataset.queue_name as preassigned_name,
    task_dataset.n_files > task_dataset.n_files_to_be_used as has_scouts,
    task_dataset.creation_time,
    task_dataset.modification_time
from members
inner join task_dataset using (jedi_task_id, dataset_id)
where coalesce(task_dataset.type, '') not in ('output', 'log')
