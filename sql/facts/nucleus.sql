-- title: ATLAS sites that can be a nucleus, with what their first queue declares
-- grain: nucleus
-- source: C258
-- nulls: a queue of an unknown site makes no nucleus
-- note: queues of one site and role; satellites stand here too, for full chains, unless
-- the site has queues of role nucleus
with
    first_queue as (
        select
            atlas_site as nucleus,
            arg_min(queue_name, (role <> 'nucleus', queue_order, queue_name)) as queue_name
        from unified_queue
        where runs_production and role in ('nucleus', 'satellite') and atlas_site is not null
        group by atlas_site
    )

select
    first_queue.nucleus,
    unified_queue.role,
    unified_queue.runs_analysis,
    first_queue.queue_name as first_queue_name,
    unified_queue.bare_nucleus,
    unified_queue.secondary_nucleus,
    default_output.ddm_endpoint_name as output_endpoint,
    default_output.read_wan,
    default_output.write_wan
from first_queue
inner join unified_queue using (queue_name)
left join
    default_output
    on unified_queue.queue_name = default_output.queue_name
    and default_output.is_output
