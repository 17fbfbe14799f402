-- title: the CPU times of task queues that fit into those that are offered, from each
-- on where it is another one
-- grain: offered
with
    steps as (
        select unnest([(-9223372036854775808)::bigint] || segments) as offered, segments
        from cpu_segment
    )

select offered, segment_within(offered, segments) as cpu_time
from steps
order by offered
