-- title: does a queue find a whole input dataset at its own storage?
-- grain: dataset_name, queue_name
select
    dataset_copy.dataset_name,
    queue_endpoint_use.queue_name,
    bool_or(dataset_copy.is_complete and not queue_endpoint_use.is_tape) as is_on_disk,
    bool_or(dataset_copy.is_complete) as is_whole_real,
    bool_or(not queue_endpoint_use.is_tape) as is_listed_on_disk
from dataset_copy
inner join queue_endpoint_use using (ddm_endpoint_name)
where queue_endpoint_use.is_input
group by dataset_copy.dataset_name, queue_endpoint_use.queue_name
