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
    dataset.nfiles::bigint as n_files,
    dataset.nfilestobeused::bigint as n_files_to_be_used,
    dataset.nevents::bigint as n_events,
    dataset.neventsused::bigint as n_events_used,
    dataset.nfilesfinished::bigint as n_files_finished,
    dataset.nfilesfailed::bigint as n_files_failed,
    dataset.creationtime as creation_time,
    dataset.modificationtime as modification_time,
    dataset.state,
    dataset.destination
from jedi_datasets as dataset
inner join work on dataset.jeditaskid = work.jeditaskid
