-- title: the columns of result tables that queries over runs name, whatever these wrote
create or replace view absent_result as
select
    null::varchar as policy,
    null::bigint as jedi_task_id,
    null::integer as chunk_no,
    null::varchar as status,
    null::varchar as criterion,
    null::varchar as reason,
    null::bigint as retry_after_s,
    null::integer as n_candidates,
    null::integer as n_selected,
    null::bigint as seq,
    null::varchar as pilot_id,
    null::varchar as nucleus
where false
;

create or replace view absent_candidate as
select
    null::varchar as policy,
    null::bigint as jedi_task_id,
    null::integer as chunk_no,
    null::varchar as queue_name,
    null::varchar as unified_name,
    null::integer as rank,
    null::double as weight,
    null::boolean as is_bootstrap,
    null::boolean as for_jumbo,
    null::bigint as n_running_cap,
    null::bigint as n_queued,
    null::varchar as platform,
    null::double as max_wdir
where false
;

create or replace view absent_weighed as
select
    absent_candidate.* exclude (rank),
    null::varchar as criterion,
    null::varchar as detail,
    null::varchar as snapshot_id
from absent_candidate
where false
;

create or replace view absent_action as
select
    null::varchar as policy,
    null::bigint as panda_id,
    null::varchar as rule_id,
    null::varchar as action,
    null::integer as code,
    null::bigint as age_s,
    null::boolean as is_strongest
where false
;

create or replace view absent_exclusion as
select
    null::varchar as policy,
    null::bigint as jedi_task_id,
    null::integer as chunk_no,
    null::bigint as seq,
    null::bigint as tq_id,
    null::varchar as queue_name,
    null::varchar as unified_name,
    null::integer as round,
    null::integer as step,
    null::varchar as criterion,
    null::varchar as class,
    null::varchar as detail
where false
;

create or replace view absent_verdict as
select
    null::varchar as policy,
    null::bigint as jedi_task_id,
    null::integer as chunk_no,
    null::bigint as seq,
    null::bigint as tq_id,
    null::varchar as queue_name,
    null::integer as round,
    null::bigint as reject_mask
where false
;

create or replace view absent_task_queue as
select
    null::varchar as policy,
    null::bigint as tq_id,
    null::varchar as owner,
    null::varchar as owner_group,
    null::varchar as setup,
    null::bigint as cpu_time,
    null::bigint as n_jobs,
    null::double as priority
where false
;

create or replace view absent_match as
select
    null::varchar as policy,
    null::bigint as seq,
    null::bigint as tq_id,
    null::bigint as job_id,
    null::varchar as criterion
where false
;

create or replace view absent_waiting_job as
select null::varchar as policy, null::bigint as job_id, null::bigint as tq_id
where false
;

create or replace view absent_refused_job as
select
    null::varchar as policy, null::bigint as job_id, null::varchar as reason
where false
;

create or replace view absent_criterion as
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
