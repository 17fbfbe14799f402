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
                when space_total is not null
                then (space_left::double / space_total, ddm_endpoint_name)
            end as fullness
        from plan_place
    )

select
    plan_no,
    nucleus,
    min(wanted) filter (ddm_endpoint_name is null) as missing_place,
    min(ddm_endpoint_name) filter (not sends_wan) as unreadable_endpoint,
    min(ddm_endpoint_name) filter (not receives_wan) as unwritable_endpoint,
    min(space_left) as least_space,
    arg_min(space_left, fullness) as weighed_space,
    arg_min(space_usable, fullness) as weighed_usable,
    arg_min(space_free, fullness) as weighed_free,
    arg_min(space_total, fullness) as weighed_total
from places
group by plan_no, nucleus
