-- title: the datasets a name stands for: itself, or the constituents of a container
-- grain: dataset_name, element_name
select container_name as dataset_name, dataset_content.dataset_name as element_name
from dataset_content
union
select chunk_dataset.dataset_name, chunk_dataset.dataset_name as element_name
from chunk_dataset
left join dataset_content on chunk_dataset.dataset_name = dataset_content.container_name
where dataset_content.container_name is null
