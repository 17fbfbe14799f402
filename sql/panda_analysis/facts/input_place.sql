-- title: the three lists of queues that hold an input dataset
-- grain: jedi_task_id, chunk_no, dataset_name, queue_name
-- source: spec/analysis-and-software.md 1.5: anywhere, on disk, and not through a
-- source: virtual placement; a partial copy counts where there is no whole one
with

    copies as (
        select
            input_at_queue.*,
            input_state.is_at_some_disk,
            (input_state.is_distributed or input_state.is_nowhere_whole)
            and not input_state.is_at_some_disk as is_part_allowed,
            input_state.is_at_some_disk and input_at_queue.is_listed_seen as is_hidden,
            input_at_queue.is_on_disk
            or input_at_queue.is_on_tape
            or input_at_queue.is_seen as is_whole,
            input_at_queue.is_on_disk
            or (chunk_source.may_use_vp and input_at_queue.is_seen) as is_whole_on_disk,
            input_at_queue.is_listed_on_disk
            or (
                chunk_source.may_use_vp and input_at_queue.is_listed_seen
            ) as is_part_on_disk,
            input_at_queue.is_on_disk or input_at_queue.is_on_tape as is_whole_real,
            input_at_queue.is_listed_on_disk
            or input_at_queue.is_listed_on_tape as is_part_real
        from input_at_queue
        inner join
            input_state
            on input_at_queue.jedi_task_id = input_state.jedi_task_id
            and input_at_queue.chunk_no = input_state.chunk_no
            and input_at_queue.dataset_name = input_state.dataset_name
        inner join
            chunk_source
            on input_at_queue.jedi_task_id = chunk_source.jedi_task_id
            and input_at_queue.chunk_no = chunk_source.chunk_no
    )

select
    copies.jedi_task_id,
    copies.chunk_no,
    copies.dataset_name,
    copies.queue_name,
    copies.is_whole,
    case when copies.is_whole then 1 else 0 end + case
        when
            copies.is_listed_in_part
            and (
                copies.is_part_allowed
                or not bool_or(copies.is_whole and not copies.is_hidden) over of_dataset
            )
        then 1
        else 0
    end as n_lists,
    not copies.is_hidden
    and (
        copies.is_whole
        or copies.is_part_allowed
        or not bool_or(copies.is_whole and not copies.is_hidden) over of_dataset
    ) as is_anywhere,
    not copies.is_hidden
    and (
        copies.is_whole_on_disk
        or (
            copies.is_part_on_disk
            and (
                copies.is_part_allowed
                or not bool_or(
                    copies.is_whole_on_disk and not copies.is_hidden
                ) over of_dataset
            )
        )
    ) as is_on_disk,
    not copies.is_hidden
    and (
        copies.is_whole_real
        or (
            copies.is_part_real
            and (
                copies.is_part_allowed
                or not bool_or(
                    copies.is_whole_real and not copies.is_hidden
                ) over of_dataset
            )
        )
    ) as is_real
from copies
window
    of_dataset as (
        partition by copies.jedi_task_id, copies.chunk_no, copies.dataset_name
    )
