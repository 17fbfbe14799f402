-- title: limits of running jobs, and how many run
-- grain: vo, site, ce, attribute, value
-- bounds: as many jobs as the limit refuse; a limit of 0 or less refuses always
-- nulls: vo is empty for pilots whose vo is not known; ce is empty for a limit of the whole site;
-- a limit beyond all counts of jobs is none
-- note: the jobs of the whole site count for a limit at a CE too
with
    every_limit as (
        select
            limit_switch.vo,
            dirac_running_limit.site,
            dirac_running_limit.ce,
            dirac_running_limit.attribute,
            dirac_running_limit.value,
            dirac_running_limit.max_jobs
        from dirac_running_limit
        cross join limit_switch
        where limit_switch.kind = 'RunningLimit' and limit_switch.is_on
        union all
        select vo, site, ce, attribute, value, try_cast(amount as bigint) as max_jobs
        from cfg_limit
        where kind = 'RunningLimit'
    ),
    limits as (
        select
            every_limit.vo,
            compared_name(every_limit.site, cfg.collation) as site,
            coalesce(compared_name(every_limit.ce, cfg.collation), '') as ce,
            every_limit.attribute,
            compared_name(every_limit.value, cfg.collation) as value,
            min(every_limit.max_jobs) as max_jobs
        from every_limit
        cross join cfg
        where every_limit.max_jobs is not null
        group by all
    )

select
    limits.vo,
    limits.site,
    limits.ce,
    limits.attribute,
    limits.value,
    limits.max_jobs,
    coalesce(running_attribute.n_running, 0) as n_running,
    coalesce(running_attribute.n_running, 0) >= limits.max_jobs as is_reached
from limits
left join running_attribute using (site, attribute, value)
