-- criterion: -cap
-- label: final check
-- title: too many jobs are queued against those that run
-- effect: drop
-- class: capacity
-- source: Brokerage page, ATLAS Production Job Brokerage, "Skip queues if activated +
-- source: starting > 2 x running"
-- source: spec/production.md 6.5 C3
-- bounds: as many queued jobs as the cap pass
-- nulls: none
-- differs: unified queues are capped by resource type in the running system (D29);
-- differs: express work is exempt in both
select
    survivor.pair_no,
    format('queued {} > cap {}', pair_cap.n_queued, pair_cap.cap) as detail
from survivor
inner join
    chunk
    on survivor.jedi_task_id = chunk.jedi_task_id
    and survivor.chunk_no = chunk.chunk_no
inner join pair_cap on survivor.pair_no = pair_cap.pair_no
where
    not chunk.is_express
    and not pair_cap.is_by_type
    and pair_cap.n_queued > pair_cap.cap
