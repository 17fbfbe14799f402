-- title: the limits and delays that a kind of request uses with a job of a task queue
-- grain: class_id, tq_id, site, attribute, value
-- note: at each of its sites that the jobs accept, as nobody knows at which it runs
-- note: a match at the site of a job with attribute=value
-- note: for a limit of the site itself any job counts; a delay of it looks at jobs that
-- name that site alone
with
    restraint as (
        select site, attribute, value
        from limit_state
        where attribute <> 'Site' or value = site
        union
        select site, attribute, value
        from token
        where attribute <> 'Site' or value = site
    ),
    asked as (
        select tq_id, attribute, value
        from task_queue_value
        where attribute <> 'Site'
        union all
        select task_queue.tq_id, restraint.attribute, restraint.value
        from task_queue
        cross join restraint
        where restraint.attribute = 'Site'
    )

select
    class_site.class_id,
    class_site.vo,
    asked.tq_id,
    restraint.site,
    restraint.attribute,
    restraint.value,
    restraint.attribute <> 'Site' or coalesce(len(task_queue.sites) = 1, false) as takes_token
from class_site
inner join restraint using (site)
inner join asked on restraint.attribute = asked.attribute and restraint.value = asked.value
inner join task_queue on asked.tq_id = task_queue.tq_id
where len(accepted_sites([class_site.site], task_queue.sites, task_queue.banned_sites)) > 0
