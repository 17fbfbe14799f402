-- title: running jobs of the past by group and user, with their age at either end
-- grain: sample_no
-- nulls: a sample without an end has an age only
-- note: rows of running_history with status Running
select
    row_number() over (
        order by
            dirac_running_history.bucket_start,
            dirac_running_history.bucket_end,
            dirac_running_history.group_name,
            dirac_running_history.user_name,
            dirac_running_history.site,
            dirac_running_history.n_jobs
    ) as sample_no,
    compared_name(dirac_running_history.group_name, cfg.collation) as group_name,
    compared_name(
        coalesce(user_alias.user_name, dirac_running_history.user_name), cfg.collation
    ) as user_name,
    dirac_running_history.n_jobs,
    seconds_between(dirac_running_history.bucket_start, snapshot.snapshot_time) as first_age_s,
    seconds_between(dirac_running_history.bucket_end, snapshot.snapshot_time) as last_age_s
from dirac_running_history
left join user_alias on dirac_running_history.user_name = user_alias.dn
cross join snapshot
cross join cfg
where
    dirac_running_history.status = 'Running'
    and dirac_running_history.bucket_start is not null
    and dirac_running_history.n_jobs > 0
