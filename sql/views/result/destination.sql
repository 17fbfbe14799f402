-- title: where the output and log datasets of each task go
select
    getvariable('policy') as policy,
    destination.jedi_task_id,
    destination.dataset_id,
    destination.nucleus,
    destination.ddm_endpoint_name,
    destination.storage_token
from destination
order by destination.jedi_task_id, destination.dataset_id
