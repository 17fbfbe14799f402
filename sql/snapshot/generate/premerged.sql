-- Pre-merged output of the tasks that merge: a dataset per task, at the storage of
-- the queue that made it, which is pre-assigned to merge it.
create or replace temp table world_premerged as
select
    world_task_kind.jedi_task_id,
    200000000 + world_task_kind.task_no as dataset_no,
    world_worker.queue_name,
    world_worker.write_endpoint
from
    (
        select jedi_task_id, task_no, u('premerged_at', task_no) as worker_draw
        from world_task_kind
        where is_merging
    ) as world_task_kind
asof join
    (select * from world_worker where is_production) as world_worker
    on world_task_kind.worker_draw >= world_worker.low
;

insert into world_dataset by name
select
    dataset_no,
    'PREMERGED' as kind,
    'panda' as scope,
    format('panda.um.mc23_13p6TeV.{:08d}.merge.tid{:08d}_00', dataset_no, jedi_task_id)
    as dataset_name,
    whole_between(u('n_files', dataset_no), 4, 40) as n_files,
    log_between(u('file_mb', dataset_no), 50, 400) as file_mb,
    whole_between(u('file_events', dataset_no), 200, 2000) as events_per_file,
    false as is_container,
    1 as n_parts,
    -1 as copies,
    0 as tape_chance,
    0 as virtual_chance
from world_premerged
;
