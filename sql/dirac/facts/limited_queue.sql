-- title: task queues that a limit refuses at every site of a resource that they accept
-- grain: stand_no, tq_id
-- source: spec/dirac.md 5.1; Q5: per site; Q2: each limit refuses on its own, unless
-- source: limits_compat
-- nulls: a resource that sends no site has no limits
with
    stands as (
        select distinct
            request_list.stand_no,
            request.sites,
            coalesce(request.grid_ces, []) || [''] as grid_ces
        from request
        inner join request_list on request.seq = request_list.seq
        where request.sites is not null
    ),

    reached as (
        select
            stands.stand_no,
            stands.sites,
            limit_state.*,
            count(distinct limit_state.attribute) over (
                partition by stands.stand_no, limit_state.site
            ) as n_attributes
        from stands
        inner join
            limit_state
            on list_contains(stands.sites, limit_state.site)
            and list_contains(stands.grid_ces, limit_state.ce)
        where limit_state.is_reached
    ),

    hits as (
        select
            reached.stand_no,
            reached.sites,
            reached.site,
            task_queue_value.tq_id,
            min(
                format(
                    '{} {} at {}: {} of {} jobs run',
                    reached.attribute,
                    reached.value,
                    reached.site,
                    reached.n_running,
                    reached.max_jobs
                )
            ) as detail
        from reached
        inner join
            task_queue_value
            on reached.attribute = task_queue_value.attribute
            and reached.value = task_queue_value.value
        cross join cfg
        group by all
        having
            not any_value(cfg.limits_compat)
            or count(distinct reached.attribute) = any_value(reached.n_attributes)
    )

select hits.stand_no, hits.tq_id, min(hits.detail) as detail
from hits
inner join task_queue on hits.tq_id = task_queue.tq_id
group by
    hits.stand_no, hits.tq_id, hits.sites, task_queue.sites, task_queue.banned_sites
having
    list_has_all(
        list(hits.site),
        accepted_sites(hits.sites, task_queue.sites, task_queue.banned_sites)
    )
