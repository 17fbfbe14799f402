-- title: the datasets an input name stands for: itself, or the constituents of a container
-- grain: dataset_name, element_name
-- note: a container is named with or without "/"
select distinct
    chunk_dataset.dataset_name,
    coalesce(dataset_content.dataset_name, chunk_dataset.dataset_name) as element_name
from chunk_dataset
left join
    dataset_content
    on rtrim(chunk_dataset.dataset_name, '/') = rtrim(dataset_content.container_name, '/')
