-- Untested: written after import/panda-postgres, for Oracle.
-- with: work
-- PanDA's column site is the queue that the task uses.
select
    dataset.jeditaskid as jedi_task_id,
    dataset.datasetid as dataset_id,
    dataset.datasetname as dataset_name,
    dataset.type,
    dataset.masterid as master_id,
    dataset.attributes,
    dataset.storagetoken as storage_token,
    dataset.site as queue_name,
    cast(dataset.nfiles as number(18)) as n_files,
    cast(dataset.nfilestobeused as number(18)) as n_files_to_be_used,
    cast(dataset.nevents as number(18)) as n_events,
    cast(dataset.neventsused as number(18)) as n_events_used,
    cast(dataset.nfilesfinished as number(18)) as n_files_finished,
    cast(dataset.nfilesfailed as number(18)) as n_files_failed,
    dataset.creationtime as creation_time,
    dataset.modificationtime as modification_time,
    dataset.state,
    dataset.destination
from jedi_datasets dataset
inner join work on dataset.jeditaskid = work.jeditaskid
