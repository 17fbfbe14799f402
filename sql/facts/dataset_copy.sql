-- title: endpoints that list a dataset, and whether they hold all of it
-- grain: dataset_name, ddm_endpoint_name
-- note: a container counts its complete constituents only; of these a virtual placement
-- is no copy
with
    sizes as (
        select
            dataset_element.dataset_name,
            dataset_element.element_name,
            coalesce(constituent_size.n_files, dataset.n_files, 0) as n_files,
            sum(coalesce(constituent_size.n_files, dataset.n_files, 0)) over (
                partition by dataset_element.dataset_name
            ) as n_files_in_all
        from dataset_element
        left join dataset on dataset_element.element_name = dataset.dataset_name
        left join
            constituent_size
            on dataset_element.element_name = constituent_size.dataset_name
            and dataset_element.element_name <> dataset_element.dataset_name
    ),
    copies as (
        select
            sizes.dataset_name,
            sizes.element_name,
            dataset_replica.ddm_endpoint_name,
            any_value(sizes.n_files) as n_files,
            any_value(sizes.n_files_in_all) as n_files_in_all,
            coalesce(
                bool_or(
                    (dataset_replica.is_vp and sizes.element_name = sizes.dataset_name)
                    or (
                        dataset_replica.n_files_found = dataset_replica.n_files_total
                        and dataset_replica.n_files_total >= sizes.n_files
                    )
                ),
                false
            ) as is_complete
        from sizes
        inner join dataset_replica on sizes.element_name = dataset_replica.dataset_name
        group by sizes.dataset_name, sizes.element_name, dataset_replica.ddm_endpoint_name
    )

select
    dataset_name,
    ddm_endpoint_name,
    bool_or(is_complete)
    and coalesce(sum(n_files) filter (where is_complete), 0) >= max(n_files_in_all) as is_complete
from copies
group by dataset_name, ddm_endpoint_name
