-- with: live_job
-- one task: no
-- The workflow stands with the queue. A start in 1970 is none.
select
    pandaid as panda_id,
    table_name,
    jobdefinitionid as job_definition_id,
    produsername as prod_user_name,
    jobstatus as job_status,
    jobsubstatus as job_sub_status,
    prodsourcelabel as prod_source_label,
    processingtype as processing_type,
    null::text as workflow,
    currentpriority::bigint as current_priority,
    computingsite as queue_name,
    gshare,
    lockedby as locked_by,
    relocationflag::bigint as relocation_flag,
    eventservice::bigint as event_service,
    workinggroup as working_group,
    jeditaskid as jedi_task_id,
    resource_type,
    exists (
        select 1 from job_output_report as report where report.pandaid = live_job.pandaid
    ) as has_output_report,
    case
        when jobstatus = 'transferring' and table_name = 'active4'
        then
            exists (
                select 1
                from filestable4 as file
                where
                    file.pandaid = live_job.pandaid
                    and file.type in ('output', 'log')
                    and file.status <> 'ready'
            )
    end as has_missing_outputs,
    creationtime as creation_time,
    modificationtime as modification_time,
    statechangetime as state_change_time,
    nullif(starttime, timestamp '1970-01-01') as start_time,
    nullif(endtime, timestamp '1970-01-01') as end_time
from live_job
where vo =:vo::text
