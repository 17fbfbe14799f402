-- title: share and properties of every group that has waiting jobs
-- grain: owner_group
-- source: P008
-- nulls: no share is the usual one, no property is not set; so has a group that is not
-- known
with
    owner_groups as (
        select distinct job_requirement.owner_group, cfg.collation
        from job_requirement
        cross join cfg
    )

select
    owner_groups.owner_group,
    max(dirac_group.vo) as vo,
    count(dirac_group.group_name) > 0 as is_known,
    greatest(coalesce(max(dirac_group.job_share), max(cfg.default_job_share)), 0) as job_share,
    coalesce(bool_or(dirac_group.job_sharing), false) as is_sharing,
    coalesce(bool_or(dirac_group.allow_background_tqs), false) as allows_background
from owner_groups
cross join cfg
left join
    dirac_group
    on owner_groups.owner_group = compared_name(dirac_group.group_name, owner_groups.collation)
group by owner_groups.owner_group
