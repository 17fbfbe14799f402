-- criterion: +use
-- label: final check
-- title: an empty queue gets its first jobs
-- effect: use
-- class: policy
-- source: spec/production.md 6.5 C6; the page is silent
-- bounds: priority 150 may start a queue
-- nulls: none
-- differs: none
select survivor.pair_no, 'bootstrap: no jobs at the queue' as detail
from survivor
inner join
    chunk
    on survivor.jedi_task_id = chunk.jedi_task_id
    and survivor.chunk_no = chunk.chunk_no
inner join pair_load on survivor.pair_no = pair_load.pair_no
cross join cfg
where
    cfg.bootstrap
    and not chunk.is_merging
    and not chunk.is_express
    and chunk.priority <= cfg.max_prio_to_bootstrap
    and pair_load.n_running
    + pair_load.n_activated
    + pair_load.n_assigned
    + pair_load.n_starting
    + pair_load.n_defined
    = 0
