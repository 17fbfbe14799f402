-- Untested: written after import/panda-postgres, for Oracle.
select
    site as queue_name,
    flag,
    cast(getjob as number(18)) as n_get_job,
    cast(updatejob as number(18)) as n_update_job,
    laststart as last_start
from atlas_pandameta.sitedata
where hours = 3 and flag in ('production', 'analysis')
