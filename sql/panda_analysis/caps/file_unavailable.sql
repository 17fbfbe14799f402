-- criterion: -fileunavailable
-- label: final check
-- title: the queue takes local data only, and does not have all of it
-- class: capacity
-- source: running system
-- bounds: a single missing file is one too many; of a dataset that is there in part the
-- files of the chunk are looked for, if it is the master, at merges no file is
-- nulls: a chunk without input passes; so does a dataset that is whole on no disk, or
-- distributed where locality is asked
-- differs: where priority, I/O or time suppress locality, round 1 asks none on the
-- page, and still does in the running system
with
    sizes as (
        select jedi_task_id, chunk_no, dataset_name, count(*) as n_files
        from input_file
        group by jedi_task_id, chunk_no, dataset_name
    )

select distinct weighed_pair.*, 'use_only_local_data, some input is elsewhere' as detail
from weighed_pair
inner join unified_queue using (queue_name)
inner join analysis_task using (jedi_task_id)
inner join input_state using (jedi_task_id, chunk_no)
left join input_place using (jedi_task_id, chunk_no, dataset_name, queue_name)
left join sizes using (jedi_task_id, chunk_no, dataset_name)
left join found_input using (jedi_task_id, chunk_no, dataset_name, queue_name)
where
    unified_queue.uses_only_local_data
    and not coalesce(input_place.is_whole or found_input.n_files >= sizes.n_files, false)
    and not input_state.is_nowhere_whole
    and not (
        input_state.is_distributed
        and weighed_pair.last_round = 1
        and not analysis_task.waives_locality
    )
