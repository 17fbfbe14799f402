-- Jobs per cell of world_load and status, production jobs in up to six parts that
-- go to different nuclei.
create or replace temp table world_job as
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
            world_load.*,
            statuses.job_status,
            10 * world_load.load_key + statuses.place as row_key,
            world_load.n_running
            * (
                case
                    when statuses.place = 6 and world_load.is_clogged
                    then 20 * statuses.fixed_part
                    else statuses.fixed_part
                end
                + statuses.pressed_part * world_load.pressure
            ) as n_expected
        from world_load
        cross join statuses
    ),

    counted as (
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
    ),

    split as (
        select
            *,
            case when is_analysis then 1 else 1 + least(
 getvariable('spread') - 1, whole(n_jobs * getvariable('spread') / 90)) end as n_parts
        from counted
        where n_jobs > 0
    )

select
    split.* exclude (n_expected, n_running, pressure, is_clogged, load_key, n_jobs),
    whole(split.n_jobs / split.n_parts) + (part.no < split.n_jobs % split.n_parts)::bigint
    as n_part,
    u('job_nucleus', 10 * split.load_key + part.no) as nucleus_draw
from split
cross join unnest(range(split.n_parts)) as part(no)
;
