-- title: running jobs of a pair, with batch workers that stand for them
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- source: O047
-- differs: none; slots do not count, at any queue and priority
-- note: n_workers is cut off at 20 already
select
    pair_jobs.*,
    case
        when pair_jobs.n_share_running < cfg.worker_cutoff
        then greatest(pair_jobs.n_share_running, pair_jobs.n_workers)
        else pair_jobs.n_share_running
    end as n_running
from pair_jobs
cross join cfg
