-- title: the three lists of queues that hold an input dataset
-- grain: jedi_task_id, chunk_no, dataset_name, queue_name
-- note: anywhere, on disk, and not through a virtual placement; a partial copy counts
-- where there is no whole one
select
    input_claim.jedi_task_id,
    input_claim.chunk_no,
    input_claim.dataset_name,
    input_claim.queue_name,
    input_claim.is_whole,
    case when input_claim.is_whole then 1 else 0 end + case
        when
            input_claim.is_listed_in_part
            and (
                input_claim.is_part_allowed
                or not bool_or(
                    input_claim.is_whole and not input_claim.is_hidden
                ) over of_dataset
            )
        then 1
        else 0
    end as n_lists,
    not input_claim.is_hidden
    and (
        input_claim.is_whole
        or input_claim.is_part_allowed
        or not bool_or(
            input_claim.is_whole and not input_claim.is_hidden
        ) over of_dataset
    ) as is_anywhere,
    not input_claim.is_hidden
    and (
        input_claim.is_whole_on_disk
        or (
            input_claim.is_part_on_disk
            and (
                input_claim.is_part_allowed
                or not bool_or(
                    input_claim.is_whole_on_disk and not input_claim.is_hidden
                ) over of_dataset
            )
        )
    ) as is_on_disk,
    not input_claim.is_hidden
    and (
        input_claim.is_whole_real
        or (
            input_claim.is_part_real
            and (
                input_claim.is_part_allowed
                or not bool_or(
                    input_claim.is_whole_real and not input_claim.is_hidden
                ) over of_dataset
            )
        )
    ) as is_real
from input_claim
window
    of_dataset as (
        partition by
            input_claim.jedi_task_id, input_claim.chunk_no, input_claim.dataset_name
    )
