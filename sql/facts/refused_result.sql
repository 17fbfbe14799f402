-- title: the outcome of chunks that loading refused: not tried again until corrected
-- grain: jedi_task_id, chunk_no
select
    work,
    jedi_task_id,
    chunk_no,
    'failed' as status,
    '-quarantined' as criterion,
    reason,
    null::bigint as retry_after_s,
    0::integer as n_candidates,
    0::integer as n_selected
from refused_work
