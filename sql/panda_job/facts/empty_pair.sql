-- title: pairs at queues without any job, which get their first ones
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- source: running system
-- bounds: priority 150 may start a queue
-- differs: only in the running system
select pair_load.jedi_task_id, pair_load.chunk_no, pair_load.pseudo_queue
from pair_load
inner join weighed_chunk using (jedi_task_id, chunk_no)
cross join cfg
where
    cfg.bootstrap
    and not weighed_chunk.is_merging
    and not weighed_chunk.is_express
    and weighed_chunk.is_low_prio
    and pair_load.n_running
    + pair_load.n_activated
    + pair_load.n_assigned
    + pair_load.n_starting
    + pair_load.n_defined
    = 0
