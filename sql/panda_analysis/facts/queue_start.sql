-- title: jobs that start at a queue per hour
-- grain: queue_name
-- source: C323
-- nulls: no row without a start known in the window
-- differs: the running system leaves out the last minutes
-- note: over the whole window, also where what is recorded covers a part of it
select
    queue_trr.queue_name,
    queue_trr.n_counted / (cfg.trr_window_h - cfg.trr_cutoff_min / 60::double) as n_per_hour
from queue_trr
cross join cfg
