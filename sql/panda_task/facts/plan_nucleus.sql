-- title: can a nucleus take the output of a plan?
-- grain: plan_no, nucleus
-- source: spec/production.md 2.4 TB-40, 2.6: the weight looks at the endpoint with the
-- source: smallest part of free space
select
    plan_place.plan_no,
    plan_place.nucleus,
    min(plan_place.wanted) filter (
        plan_place.ddm_endpoint_name is null
    ) as missing_place,
    min(plan_place.ddm_endpoint_name) filter (
        not plan_place.sends_wan
    ) as mute_endpoint,
    min(plan_place.ddm_endpoint_name) filter (
        not plan_place.receives_wan
    ) as deaf_endpoint,
    min(plan_place.space_left) as least_space,
    arg_min(
        plan_place.space_left, plan_place.space_left::double / plan_place.space_total
    ) as weighed_space,
    arg_min(
        plan_place.space_usable, plan_place.space_left::double / plan_place.space_total
    ) as weighed_usable,
    arg_min(
        plan_place.space_free, plan_place.space_left::double / plan_place.space_total
    ) as weighed_free,
    arg_min(
        plan_place.space_total, plan_place.space_left::double / plan_place.space_total
    ) as weighed_total
from plan_place
group by plan_place.plan_no, plan_place.nucleus
