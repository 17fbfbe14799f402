-- title: task queues that a limit refuses at every site of a resource that they accept
-- grain: place_no, tq_id
-- note: each limit refuses on its own, unless limits_compat; so does each value, unless
-- limit_values_compat; per site, unless limit_sites_compat
with
    hits as (
        select
            reached_limit.place_no,
            reached_limit.sites,
            reached_limit.limited_sites,
            reached_limit.site,
            task_queue_value.tq_id,
            min(reached_limit.detail) as detail
        from reached_limit
        inner join task_queue_value using (attribute, value)
        cross join cfg
        where
            not cfg.limit_values_compat
            or reached_limit.n_values = 1
            or not list_contains(cfg.single_attributes, reached_limit.attribute)
        group by
            reached_limit.place_no,
            reached_limit.sites,
            reached_limit.limited_sites,
            reached_limit.site,
            task_queue_value.tq_id,
            reached_limit.n_attributes,
            cfg.limits_compat
        having
            not cfg.limits_compat
            or count(distinct reached_limit.attribute) = reached_limit.n_attributes
    )

select hits.place_no, hits.tq_id, min(hits.detail) as detail
from hits
inner join task_queue using (tq_id)
cross join cfg
group by
    hits.place_no,
    hits.tq_id,
    hits.sites,
    hits.limited_sites,
    task_queue.sites,
    task_queue.banned_sites,
    cfg.limit_sites_compat
having
    case
        when cfg.limit_sites_compat and len(hits.sites) > 1
        then
            list_has_all(list(hits.site order by hits.site), hits.limited_sites)
            and coalesce(list_has_all(task_queue.sites, hits.limited_sites), false)
        else
            is_wholly_limited(
                list(hits.site order by hits.site),
                accepted_sites(hits.sites, task_queue.sites, task_queue.banned_sites)
            )
    end
