-- title: what a resource says that it does not take
-- grain: seq
-- nulls: nothing sent bans nothing
select
    dirac_pilot.seq,
    value_set(dirac_pilot.banned_site, cfg.collation) as sites,
    value_set(dirac_pilot.banned_grid_ce, cfg.collation) as grid_ces,
    value_set(dirac_pilot.banned_platform, cfg.collation) as platforms,
    value_set(dirac_pilot.banned_job_type, cfg.collation) as job_types,
    value_set(dirac_pilot.banned_tag, cfg.collation) as tags
from dirac_pilot
cross join cfg
where cfg.resource_bans
