-- with: work, waiting_file, chunk
-- One chunk per master dataset and memory requirement. What the splitter makes of it,
-- atom_* and n_jobs, is in no table.
select
    chunk.jeditaskid as jedi_task_id,
    chunk.chunk_no::bigint as chunk_no,
    dataset.type in ('trn_log', 'trn_output') as is_merging,
    coalesce(
        work.splitrule ~ 'US=2'
        and (
            select sum(master.nfiles - master.nfilestobeused)
            from jedi_datasets as master
            where
                master.jeditaskid = chunk.jeditaskid
                and master.masterid is null
                and master.type in ('input', 'pseudo_input')
        )
        <> 0,
        false
    ) as use_scout,
    chunk.ramcount::bigint as ram_count,
    case work.usejumbo when 'L' then 'only' when 'P' then 'fake' end as use_jumbo,
    null::bigint as atom_size_bytes,
    null::float8 as atom_effective_mb,
    null::bigint as atom_n_events,
    null::bigint as max_consecutive_events,
    null::bigint as n_jobs
from chunk
inner join work on chunk.jeditaskid = work.jeditaskid
inner join
    jedi_datasets as dataset
    on chunk.jeditaskid = dataset.jeditaskid
    and chunk.datasetid = dataset.datasetid
