-- title: the endpoints of a nucleus where a plan would put its output
-- grain: plan_no, nucleus, wanted
-- note: for full chains those of the secondary nucleus; a satellite falls back to its
-- default output endpoint
with
    plans as (
        select distinct plan_no, is_full_chain, prod_source_label, unnest(wanted) as wanted
        from output_plan
    )

select
    plans.plan_no,
    nucleus.nucleus,
    plans.wanted,
    nucleus_output.ddm_endpoint_name,
    coalesce(nucleus_output.sends_wan, true) as sends_wan,
    coalesce(nucleus_output.receives_wan, true) as receives_wan,
    nucleus_output.space_usable - coalesce(nucleus_demand.space_demand, 0) as space_left,
    nucleus_output.space_usable,
    nucleus_output.space_free,
    nucleus_output.space_total,
    coalesce(nucleus_demand.space_demand, 0) as space_demand
from plans
cross join nucleus
left join
    nucleus_place
    on nucleus_place.nucleus
    = if(plans.is_full_chain, coalesce(nucleus.secondary_nucleus, nucleus.nucleus), nucleus.nucleus)
    and plans.wanted = nucleus_place.wanted
left join
    nucleus_output
    on nucleus_place.nucleus = nucleus_output.nucleus
    and nucleus_place.ddm_endpoint_name = nucleus_output.ddm_endpoint_name
left join
    nucleus_demand
    on nucleus.nucleus = nucleus_demand.nucleus
    and plans.prod_source_label = nucleus_demand.prod_source_label
