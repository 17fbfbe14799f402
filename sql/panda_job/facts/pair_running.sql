-- title: running jobs of a pair, with workers and slots that stand for them
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- source: C122, C123, C124, C126, C127
-- differs: the largest of four numbers on the page; the running system replaces or adds
-- them in turn, workers only at pull_ups queues and low priority
-- note: slots fewer than the cores of the queue promise no job, and are not zero slots
select
    pair_jobs.*,
    case
        when
            pair_jobs.n_share_running < cfg.worker_cutoff
            and pair_jobs.n_workers > pair_jobs.n_share_running
            and (
                cfg.nrunning_mode = 'largest'
                or (
                    pair_jobs.n_pilots > 0
                    and pair_jobs.is_ucore
                    and pair_jobs.is_pull_ups
                    and pair_jobs.is_low_prio
                )
            )
        then pair_jobs.n_workers
        else pair_jobs.n_share_running
    end as n_real,
    case
        when cfg.nrunning_mode = 'largest'
        then
            greatest(
                n_real, if(pair_jobs.num_slots = 0, pair_jobs.n_starting, pair_jobs.n_promised)
            )
        when pair_jobs.num_slots is null or not pair_jobs.is_low_prio
        then n_real
        when pair_jobs.num_slots = 0
        then n_real + pair_jobs.n_starting
        else greatest(pair_jobs.n_promised, n_real)
    end as n_running
from pair_jobs
cross join cfg
