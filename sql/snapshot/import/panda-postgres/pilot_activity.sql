select
    site as queue_name,
    flag,
    getjob::bigint as n_get_job,
    updatejob::bigint as n_update_job,
    laststart as last_start
from sitedata
where hours = 3 and flag in ('production', 'analysis')
