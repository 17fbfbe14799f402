-- Untested: written after import/panda-postgres, for Oracle.
-- The rules look at the last hour.
select
    computingsite as queue_name,
    harvester_id,
    resourcetype as resource_type,
    status,
    sum(n_workers) as n_workers,
    lastupdate as last_update
from harvester_worker_stats
where lastupdate >:now - interval '1' day
group by computingsite, harvester_id, resourcetype, status, lastupdate
