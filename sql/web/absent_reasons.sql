-- title: reasons and rules that a run did not write, without rows
create view if not exists exclusion as
select
    null::varchar as policy,
    null::bigint as jedi_task_id,
    null::integer as chunk_no,
    null::varchar as queue_name,
    null::varchar as unified_name,
    null::integer as round,
    null::integer as step,
    null::varchar as criterion,
    null::varchar as class,
    null::varchar as detail
where false
;

create view if not exists verdict as
select
    exclusion.policy,
    exclusion.jedi_task_id,
    exclusion.chunk_no,
    exclusion.queue_name,
    exclusion.round,
    null::bigint as reject_mask
from exclusion
where false
;

create view if not exists action as
select
    exclusion.policy,
    null::bigint as panda_id,
    null::varchar as rule_id,
    null::varchar as action,
    null::integer as code,
    null::bigint as age_s,
    null::boolean as is_strongest
from exclusion
where false
;
