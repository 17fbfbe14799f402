-- title: task queues that a limit refuses at every site of a resource that they accept
-- grain: stand_no, tq_id
-- source: spec/dirac.md 5.1; Q5: per site; Q2: each limit refuses on its own, unless
-- source: limits_compat
with
    hits as (
        select
            reached_limit.stand_no,
            reached_limit.sites,
            reached_limit.site,
            task_queue_value.tq_id,
            min(reached_limit.detail) as detail
        from reached_limit
        inner join
            task_queue_value
            on reached_limit.attribute = task_queue_value.attribute
            and reached_limit.value = task_queue_value.value
        cross join cfg
        group by
            reached_limit.stand_no,
            reached_limit.sites,
            reached_limit.site,
            task_queue_value.tq_id,
            reached_limit.n_attributes,
            cfg.limits_compat
        having
            not cfg.limits_compat
            or count(distinct reached_limit.attribute) = reached_limit.n_attributes
    )

select hits.stand_no, hits.tq_id, min(hits.detail) as detail
from hits
inner join task_queue on hits.tq_id = task_queue.tq_id
group by
    hits.stand_no, hits.tq_id, hits.sites, task_queue.sites, task_queue.banned_sites
having
    is_wholly_limited(
        list(hits.site),
        accepted_sites(hits.sites, task_queue.sites, task_queue.banned_sites)
    )
