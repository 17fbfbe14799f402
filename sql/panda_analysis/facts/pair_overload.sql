-- title: queues left by the checks, and whether they are overloaded
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
-- differs: real are queues without virtual placement on the page, with the data beside
-- it in the running system
-- note: queued jobs per running one against the whole grid; merge chunks are not
-- checked
with
    judged as (
        select
            remaining.jedi_task_id,
            remaining.chunk_no,
            remaining.round,
            remaining.pseudo_queue,
            user_pair.n_running,
            user_pair.n_queued,
            coalesce(share_load.n_queued_per_running, 0) as grid_load,
            case
                when cfg.overloaded_vp_mode = 'queue'
                then not analysis_queue.sees_vp
                else
                    remaining.round = 2
                    or analysis_chunk.n_datasets = 0
                    or coalesce(local_queue.is_real, false)
            end as is_real,
            not analysis_chunk.is_merging
            and user_pair.n_queued > cfg.overload_min_queue
            and (
                user_pair.n_running = 0
                or user_pair.n_queued::double / user_pair.n_running
                > grid_load * cfg.overload_ratio_offset
            ) as is_overloaded
        from remaining
        inner join user_pair using (jedi_task_id, chunk_no, round, pseudo_queue)
        inner join analysis_queue using (queue_name)
        inner join analysis_task using (jedi_task_id)
        inner join analysis_chunk using (jedi_task_id, chunk_no)
        left join share_load using (gshare)
        left join local_queue using (jedi_task_id, chunk_no, queue_name)
        cross join cfg
    )

select
    judged.*,
    bool_and(is_overloaded) over (
        partition by jedi_task_id, chunk_no, round
    ) as is_everything_overloaded,
    is_overloaded and n_running = 0 as is_idle
from judged
