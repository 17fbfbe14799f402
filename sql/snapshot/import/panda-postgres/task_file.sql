-- with: work, waiting_file, chunk
-- The files of the chunks, and those of the secondary inputs that go with them. The
-- site's own read limit, a setting of JEDI, may make its chunks shorter.
select
    file.jeditaskid as jedi_task_id,
    file.datasetid as dataset_id,
    file.fileid as file_id,
    chunk.chunk_no::bigint as chunk_no,
    row_number() over (
        partition by file.jeditaskid, file.datasetid, chunk.chunk_no order by file.fileid
    )
    - 1 as file_order,
    file.lfn,
    file.scope,
    file.guid,
    file.fsize::bigint as fsize,
    file.nevents::bigint as n_events,
    file.startevent::bigint as start_event,
    file.endevent::bigint as end_event,
    file.boundaryid::bigint as boundary_id,
    file.lumiblocknr::bigint as lumi_block_nr,
    constituent.datasetname as constituent_name
from chunk
inner join
    jedi_datasets as dataset
    on chunk.jeditaskid = dataset.jeditaskid
    and (
        chunk.datasetid = dataset.datasetid
        or (
            chunk.datasetid = dataset.masterid
            and dataset.nfilestobeused >= dataset.nfilesused
            and dataset.status = 'ready'
        )
    )
inner join
    jedi_dataset_contents as file
    on dataset.jeditaskid = file.jeditaskid
    and dataset.datasetid = file.datasetid
    and (dataset.datasetid <> chunk.datasetid or coalesce(file.ramcount, 0) = chunk.ramcount)
left join
    jedi_datasets as constituent
    on file.jeditaskid = constituent.jeditaskid
    and file.constituent_id = constituent.datasetid
where
    file.status = 'ready'
    and (file.maxattempt is null or file.attemptnr < file.maxattempt)
    and (
        file.maxfailure is null
        or file.failedattempt is null
        or file.failedattempt < file.maxfailure
    )
