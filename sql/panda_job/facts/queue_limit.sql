-- title: how many queues a chunk is sent to at most
-- grain: unit_no
-- kind: view
-- source: C139
select numbered_unit.unit_no, cfg.max_candidates as n_most
from numbered_unit
cross join cfg
