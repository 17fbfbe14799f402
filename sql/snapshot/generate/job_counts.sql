-- Jobs per cell of world_load and status.
create or replace temp table world_job_count as
with
    statuses(place, job_status, fixed_part, pressed_part) as (
        values
            (1, 'running', 1, 0),
            (2, 'activated', 0.01, 0.65),
            (3, 'assigned', 0.01, 0.12),
            (4, 'starting', 0.02, 0.10),
            (5, 'defined', 0, 0.13),
            (6, 'transferring', 0.15, 0),
            (7, 'holding', 0.02, 0),
            (8, 'sent', 0.002, 0),
            (9, 'throttled', 0, 0.01)
    ),
    expected as (
        select
            world_load.queue_name,
            world_load.gshare,
            world_load.label,
            world_load.is_analysis,
            world_load.resource_type,
            world_load.job_cores,
            world_load.load_key,
            statuses.job_status,
            10 * world_load.load_key + statuses.place as row_key,
            world_load.n_running
            * (
                case
                    when statuses.place = 6 and world_load.is_clogged
                    then 40 * statuses.fixed_part
                    else statuses.fixed_part
                end
                + statuses.pressed_part * world_load.pressure
            ) as n_expected
        from world_load
        cross join statuses
    )

select
    *,
    case
        when job_status = 'running'
        then whole(n_expected + now_u('rounding', row_key))
        else
            whole(
                n_expected * log_between(now_u('level', row_key), 0.5, 1.6)
                + now_u('rounding', row_key)
            )
    end as n_jobs
from expected
;
