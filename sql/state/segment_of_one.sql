-- title: the CPU time of a task queue that fits into one that is offered
-- grain: one row
-- note: $1 is what is offered
select segment_within($1, cpu_segment.segments) as cpu_time from cpu_segment
