-- Production jobs in parts that go to different nuclei.
create or replace temp table world_job as
with
    split as (
        select
            *,
            case when is_analysis then 1 else 1 + least(
 getvariable('spread') - 1, whole(n_jobs * getvariable('spread') / 90)) end as n_parts
        from world_job_count
        where n_jobs > 0
    )

select
    split.queue_name,
    split.gshare,
    split.label,
    split.is_analysis,
    split.resource_type,
    split.job_cores,
    split.job_status,
    split.row_key,
    whole(split.n_jobs / split.n_parts) + (part.no < split.n_jobs % split.n_parts)::bigint
    as n_part,
    u('job_nucleus', 10 * split.load_key + part.no) as nucleus_draw
from split
cross join unnest(range(split.n_parts)) as part(no)
;
