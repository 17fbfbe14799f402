-- What one decision is about -> input_chunk: chunk 0 of each task, chunk 1 of those
-- with pre-merged output. The atom is the smallest job that the splitting rules
-- allow.
insert into input_chunk by name
select
    jedi_task_id,
    chunk_no,
    chunk_no = 1 as is_merging,
    case
        when chunk_no = 1
        then false
        when u('scout_known', task_no) < 0.95
        then is_scouting
    end as use_scout,
    0 as ram_count,
    case
        when n_events > 0 and u('jumbo_kind', task_no) < 0.005 then 'fake'
    end as use_jumbo,
    n_files * master_bytes + coalesce(other_bytes, 0) as atom_size_bytes,
    round(
        greatest(
            n_files,
            (n_files * master_bytes / 1048576)
            * case
                when n_events > 0 and chunk_no = 0
                then least(1, n_events / (n_files * master_events))
                else 1
            end
        ),
        3
    ) as atom_effective_mb,
    case
        when n_events > 0 and chunk_no = 0
        then n_events
        else n_files * master_events
    end as atom_n_events,
    master_events as max_consecutive_events,
    case when chunk_no = 1 then 1 + whole(n_master / 5) else n_jobs end as n_jobs
from world_atom
;
