-- title: where an input dataset is regarded as complete
-- grain: dataset_name, ddm_endpoint_name
-- nulls: a copy at an endpoint that nobody knows can be read
-- note: a replica seen through a virtual placement does not count; of a container only
-- complete constituents do, and their files together are compared with those of all
with
    sizes as (
        select dataset_element.dataset_name, sum(constituent_size.n_files) as n_files
        from dataset_element
        inner join constituent_size on dataset_element.element_name = constituent_size.dataset_name
        where dataset_element.element_name <> dataset_element.dataset_name
        group by dataset_element.dataset_name
    ),
    copies as (
        select
            dataset_element.dataset_name,
            dataset_element.element_name,
            dataset_replica.ddm_endpoint_name,
            max(dataset_replica.n_files_found) as n_found,
            max(dataset_replica.n_files_total) as n_total
        from dataset_element
        inner join dataset_replica on dataset_element.element_name = dataset_replica.dataset_name
        where
            if(
                dataset_element.element_name = dataset_element.dataset_name,
                not coalesce(dataset_replica.is_vp, false),
                dataset_replica.n_files_found = dataset_replica.n_files_total
            )
        group by all
    ),
    sums as (
        select
            copies.dataset_name,
            copies.ddm_endpoint_name,
            sum(copies.n_found) as n_found,
            coalesce(max(sizes.n_files), max(copies.n_total)) as n_total
        from copies
        left join sizes using (dataset_name)
        group by copies.dataset_name, copies.ddm_endpoint_name
    )

select
    sums.dataset_name,
    sums.ddm_endpoint_name,
    is_usable(endpoint.read_lan, 'not_down') as is_lan_readable,
    is_usable(endpoint.read_wan, 'not_down') as is_wan_readable
from sums
left join endpoint using (ddm_endpoint_name)
cross join cfg
where
    is_nearly_complete(
        sums.n_found, sums.n_total, cfg.max_missing_input_files, cfg.min_input_completeness
    )
