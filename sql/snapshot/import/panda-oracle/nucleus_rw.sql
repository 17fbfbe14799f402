-- Untested: written after import/panda-postgres, for Oracle.
-- One row per priority, so that the work above any floor is a sum.
select
    task.nucleus,
    task.prodsourcelabel as prod_source_label,
    task.gshare,
    cast(task.workqueue_id as number(18)) as workqueue_id,
    cast(task.currentpriority as number(18)) as current_priority,
    sum((dataset.nevents - dataset.neventsused) * coalesce(task.cputime, 300)) as rw
from jedi_tasks task
inner join jedi_datasets dataset on task.jeditaskid = dataset.jeditaskid
inner join
    jedi_aux_status_mintaskid oldest
    on task.status = oldest.status
    and task.jeditaskid >= oldest.min_jeditaskid
where
    dataset.masterid is null
    and dataset.type in ('input', 'pseudo_input')
    and dataset.nfiles - dataset.nfilesfinished - dataset.nfilesfailed > 0
    and task.vo =:vo
    and task.cloud = 'WORLD'
    and task.nucleus is not null
    and task.status in ('ready', 'scouting', 'running', 'pending')
group by task.nucleus, task.prodsourcelabel, task.gshare, task.workqueue_id, task.currentpriority
