-- title: queued jobs of a pair as its cap counts them, and that cap
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- nulls: no cap for work that caps do not hold for
select
    jedi_task_id,
    chunk_no,
    pseudo_queue,
    case when is_uncapped then null when is_by_type then cap_rt else cap end::bigint
    as n_running_cap,
    if(is_by_type, coalesce(n_queued_rt, 0), n_queued)::bigint as n_queued
from pair_cap
