-- title: how many pilots to submit for each task queue, and where
-- grain: tq_id
-- kind: view
-- source: T036
-- bounds: below lowest_cpu_boost a task queue is not boosted further; at most somewhat
-- more than its jobs
-- nulls: without a priority at all nothing is submitted; without pools the usual ones;
-- tq_id is NULL for the generic pilots
-- note: of the pilots of an iteration by priority, more for short jobs, drawn by
-- Poisson's law; the first enabled pool in random order takes all; generic pilots of
-- the longest CPU time beside them while any job that is not private waits
with
    sums as (
        select
            nullif(list_sum(list(priority order by tq_id)), 0) as priority,
            sum(n_jobs) filter (where is_generic)::bigint as n_generic_jobs
        from pilot_demand
    ),
    expected as (
        select
            pilot_demand.*,
            cfg.pilots_per_iteration
            / sums.priority
            * pilot_demand.priority
            * pilot_demand.boost as n_expected
        from pilot_demand
        cross join sums
        cross join cfg
    )

select
    tq_id,
    n_jobs,
    cpu_time,
    priority,
    n_expected,
    n_most,
    poisson_upto(n_expected, uniform_of(draw_key), n_most) as n_pilots,
    submit_pools,
    submit_pool,
    grid_middlewares,
    is_generic
from expected
union all by name
select
    sums.n_generic_jobs as n_jobs,
    cpu_segment.segments[-1] as cpu_time,
    cfg.pilots_per_iteration as n_expected,
    trunc(cfg.pilots_per_iteration)::bigint as n_most,
    trunc(cfg.pilots_per_iteration)::bigint as n_pilots,
    coalesce(value_set(cfg.default_submit_pools, cfg.collation), []) as submit_pools,
    true as is_generic
from sums
cross join cpu_segment
cross join cfg
where sums.priority > 0 and sums.n_generic_jobs > 0
