-- title: requirements of jobs alike, each list a set
-- grain: signature
-- source: T006, T007, T009, T010, T011, T012, T013, T014, T015
-- nulls: an empty list is no requirement, which equals no other but itself; RAM that
-- not given is 0
-- note: order, blanks and values twice do not count; what is no field of the identity
-- is not asked for
with
    firsts as (select signature, min(job_id) as job_id from job_signature group by signature),
    fields as (select identity_fields as names, cfg.collation as comparison from cfg)

select
    firsts.signature,
    firsts.job_id,
    job_intake.cpu_time,
    compared_name(job_intake.owner, comparison) as owner,
    compared_name(dirac_job.owner_group, comparison) as owner_group,
    case
        when list_contains(names, 'setup') then compared_name(job_intake.setup, comparison)
    end as setup,
    asked_set(submit_pools, 'submit_pools', names, comparison) as submit_pools,
    asked_set(pilot_types, 'pilot_types', names, comparison) as pilot_types,
    asked_set(sites, 'sites', names, comparison) as sites,
    asked_set(grid_ces, 'grid_ces', names, comparison) as grid_ces,
    asked_set(grid_middlewares, 'grid_middlewares', names, comparison) as grid_middlewares,
    asked_set(banned_sites, 'banned_sites', names, comparison) as banned_sites,
    asked_set(platforms, 'platforms', names, comparison) as platforms,
    asked_set(job_types, 'job_types', names, comparison) as job_types,
    asked_set(tags, 'tags', names, comparison) as tags,
    case when list_contains(names, 'ram') then coalesce(dirac_job.min_ram, 0) end as min_ram,
    case when list_contains(names, 'ram') then coalesce(dirac_job.max_ram, 0) end as max_ram
from firsts
inner join dirac_job using (job_id)
inner join job_intake using (job_id)
cross join fields
