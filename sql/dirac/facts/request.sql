-- title: what each resource offers when it asks for a job
-- grain: seq
-- source: T023
-- nulls: NULL was not sent, and is no condition, but for CEs and platforms that are
-- checked all the same; ANY lifts these
select
    dirac_pilot.seq,
    dirac_pilot.pilot_id,
    dirac_pilot.cpu_time,
    compared_name(dirac_pilot.setup, cfg.collation) as setup,
    request_group.vo,
    request_group.groups,
    request_group.owner,
    value_set([dirac_pilot.pilot_type], cfg.collation) as pilot_types,
    value_set([dirac_pilot.submit_pool], cfg.collation) as submit_pools,
    value_set([dirac_pilot.grid_middleware], cfg.collation) as grid_middlewares,
    request_site.sites,
    request_site.is_masked,
    request_site.needs_ce,
    offered_set(dirac_pilot.grid_ce, cfg.any_values, cfg.collation) as grid_ces,
    is_condition(dirac_pilot.grid_ce, cfg.any_values, cfg.ce_strict) as checks_grid_ces,
    request_platform.platforms,
    is_condition(dirac_pilot.platform, cfg.any_values, cfg.platform_strict) as checks_platforms,
    case
        when request_site.takes_tests_only
        then value_set([cfg.test_job_type], cfg.collation)
        else offered_set(dirac_pilot.job_type, cfg.any_values, cfg.collation)
    end as job_types,
    request_tag.is_checked as checks_tags,
    request_tag.tags,
    request_tag.required_tags,
    request_tag.sent_tags,
    request_tag.sent_required_tags,
    dirac_pilot.max_ram,
    dirac_pilot.job_id,
    dirac_pilot.arrival_time
from dirac_pilot
inner join request_group using (seq)
inner join request_site using (seq)
inner join request_tag using (seq)
left join request_platform using (seq)
cross join cfg
