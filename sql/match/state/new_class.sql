-- title: kinds of requests that were not seen before
-- grain: class_id
with
    highest as (
        select coalesce(max(state.pilot_class.class_id), 0) as class_id from state.pilot_class
    ),
    unknown as (
        select arriving.family, arriving.cpu_time, min(arriving.seq) as seq
        from arriving
        left join
            state.pilot_class
            on arriving.family = state.pilot_class.family
            and arriving.cpu_time is not distinct from state.pilot_class.cpu_time
        where state.pilot_class.class_id is null
        group by arriving.family, arriving.cpu_time
    )

select
    highest.class_id + row_number() over (order by unknown.seq) as class_id,
    unknown.family,
    unknown.cpu_time,
    unknown.seq
from unknown
cross join highest
