-- title: the considered input of a task, and whether all of it can be read somewhere
-- grain: jedi_task_id
-- source: C038
-- differs: of a container all constituents count on the page, the last one in the
-- running system
with
    sourced as (
        select
            considered_element.dataset_name,
            coalesce(
                bool_or(
                    dataset_replica.n_files_total > 0
                    and dataset_replica.n_files_found = dataset_replica.n_files_total
                    and not coalesce(dataset_replica.is_vp, false)
                    and is_usable(endpoint.read_wan, cfg.endpoint_status_mode)
                ),
                false
            ) as is_complete
        from considered_element
        left join dataset_replica on considered_element.element_name = dataset_replica.dataset_name
        left join endpoint using (ddm_endpoint_name)
        cross join cfg
        group by considered_element.dataset_name
    ),
    sizes as (
        select
            considered_element.dataset_name,
            sum(considered_element.n_files) as n_files,
            sum(considered_element.n_bytes) as n_bytes
        from considered_element
        cross join cfg
        where considered_element.is_last or cfg.container_total
        group by considered_element.dataset_name
    )

select
    considered_dataset.jedi_task_id,
    min(considered_dataset.dataset_name) filter (not sourced.is_complete) as missing_dataset,
    sum(sizes.n_files)::bigint as n_files,
    sum(sizes.n_bytes)::bigint as n_bytes
from considered_dataset
inner join sourced using (dataset_name)
inner join sizes using (dataset_name)
group by considered_dataset.jedi_task_id
