-- title: copies on disk that a queue finds of the datasets behind an input name
-- grain: dataset_name, element_name, queue_name
select
    element_copy.dataset_name,
    element_copy.element_name,
    queue_endpoint_use.queue_name,
    count(*) filter (element_copy.n_files_found = element_copy.n_files_total) as n_whole,
    count(*) filter (not element_copy.is_vp) as n_copies,
    list(
        distinct queue_endpoint_use.ddm_endpoint_name order by queue_endpoint_use.ddm_endpoint_name
    ) as endpoints
from element_copy
inner join queue_endpoint_use using (ddm_endpoint_name)
where queue_endpoint_use.is_input and not queue_endpoint_use.is_tape
group by element_copy.dataset_name, element_copy.element_name, queue_endpoint_use.queue_name
