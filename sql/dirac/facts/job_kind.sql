-- title: the kind of jobs alike: the lowest job of all that ask for the same
-- grain: signature
-- source: T003, T004, T006, T007, T008, T009, T010, T011, T012, T013, T014, T015, P006
-- nulls: no requirement equals no requirement
select
    job_requirement.signature,
    min(job_requirement.job_id) over (
        partition by
            job_requirement.owner,
            job_requirement.owner_group,
            job_requirement.setup,
            job_requirement.cpu_time,
            job_requirement.submit_pools,
            job_requirement.pilot_types,
            job_requirement.sites,
            job_requirement.grid_ces,
            job_requirement.grid_middlewares,
            job_requirement.banned_sites,
            job_requirement.platforms,
            job_requirement.job_types,
            job_requirement.tags,
            job_requirement.min_ram,
            job_requirement.max_ram
    ) as kind
from job_requirement
