-- Untested: written after import/panda-postgres, for Oracle.
-- with: work, waiting_file, chunk
-- The files of the chunks, and those of the secondary inputs that go with them. The
-- site's own read limit, a setting of JEDI, may make its chunks shorter.
select
    file.jeditaskid as jedi_task_id,
    file.datasetid as dataset_id,
    file.fileid as file_id,
    cast(chunk.chunk_no as number(18)) as chunk_no,
    row_number() over (
        partition by file.jeditaskid, file.datasetid, chunk.chunk_no order by file.fileid
    )
    - 1 as file_order,
    file.lfn,
    file.scope,
    file.guid,
    cast(file.fsize as number(18)) as fsize,
    cast(file.nevents as number(18)) as n_events,
    cast(file.startevent as number(18)) as start_event,
    cast(file.endevent as number(18)) as end_event,
    cast(file.boundaryid as number(18)) as boundary_id,
    cast(file.lumiblocknr as number(18)) as lumi_block_nr,
    constituent.datasetname as constituent_name
from chunk
inner join
    jedi_datasets dataset
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
    jedi_dataset_contents file
    on dataset.jeditaskid = file.jeditaskid
    and dataset.datasetid = file.datasetid
    and (dataset.datasetid <> chunk.datasetid or coalesce(file.ramcount, 0) = chunk.ramcount)
left join
    jedi_datasets constituent
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
