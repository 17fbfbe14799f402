-- title: the three lists of queues that hold an input dataset
-- grain: jedi_task_id, chunk_no, dataset_name, queue_name
-- note: anywhere, on disk, and not through a virtual placement; a partial copy counts
-- where there is no whole one
select
    jedi_task_id,
    chunk_no,
    dataset_name,
    queue_name,
    is_whole,
    if(is_whole, 1, 0) + if(
        is_listed_in_part
        and (is_part_allowed or not bool_or(is_whole and not is_hidden) over of_dataset),
        1,
        0
    ) as n_lists,
    not is_hidden
    and (
        is_whole or is_part_allowed or not bool_or(is_whole and not is_hidden) over of_dataset
    ) as is_anywhere,
    not is_hidden
    and (
        is_whole_on_disk
        or (
            is_part_on_disk
            and (is_part_allowed or not bool_or(is_whole_on_disk and not is_hidden) over of_dataset)
        )
    ) as is_on_disk,
    not is_hidden
    and (
        is_whole_real
        or (
            is_part_real
            and (is_part_allowed or not bool_or(is_whole_real and not is_hidden) over of_dataset)
        )
    ) as is_real
from input_claim
window of_dataset as (partition by jedi_task_id, chunk_no, dataset_name)
