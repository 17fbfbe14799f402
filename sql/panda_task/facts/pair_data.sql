-- title: what a nucleus lacks of the input, and whether that counts for the task
-- grain: jedi_task_id, chunk_no, nucleus
-- source: C031, C032, C033
-- differs: taskPriority on the page, currentPriority in the running system
select
    pair_locality.*,
    bool_and(coalesce(pair_locality.lacks_size or pair_locality.lacks_number, false)) over (
        partition by pair_locality.jedi_task_id, pair_locality.chunk_no
    )
    and (
        pair_locality.locality_priority >= cfg.max_task_prio_with_local_data
        or (
            coalesce(pair_locality.io_intensity, 0) <= cfg.min_io_intensity_with_local_data
            and pair_locality.n_bytes <= cfg.min_input_size_with_local_data * 1073741824
        )
    ) as is_check_lifted
from pair_locality
cross join cfg
