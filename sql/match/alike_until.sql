-- title: the last request that sees the priorities of now
-- grain: one row
select last_alike(cfg.recalc, cfg.recalc_every, recalculated.seq) as seq
from recalculated
cross join cfg
