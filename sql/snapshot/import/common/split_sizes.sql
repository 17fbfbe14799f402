update input_chunk
set
    atom_size_bytes = split_size.atom_size_bytes,
    atom_effective_mb = split_size.atom_effective_mb,
    atom_n_events = split_size.atom_n_events,
    max_consecutive_events = split_size.max_consecutive_events,
    n_jobs = split_size.n_jobs
from split_size
where
    input_chunk.jedi_task_id = split_size.jedi_task_id
    and input_chunk.chunk_no = split_size.chunk_no
