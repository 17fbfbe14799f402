-- One row per priority, so that the work above any floor is a sum.
select
    task.nucleus,
    task.prodsourcelabel as prod_source_label,
    task.gshare,
    task.workqueue_id::bigint as workqueue_id,
    task.currentpriority::bigint as current_priority,
    sum((dataset.nevents - dataset.neventsused) * coalesce(task.cputime, 300))::float8 as rw
from jedi_tasks as task
inner join jedi_datasets as dataset on task.jeditaskid = dataset.jeditaskid
inner join
    jedi_aux_status_mintaskid as oldest
    on task.status = oldest.status
    and task.jeditaskid >= oldest.min_jeditaskid
where
    dataset.masterid is null
    and dataset.type in ('input', 'pseudo_input')
    and dataset.nfiles - dataset.nfilesfinished - dataset.nfilesfailed > 0
    and task.vo =:vo::text
    and task.cloud = 'WORLD'
    and task.nucleus is not null
    and task.status in ('ready', 'scouting', 'running', 'pending')
group by task.nucleus, task.prodsourcelabel, task.gshare, task.workqueue_id, task.currentpriority
