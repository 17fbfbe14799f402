-- title: owner, CPU segment and priority of each job, and what forbids to queue it
-- grain: job_id
-- source: T005, T008, T017, T018, T020
-- bounds: a CPU time equal to a segment has it; above the last one it has the last; a
-- max_ram of 0 is none
-- nulls: see fault; no status is Waiting, no priority the usual one
-- differs: RAM is looked at in DIRAC's code of today alone
-- note: a default applies where a column is NULL
select
    dirac_job.job_id,
    coalesce(
        owner_alias.user_name, dirac_job.owner, dn_alias.user_name, dirac_job.owner_dn
    ) as owner,
    coalesce(dirac_job.setup, cfg.default_setup) as setup,
    segment_of(dirac_job.cpu_time, cpu_segment.segments) as cpu_time,
    coalesce(dirac_job.user_priority, cfg.default_user_priority) as user_priority,
    case
        when dirac_job.status <> 'Waiting'
        then format('status {} is not Waiting', dirac_job.status)
        when dirac_job.cpu_time is null
        then 'no cpu_time'
        when dirac_job.owner is null and dirac_job.owner_dn is null
        then 'no owner'
        when dirac_job.owner_group is null
        then 'no owner_group'
        when
            list_contains(cfg.identity_fields, 'ram')
            and dirac_job.max_ram > 0
            and dirac_job.min_ram > dirac_job.max_ram
        then format('min_ram {} is above max_ram {}', dirac_job.min_ram, dirac_job.max_ram)
    end as fault
from dirac_job
left join user_alias as owner_alias on dirac_job.owner = owner_alias.dn
left join user_alias as dn_alias on dirac_job.owner_dn = dn_alias.dn
cross join cpu_segment
cross join cfg
