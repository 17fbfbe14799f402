-- title: running and queued jobs of a pair as weights and caps read them
-- grain: jedi_task_id, chunk_no, queue_name
-- source: Brokerage page, ATLAS Production Job Brokerage, "The brokerage uses the
-- source: largest one"
-- source: spec/production.md 6.2, 6.3, 6.5
-- differs: the largest of four numbers on the page; the running system replaces or adds
-- differs: them one
-- differs: after the other, workers only at pull_ups queues and low priority (D27)
with

    started as (
        select
            pair_jobs.*,
            chunk.priority <= cfg.max_prio_to_bootstrap as is_low_prio,
            case
                when
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
                    )
                then pair_jobs.n_workers
                else pair_jobs.n_running
            end as n_real
        from pair_jobs
        inner join
            chunk
            on pair_jobs.jedi_task_id = chunk.jedi_task_id
            and pair_jobs.chunk_no = chunk.chunk_no
        cross join cfg
    )

select
    started.* exclude (n_running, n_real, is_low_prio, is_pull_ups),
    case
        when cfg.nrunning_mode = 'largest'
        then
            greatest(
                started.n_real,
                case when started.num_slots = 0 then started.n_starting else started.num_slots end
            )
        when started.num_slots is null or not started.is_low_prio
        then started.n_real
        when started.num_slots = 0
        then started.n_real + started.n_starting
        else greatest(started.num_slots, started.n_real)
    end as n_running,
    coalesce(pair_input.total_bytes, 0) = 0
    or pair_input.disk_bytes >= pair_input.total_bytes as is_local,
    coalesce(pair_input.total_bytes, 0) > 0
    and unified_queue.uses_only_local_data
    and (pair_input.mb_not_on_disk > 0 or pair_input.n_not_on_disk > 0) as is_non_local,
    nucleus_queue.queue_name is not null as is_at_nucleus,
    chunk_limit.nqueuelimitsite
from started
cross join cfg
inner join
    chunk
    on started.jedi_task_id = chunk.jedi_task_id
    and started.chunk_no = chunk.chunk_no
inner join pseudo_queue on started.queue_name = pseudo_queue.queue_name
inner join unified_queue on pseudo_queue.unified_name = unified_queue.queue_name
left join
    pair_input
    on started.jedi_task_id = pair_input.jedi_task_id
    and started.chunk_no = pair_input.chunk_no
    and pseudo_queue.unified_name = pair_input.queue_name
left join
    nucleus_queue
    on chunk.nucleus = nucleus_queue.nucleus
    and pseudo_queue.unified_name = nucleus_queue.queue_name
left join cfg_share as chunk_limit on chunk.gshare = chunk_limit.gshare
