-- title: how many jobs of a share wait too much at a queue, and how many are killed
-- grain: queue_name, gshare
-- source: C250, C251, C252, C253, C254, C255
-- bounds: all three limits are strict; the excess is that over the nearest limit
-- nulls: a share without a limit of its own never loses a job
-- differs: the running system kills one job less than the excess, and counts in a dry
-- run what shares without a limit would lose
-- note: with products the first limit holds without running jobs too
with
    limited as (
        select
            share_backlog.queue_name,
            share_backlog.gshare,
            share_backlog.n_queued,
            share_backlog.n_running,
            share_backlog.n_queued_share,
            coalesce(
                cfg_share.fast_rebro_threshold_nqueue, cfg.fast_rebro_dry_run_limit
            ) as n_queued_limit,
            cfg_share.fast_rebro_threshold_nqueue is null as is_dry_run
        from share_backlog
        left join cfg_share using (gshare)
        cross join cfg
    ),
    measured as (
        select
            limited.*,
            ceil(
                least(
                    limited.n_queued - limited.n_running * cfg.fast_rebro_threshold_nqnr_ratio,
                    limited.n_queued - limited.n_queued_limit,
                    limited.n_queued - limited.n_queued_share * cfg.fast_rebro_threshold_nqueue_frac
                )
            )::bigint as n_excess
        from limited
        cross join cfg
        where limited.n_queued_limit is not null
    )

select
    measured.*,
    case
        when measured.is_dry_run
        then 0
        when cfg.fr_rownum_quirk
        then measured.n_excess - 1
        else measured.n_excess
    end as n_to_kill
from measured
cross join cfg
where measured.n_excess > 0
