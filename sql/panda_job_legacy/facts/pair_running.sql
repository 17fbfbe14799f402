-- title: running jobs of a pair, with batch workers that stand for them
-- grain: pair_no
-- kind: view
-- source: Older brokerage page, ATLAS Production, "If nRunning is less than 20 and the
-- number of running/submitted batch jobs at PQ is larger than nRunning"
-- source: spec/production.md 7 L22; n_workers is cut off at 20 already
-- differs: none; slots do not count, at any queue and priority
select
    pair_jobs.*,
    case
        when pair_jobs.n_share_running < cfg.worker_cutoff
        then greatest(pair_jobs.n_share_running, pair_jobs.n_workers)
        else pair_jobs.n_share_running
    end as n_running
from pair_jobs
cross join cfg
