-- One row per task queue; read on in import/dirac. Lists are JSON: GROUP_CONCAT would
-- cut them at group_concat_max_len.
select
    queue.tqid as tq_id,
    queue.owner as owner,
    queue.ownergroup as owner_group,
    queue.vo as vo,
    cast(queue.cputime as signed) as cpu_time,
    (
        select json_arrayagg(listed.value)
        from `TaskQueueDB`.`tq_TQToSites` as listed
        where listed.tqid = queue.tqid
    ) as sites,
    (
        select json_arrayagg(listed.value)
        from `TaskQueueDB`.`tq_TQToGridCEs` as listed
        where listed.tqid = queue.tqid
    ) as grid_ces,
    (
        select json_arrayagg(listed.value)
        from `TaskQueueDB`.`tq_TQToBannedSites` as listed
        where listed.tqid = queue.tqid
    ) as banned_sites,
    (
        select json_arrayagg(listed.value)
        from `TaskQueueDB`.`tq_TQToPlatforms` as listed
        where listed.tqid = queue.tqid
    ) as platforms,
    (
        select json_arrayagg(listed.value)
        from `TaskQueueDB`.`tq_TQToJobTypes` as listed
        where listed.tqid = queue.tqid
    ) as job_types,
    (
        select json_arrayagg(listed.value)
        from `TaskQueueDB`.`tq_TQToTags` as listed
        where listed.tqid = queue.tqid
    ) as tags
from `TaskQueueDB`.`tq_TaskQueues` as queue
