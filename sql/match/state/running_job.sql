-- title: jobs that run: those of the snapshot, and those that were given and did not
-- come back, so that limits name both
-- grain: job_id, site, what a limit counts of it
with
    given_now as (
        select job_id, tq_id, class_id
        from taken
        union all
        select state.gone.job_id, state.job.tq_id, state.gone.class_id
        from state.gone
        inner join state.job on state.gone.job_id = state.job.job_id
    )

select
    main.dirac_running_job.job_id,
    main.dirac_running_job.site,
    main.dirac_running_job.status,
    main.dirac_running_job.job_type,
    main.dirac_running_job.owner,
    main.dirac_running_job.owner_group
from main.dirac_running_job
union all
select
    given_now.job_id,
    class_use.site,
    cfg.counted_statuses[1] as status,
    case when class_use.attribute = 'JobType' then class_use.value end as job_type,
    case when class_use.attribute = 'Owner' then class_use.value end as owner,
    case when class_use.attribute = 'OwnerGroup' then class_use.value end as owner_group
from given_now
inner join class_use using (class_id, tq_id)
cross join cfg
