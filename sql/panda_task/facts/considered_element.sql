-- title: constituents of the considered datasets: of a container its datasets
-- grain: dataset_name, element_name
-- note: sizes are those of the dataset catalogue, else what its copies say; a container
-- is named with or without "/"
with
    elements as (
        select distinct
            considered_dataset.dataset_name,
            coalesce(dataset_content.dataset_name, considered_dataset.dataset_name) as element_name
        from considered_dataset
        left join
            dataset_content
            on rtrim(considered_dataset.dataset_name, '/')
            = rtrim(dataset_content.container_name, '/')
    ),
    copies as (
        select
            elements.element_name,
            max(dataset_replica.n_files_total) as n_files,
            max(dataset_replica.bytes_total) as n_bytes
        from elements
        inner join dataset_replica on elements.element_name = dataset_replica.dataset_name
        group by elements.element_name
    )

select
    elements.dataset_name,
    elements.element_name,
    coalesce(dataset.n_files, copies.n_files, 0) as n_files,
    coalesce(dataset.n_bytes, copies.n_bytes, 0) as n_bytes,
    row_number() over (partition by elements.dataset_name order by elements.element_name desc)
    = 1 as is_last
from elements
left join dataset on elements.element_name = dataset.dataset_name
left join copies using (element_name)
