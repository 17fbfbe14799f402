-- title: result tables that a run did not write, without rows
create view if not exists result as
select
    null::varchar as policy,
    null::bigint as jedi_task_id,
    null::integer as chunk_no,
    null::varchar as status,
    null::varchar as criterion,
    null::varchar as reason,
    null::bigint as retry_after_s,
    null::integer as n_candidates,
    null::integer as n_selected
where false
;

create view if not exists candidate as
select
    null::varchar as policy,
    null::bigint as jedi_task_id,
    null::integer as chunk_no,
    null::varchar as queue_name,
    null::varchar as unified_name,
    null::integer as rank,
    null::double as weight
where false
;

create view if not exists weighed as
select
    candidate.policy,
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    candidate.unified_name,
    candidate.weight,
    null::boolean as is_bootstrap,
    null::boolean as for_jumbo,
    null::bigint as n_running_cap,
    null::bigint as n_queued,
    null::varchar as platform,
    null::double as max_wdir,
    null::varchar as criterion,
    null::varchar as detail
from candidate
where false
;
