-- title: the datasets that an input name stands for: itself, or the constituents
-- grain: dataset_name, element_name
-- note: a container is named with or without "/"
select distinct
    chunk_dataset.dataset_name,
    coalesce(dataset_content.dataset_name, chunk_dataset.dataset_name) as element_name,
    dataset_content.container_name is not null as is_constituent
from chunk_dataset
left join
    dataset_content
    on rtrim(chunk_dataset.dataset_name, '/') = rtrim(dataset_content.container_name, '/')
where not chunk_dataset.is_pseudo
