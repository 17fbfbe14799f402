-- title: the sites that a resource stands for, and whether the mask changes them
-- grain: seq
-- source: T034
-- nulls: no site sent is no condition
-- differs: in the code of 2009 a CE sent without a site must be required as well; the
-- code of today (modern) keeps the site and asks for tests
-- note: sites that are not active are dropped; with none left only what requires the CE
-- fits, or the sites take tests only
with
    sent as (
        select
            dirac_pilot.seq,
            offered_set(dirac_pilot.site, cfg.any_values, cfg.collation) as sites,
            value_set(dirac_pilot.site, cfg.collation) is not null as has_site,
            value_set(dirac_pilot.grid_ce, cfg.collation) is not null as has_ce,
            masked_sites.sites as masked_sites,
            cfg.masked_site_mode = 'test' as takes_tests,
            cfg.masked_ce_only
        from dirac_pilot
        cross join masked_sites
        cross join cfg
    ),
    open as (
        select
            sent.*,
            list_filter(sites, lambda site: not list_contains(masked_sites, site)) as open_sites
        from sent
    )

select
    seq,
    case when len(open_sites) > 0 then open_sites when takes_tests then sites end as sites,
    has_site and coalesce(len(open_sites) = 0, false) as is_masked,
    takes_tests and coalesce(len(open_sites) = 0, false) as takes_tests_only,
    not takes_tests
    and has_ce
    and coalesce(len(open_sites) = 0, not has_site and not masked_ce_only) as needs_ce
from open
