-- title: queued jobs of a pair and the number at which its queue is full
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- source: O048, O051, O052
-- nulls: no statistics count as no jobs
-- differs: where the input is local, assigned jobs do not count on the page, nor do
-- defined ones in the running system (cap_local_ignores)
-- note: the second holds the first; no queue is capped by resource type
select
    pair_load.jedi_task_id,
    pair_load.chunk_no,
    pair_load.pseudo_queue,
    weighed_chunk.is_uncapped,
    false as is_by_type,
    pair_load.n_activated
    + pair_load.n_starting
    + case
        when pair_load.is_local and list_contains(cfg.cap_local_ignores, 'defined')
        then 0
        else pair_load.n_defined
    end
    + case
        when pair_load.is_local and list_contains(cfg.cap_local_ignores, 'assigned')
        then 0
        else pair_load.n_assigned
    end as n_queued,
    greatest(weighed_chunk.cutoff, cfg.cap_per_running * pair_load.n_running) as cap,
    null::bigint as n_queued_rt,
    null::bigint as cap_rt
from pair_load
inner join weighed_chunk using (jedi_task_id, chunk_no)
cross join cfg
