-- title: the columns that pages read of reasons, of tasks and of pilots
create view absent_exclusion as
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

create view absent_verdict as
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

create view absent_task_queue as
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

create view absent_match as
select
    null::varchar as policy,
    null::bigint as seq,
    null::bigint as tq_id,
    null::bigint as job_id
where false
;

create view absent_waiting_job as
select null::varchar as policy, null::bigint as job_id, null::bigint as tq_id
where false
;

create view absent_refused_job as
select
    null::varchar as policy, null::bigint as job_id, null::varchar as reason
where false
;
