-- title: where the output and log datasets of each task go
select
    getvariable('policy') as policy,
    jedi_task_id,
    dataset_id,
    nucleus,
    ddm_endpoint_name,
    storage_token
from destination
order by jedi_task_id, dataset_id
