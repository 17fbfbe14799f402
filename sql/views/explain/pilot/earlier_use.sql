-- title: what requests before one have used of limits and delays in the same cycle
-- grain: seq, site, attribute, value
-- note: nothing where $2 is false, as nothing is drawn then
-- note: a match at each of its sites that the jobs accept
select
    match.seq,
    earlier.arrival_time,
    earlier.vo,
    class_site.site,
    task_queue_value.attribute,
    task_queue_value.value
from match
inner join request as earlier using (seq)
inner join task_queue using (tq_id)
inner join task_queue_value using (tq_id)
cross join
    unnest(accepted_sites(earlier.sites, task_queue.sites, task_queue.banned_sites)) as class_site(
        site
    )
where match.job_id is not null and match.seq < $1 and $2
