-- criterion: -cap_rt
-- label: final check
-- title: too many jobs of the resource type are queued against those that run
-- effect: drop
-- class: capacity
-- source: spec/production.md 6.5 C5
-- bounds: as many queued jobs as the cap pass
-- nulls: a queue without jobs of the types passes
-- differs: only in the running system (D29)
select
    survivor.pair_no,
    format('queued {} > cap {}', pair_cap.n_queued_rt, pair_cap.cap_rt) as detail
from survivor
inner join
    chunk
    on survivor.jedi_task_id = chunk.jedi_task_id
    and survivor.chunk_no = chunk.chunk_no
inner join pair_cap on survivor.pair_no = pair_cap.pair_no
cross join cfg
where
    not chunk.is_express
    and cfg.cap_mode = 'resource_type'
    and pair_cap.n_queued_rt > pair_cap.cap_rt
