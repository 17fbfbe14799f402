-- title: what one brokerage decision is about
-- key: jedi_task_id, chunk_no
-- reference: jedi_task_id -> task.jedi_task_id
-- range: ram_count, atom_effective_mb, atom_n_events, max_consecutive_events, n_jobs
-- between 0 and 1e12
-- range: atom_size_bytes between 0 and 1e18
-- range: use_jumbo in ('fake', 'only', 'full', …)
create table input_chunk (
    jedi_task_id           BIGINT,
    chunk_no               BIGINT,
    is_merging             BOOLEAN,
    use_scout              BOOLEAN,  -- NULL: scouts when the master has n_files > n_files_to_be_used
    ram_count              BIGINT,  -- MB, of a job of the chunk
    use_jumbo              VARCHAR,  -- fake, only: jumbo rows rank with the others
    atom_size_bytes        BIGINT,  -- bytes: input of the smallest job allowed (the largest over the chunk)
    atom_effective_mb      DOUBLE,  -- MB: effective input of that job
    atom_n_events          BIGINT,  -- events of that job
    max_consecutive_events BIGINT,  -- events, for dynamic number of events
    n_jobs                 BIGINT  -- optional; jobs that the splitter makes of the chunk (N_j of the analysis weight, placement). NULL: ceil(master files / nFilesPerJob), 1 where neither is known, with a warning
);
