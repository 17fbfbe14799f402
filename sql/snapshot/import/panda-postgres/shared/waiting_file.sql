-- with: work
-- Files of master inputs that wait to be used, those of one chunk under one number: a
-- chunk is what a master dataset has of one memory requirement.
select
    file.jeditaskid,
    file.datasetid,
    file.fileid,
    coalesce(file.ramcount, 0) as ramcount,
    dense_rank() over (
        partition by file.jeditaskid order by file.datasetid, coalesce(file.ramcount, 0)
    )
    - 1 as chunk_no
from work
inner join jedi_datasets dataset on work.jeditaskid = dataset.jeditaskid
inner join
    jedi_dataset_contents file
    on dataset.jeditaskid = file.jeditaskid
    and dataset.datasetid = file.datasetid
where
    dataset.masterid is null
    and (
        (
            work.status = 'assigning'
            and dataset.type in ('input', 'pseudo_input')
            and (work.cloud is null or work.cloud = 'WORLD')
        )
        or (
            work.status <> 'assigning'
            and dataset.status in ('ready', 'done')
            and (
                work.usejumbo = 'L'
                or (
                    dataset.nfilestobeused > dataset.nfilesused
                    and dataset.type
                    in ('input', 'pseudo_input', 'pp_input', 'trn_log', 'trn_output')
                )
            )
        )
    )
    and file.status = 'ready'
    and (file.maxattempt is null or file.attemptnr < file.maxattempt)
    and (
        file.maxfailure is null
        or file.failedattempt is null
        or file.failedattempt < file.maxfailure
    )
