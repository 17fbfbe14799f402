-- title: how each queue of the frame sees an input dataset
-- grain: jedi_task_id, chunk_no, dataset_name, queue_name
-- note: complete or not, on disk, on tape, or through a virtual placement
select
    chunk_dataset.jedi_task_id,
    chunk_dataset.chunk_no,
    chunk_dataset.dataset_name,
    queue_endpoint_use.queue_name,
    bool_or(
        input_copy.is_complete and not input_copy.is_vp and not input_copy.is_tape
    ) as is_on_disk,
    bool_or(not input_copy.is_vp and not input_copy.is_tape) as is_listed_on_disk,
    bool_or(input_copy.is_complete and not input_copy.is_vp and input_copy.is_tape) as is_on_tape,
    bool_or(not input_copy.is_vp and input_copy.is_tape) as is_listed_on_tape,
    bool_or(input_copy.is_complete and input_copy.is_vp) as is_seen,
    bool_or(input_copy.is_vp) as is_listed_seen,
    bool_or(not input_copy.is_complete) as is_listed_in_part
from chunk_dataset
inner join analysis_task using (jedi_task_id)
inner join input_copy using (dataset_name)
inner join queue_endpoint_use using (ddm_endpoint_name)
inner join unified_queue using (queue_name)
where
    not chunk_dataset.is_pseudo
    and queue_endpoint_use.is_input
    and (unified_queue.runs_analysis or unified_queue.queue_name = analysis_task.site_name)
group by all
