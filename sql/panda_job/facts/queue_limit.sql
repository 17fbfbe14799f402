-- title: how many queues a chunk is sent to at most
-- grain: unit_no
-- kind: view
-- source: Brokerage page, ATLAS Production Job Brokerage, "the best 10 candidates are
-- taken"
select numbered_unit.unit_no, cfg.max_candidates as n_most
from numbered_unit
cross join cfg
