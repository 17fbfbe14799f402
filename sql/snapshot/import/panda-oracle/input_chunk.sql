-- Untested: written after import/panda-postgres, for Oracle.
-- with: work, waiting_file, chunk
-- One chunk per master dataset and memory requirement. What the splitter makes of it,
-- atom_* and n_jobs, is in no table.
select
    chunk.jeditaskid as jedi_task_id,
    cast(chunk.chunk_no as number(18)) as chunk_no,
    case when dataset.type in ('trn_log', 'trn_output') then 1 else 0 end as is_merging,
    case
        when
            regexp_like(work.splitrule, 'US=2')
            and (
                select sum(master.nfiles - master.nfilestobeused)
                from jedi_datasets master
                where
                    master.jeditaskid = chunk.jeditaskid
                    and master.masterid is null
                    and master.type in ('input', 'pseudo_input')
            )
            <> 0
        then 1
        else 0
    end as use_scout,
    cast(chunk.ramcount as number(18)) as ram_count,
    case work.usejumbo when 'L' then 'only' when 'P' then 'fake' end as use_jumbo,
    cast(null as number(18)) as atom_size_bytes,
    cast(null as binary_double) as atom_effective_mb,
    cast(null as number(18)) as atom_n_events,
    cast(null as number(18)) as max_consecutive_events,
    cast(null as number(18)) as n_jobs
from chunk
inner join work on chunk.jeditaskid = work.jeditaskid
inner join
    jedi_datasets dataset
    on chunk.jeditaskid = dataset.jeditaskid
    and chunk.datasetid = dataset.datasetid
