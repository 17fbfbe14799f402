-- title: the limits and delays that a kind of request uses with a job of a task queue
-- grain: class_id, tq_id, site, attribute, value
-- note: at each of its sites that the jobs accept, as nobody knows at which it runs
-- note: a match at the site of a job with attribute=value
with
    restraint as (
        select site, attribute, value
        from limit_state
        union
        select site, attribute, value
        from token
    )

select
    class_site.class_id,
    class_site.vo,
    task_queue_value.tq_id,
    restraint.site,
    restraint.attribute,
    restraint.value
from class_site
inner join restraint using (site)
inner join
    task_queue_value
    on restraint.attribute = task_queue_value.attribute
    and restraint.value = task_queue_value.value
inner join task_queue on task_queue_value.tq_id = task_queue.tq_id
where len(accepted_sites([class_site.site], task_queue.sites, task_queue.banned_sites)) > 0
