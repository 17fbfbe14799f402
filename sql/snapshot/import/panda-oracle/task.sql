-- Untested: written after import/panda-postgres, for Oracle.
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
    cast(task.workqueue_id as number(18)) as workqueue_id,
    task.resource_type,
    task.processingtype as processing_type,
    task.workinggroup as working_group,
    case when task.prodsourcelabel = 'user' then owner.dn else task.username end as user_name,
    task.username as orig_user_name,
    cast(task.taskpriority as number(18)) as task_priority,
    cast(task.currentpriority as number(18)) as current_priority,
    task.status,
    task.frozentime as frozen_time,
    task.parent_tid,
    cast(task.eventservice as number(18)) as event_service,
    task.usejumbo as use_jumbo,
    task.architecture,
    task.transhome as trans_home,
    task.transuses as trans_uses,
    task.container_name,
    cast(task.corecount as number(18)) as core_count,
    cast(task.mergecorecount as number(18)) as merge_core_count,
    cast(task.ramcount as number(18)) as ram_count,
    task.ramunit as ram_unit,
    cast(task.baseramcount as number(18)) as base_ram_count,
    cast(task.mergeramcount as number(18)) as merge_ram_count,
    cast(task.walltime as number(18)) as walltime,
    task.walltimeunit as walltime_unit,
    cast(task.cputime as number(18)) as cpu_time,
    task.cputimeunit as cpu_time_unit,
    cast(task.cpuefficiency as number(18)) as cpu_efficiency,
    cast(task.basewalltime as number(18)) as base_walltime,
    cast(task.outdiskcount as number(18)) as out_disk_count,
    task.outdiskunit as out_disk_unit,
    cast(task.workdiskcount as number(18)) as work_disk_count,
    task.workdiskunit as work_disk_unit,
    cast(task.iointensity as number(18)) as io_intensity,
    cast(task.diskio as number(18)) as disk_io,
    task.splitrule as split_rule,
    parameters.taskparams as task_params,
    case
        when
            task.eventservice > 0 or task.usejumbo is not null or regexp_like(task.splitrule, 'NJ=')
        then
            (
                select count(*)
                from jedi_events event
                where
                    event.jeditaskid = task.jeditaskid and event.status = 0 and event.attemptnr > 0
            )
    end as n_ready_events,
    task.modificationtime as modification_time,
    task.campaign,
    task.transpath as trans_path,
    cast(null as number(18)) as n_jobs
from jedi_tasks task
left join jedi_taskparams parameters on task.jeditaskid = parameters.jeditaskid
left join
    (select name, min(dn) as dn from atlas_pandameta.users group by name) owner
    on task.username = owner.name
where
    task.jeditaskid in (
        select jeditaskid
        from work
        union
        select parent.parent_tid
        from jedi_tasks parent
        inner join work on parent.jeditaskid = work.jeditaskid
    )
