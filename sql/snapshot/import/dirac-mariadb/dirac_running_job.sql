-- needs: JobDB.Jobs
-- What the running limits count.
select
    cast(jobid as signed) as job_id,
    site as site,
    status as status,
    jobtype as job_type,
    owner as owner,
    ownergroup as owner_group
from `JobDB`.`Jobs`
where status in ('Running', 'Matched', 'Stalled')
