-- criterion: -diskIO
-- label: temporary problem check
-- title: the queue's running jobs and this task both exceed its disk I/O limit
-- effect: defer
-- class: capacity
-- source: C067, C068, C069, O023, O024
-- bounds: a load or a need equal to the limit passes
-- nulls: no measured load or no need of the task passes; a limit of NULL or 0 means the
-- default
-- differs: the running system divides the need of a multi-core task by the cores of the
-- queue
select
    candidate.*,
    case
        when cfg.diskio_core_division and task.core_count > 1 and unified_queue.core_count > 0
        then floor(task.disk_io / unified_queue.core_count::double)
        else task.disk_io
    end as asked,
    '<=' as operator,
    disk_io_limit(unified_queue.max_disk_io, cfg.max_diskio_default) as offered,
    'kB/s' as unit,
    format(
        'average {:.1f} kB/s per core > limit {}, task {} kB/s',
        queue_disk_io.kb_per_s,
        offered,
        task.disk_io
    ) as detail
from candidate
inner join task using (jedi_task_id)
inner join unified_queue using (queue_name)
inner join queue_disk_io using (queue_name)
cross join cfg
where task.disk_io > 0 and queue_disk_io.kb_per_s > offered and asked > offered
