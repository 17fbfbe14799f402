-- title: running jobs of a pair, with workers and slots that stand for them
-- grain: jedi_task_id, chunk_no, queue_name
-- source: Brokerage page, ATLAS Production Job Brokerage, "The brokerage uses the
-- source: largest one"
-- source: spec/production.md 6.2
-- differs: the largest of four numbers on the page; the running system replaces or adds
-- differs: them in turn, workers only at pull_ups queues and low priority (D27)
with

    started as (
        select
            pair_jobs.*,
            chunk.priority <= cfg.max_prio_to_bootstrap as is_low_prio,
            pair_jobs.n_running < cfg.worker_cutoff
            and pair_jobs.n_workers > pair_jobs.n_running
            and (
                cfg.nrunning_mode = 'largest'
                or (
                    pair_jobs.n_pilots > 0
                    and pair_jobs.is_ucore
                    and pair_jobs.is_pull_ups
                    and chunk.priority <= cfg.max_prio_to_bootstrap
                )
            ) as uses_workers
        from pair_jobs
        inner join
            chunk
            on pair_jobs.jedi_task_id = chunk.jedi_task_id
            and pair_jobs.chunk_no = chunk.chunk_no
        cross join cfg
    ),

    real as (
        select
            started.*,
            case
                when started.uses_workers then started.n_workers else started.n_running
            end as n_real
        from started
    )

select
    real.jedi_task_id,
    real.chunk_no,
    real.queue_name,
    case
        when cfg.nrunning_mode = 'largest'
        then
            greatest(
                real.n_real,
                case
                    when real.num_slots = 0 then real.n_starting else real.num_slots
                end
            )
        when real.num_slots is null or not real.is_low_prio
        then real.n_real
        when real.num_slots = 0
        then real.n_real + real.n_starting
        else greatest(real.num_slots, real.n_real)
    end as n_running
from real
cross join cfg
