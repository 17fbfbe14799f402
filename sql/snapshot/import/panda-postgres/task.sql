-- with: work
-- Parents too. The name of a user task's owner is the DN that ATLAS_PANDAMETA.users
-- holds. Of the parameters three keys are read on, see import/panda/task.sql.
select
    task.jeditaskid as jedi_task_id,
    task.prodsourcelabel as prod_source_label,
    task.vo,
    task.cloud,
    task.site,
    task.nucleus,
    task.gshare,
    task.workqueue_id::bigint as workqueue_id,
    task.resource_type,
    task.processingtype as processing_type,
    task.workinggroup as working_group,
    case when task.prodsourcelabel = 'user' then owner.dn else task.username end as user_name,
    task.username as orig_user_name,
    task.taskpriority::bigint as task_priority,
    task.currentpriority::bigint as current_priority,
    task.status,
    task.frozentime as frozen_time,
    task.parent_tid,
    task.eventservice::bigint as event_service,
    task.usejumbo as use_jumbo,
    task.architecture,
    task.transhome as trans_home,
    task.transuses as trans_uses,
    task.container_name,
    task.corecount::bigint as core_count,
    task.mergecorecount::bigint as merge_core_count,
    task.ramcount::bigint as ram_count,
    task.ramunit as ram_unit,
    task.baseramcount::bigint as base_ram_count,
    task.mergeramcount::bigint as merge_ram_count,
    task.walltime::bigint as walltime,
    task.walltimeunit as walltime_unit,
    task.cputime::bigint as cpu_time,
    task.cputimeunit as cpu_time_unit,
    task.cpuefficiency::bigint as cpu_efficiency,
    task.basewalltime::bigint as base_walltime,
    task.outdiskcount::bigint as out_disk_count,
    task.outdiskunit as out_disk_unit,
    task.workdiskcount::bigint as work_disk_count,
    task.workdiskunit as work_disk_unit,
    task.iointensity::bigint as io_intensity,
    task.diskio::bigint as disk_io,
    task.splitrule as split_rule,
    parameters.taskparams as task_params,
    case
        when task.eventservice > 0 or task.usejumbo is not null or task.splitrule ~ 'NJ='
        then
            (
                select count(*)
                from jedi_events as event
                where
                    event.jeditaskid = task.jeditaskid and event.status = 0 and event.attemptnr > 0
            )
    end as n_ready_events,
    task.modificationtime as modification_time,
    task.campaign,
    task.transpath as trans_path,
    null::bigint as n_jobs
from jedi_tasks as task
left join jedi_taskparams as parameters on task.jeditaskid = parameters.jeditaskid
left join
    (select name, min(dn) as dn from users group by name) as owner on task.username = owner.name
where
    task.jeditaskid in (
        select jeditaskid
        from work
        union
        select parent.parent_tid
        from jedi_tasks as parent
        inner join work on parent.jeditaskid = work.jeditaskid
    )
