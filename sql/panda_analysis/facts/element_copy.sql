-- title: copies of the datasets that an input name stands for
-- grain: dataset_name, element_name, ddm_endpoint_name, is_vp
-- note: constituents count where they are complete, and the mark of their virtual
-- placements is not seen
select
    input_element.dataset_name,
    input_element.element_name,
    dataset_replica.ddm_endpoint_name,
    coalesce(dataset_replica.is_vp, false) and not input_element.is_constituent as is_vp,
    input_element.is_constituent,
    max(dataset_replica.n_files_found) as n_files_found,
    max(dataset_replica.n_files_total) as n_files_total
from input_element
inner join dataset_replica on input_element.element_name = dataset_replica.dataset_name
where
    not input_element.is_constituent
    or dataset_replica.n_files_found = dataset_replica.n_files_total
group by all
