-- title: can a nucleus take the output of a plan?
-- grain: plan_no, nucleus
-- source: C011
-- note: the weight looks at the endpoint with the smallest part of free space, the
-- first by name of several
with
    places as (
        select
            plan_place.*,
            case
                when plan_place.space_total is not null
                then
                    (
                        plan_place.space_left::double / plan_place.space_total,
                        plan_place.ddm_endpoint_name
                    )
            end as fullness
        from plan_place
    )

select
    places.plan_no,
    places.nucleus,
    min(places.wanted) filter (places.ddm_endpoint_name is null) as missing_place,
    min(places.ddm_endpoint_name) filter (not places.sends_wan) as mute_endpoint,
    min(places.ddm_endpoint_name) filter (not places.receives_wan) as deaf_endpoint,
    min(places.space_left) as least_space,
    arg_min(places.space_left, places.fullness) as weighed_space,
    arg_min(places.space_usable, places.fullness) as weighed_usable,
    arg_min(places.space_free, places.fullness) as weighed_free,
    arg_min(places.space_total, places.fullness) as weighed_total
from places
group by places.plan_no, places.nucleus
