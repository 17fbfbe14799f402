-- The procedures group by a clock that differs from row to row.
select
    'job_stats' as subject,
    format(
        'jobs_share_stats holds several rows of a group (rows: %s, groups: %s): the server '
        'does not sum them',
        n_rows,
        n_groups
    ) as text
from
    (
        select sum(n_rows) as n_rows, count(*) as n_groups
        from
            (
                select count(*) as n_rows
                from jobs_share_stats
                group by vo, computingsite, gshare, workqueue_id, resource_type, jobstatus, nucleus
            ) as grouped
    ) as counted
where n_rows > n_groups
