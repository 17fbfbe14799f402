-- title: what is read of the result tables of a replay to say why chunks wait
create view shape_result as
select
    null::varchar as snapshot_id,
    null::varchar as policy,
    null::bigint as jedi_task_id,
    null::integer as chunk_no,
    null::varchar as status,
    null::varchar as criterion
where false
;

create view shape_exclusion as
select
    shape_result.* exclude (status),
    null::integer as round,
    null::integer as step,
    null::varchar as unified_name
from shape_result
;

create view shape_criterion as
select
    null::varchar as policy,
    null::integer as bit,
    null::integer as step,
    null::varchar as criterion,
    null::varchar as label,
    null::varchar as effect,
    null::varchar as file
where false
;
