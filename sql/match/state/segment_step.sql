-- title: the CPU times of task queues that fit into those that are offered, from each
-- on where it is another one
-- grain: offered
with
    steps as (
        select
            unnest([(-9223372036854775808)::bigint] || cpu_segment.segments) as offered,
            cpu_segment.segments
        from cpu_segment
    )

select steps.offered, segment_within(steps.offered, steps.segments) as cpu_time
from steps
order by steps.offered
