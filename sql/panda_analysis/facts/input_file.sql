-- title: input files of a chunk, each with the dataset that holds it
-- grain: jedi_task_id, chunk_no, dataset_id, file_id
-- note: of a container the constituent
select
    task_file.jedi_task_id,
    task_file.chunk_no,
    task_file.dataset_id,
    task_file.file_id,
    input_element.dataset_name,
    input_element.element_name,
    input_element.is_constituent,
    task_file.scope,
    task_file.lfn,
    coalesce(task_file.fsize, 0) as fsize
from task_file
inner join chunk_dataset using (jedi_task_id, chunk_no, dataset_id)
inner join analysis_task using (jedi_task_id)
inner join
    input_element
    on chunk_dataset.dataset_name = input_element.dataset_name
    and (
        not input_element.is_constituent or input_element.element_name = task_file.constituent_name
    )
