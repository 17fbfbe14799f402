-- title: the kind of jobs alike: the lowest job of all that ask for the same
-- grain: signature
-- source: T003, T004, T006, T007, T008, T009, T010, T011, T012, T013, T014, T015, P006
-- nulls: no requirement equals no requirement
select
    signature,
    min(job_id) over (
        partition by
            owner,
            owner_group,
            setup,
            cpu_time,
            submit_pools,
            pilot_types,
            sites,
            grid_ces,
            grid_middlewares,
            banned_sites,
            platforms,
            job_types,
            tags,
            min_ram,
            max_ram
    ) as kind
from job_requirement
