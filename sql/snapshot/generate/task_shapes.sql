-- Memory of a task, and how much of its input is in the chunk at hand.
create or replace temp table world_task as
select
    task_no,
    jedi_task_id,
    is_assigning,
    is_user,
    is_scouting,
    is_merging,
    is_multi,
    processing_type,
    gshare,
    dataset_no,
    n_events,
    n_files,
    out_kb,
    nucleus,
    cores,
    priority,
    cpu_time,
    io_intensity,
    case
        when cores > 1
        then
            10
            * whole((ram_low + (ram_high - ram_low) * u('ram', task_no)) / 10)
        else 10 * whole(score_ram * (0.6 + 0.5 * u('ram', task_no)) / 10)
    end as ram_per_core,
    case
        when cores > 1
        then pick(u('base_ram', task_no), [0, 300, 600, 800, 1000])
        else 0
    end as base_ram,
    case
        when is_user
        then 2 + whole(-10 * ln(1 - u('n_chunk', task_no)))
        else 1 + whole(-6 * ln(1 - u('n_chunk', task_no)))
    end as n_chunk_files,
    whole(log_between(u('n_jobs', task_no), 1, 3000)) as n_jobs
from world_task_weight
;
