-- title: where an input dataset is regarded as complete
-- grain: dataset_name, ddm_endpoint_name
-- note: a replica seen through a virtual placement does not count; of a container only
-- complete constituents do
with
    whole as (
        select
            dataset_element.dataset_name,
            dataset_replica.ddm_endpoint_name,
            bool_or(
                dataset_replica.n_files_found = dataset_replica.n_files_total
                or (
                    dataset_element.element_name = dataset_element.dataset_name
                    and dataset_replica.n_files_found > 0
                    and dataset_replica.n_files_total > 0
                    and (
                        dataset_replica.n_files_total - dataset_replica.n_files_found
                        <= cfg.max_missing_input_files
                        or dataset_replica.n_files_found
                        * 100::double
                        / dataset_replica.n_files_total
                        >= cfg.min_input_completeness
                    )
                )
            ) as is_complete
        from dataset_element
        inner join dataset_replica on dataset_element.element_name = dataset_replica.dataset_name
        cross join cfg
        where
            dataset_element.element_name <> dataset_element.dataset_name
            or not coalesce(dataset_replica.is_vp, false)
        group by dataset_element.dataset_name, dataset_replica.ddm_endpoint_name
    )

select
    whole.dataset_name,
    whole.ddm_endpoint_name,
    is_usable(endpoint.read_lan, 'not_down') as is_lan_readable,
    is_usable(endpoint.read_wan, 'not_down') as is_wan_readable
from whole
inner join endpoint using (ddm_endpoint_name)
where whole.is_complete
