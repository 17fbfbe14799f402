-- title: temporary problems of a queue, for all, for the user or for the task
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
-- differs: failed and closed jobs count everywhere on the page, in the running system
-- only where the stabilizer is reached
-- note: merge chunks are not checked for the user
with
    judged as (
        select
            passed.jedi_task_id,
            passed.chunk_no,
            passed.round,
            passed.pseudo_queue,
            analysis_chunk.is_merging,
            pair_user.is_long_enough and pair_user.is_user_known as is_checked,
            pair_user.n_queued,
            pair_user.n_running,
            pair_user.n_user_queued,
            pair_user.max_user_queue,
            coalesce(task_result.n_failed + task_result.n_closed, 0) as n_bad,
            greatest(
                cfg.bad_per_finished * coalesce(task_result.n_finished, 0),
                cfg.min_bad_jobs_to_skip_pq
            ) as max_bad,
            coalesce(pair_overload.is_idle, false) as is_idle
        from passed
        inner join analysis_chunk using (jedi_task_id, chunk_no)
        inner join pair_user using (jedi_task_id, chunk_no, round, pseudo_queue)
        left join pair_overload using (jedi_task_id, chunk_no, round, pseudo_queue)
        left join task_result using (jedi_task_id, queue_name)
        cross join cfg
    )

select
    judged.jedi_task_id,
    judged.chunk_no,
    judged.round,
    judged.pseudo_queue,
    judged.n_user_queued,
    judged.max_user_queue,
    judged.n_bad,
    judged.max_bad,
    judged.is_idle,
    judged.n_queued,
    judged.n_running,
    cfg.enforce_cap_rt
    and judged.n_queued
    > cfg.cap_per_running * greatest(cfg.worker_cutoff, judged.n_running) as is_full,
    not judged.is_merging
    and judged.is_checked
    and judged.n_user_queued > judged.max_user_queue as has_long_queue,
    case
        when cfg.bad_jobs_mode = 'all'
        then judged.n_bad >= judged.max_bad
        else not judged.is_merging and judged.is_checked and judged.n_bad > judged.max_bad
    end as has_bad_jobs
from judged
cross join cfg
