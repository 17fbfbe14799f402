-- title: does a nucleus hold enough of the input of a task?
-- grain: jedi_task_id, chunk_no, nucleus
-- source: C021, C025, C026, C027, C028, C029, C030
-- differs: exactly the fraction fails on the page, passes in the running system
-- note: rows only for tasks with input to look at
with
    measured as (
        select
            passed.jedi_task_id,
            passed.chunk_no,
            passed.nucleus,
            brokered_task.is_input_pre_staging,
            brokered_task.is_long_waiting,
            brokered_task.io_intensity,
            brokered_task.locality_priority,
            task_data.n_files,
            task_data.n_bytes,
            coalesce(nucleus_data.n_any, 0) as n_any,
            coalesce(nucleus_data.any_bytes, 0) as any_bytes,
            coalesce(nucleus_data.disk_bytes, 0) as disk_bytes,
            task_data.n_bytes * cfg.input_size_fraction / 100 as bytes_asked,
            task_data.n_files * cfg.input_num_fraction / 100 as n_asked
        from passed
        inner join brokered_task using (jedi_task_id)
        inner join task_data using (jedi_task_id)
        left join nucleus_data using (jedi_task_id, nucleus)
        cross join cfg
    )

select
    measured.*,
    not coalesce(measured.is_long_waiting, false)
    and not (coalesce(measured.is_input_pre_staging, false) and measured.n_any > 0) as is_checked,
    is_checked
    and measured.n_bytes > cfg.input_size_threshold * 1073741824
    and (
        measured.any_bytes < measured.bytes_asked
        or (cfg.locality_fraction_op = '>' and measured.any_bytes = measured.bytes_asked)
    ) as lacks_size,
    is_checked
    and measured.n_files > cfg.input_num_threshold
    and (
        measured.n_any < measured.n_asked
        or (cfg.locality_fraction_op = '>' and measured.n_any = measured.n_asked)
    ) as lacks_number
from measured
cross join cfg
