-- title: CPU segments and what user priorities weigh
create or replace macro segments_are_sound(segments) as
    len(segments) > 0
    and segments[1] > 0
    and segments = list_sort(list_distinct(segments));

-- the least segment that holds a CPU time, else the last
create or replace macro segment_of(cpu_time, segments) as
    coalesce(
        list_filter(segments, lambda segment: segment >= cpu_time)[1], segments[-1]
    );

create or replace macro real_priority(
    user_priority, use_real, urgent_from, urgent_priority, background_priority
) as
    case
        when not use_real
        then greatest(user_priority, 0)::double
        when user_priority >= urgent_from
        then urgent_priority
        when user_priority <= 0
        then background_priority
        else user_priority::double
    end;
