-- title: what requests before one have used of limits and delays in the same cycle
-- grain: seq, site, attribute, value
-- note: nothing where $2 is false, as nothing is drawn then
-- note: a match at each of its sites that the jobs accept; for a limit of the site itself
-- any job counts, a delay of it looks at jobs that name that site alone
with
    asked as (
        select tq_id, attribute, value
        from task_queue_value
        where attribute <> 'Site'
        union all
        select tq_id, 'Site' as attribute, null as value
        from task_queue
    )

select
    match.seq,
    earlier.arrival_time,
    earlier.vo,
    class_site.site,
    asked.attribute,
    coalesce(asked.value, class_site.site) as value,
    asked.attribute <> 'Site' or coalesce(len(task_queue.sites) = 1, false) as takes_token
from match
inner join request as earlier using (seq)
inner join task_queue using (tq_id)
inner join asked using (tq_id)
cross join
    unnest(accepted_sites(earlier.sites, task_queue.sites, task_queue.banned_sites)) as class_site(
        site
    )
where match.job_id is not null and match.seq < $1 and $2
