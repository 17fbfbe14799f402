-- title: the master dataset of each chunk
-- grain: jedi_task_id, chunk_no
-- source: C051
-- note: the pre-assignment of a merge lapses with time
with
    masters as (
        select jedi_task_id, chunk_no, min(dataset_id) as dataset_id
        from chunk_dataset
        where is_master
        group by jedi_task_id, chunk_no
    )

select
    chunk_dataset.jedi_task_id,
    chunk_dataset.chunk_no,
    chunk_dataset.dataset_id,
    chunk_dataset.has_scouts,
    chunk_dataset.preassigned_name,
    coalesce(chunk_dataset.preassigned_name, '') <> '' as is_premerge,
    coalesce(chunk_dataset.preassigned_name, '') <> ''
    and date_diff('second', chunk_dataset.modification_time, snapshot.snapshot_time)
    > cfg.premerge_hours * 3600
    and (
        not cfg.premerge_needs_modified
        or chunk_dataset.modification_time <> chunk_dataset.creation_time
    )
    and (
        cfg.premerge_frozen_hours = 0
        or date_diff('second', task.frozen_time, snapshot.snapshot_time)
        > cfg.premerge_frozen_hours * 3600
    ) as is_lapsed
from masters
inner join chunk_dataset using (jedi_task_id, chunk_no, dataset_id)
inner join task using (jedi_task_id)
cross join snapshot
cross join cfg
