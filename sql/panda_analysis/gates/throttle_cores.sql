-- criterion: -throttle_cores
-- label: throttle
-- title: the user, or the working group, has too many running or queued cores
-- effect: throttle
-- class: throttled
-- source: C274, C275
-- bounds: as many cores as the cap, or twice as many queued, pass
-- nulls: a cap of NULL or 0 is none; no jobs at all pass
-- differs: the running system spares merge chunks
select
    analysis_chunk.*,
    cap_detail(
        user_cap.name,
        user_cap.kind,
        'cores',
        user_cap.n_running_cores,
        user_cap.n_queued_cores,
        user_cap.core_cap,
        cfg.queued_per_cap
    ) as detail
from analysis_chunk
inner join user_cap using (jedi_task_id)
cross join cfg
where
    not (analysis_chunk.is_merging and cfg.caps_skip_merge)
    and is_over_cap(
        user_cap.n_running_cores, user_cap.n_queued_cores, user_cap.core_cap, cfg.queued_per_cap
    )
